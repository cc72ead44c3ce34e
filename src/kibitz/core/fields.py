"""Typed access to the fields of an object in a JSON document."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, Self

from kibitz.core.documents import text_problem
from kibitz.core.errors import KibitzError

LONGEST_TEXT = 4_000  # characters, unless a field has its own limit
MOST_ITEMS = 10_000  # in a list, unless it has its own limit
MOST_WHOLE = (1 << 63) - 1
MOST_SETTINGS = 64  # options of a game
LONGEST_SETTING = 80  # characters of an option's name or value
_SHOWN = 40  # characters of an invalid value in an error message


def is_whole(value: object) -> bool:
    """Whether a value is a whole number of at most 64 bits."""
    return type(value) is int and -MOST_WHOLE - 1 <= value <= MOST_WHOLE


class DocumentFields(ABC):
    """An object in a document, with its place for error messages.

    A field that is missing or has the wrong type raises the error that `refusal` makes.
    """

    missing = "the field is missing"

    def __init__(self, value: object, place: str) -> None:
        self.place = place
        if not isinstance(value, Mapping):
            raise self.refusal(f"expected an object, got {_short(value)}")
        self._fields: dict[str, Any] = dict(value)

    @abstractmethod
    def refusal(self, problem: str, name: str = "") -> KibitzError:
        """The error for a problem with this object or one of its fields."""

    @abstractmethod
    def _made(self, value: object, place: str) -> Self:
        """A nested object."""

    def where(self, name: str) -> str:
        """The place of a field."""
        return ".".join(part for part in (self.place, name) if part)

    def has(self, name: str) -> bool:
        """Whether a field is present."""
        return name in self._fields

    def value(self, name: str) -> Any:
        """A field of any type."""
        if not self.has(name):
            raise self.refusal(self.missing, name)
        return self._fields[name]

    def typed(self, name: str, value: object, is_right: bool, expected: str) -> Any:
        """`value` if `is_right`; otherwise an error that names the expected type."""
        if not is_right:
            raise self.refusal(f"expected {expected}, got {_short(value)}", name)
        return value

    def text(self, name: str, most: int = LONGEST_TEXT) -> str:
        """A text of at most `most` characters that files and databases can store."""
        value = self.value(name)
        text: str = self.typed(name, value, isinstance(value, str), "a string")
        self._check_text(name, text, most)
        return text

    def _check_text(self, name: str, text: str, most: int) -> None:
        problem = text_problem(text, most)
        if problem:
            raise self.refusal(f"{_short(text)} {problem}", name)

    def whole(self, name: str, least: int | None = None, most: int | None = None) -> int:
        """A whole number in a range, of at most 64 bits."""
        value = self.value(name)
        low = -MOST_WHOLE - 1 if least is None else least
        is_right = type(value) is int and low <= value <= (MOST_WHOLE if most is None else most)
        span = "" if least is None else f" from {least}" + ("" if most is None else f" to {most}")
        if not span and type(value) is int:
            span = " of 64 bits at most"
        number: int = self.typed(name, value, is_right, f"a whole number{span}")
        return number

    def flag(self, name: str) -> bool:
        """True or false."""
        value = self.value(name)
        flag: bool = self.typed(name, value, isinstance(value, bool), "true or false")
        return flag

    def items(self, name: str, most: int = MOST_ITEMS) -> list[Any]:
        """A list of at most `most` items."""
        value = self.value(name)
        items: list[Any] = self.typed(name, value, isinstance(value, list | tuple), "a list")
        if len(items) > most:
            raise self.refusal(f"expected at most {most} items, got {len(items)}", name)
        return items

    def texts(
        self, name: str, most: int = MOST_ITEMS, longest: int = LONGEST_TEXT
    ) -> tuple[str, ...]:
        """A list of texts."""
        found: tuple[str, ...] = self._all(name, str, "a list of strings", most)
        for text in found:
            self._check_text(name, text, longest)
        return found

    def wholes(self, name: str, most: int = MOST_ITEMS) -> tuple[int, ...]:
        """A list of whole numbers."""
        found: tuple[int, ...] = self._all(name, int, "a list of whole numbers", most)
        return tuple(self.typed(name, found, all(map(is_whole, found)), "64-bit integers"))

    def _all(self, name: str, kind: type, expected: str, most: int) -> tuple[Any, ...]:
        items = self.items(name, most)
        is_right = all(type(item) is kind for item in items)
        return tuple(self.typed(name, items, is_right, expected))

    def inner(self, name: str) -> Self:
        """An object in this one."""
        return self._made(self.value(name), self.where(name))

    def objects(self, name: str, most: int = MOST_ITEMS) -> list[Self]:
        """A list of objects."""
        place = self.where(name)
        items = self.items(name, most)
        return [self._made(item, f"{place}[{index}]") for index, item in enumerate(items)]

    def settings(self, name: str) -> dict[str, int | str]:
        """A game's options with their values."""
        value = self.value(name)
        found: dict[str, int | str] = self.typed(
            name, value, isinstance(value, Mapping), "an object"
        )
        problem = settings_problem(found)
        if problem:
            raise self.refusal(problem, name)
        return dict(found)


def settings_problem(settings: Mapping[Any, object]) -> str:
    """The problem with the options in a file, in words; empty if they are valid."""
    if len(settings) > MOST_SETTINGS:
        return f"expected at most {MOST_SETTINGS} options, got {len(settings)}"
    for name, value in settings.items():
        if not isinstance(name, str) or text_problem(name, LONGEST_SETTING):
            return f"expected short option names, got {_short(name)}"
        is_text = isinstance(value, str) and not text_problem(value, LONGEST_SETTING)
        if not is_text and not is_whole(value):
            return f"expected a number or a short string for {name!r}, got {_short(value)}"
    return ""


def _short(value: object) -> str:
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # too long an integer, or nested too deeply
        return f"a {type(value).__name__}"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
