"""The fields of a JSON object, each taken once and checked; a refusal says the place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.core.errors import LessonError

_MISSING = object()


class Fields:
    """A JSON object that is being read."""

    def __init__(self, value: object, lesson: str, where: str) -> None:
        self.lesson = lesson
        self.where = where
        if not isinstance(value, Mapping):
            raise self.refusal(f"expected an object, got {value!r}")
        self._left = dict(value)

    def refusal(self, problem: str, key: str = "") -> LessonError:
        """What is raised for something wrong here, or in the field `key`."""
        where = ".".join(part for part in (self.where, key) if part) or "the top"
        return LessonError("bad_lesson", lesson=self.lesson, where=where, problem=problem)

    def has(self, key: str) -> bool:
        """Whether a field is there that was not taken yet."""
        return key in self._left

    def value(self, key: str) -> object:
        """Take a field of any type."""
        found = self._left.pop(key, _MISSING)
        if found is _MISSING:
            raise self.refusal("expected this field, got none", key)
        return found

    def text(self, key: str) -> str:
        """Take a text that is not empty."""
        found = self.value(key)
        if not isinstance(found, str) or not found:
            raise self.refusal(f"expected a text, got {found!r}", key)
        return found

    def whole(self, key: str) -> int:
        """Take a whole number."""
        found = self.value(key)
        if type(found) is not int:
            raise self.refusal(f"expected a whole number, got {found!r}", key)
        return found

    def whole_or_none(self, key: str) -> int | None:
        """Take a whole number, None where the field is missing."""
        return self.whole(key) if self.has(key) else None

    def text_or_none(self, key: str) -> str | None:
        """Take a text, None where the field is missing."""
        return self.text(key) if self.has(key) else None

    def flag(self, key: str) -> bool:
        """Take true or false, false where the field is missing."""
        found = self.value(key) if self.has(key) else False
        if type(found) is not bool:
            raise self.refusal(f"expected true or false, got {found!r}", key)
        return found

    def items(self, key: str) -> Sequence[object]:
        """Take a list, empty where the field is missing."""
        found = self.value(key) if self.has(key) else []
        if not isinstance(found, list):
            raise self.refusal(f"expected a list, got {found!r}", key)
        return found

    def texts(self, key: str) -> tuple[str, ...]:
        """Take a list of texts."""
        found = self.items(key)
        texts = tuple(item for item in found if isinstance(item, str) and item)
        if len(texts) != len(found):
            raise self.refusal(f"expected a list of texts, got {found!r}", key)
        return texts

    def wholes(self, key: str) -> tuple[int, ...]:
        """Take a list of whole numbers."""
        found = self.items(key)
        numbers = tuple(item for item in found if type(item) is int)
        if len(numbers) != len(found):
            raise self.refusal(f"expected a list of whole numbers, got {found!r}", key)
        return numbers

    def inner(self, key: str) -> Fields:
        """Take an object."""
        return Fields(self.value(key), self.lesson, self._below(key))

    def objects(self, key: str) -> list[Fields]:
        """Take a list of objects, empty where the field is missing."""
        return [
            Fields(item, self.lesson, f"{self._below(key)}[{index}]")
            for index, item in enumerate(self.items(key))
        ]

    def rest(self) -> dict[str, object]:
        """Take every field that is left."""
        found, self._left = self._left, {}
        return found

    def done(self) -> None:
        """Refuse fields that nobody took."""
        if self._left:
            raise self.refusal(f"expected no other field, got {', '.join(map(repr, self._left))}")

    def _below(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key
