"""The fields of an object in a JSON document, each read as the type it must have."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Self

from kibitz.core.errors import KibitzError

_SHOWN = 40  # letters of a value that is refused


class Fields(ABC):
    """An object that is being read, and its place in the document.

    What is missing or of another type is refused, with the place, in the way of the subclass.
    """

    missing = "it is missing"

    def __init__(self, value: object, place: str) -> None:
        self.place = place
        if not isinstance(value, Mapping):
            raise self.refusal(f"expected an object, got {_short(value)}")
        self._fields: dict[str, Any] = dict(value)

    @abstractmethod
    def refusal(self, problem: str, name: str = "") -> KibitzError:
        """What is raised for something wrong here, or in a field."""

    @abstractmethod
    def _made(self, value: object, place: str) -> Self:
        """An object further inside."""

    def where(self, name: str) -> str:
        """The place of a field."""
        return ".".join(part for part in (self.place, name) if part)

    def has(self, name: str) -> bool:
        """Whether a field is there."""
        return name in self._fields

    def value(self, name: str) -> Any:
        """A field of any type."""
        if not self.has(name):
            raise self.refusal(self.missing, name)
        return self._fields[name]

    def typed(self, name: str, value: object, is_right: bool, expected: str) -> Any:
        """The value of a field, unless it is not what was expected."""
        if not is_right:
            raise self.refusal(f"expected {expected}, got {_short(value)}", name)
        return value

    def text(self, name: str) -> str:
        """A text."""
        value = self.value(name)
        text: str = self.typed(name, value, isinstance(value, str), "a text")
        return text

    def whole(self, name: str, least: int | None = None, most: int | None = None) -> int:
        """A whole number in a range."""
        value = self.value(name)
        is_right = type(value) is int
        is_right = is_right and (least is None or value >= least)
        is_right = is_right and (most is None or value <= most)
        span = "" if least is None else f" from {least}" + ("" if most is None else f" to {most}")
        number: int = self.typed(name, value, is_right, f"a whole number{span}")
        return number

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self.value(name)
        flag: bool = self.typed(name, value, isinstance(value, bool), "true or false")
        return flag

    def items(self, name: str) -> list[Any]:
        """A list."""
        value = self.value(name)
        items: list[Any] = self.typed(name, value, isinstance(value, list | tuple), "a list")
        return items

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        return self._all(name, str, "a list of texts")

    def wholes(self, name: str) -> tuple[int, ...]:
        """A list of whole numbers."""
        return self._all(name, int, "a list of whole numbers")

    def _all(self, name: str, kind: type, expected: str) -> tuple[Any, ...]:
        items = self.items(name)
        is_right = all(type(item) is kind for item in items)
        return tuple(self.typed(name, items, is_right, expected))

    def inner(self, name: str) -> Self:
        """An object in this one."""
        return self._made(self.value(name), self.where(name))

    def objects(self, name: str) -> list[Self]:
        """A list of objects."""
        place = self.where(name)
        return [
            self._made(item, f"{place}[{index}]") for index, item in enumerate(self.items(name))
        ]


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
