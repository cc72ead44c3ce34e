"""The teacher: hints, explanations and comparisons from an engine, and the engine that has them."""

from __future__ import annotations

from functools import cached_property

from kibitz.core.types import Move
from kibitz.engine.engine import Engine as SearchEngine
from kibitz.engine.position import Position
from kibitz.search.limits import Limit
from kibitz.teaching.explanations.explaining import compare, explain
from kibitz.teaching.explanations.explanation import Comparison, Explanation
from kibitz.teaching.explanations.probe import SETTLED
from kibitz.teaching.hints import Hint, hint


class Teacher:
    """Teaches with an engine, and checks its claims with plain minimax of the same game."""

    def __init__(self, engine: SearchEngine) -> None:
        self._engine = engine

    def hint(self, position: Position, limit: Limit | None = None) -> Hint:
        """A ladder of help: a nudge in words, the piece, the move and the line."""
        return hint(self._engine, self._checker(limit), position, limit)

    def explain(
        self, position: Position, move: Move | str | None = None, limit: Limit | None = None
    ) -> Explanation:
        """Why `move`, or the best one if None."""
        return explain(self._engine, self._checker(limit), position, move, limit)

    def compare(
        self,
        position: Position,
        mine: Move | str,
        yours: Move | str | None = None,
        limit: Limit | None = None,
    ) -> Comparison:
        """Two moves side by side; `yours` is the engine's own if None."""
        return compare(self._engine, self._checker(limit), position, mine, yours, limit)

    def _checker(self, limit: Limit | None) -> SearchEngine:
        """The engine for plain minimax, with an empty table."""
        if self._engine.waits_for_compiling(limit):
            self._plain.prepare()
        self._plain.clear()
        return self._plain

    @cached_property
    def _plain(self) -> SearchEngine:
        return self._engine.plain(SETTLED)


class Engine(SearchEngine):  # noqa: D101 - its settings are described there
    __doc__ = SearchEngine.__doc__

    def hint(self, position: Position, limit: Limit | None = None) -> Hint:
        """A ladder of help: a nudge in words, the piece, the move and the line."""
        return self._teacher.hint(position, limit)

    def explain(
        self, position: Position, move: Move | str | None = None, limit: Limit | None = None
    ) -> Explanation:
        """Why `move`, or the best one: claims that are checked before they are made.

        >>> import kibitz
        >>> game = kibitz.game("tictactoe")
        >>> print(kibitz.Engine(game).explain(kibitz.Session(game, "XX./OO./..."), "2"))
        2 wins at once
        """
        return self._teacher.explain(position, move, limit)

    def compare(
        self,
        position: Position,
        mine: Move | str,
        yours: Move | str | None = None,
        limit: Limit | None = None,
    ) -> Comparison:
        """Two moves side by side; without `yours` the engine's own, which says why not `mine`."""
        return self._teacher.compare(position, mine, yours, limit)

    @cached_property
    def _teacher(self) -> Teacher:
        return Teacher(self)
