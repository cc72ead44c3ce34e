"""The study of one move: the results of searching it and the other moves."""

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
from kibitz.teaching.explanations.plain_search import PlainLine, PlainSearch

STUDY_SECONDS = 0.3  # the default thinking time
SHALLOWEST = 2  # the least depth of plain minimax: the move and a reply


@dataclass(frozen=True, slots=True)
class Study:
    """A move and the other moves, each with results from the engine and from plain minimax.

    Both plain results have the same depth. They are None if there is no other move, or if even the
    shallowest search takes too long.
    """

    game: Game
    state: State
    earlier: tuple[State, ...]
    move: Move
    others: tuple[Move, ...]
    is_best: bool  # whether it is the engine's move
    own: Line
    rest: Line | None
    plain_own: PlainLine | None
    plain_rest: PlainLine | None
    verdicts: Mapping[Move, Verdict | None] = field(
        default_factory=dict
    )  # from endgame tables, if any
    is_sampled: bool = False  # Monte Carlo tree search found the engine's results
    is_clocked: bool = False  # a clock may end the game before the end that the tables give

    @property
    def side(self) -> Side:
        """The side to move."""
        return int(self.state.turn)

    @property
    def text(self) -> str:
        """The text of the move."""
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
        """The outcome if the move ends the game, else None."""
        return self.game.outcome(self.after, (*self.earlier, self.state))

    def texts(self, *moves: Move) -> tuple[str, ...]:
        """The texts of the move and of the moves after it."""
        texts, at = [], self.state
        for move in (self.move, *moves):
            texts.append(format_move(self.game, at, move))
            at = self.game.play(at, move)
        return tuple(texts)

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
    """The engine's move with its line, by default after a short search."""
    return engine.play(position, Limit(time=STUDY_SECONDS) if limit is None else limit)


def study_move(
    engine: Engine,
    plain: Engine,
    position: Position,
    move: Move | None,
    best: Line,
    limit: Limit | None,
) -> Study:
    """Search `move` (by default the best) and the other moves, with the engine and plain minimax.

    `best`: the line of the engine's move.
    """
    limit = Limit(time=STUDY_SECONDS) if limit is None else limit
    game, state = engine.game, position.state
    chosen = best.moves[0] if move is None else move
    legal = game.legal_moves(state, position.earlier)
    others = tuple(other for other in legal if other != chosen)
    # Both searches have the same depth, so that their scores are comparable. If the first one ended
    # early because the result was certain, the second one gets the full limit.
    is_settled = best.score is None or best.warrant.is_certain
    is_deep = not is_settled and best.interval is None
    second = replace(limit, depth=max(best.depth, 1)) if is_deep else limit
    own, rest = best, best
    if chosen != best.moves[0]:
        own = engine.analyse(position, second, only=[chosen])[0]
    elif others:
        rest = engine.analyse(position, second, only=others)[0]
    searched = Study(
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
        is_sampled=engine.search == "mcts",
        **_table_results(engine, position, game.play(state, chosen)),
    )
    return _with_plain_values(searched, PlainSearch(plain, position))


def _table_results(engine: Engine, position: Position, after: State) -> dict[str, Any]:
    """The results of the moves from the endgame tables."""
    knowledge = engine.knowledge
    if knowledge is None:
        return {}
    verdicts = knowledge.verdicts(position.state, position.earlier)
    return {"verdicts": verdicts, "is_clocked": knowledge.is_too_slow(after)}


def _with_plain_values(study: Study, search: PlainSearch) -> Study:
    """The study with plain minimax results for all moves, at the greatest affordable depth."""
    most = max(study.own.depth, study.rest.depth if study.rest else 0, SHALLOWEST)
    mine, others = [study.move], study.others
    own = search.deepest(mine, most)
    rest = search.deepest(others, own.depth) if others and own else None
    if own and rest and rest.depth < own.depth:
        own = search.exactly(mine, rest.depth)
    for line, plain in ((study.own, own), (study.rest, rest)):
        far = _end(line)
        if far is not None and plain is not None and not plain.is_decided and far > plain.depth:
            # The engine has found a forced end, so search both to that depth.
            deep_own = search.exactly(mine, far)
            deep_rest = search.exactly(others, far) if others else None
            if deep_own and (deep_rest or not others):
                own, rest = deep_own, deep_rest
    return replace(study, plain_own=own, plain_rest=rest)


def _end(line: Line | None) -> int | None:
    """The plies to the forced end of a line, if it has one."""
    return None if line is None else line.win_in or line.loss_in
