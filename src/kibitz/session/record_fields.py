"""Typed access to the fields of a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, Self

from kibitz.core.errors import RecordError
from kibitz.core.fields import DocumentFields
from kibitz.session.clock import is_seconds

MOST_NUMBER = 10.0**18  # largest absolute value; excludes infinity and NaN


class RecordFields(DocumentFields):
    """An object of a record. A field that is missing or has the wrong type raises RecordError."""

    def __init__(self, value: object, place: str, source: str) -> None:
        self._source = source
        super().__init__(value, place)

    def refusal(self, problem: str, name: str = "") -> RecordError:
        """The error that describes a problem with this object or one of its fields."""
        where = self.where(name)
        problem = f"{where}: {problem}" if where else problem
        return RecordError("record_damaged", source=self._source, problem=problem)

    def refuse(self, name: str, problem: str) -> NoReturn:
        """Raise RecordError about a field."""
        raise self.refusal(problem, name)

    def _made(self, value: object, place: str) -> Self:
        return type(self)(value, place, self._source)

    def optional_whole(
        self, name: str, least: int | None = None, most: int | None = None
    ) -> int | None:
        """A whole number in a range, or null."""
        return None if self.value(name) is None else self.whole(name, least, most)

    def seconds(self, name: str) -> float:
        """A number of seconds."""
        value = self.value(name)
        seconds: float = self.typed(name, value, is_seconds(value), "seconds, 0 or more")
        return seconds

    def optional_seconds(self, name: str) -> float | None:
        """A number of seconds, or null."""
        return None if self.value(name) is None else self.seconds(name)

    def optional_number(self, name: str) -> int | float | None:
        """A number, or null."""
        value = self.value(name)
        is_right = value is None or type(value) in (int, float)
        is_right = is_right and (value is None or abs(value) <= MOST_NUMBER)
        number: int | float | None = self.typed(name, value, is_right, "a number or null")
        return number

    def one_of(self, name: str, values: Sequence[str]) -> Any:
        """One of several texts."""
        value = self.value(name)
        is_right = isinstance(value, str) and value in values
        return self.typed(name, value, is_right, " or ".join(map(repr, values)))

    def optional_inner(self, name: str) -> Self | None:
        """A nested object, or null."""
        return None if self.value(name) is None else self.inner(name)
