"""Schema of lessons."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from kibitz.server.schema.shared_schema import ResponseBody
from kibitz.teaching.lessons import Lesson, Question

Kind = Literal["tree", "position", "search", "sum"]


class ListedLesson(ResponseBody):
    """A lesson in the list."""

    id: str
    title: str
    teaches: str = Field(description="the topic")
    own: bool = Field(description="whether it comes from a file given by --lesson")


class LessonList(ResponseBody):
    """All lessons, the easiest first."""

    lessons: list[ListedLesson]


class QuestionFields(ResponseBody):
    """A question about a figure of the lesson."""

    ask: str
    about: str = Field(description="the figure that is asked for")
    answer: int | str = Field(description="the computed figure")
    choices: list[str] = Field(description="the answers to choose from; empty for a number")
    several: bool = Field(description="whether the answer consists of several choices")


class LessonDocument(ResponseBody):
    """A lesson with its figures, which are computed and not read from the file."""

    id: str
    title: str
    teaches: str
    own: bool
    text: list[str]
    notes: list[str]
    kind: Kind = Field(description="which kind of example it has")
    example: dict[str, Any] = Field(description="the example, in the format of lesson files")
    figures: dict[str, int | str]
    questions: list[QuestionFields]


def listed_lesson(lesson: Lesson, own: bool) -> ListedLesson:
    """A lesson in the list, as JSON."""
    return ListedLesson(id=lesson.id, title=lesson.title, teaches=lesson.teaches, own=own)


def lesson_document(lesson: Lesson, own: bool, figures: dict[str, int | str]) -> LessonDocument:
    """A lesson as JSON. `figures`: as computed."""
    data = lesson.as_dict()
    kinds: tuple[Kind, ...] = ("tree", "position", "search", "sum")
    kind: Kind = next(kind for kind in kinds if kind in data)
    example = data[kind]
    assert isinstance(example, dict)
    return LessonDocument(
        id=lesson.id,
        title=lesson.title,
        teaches=lesson.teaches,
        own=own,
        text=list(lesson.paragraphs),
        notes=list(lesson.notes),
        kind=kind,
        example=example,
        figures=figures,
        questions=[_question(lesson, question, figures) for question in lesson.questions],
    )


def _question(lesson: Lesson, question: Question, figures: dict[str, int | str]) -> QuestionFields:
    return QuestionFields(
        ask=question.ask,
        about=question.about,
        answer=figures[question.about],
        choices=lesson.choices(question.about),
        several=question.about == "skipped",
    )
