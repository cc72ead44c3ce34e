"""The lessons that come with Kibitz, one JSON file each in the order of their names, and others."""

from __future__ import annotations

import json
import os
from functools import lru_cache
from importlib.resources import files

from kibitz.core.errors import KibitzError, LessonError
from kibitz.core.files import read_text
from kibitz.teaching.lessons.computed import computed_figures
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


def read_file(path: str | os.PathLike[str]) -> Lesson:
    """Read a lesson of your own from a JSON file, and check every figure by computing it.

    LessonError, which names the place in the file, if it is not a valid lesson or a figure is
    wrong.
    """
    source = os.fspath(path)
    try:
        data = json.loads(read_text(source))
    except (ValueError, RecursionError) as problem:
        raise LessonError(
            "bad_lesson", lesson=source, where="the top level", problem=f"it is not JSON: {problem}"
        ) from None
    found = read(data)
    _check_figures(found)
    return found


def _check_figures(found: Lesson) -> None:
    """Raise LessonError if a figure of the lesson is not the computed one."""
    try:
        computed = computed_figures(found)
    except KibitzError as problem:
        raise LessonError(
            "bad_lesson", lesson=found.id, where="the example", problem=str(problem)
        ) from None
    for name, stated in found.figures().items():
        if computed.get(name) != stated:
            wrong = f"expected {computed.get(name)!r}, which is computed, got {stated!r}"
            raise LessonError("bad_lesson", lesson=found.id, where=name, problem=wrong)
