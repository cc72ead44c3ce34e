"""Handlers for lessons and recorded search trees."""

from __future__ import annotations

from fastapi import Request

from kibitz.server.http_errors import FieldError
from kibitz.server.jobs.priority import Priority
from kibitz.server.schema.lesson_schema import (
    LessonDocument,
    LessonList,
    lesson_document,
    listed_lesson,
)
from kibitz.server.schema.tree_schema import (
    NodeCountDocument,
    NodeCountRequest,
    PlayoutDocument,
    PlayoutRequest,
    TreeDocument,
    TreeRequest,
    TreeSwitches,
)
from kibitz.server.services import ServicesHere


async def list_lessons(services: ServicesHere) -> LessonList:
    """List all lessons about how programs find their moves."""
    catalogue = services.lessons
    return LessonList(
        lessons=[listed_lesson(one, catalogue.is_own(one)) for one in catalogue.all()]
    )


async def read_lesson(lesson_id: str, request: Request, services: ServicesHere) -> LessonDocument:
    """Get a lesson. All its figures are computed by searching and evaluating its example."""

    def work() -> LessonDocument:
        catalogue = services.lessons
        lesson = catalogue.lesson(lesson_id)
        return lesson_document(lesson, catalogue.is_own(lesson), catalogue.figures(lesson))

    return await services.search(request, work)


async def walk_lesson(
    lesson_id: str, body: TreeSwitches, request: Request, services: ServicesHere
) -> TreeDocument:
    """Search the tree of a lesson, whose example must be a tree."""

    def work() -> TreeDocument:
        lesson = services.lessons.lesson(lesson_id)
        if lesson.tree is None:
            expected = "a lesson with a tree; search the position of this one"
            raise FieldError("bad_field", where="lesson_id", value=lesson_id, expected=expected)
        return services.tree_service.lesson_tree(lesson.tree, body)

    return await services.search(request, work)


async def walk_tree(body: TreeRequest, request: Request, services: ServicesHere) -> TreeDocument:
    """Search a small tree by minimax or alpha-beta; returns its values, windows and cutoffs."""
    return await services.search(
        request, lambda: services.tree_service.tree(body), priority=Priority.LONG
    )


async def count_nodes(
    body: NodeCountRequest, request: Request, services: ServicesHere
) -> NodeCountDocument:
    """Count the nodes that minimax, alpha-beta, and alpha-beta with move ordering visit."""
    return await services.search(
        request, lambda: services.tree_service.counts(body), priority=Priority.LONG
    )


async def run_playouts(
    body: PlayoutRequest, request: Request, services: ServicesHere
) -> PlayoutDocument:
    """Run a seeded Monte Carlo tree search; returns its visits, means and playouts."""
    return await services.search(
        request, lambda: services.tree_service.playouts(body), priority=Priority.LONG
    )
