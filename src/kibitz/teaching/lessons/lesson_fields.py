"""The fields of a lesson, each read once and checked; an error names the place."""

from __future__ import annotations

from typing import Any, Self

from kibitz.core.errors import LessonError
from kibitz.core.fields import LONGEST_TEXT, MOST_ITEMS, DocumentFields


class LessonFields(DocumentFields):
    """An object of a lesson. Reading a field removes it."""

    def __init__(self, value: object, lesson: str, place: str) -> None:
        self._lesson = lesson
        super().__init__(value, place)

    def refusal(self, problem: str, name: str = "") -> LessonError:
        """The error for a problem in this object, or in one of its fields."""
        where = self.where(name) or "the top level"
        return LessonError("bad_lesson", lesson=self._lesson, where=where, problem=problem)

    def _made(self, value: object, place: str) -> Self:
        return type(self)(value, self._lesson, place)

    def value(self, name: str) -> Any:
        """Read a field of any type."""
        found = super().value(name)
        del self._fields[name]
        return found

    def text(self, name: str, most: int = LONGEST_TEXT) -> str:
        """Read a text that is not empty."""
        found = super().text(name, most)
        self.typed(name, found, found != "", "a string")
        return found

    def whole_or_none(self, name: str) -> int | None:
        """Read a whole number, None if the field is missing."""
        return self.whole(name) if self.has(name) else None

    def text_or_none(self, name: str) -> str | None:
        """Read a text, None if the field is missing."""
        return self.text(name) if self.has(name) else None

    def flag(self, name: str) -> bool:
        """Read true or false, false if the field is missing."""
        return self.has(name) and super().flag(name)

    def items(self, name: str, most: int = MOST_ITEMS) -> list[Any]:
        """Read a list, empty if the field is missing."""
        return super().items(name, most) if self.has(name) else []

    def texts(
        self, name: str, most: int = MOST_ITEMS, longest: int = LONGEST_TEXT
    ) -> tuple[str, ...]:
        """Read a list of texts that are not empty."""
        found = super().texts(name, most, longest)
        self.typed(name, list(found), "" not in found, "a list of strings")
        return found

    def rest(self) -> dict[str, object]:
        """Read all remaining fields."""
        rest, self._fields = self._fields, {}
        return rest

    def done(self) -> None:
        """Raise an error if there are fields that were not read."""
        if self._fields:
            left = ", ".join(map(repr, self._fields))
            raise self.refusal(f"unknown fields: {left}")
