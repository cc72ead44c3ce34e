"""The lessons that the server offers: those of Kibitz, then those in files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kibitz.core.errors import LessonError
from kibitz.server.http_errors import MissingError
from kibitz.teaching.lessons import Lesson, computed_figures, lessons, read_file


class LessonCatalogue:
    """Looks up lessons by their ids. `files`: additional JSON files.

    LessonError if a file has no valid lesson, or an id that another lesson has.
    """

    def __init__(self, files: Sequence[str] = ()) -> None:
        self._lessons = {lesson.id: lesson for lesson in lessons()}
        self._own: set[str] = set()
        self._figures: dict[str, Mapping[str, int | str]] = {}
        for path in files:
            found = read_file(path)
            if found.id in self._lessons:
                problem = f"another lesson has the id {found.id!r}; choose a different one"
                raise LessonError("bad_lesson", lesson=path, where="id", problem=problem)
            self._lessons[found.id] = found
            self._own.add(found.id)

    def all(self) -> list[Lesson]:
        """All lessons, in order."""
        return list(self._lessons.values())

    def lesson(self, lesson_id: str) -> Lesson:
        """The lesson with this id; MissingError if there is none."""
        found = self._lessons.get(lesson_id)
        if found is None:
            raise MissingError("no_lesson", id=lesson_id, known=", ".join(self._lessons))
        return found

    def is_own(self, lesson: Lesson) -> bool:
        """Whether a lesson comes from a file."""
        return lesson.id in self._own

    def figures(self, lesson: Lesson) -> dict[str, int | str]:
        """The figures of a lesson, computed when they are first needed."""
        if lesson.id not in self._figures:
            self._figures[lesson.id] = computed_figures(lesson)
        return dict(self._figures[lesson.id])
