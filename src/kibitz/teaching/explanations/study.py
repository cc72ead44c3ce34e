"""The study of one move: what searches find about it and about the moves beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.outcome import Outcome
from kibitz.core.text import format_move
from kibitz.core.types import Move, Side, State
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.engine.position import Position
from kibitz.search.limits import Limit
from kibitz.tables.verdict import Verdict
from kibitz.teaching.explanations.probe import Probe, Seen

SECONDS = 0.3  # of thought, by default
SHALLOWEST = 2  # plies of plain minimax at least: the move and a reply


@dataclass(frozen=True, slots=True)
class Study:
    """A move, the others, and how both were seen: by the engine, and by plain minimax.

    The plain ones have the same depth; None where there is no other move, or where even the
    shortest look takes too long.
    """

    game: Game
    state: State
    earlier: tuple[State, ...]
    move: Move
    others: tuple[Move, ...]
    is_best: bool  # whether it is what the engine plays
    own: Line
    rest: Line | None
    plain_own: Seen | None
    plain_rest: Seen | None
    verdicts: Mapping[Move, Verdict | None] = field(default_factory=dict)  # by tables, if any
    is_clocked: bool = False  # the tables know an end after the move that a clock may come before

    @property
    def side(self) -> Side:
        """Who moves."""
        return int(self.state.turn)

    @property
    def text(self) -> str:
        """The move in words."""
        return self.own.move

    @property
    def after(self) -> State:
        """The position after the move."""
        return self.game.play(self.state, self.move)

    @property
    def is_duel(self) -> bool:
        """Whether there is one opponent."""
        return self.game.players == 2

    def outcome(self) -> Outcome | None:
        """How the game ended with the move; None if it goes on."""
        return self.game.outcome(self.after, (*self.earlier, self.state))

    def texts(self, *moves: Move) -> tuple[str, ...]:
        """The move and the moves after it, in words."""
        found, at = [], self.state
        for move in (self.move, *moves):
            found.append(format_move(self.game, at, move))
            at = self.game.play(at, move)
        return tuple(found)

    def ends(self, line: Sequence[Move], payoff: int) -> bool:
        """Whether the moves of `line` can be played, and the last ends the game with `payoff`."""
        at, earlier = self.state, list(self.earlier)
        outcome = None
        for move in line:
            if outcome is not None:
                return False
            earlier.append(at)
            at = self.game.play(at, move)
            outcome = self.game.outcome(at, earlier)
        return outcome is not None and outcome.payoffs[self.side] == payoff


def best_line(engine: Engine, position: Position, limit: Limit | None) -> Line:
    """What the engine plays, by default after a short thought."""
    return engine.play(position, Limit(time=SECONDS) if limit is None else limit)


def study(
    engine: Engine,
    plain: Engine,
    position: Position,
    move: Move | None,
    best: Line,
    limit: Limit | None,
) -> Study:
    """Look at `move`, the best one if None, and at the others, with the engine and plainly.

    `best`: what the engine plays.
    """
    limit = Limit(time=SECONDS) if limit is None else limit
    game, state = engine.game, position.state
    chosen = best.moves[0] if move is None else move
    others = tuple(other for other in game.moves(state) if other != chosen)
    # As deep as the first search came, so that both are worth the same. Where that one ended early,
    # because nothing was left to find, the others may take as long as it was allowed.
    is_settled = best.score is None or best.warrant.is_certain
    second = limit if is_settled else replace(limit, depth=max(best.depth, 1))
    own, rest = best, best
    if chosen != best.moves[0]:
        own = engine.analyse(position, second, only=[chosen])[0]
    elif others:
        rest = engine.analyse(position, second, only=others)[0]
    found = Study(
        game,
        state,
        tuple(position.earlier),
        chosen,
        others,
        own is best,
        own,
        rest if others else None,
        None,
        None,
        **_known(engine, position, game.play(state, chosen)),
    )
    return _seen_plainly(found, Probe(plain, position))


def _known(engine: Engine, position: Position, after: State) -> dict[str, Any]:
    """What tables of perfect play say of the moves."""
    known = engine.knowledge
    if known is None:
        return {}
    verdicts = known.verdicts(position.state, position.earlier)
    return {"verdicts": verdicts, "is_clocked": known.is_too_slow(after)}


def _seen_plainly(found: Study, probe: Probe) -> Study:
    """The study with its plain values, of both sides to one depth, the deepest affordable."""
    most = max(found.own.depth, found.rest.depth if found.rest else 0, SHALLOWEST)
    mine, others = [found.move], found.others
    own = probe.deepest(mine, most)
    rest = probe.deepest(others, own.depth) if others and own else None
    if own and rest and rest.depth < own.depth:
        own = probe.exactly(mine, rest.depth)
    for line, seen in ((found.own, own), (found.rest, rest)):
        far = _end(line)
        if far is not None and seen is not None and not seen.is_decided and far > seen.depth:
            # The engine has seen the end: worth a longer look at both.
            deep_own = probe.exactly(mine, far)
            deep_rest = probe.exactly(others, far) if others else None
            if deep_own and (deep_rest or not others):
                own, rest = deep_own, deep_rest
    return replace(found, plain_own=own, plain_rest=rest)


def _end(line: Line | None) -> int | None:
    """How far the end is that a line leads to, if it does."""
    return None if line is None else line.win_in or line.loss_in
