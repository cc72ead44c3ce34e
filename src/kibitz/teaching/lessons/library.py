"""The lessons that come with Kibitz: one JSON file each, in the order of their names."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

from kibitz.core.errors import LessonError
from kibitz.teaching.lessons.lesson import Lesson
from kibitz.teaching.lessons.lesson_reader import read


@lru_cache(maxsize=1)
def lessons() -> tuple[Lesson, ...]:
    """All lessons, the easiest first."""
    folder = files("kibitz.teaching.lessons") / "data"
    in_order = sorted(folder.iterdir(), key=lambda file: file.name)
    return tuple(
        read(json.loads(file.read_text("utf-8")))
        for file in in_order
        if file.name.endswith(".json")
    )


def lesson(lesson_id: str) -> Lesson:
    """The lesson with this id; LessonError, which lists all lessons, if there is none.

    >>> lesson("three-moves").title
    'Three moves'
    """
    for found in lessons():
        if found.id == lesson_id:
            return found
    known = ", ".join(found.id for found in lessons())
    raise LessonError("unknown_lesson", lesson=lesson_id, known=known)
