"""The fields of a record, each read as the type it must have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn, Self

from kibitz.core.errors import RecordError
from kibitz.core.fields import DocumentFields
from kibitz.session.clock import is_seconds

MOST_NUMBER = 10.0**18  # whatever its sign; infinity and what is no number are none


class RecordFields(DocumentFields):
    """An object of a record. What is missing or of another type raises RecordError."""

    def __init__(self, value: object, place: str, source: str) -> None:
        self._source = source
        super().__init__(value, place)

    def refusal(self, problem: str, name: str = "") -> RecordError:
        """What is raised for something wrong here, or in a field."""
        where = self.where(name)
        problem = f"{where}: {problem}" if where else problem
        return RecordError("record_damaged", source=self._source, problem=problem)

    def refuse(self, name: str, problem: str) -> NoReturn:
        """Say what is wrong with a field."""
        raise self.refusal(problem, name)

    def _made(self, value: object, place: str) -> Self:
        return type(self)(value, place, self._source)

    def optional_whole(
        self, name: str, least: int | None = None, most: int | None = None
    ) -> int | None:
        """A whole number in a range, or null."""
        return None if self.value(name) is None else self.whole(name, least, most)

    def seconds(self, name: str) -> float:
        """An amount of time."""
        value = self.value(name)
        seconds: float = self.typed(name, value, is_seconds(value), "seconds, 0 or more")
        return seconds

    def optional_seconds(self, name: str) -> float | None:
        """An amount of time or null."""
        return None if self.value(name) is None else self.seconds(name)

    def optional_number(self, name: str) -> int | float | None:
        """A number or null."""
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
        """An object in this one, or null."""
        return None if self.value(name) is None else self.inner(name)
