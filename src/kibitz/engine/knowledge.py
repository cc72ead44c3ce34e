"""Knowledge: results from endgame tables, for the search and for single positions."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzWarning, TableError
from kibitz.core.score import DRAW, WIN
from kibitz.core.states import state_functions
from kibitz.core.types import Memory, Move, State
from kibitz.search.endgame import TableProbe
from kibitz.search.variation import Variation
from kibitz.tables.folder import may_hold
from kibitz.tables.verdict import Verdict, worth

if TYPE_CHECKING:
    from kibitz.tables.solver import EndgameTables

_LINE = 12  # the length in plies to which a line is extended
_warned: set[str] = set()


class Knowledge:
    """The endgame tables of one game, opened when they are first needed."""

    def __init__(self, game: Game, known: EndgameTables) -> None:
        from kibitz.tables.memory_tables import memory_tables

        self._game = game
        self._tables = known
        self._in_memory = memory_tables(game)
        self._later: Any = state_functions(game).later
        self._is_broken = False

    @property
    def probe(self) -> TableProbe | None:
        """The function that a search calls to probe the tables; None if none fits into memory."""
        return None if self._in_memory is None else self._in_memory.probe

    @cached_property
    def words(self) -> Memory | None:
        """The tables that a search probes, loaded from disk; None if they cannot be read."""
        assert self._in_memory is not None
        try:
            return self._in_memory.load()
        except TableError as problem:
            self._is_broken = True
            _warn_unused(problem)
            return None

    def is_near(self, state: State) -> bool:
        """Whether a search of `state` may reach positions in the tables."""
        if self._is_broken or self._in_memory is None or not self._in_memory.is_near(state):
            return False
        return self.words is not None

    def verdict(self, state: State) -> Verdict | None:
        """The result of `state` for the side to move; None if it is unknown."""
        if self._is_broken:
            return None
        try:
            return self._tables.probe(state)
        except TableError as problem:
            self._is_broken = True
            _warn_unused(problem)
            return None

    def verdicts(
        self, state: State, earlier: Sequence[State] = ()
    ) -> Mapping[Move, Verdict | None]:
        """The result of each move for the side to move; None if it is unknown.

        The tables ignore clocks such as a move limit, so a win or loss that a clock may turn into a
        draw counts as unknown.
        """
        return {move: self._after(state, earlier, move) for move in self._game.moves(state)}

    def is_too_slow(self, state: State) -> bool:
        """Whether a clock may turn the win or loss in the tables into a draw."""
        found = self.verdict(state)
        return found is not None and self._may_run_out(state, found)

    def best(self, verdicts: Mapping[Move, Verdict | None]) -> list[Move]:
        """The moves with the best result: the quickest wins, the draws, or the slowest losses.

        Empty if a move with an unknown result may be better.
        """
        found = {move: worth(verdict) for move, verdict in verdicts.items() if verdict is not None}
        if not found:
            return []
        most = max(found.values())
        if len(found) < len(verdicts) and most[0] != WIN:
            return []
        return [move for move, value in found.items() if value == most]

    def sound(self, state: State) -> list[Move]:
        """The moves whose result, ignoring clocks, is unknown or the best among the known ones."""
        found: dict[Move, int | None] = {}
        for move in self._game.moves(state):
            after = self._game.play(state, move)
            verdict = self.verdict(after)
            is_same = after.turn == state.turn
            found[move] = None if verdict is None else verdict.before(is_same=is_same).result
        best = max((result for result in found.values() if result is not None), default=None)
        return [move for move, result in found.items() if result is None or result == best]

    def continued(self, state: State, found: Variation) -> Variation:
        """`found`, a variation that ends in the tables, extended by their best moves."""
        line, earlier, at = list(found.line), [], state
        for move in line:
            earlier.append(at)
            at = self._game.play(at, move)
        while len(line) < _LINE and (moves := self.best(self.verdicts(at, earlier))):
            line.append(moves[0])
            earlier.append(at)
            at = self._game.play(at, moves[0])
        return found._replace(line=tuple(line))

    def _after(self, state: State, earlier: Sequence[State], move: Move) -> Verdict | None:
        after = self._game.play(state, move)
        outcome = self._game.outcome(after, (*earlier, state))
        if outcome is not None:
            payoff = outcome.payoffs[state.turn]
            return Verdict(payoff, None if payoff == DRAW else 1)
        found = self.verdict(after)
        if found is None or self._may_run_out(after, found):
            return None
        return found.before(is_same=after.turn == state.turn)

    def _may_run_out(self, state: State, found: Verdict) -> bool:
        if self._game.drawn is None or found.result == DRAW:
            return False
        return bool(self._game.drawn(self._later(state, found.least_plies)))


def knowledge(game: Game) -> Knowledge | None:
    """The knowledge of `game`, or None; an unusable table causes a warning."""
    if game.players != 2 or game.margin is not None or not game.has_integer_states():
        return None
    if game.forbids_repetition or not may_hold(game.name):
        return None
    # Imported here because most games have no tables.
    from kibitz.tables.endgame_tables import open_tables

    try:
        known = open_tables(game)
        return None if known is None else Knowledge(game, known)
    except TableError as problem:
        _warn_unused(problem)
        return None


def _warn_unused(problem: TableError) -> None:
    """Warn once that an endgame table is not used."""
    text = f"{problem} Kibitz does not use this endgame table."
    if text not in _warned:
        _warned.add(text)
        warnings.warn(text, KibitzWarning, stacklevel=3)
