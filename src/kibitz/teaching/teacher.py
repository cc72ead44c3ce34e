"""The teacher: hints, explanations and comparisons from an engine; and an engine that has them."""

from __future__ import annotations

from functools import cached_property

from kibitz.core.types import Move
from kibitz.engine.engine import Engine as SearchEngine
from kibitz.engine.position import Position
from kibitz.search.limits import Limit
from kibitz.teaching.explanations.explaining import compare, explain
from kibitz.teaching.explanations.explanation import Comparison, Explanation
from kibitz.teaching.explanations.plain_search import WITH_QUIESCENCE
from kibitz.teaching.hints import Hint, hint


class Teacher:
    """Teaches with an engine, and checks every claim by plain minimax."""

    def __init__(self, engine: SearchEngine) -> None:
        self._engine = engine

    def hint(self, position: Position, limit: Limit | None = None) -> Hint:
        """A ladder of help: a nudge in words, the piece, the move and the line."""
        return hint(self._engine, self._checker(limit), position, limit)

    def explain(
        self, position: Position, move: Move | str | None = None, limit: Limit | None = None
    ) -> Explanation:
        """Explain why `move` is good or bad; the best move if None."""
        return explain(self._engine, self._checker(limit), position, move, limit)

    def compare(
        self,
        position: Position,
        mine: Move | str,
        yours: Move | str | None = None,
        limit: Limit | None = None,
    ) -> Comparison:
        """Compare two moves; `yours` is the engine's own move if None."""
        return compare(self._engine, self._checker(limit), position, mine, yours, limit)

    def _checker(self, limit: Limit | None) -> SearchEngine:
        """The engine for plain minimax, with an empty transposition table."""
        if self._engine.waits_for_compiling(limit):
            self._plain.prepare()
        self._plain.clear()
        return self._plain

    @cached_property
    def _plain(self) -> SearchEngine:
        return self._engine.plain(WITH_QUIESCENCE)


class Engine(SearchEngine):  # noqa: D101 - the base class describes the settings
    __doc__ = SearchEngine.__doc__

    def hint(self, position: Position, limit: Limit | None = None) -> Hint:
        """A ladder of help: a nudge in words, the piece, the move and the line."""
        return self._teacher.hint(position, limit)

    def explain(
        self, position: Position, move: Move | str | None = None, limit: Limit | None = None
    ) -> Explanation:
        """Explain why `move` (by default the best) is good or bad, using only verified claims.

        >>> import kibitz
        >>> game = kibitz.game("tictactoe")
        >>> print(kibitz.Engine(game).explain(kibitz.Session(game, "XX./OO./..."), "2"))
        2 wins immediately.
        """
        return self._teacher.explain(position, move, limit)

    def compare(
        self,
        position: Position,
        mine: Move | str,
        yours: Move | str | None = None,
        limit: Limit | None = None,
    ) -> Comparison:
        """Compare two moves; without `yours`, compare `mine` with the engine's own move."""
        return self._teacher.compare(position, mine, yours, limit)

    @cached_property
    def _teacher(self) -> Teacher:
        return Teacher(self)
