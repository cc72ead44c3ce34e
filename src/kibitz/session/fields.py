"""The fields of a record, each read as the type it must have."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from kibitz.core.errors import RecordError
from kibitz.session.clock import is_seconds


class Fields:
    """An object of a JSON document: its place there, and its fields.

    What is missing or of another type raises RecordError, with the place.
    """

    def __init__(self, value: object, place: str, source: str) -> None:
        self._place = place
        self._source = source
        if not isinstance(value, Mapping):
            self.refuse("", f"expected an object, got {_short(value)}")
        self._fields: Mapping[str, Any] = value

    def refuse(self, name: str, problem: str) -> NoReturn:
        """Say what is wrong with a field."""
        where = ".".join(part for part in (self._place, name) if part)
        problem = f"{where}: {problem}" if where else problem
        raise RecordError("record_damaged", source=self._source, problem=problem)

    def any(self, name: str) -> Any:
        """A field of any type."""
        if name not in self._fields:
            self.refuse(name, "it is missing")
        return self._fields[name]

    def _typed(self, name: str, is_right: bool, expected: str) -> Any:
        value = self.any(name)
        if not is_right:
            self.refuse(name, f"expected {expected}, got {_short(value)}")
        return value

    def text(self, name: str) -> str:
        """A text."""
        value: str = self._typed(name, isinstance(self.any(name), str), "a text")
        return value

    def whole(self, name: str, least: int | None = None, most: int | None = None) -> int:
        """A whole number in a range."""
        value = self.any(name)
        is_right = type(value) is int
        is_right = is_right and (least is None or value >= least)
        is_right = is_right and (most is None or value <= most)
        span = "" if least is None else f" from {least}" + ("" if most is None else f" to {most}")
        number: int = self._typed(name, is_right, f"a whole number{span}")
        return number

    def optional_whole(self, name: str) -> int | None:
        """A whole number or null."""
        return None if self.any(name) is None else self.whole(name)

    def seconds(self, name: str) -> float:
        """An amount of time."""
        value: float = self._typed(name, is_seconds(self.any(name)), "seconds, 0 or more")
        return value

    def optional_seconds(self, name: str) -> float | None:
        """An amount of time or null."""
        return None if self.any(name) is None else self.seconds(name)

    def optional_number(self, name: str) -> int | float | None:
        """A number or null."""
        value = self.any(name)
        is_right = value is None or type(value) is int
        is_right = is_right or (type(value) is float and math.isfinite(value))
        number: int | float | None = self._typed(name, is_right, "a number or null")
        return number

    def flag(self, name: str) -> bool:
        """True or false."""
        value: bool = self._typed(name, isinstance(self.any(name), bool), "true or false")
        return value

    def one_of(self, name: str, values: Sequence[str]) -> Any:
        """One of several texts."""
        value = self.any(name)
        is_right = isinstance(value, str) and value in values
        return self._typed(name, is_right, " or ".join(map(repr, values)))

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        values = self._list(name)
        is_right = all(isinstance(value, str) for value in values)
        return tuple(self._typed(name, is_right, "a list of texts"))

    def _list(self, name: str) -> list[Any]:
        values: list[Any] = self._typed(name, isinstance(self.any(name), list | tuple), "a list")
        return values

    def object(self, name: str) -> Fields:
        """An object in this one."""
        place = f"{self._place}.{name}" if self._place else name
        return Fields(self.any(name), place, self._source)

    def optional_object(self, name: str) -> Fields | None:
        """An object in this one, or null."""
        return None if self.any(name) is None else self.object(name)

    def objects(self, name: str) -> Iterator[Fields]:
        """A list of objects."""
        for index, value in enumerate(self._list(name)):
            yield Fields(value, f"{name}[{index}]", self._source)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"
