"""The fields of a lesson, each taken once and checked; a refusal says the place."""

from __future__ import annotations

from typing import Any, Self

from kibitz.core.errors import LessonError
from kibitz.core.fields import LONGEST_TEXT, MOST_ITEMS, DocumentFields


class LessonFields(DocumentFields):
    """An object of a lesson. A field that was taken is not there any more."""

    def __init__(self, value: object, lesson: str, place: str) -> None:
        self._lesson = lesson
        super().__init__(value, place)

    def refusal(self, problem: str, name: str = "") -> LessonError:
        """What is raised for something wrong here, or in a field."""
        where = self.where(name) or "the top level"
        return LessonError("bad_lesson", lesson=self._lesson, where=where, problem=problem)

    def _made(self, value: object, place: str) -> Self:
        return type(self)(value, self._lesson, place)

    def value(self, name: str) -> Any:
        """Take a field of any type."""
        found = super().value(name)
        del self._fields[name]
        return found

    def text(self, name: str, most: int = LONGEST_TEXT) -> str:
        """Take a text that is not empty."""
        found = super().text(name, most)
        self.typed(name, found, found != "", "a string")
        return found

    def whole_or_none(self, name: str) -> int | None:
        """Take a whole number, None where the field is missing."""
        return self.whole(name) if self.has(name) else None

    def text_or_none(self, name: str) -> str | None:
        """Take a text, None where the field is missing."""
        return self.text(name) if self.has(name) else None

    def flag(self, name: str) -> bool:
        """Take true or false, false where the field is missing."""
        return self.has(name) and super().flag(name)

    def items(self, name: str, most: int = MOST_ITEMS) -> list[Any]:
        """Take a list, empty where the field is missing."""
        return super().items(name, most) if self.has(name) else []

    def texts(
        self, name: str, most: int = MOST_ITEMS, longest: int = LONGEST_TEXT
    ) -> tuple[str, ...]:
        """Take a list of texts that are not empty."""
        found = super().texts(name, most, longest)
        self.typed(name, list(found), "" not in found, "a list of strings")
        return found

    def rest(self) -> dict[str, object]:
        """Take every field that is left."""
        found, self._fields = self._fields, {}
        return found

    def done(self) -> None:
        """Refuse fields that nobody took."""
        if self._fields:
            left = ", ".join(map(repr, self._fields))
            raise self.refusal(f"unknown fields: {left}")
