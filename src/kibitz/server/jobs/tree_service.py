"""Recorded search trees for requests. They are interpreted, so nodes, bytes and time are limited.

A single position with flying kings can take a second, so the time is checked at every node.
"""

from __future__ import annotations

import time

from kibitz.core.contract import Game
from kibitz.core.deadline import check_deadline, reading_within
from kibitz.core.errors import LimitError
from kibitz.engine.search_bounds import current_bounds
from kibitz.search.reference import Stopped
from kibitz.server.http_errors import FieldError
from kibitz.server.request_parsing import RequestParser
from kibitz.server.requested_positions import RequestedPositions
from kibitz.server.schema.tree_schema import (
    NodeCountDocument,
    NodeCountFields,
    NodeCountRequest,
    PlayoutDocument,
    PlayoutRequest,
    TreeDocument,
    TreeRequest,
    TreeSwitches,
)
from kibitz.server.settings import Settings
from kibitz.session.session import Session
from kibitz.teaching.lessons import Tree
from kibitz.teaching.lessons.computed import lesson_tree
from kibitz.teaching.search_trees import (
    SearchTree,
    TreeSettings,
    node_counts,
    playout_tree,
    search_tree,
)
from kibitz.teaching.search_trees.tree_document import playout_document, tree_document

_COUNT_SHARE = 0.4  # of the search time; counts that take longer are left out
_COUNTED = 4  # times the nodes of a recorded tree, since counting stores none


class TreeService:
    """Records search trees of requested positions."""

    def __init__(
        self, parser: RequestParser, positions: RequestedPositions, settings: Settings
    ) -> None:
        self._parser = parser
        self._positions = positions
        self._settings = settings

    def tree(self, request: TreeRequest) -> TreeDocument:
        """Record the tree of a textbook search."""
        session = self._session(request)
        with reading_within(self._settings.search_seconds):
            try:
                found = search_tree(
                    _judged(session.game, request.evaluation),
                    session.state,
                    request.depth,
                    _settings(request),
                    earlier=session.earlier,
                    most_nodes=self._settings.tree_nodes,
                    most_bytes=self._settings.tree_bytes,
                    is_stopped=_is_stopped,
                )
            except (LimitError, Stopped) as problem:
                raise self._refusal(problem, request.depth) from None
            return self._document(found, session.game, request.events)

    def lesson_tree(self, tree: Tree, request: TreeSwitches) -> TreeDocument:
        """Record the search of a lesson's own tree."""
        try:
            found = lesson_tree(tree, _settings(request), _is_stopped)
        except Stopped as problem:
            raise self._refusal(problem, tree.depth) from None
        document = tree_document(found, has_events=request.events)
        return TreeDocument.model_validate(document)

    def counts(self, request: NodeCountRequest) -> NodeCountDocument:
        """Count the nodes that each search visits, at every depth."""
        session = self._session(request)
        until = time.monotonic() + _COUNT_SHARE * self._settings.search_seconds
        with reading_within(self._settings.search_seconds):
            counts = node_counts(
                _judged(session.game, request.evaluation),
                session.state,
                request.depth,
                quiescence=request.quiescence,
                earlier=session.earlier,
                most_nodes=_COUNTED * self._settings.tree_nodes,
                is_stopped=lambda: _is_stopped() or time.monotonic() > until,
            )
        rows = [NodeCountFields.model_validate(count.as_dict()) for count in counts]
        name = self._parser.label(session.game).name
        return NodeCountDocument(game=name, position=session.position, counts=rows)

    def playouts(self, request: PlayoutRequest) -> PlayoutDocument:
        """Record a Monte Carlo tree search."""
        session = self._positions.session_for_help(request)
        with reading_within(self._settings.search_seconds):
            try:
                found = playout_tree(
                    session.game,
                    session.state,
                    request.playouts,
                    request.playout_seed,
                    earlier=session.earlier,
                    is_stopped=_is_stopped,
                )
            except Stopped:
                raise FieldError(
                    "bad_field",
                    where="playouts",
                    value=request.playouts,
                    expected="fewer playouts, because these take too long",
                ) from None
        name = self._parser.label(session.game).name
        return PlayoutDocument.model_validate({**playout_document(found), "game": name})

    def _session(self, request: TreeRequest | NodeCountRequest) -> Session:
        deepest = self._settings.tree_depth
        if request.depth > deepest:
            expected = f"{deepest} plies at most"
            raise FieldError("bad_field", where="depth", value=request.depth, expected=expected)
        return self._positions.session_for_help(request)

    def _refusal(self, problem: Exception, depth: int) -> Exception:
        """The error for a tree that is too large, or that took too long."""
        if isinstance(problem, LimitError) and problem.code != "large_tree":
            return problem
        return FieldError("tree_too_large", limit=self._settings.tree_nodes, depth=depth)

    def _document(self, found: SearchTree, game: Game, has_events: bool) -> TreeDocument:
        document = tree_document(found, has_events=has_events)
        name = self._parser.label(game).name
        return TreeDocument.model_validate({**document, "game": name})


def _settings(request: TreeSwitches) -> TreeSettings:
    return TreeSettings(request.pruning, request.ordering, request.quiescence, request.opponents)


def _judged(game: Game, evaluation: str | None) -> Game:
    """The game with the evaluation of this name."""
    return game if evaluation is None else game.judged_by(evaluation)


def _is_stopped() -> bool:
    """Whether the client disconnected; LimitError if the time limit has passed."""
    check_deadline()
    bounds = current_bounds()
    return bounds is not None and bounds.is_stopped
