"""Reviews a game from its end to its start, searching every position once.

The value of a move is the value of the next position. The review goes backwards, so that the
transposition table already has the results of later positions. With two players, the chances after
a move are those of the next position from the other side's point of view. With more players, the
chances of the next player do not determine those of the mover, so the move itself is searched.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.core.outcome import Outcome
from kibitz.core.renamed import renamed_arguments
from kibitz.core.types import Move, Ply, Side
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.engine.position import Snapshot
from kibitz.engine.search_choice import search_kind
from kibitz.search.deepening import SearchKind
from kibitz.search.limits import Limit
from kibitz.session.seats import Seat
from kibitz.session.session import Session
from kibitz.teaching.review.chances import curve, is_certain, of_payoff
from kibitz.teaching.review.judgements import Judged, Point
from kibitz.teaching.review.marks import mark_of
from kibitz.teaching.review.position_values import PositionValue, settle
from kibitz.teaching.review.review_report import Review
from kibitz.teaching.teacher import Teacher

Progress: TypeAlias = Callable[[int, int], None]  # moves judged so far, and all moves

EFFORT = Limit(nodes=50_000)  # for each position, by default
TREE_EFFORT = Limit(nodes=5_000)  # playouts, in games that Monte Carlo tree search plays
_DOUBTFUL = 0.05  # if a move loses at least this much, the best move is searched again
_CLAIMS = 2  # the number of claims about a bad move
_REASONS = (  # claims to show first
    "loses_at_once",
    "allows_win",
    "loses_in",
    "can_be_beaten",
    "misses_win",
    "loses_pieces",
    "worse_by",
)


@renamed_arguments(words="explains")
def review(
    session: Session,
    limit: Limit | None = None,
    on_progress: Progress | None = None,
    *,
    explains: bool = False,
    threads: int = 1,
    search: SearchKind | None = None,
) -> Review:
    """Score every move of a session's line, including undone moves.

    `limit`: for each position; by default 50,000 nodes, or 5,000 playouts of Monte Carlo tree
    search. `on_progress(done, total)` is called after every move. `explains`: explain why bad moves
    are bad, which takes longer. `threads`, `search`: as for `kibitz.Engine`.

    >>> import kibitz
    >>> session = kibitz.Session(kibitz.game("tictactoe"))
    >>> for move in ("4", "1", "0", "8", "6"):
    ...     session.push(move)
    >>> [judged.mark for judged in review(session).moves]
    ['best', 'blunder', 'best', 'best', 'best']
    """
    reviewing = Reviewing(session, limit, explains=explains, threads=threads, search=search)
    reviewing.run(on_progress)
    return reviewing.report()


def effort(game: Game, search: SearchKind | None = None) -> Limit:
    """The default limit for each position of a review."""
    return TREE_EFFORT if search_kind(game, search) == "mcts" else EFFORT


class Reviewing:
    """A running review; it may be stopped at any time, and reports the moves judged so far."""

    def __init__(
        self,
        session: Session,
        limit: Limit | None = None,
        *,
        explains: bool = False,
        threads: int = 1,
        search: SearchKind | None = None,
    ) -> None:
        if not isinstance(session, Session):
            expected = "a kibitz.Session"
            raise LimitError("bad_setting", name="session", value=session, expected=expected)
        if not isinstance(limit, Limit | None) or limit == Limit():
            expected = "Limit(nodes=...), Limit(depth=...) or Limit(time=...)"
            raise LimitError("bad_limit", name="limit", value=limit, expected=expected)
        self._game = session.game
        self._is_duel = session.game.players == 2
        self._names = tuple(seat.title if seat != Seat() else "" for seat in session.seats)
        self._positions = list(session.replay())
        self._line = session.line_history
        self._outcome = _last_outcome(session, self._positions[-1])
        self._explains = explains
        is_tree = search_kind(self._game, search) == "mcts"
        self._limit = limit or effort(self._game, search)
        self._engine = Engine(
            self._game,
            search=search,
            threads=threads,
            opponents="paranoid" if self._is_duel or is_tree else "maxn",
        )
        self._teacher = Teacher(self._engine)
        self._curve = curve(self._game)
        self._judged: dict[Ply, Judged] = {}
        self._before: dict[Ply, PositionValue] = {}  # positions, for the side to move
        self._after: dict[Ply, PositionValue] = {}  # moves played there, for the same side
        self._points: dict[tuple[Ply, Side], float] = {}

    def run(self, on_progress: Progress | None = None) -> None:
        """Judge every move from last to first, then use each proof to judge the next move again."""
        total = len(self._line)
        self._judge_end()
        for ply in range(total - 1, -1, -1):
            self._judge(ply)
            if on_progress is not None:
                on_progress(len(self._judged), total)
        if self._is_duel:
            for ply in range(1, total):
                self._reconsider(ply)

    def report(self) -> Review:
        """The review of the moves judged so far."""
        return Review(
            game=self._game,
            names=self._names,
            outcome=self._outcome,
            length=len(self._line),
            moves=tuple(self._judged[ply] for ply in sorted(self._judged)),
            chances=tuple(Point(*at, self._points[at]) for at in sorted(self._points)),
        )

    def _judge_end(self) -> None:
        """Find the value of the last position for the side to move."""
        last, ply = self._positions[-1], len(self._line)
        turn = last.state.turn
        by_rules = self._game.outcome(last.state, last.earlier)
        if by_rules is not None:
            for side, payoff in enumerate(by_rules.payoffs):
                self._add_point(ply, side, of_payoff(payoff))
            self._before[ply] = PositionValue(of_payoff(by_rules.payoffs[turn]), True)
        elif self._line:
            self._before[ply] = self._value(self._search(last))
            self._add_point(ply, turn, self._before[ply].chances)

    def _judge(self, ply: Ply) -> None:
        """Judge the move at index `ply`."""
        position = self._positions[ply]
        game, state = self._game, position.state
        number = self._line[ply].number
        after = self._value_after(ply, number)
        legal = game.legal_moves(state, position.earlier)
        best, before, is_best = None, after, True
        if len(legal) > 1:
            best = self._search(position)
            own = best.moves[0]
            value = self._value(best)
            if own != number:
                if value.chances - after.chances >= _DOUBTFUL and self._is_duel:
                    value = self._searched_deeper(position, own, value)
                before, after, is_best = settle(value, after)
            elif value.is_certain:
                before = after = value
        self._store(ply, best, before, after, is_best=is_best)

    def _reconsider(self, ply: Ply) -> None:
        """Judge a move again if the move before it is proven to win or to lose.

        That proof came from a different search, whose results are still in the transposition table.
        """
        proof = self._after[ply - 1]
        is_decided = proof.is_certain and proof.chances in (0.0, 1.0)
        if not is_decided or self._before[ply].is_certain:
            return
        self._judge(ply)
        is_same = self._positions[ply].state.turn == self._positions[ply - 1].state.turn
        proven = proof if is_same else PositionValue(1.0 - proof.chances, True)
        if proven.chances == 0.0 and not self._before[ply].is_certain:
            self._store(ply, self._judged[ply].best, proven, proven, is_best=False)

    def _store(
        self,
        ply: Ply,
        best: Line | None,
        before: PositionValue,
        after: PositionValue,
        *,
        is_best: bool,
    ) -> None:
        """Store the judgement of a move."""
        turn = self._positions[ply].state.turn
        is_lost = before.is_certain and before.chances == 0.0
        judged = Judged(
            ply=ply + 1,
            turn=turn,
            side=self._game.sides[turn],
            move=self._line[ply].move,
            mark=mark_of(before.chances - after.chances, is_best=is_best),
            before=before.chances,
            after=after.chances,
            has_choice=best is not None and not is_lost,
            best=best,
        )
        self._judged[ply] = self._explained(judged) if self._explains else judged
        self._before[ply], self._after[ply] = before, after
        if not self._is_duel and (ply + 1, turn) not in self._points:
            self._add_point(ply + 1, turn, after.chances)
        self._add_point(ply, turn, before.chances)

    def _value_after(self, ply: Ply, number: Move) -> PositionValue:
        """The value of the played move for the mover, from the position after it."""
        mover = self._positions[ply].state.turn
        following = self._positions[ply + 1]
        if self._is_duel:
            return self._before[ply + 1].from_before(is_same=following.state.turn == mover)
        outcome = self._game.outcome(following.state, following.earlier)
        if outcome is not None:
            return PositionValue(of_payoff(outcome.payoffs[mover]), True, 1)
        return self._value(self._engine.analyse(self._positions[ply], self._limit, 1, [number])[0])

    def _searched_deeper(
        self, position: Snapshot, own: Move, value: PositionValue
    ) -> PositionValue:
        """The value of the engine's own move, searched to the same depth as the played one."""
        if value.is_certain:
            return value
        state = position.state
        following = Snapshot(self._game.play(state, own), (*position.earlier, state))
        if self._game.outcome(following.state, following.earlier) is not None:
            return value
        after = self._value(self._search(following))
        return after.from_before(is_same=following.state.turn == state.turn)

    def _search(self, position: Snapshot) -> Line:
        return self._engine.play(position, self._limit)

    def _value(self, line: Line) -> PositionValue:
        return PositionValue(self._curve(line), is_certain(line), line.remoteness)

    def _add_point(self, ply: Ply, side: Side, chances: float) -> None:
        """Add a point of the chart: with two players it shows the first side's chances."""
        if self._is_duel and side != 0:
            side, chances = 0, 1.0 - chances
        self._points[ply, side] = chances

    def _explained(self, judged: Judged) -> Judged:
        """The judgement with reasons, if the move is bad."""
        if not judged.is_bad:
            return judged
        position = self._positions[judged.ply - 1]
        explanation = self._teacher.explain(position, judged.move, self._limit)
        ranked = sorted(explanation.claims, key=lambda claim: claim.code not in _REASONS)
        return replace(judged, claims=tuple(ranked[:_CLAIMS]))


def _last_outcome(session: Session, last: Snapshot) -> Outcome | None:
    """The outcome at the end of the line."""
    if session.ply == len(session.line):
        return session.outcome()
    return session.game.outcome(last.state, last.earlier)
