"""The reference search: textbook minimax and alpha-beta for two or more players.

It is interpreted and plays every game, with states of any type. It is short enough to read in
class, and it can record its search tree. The compiled searches are tested against it.

The side at the root maximises its score; all other sides minimise it. For two players that is
minimax; for more it is called paranoid search.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.core.renamed import renamed, renamed_arguments
from kibitz.core.score import INFINITY, clamp, decided
from kibitz.core.types import Depth, Move, Ply, Score, Side, State


@renamed(player="side")
@dataclass(slots=True)
class Node:
    """One visited position of a recorded tree."""

    move: Move | None  # the move to this node; None at the root
    side: Side  # the side to move
    alpha: Score  # the window when the node was entered
    beta: Score
    value: Score = 0  # from the point of view of the side at the root
    is_cut: bool = False  # whether a cutoff skipped moves
    children: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a search."""

    value: Score  # from the point of view of the side at the root
    line: tuple[Move, ...]  # the principal variation
    nodes: int  # visited nodes, including the root
    tree: Node | None = None

    @property
    def move(self) -> Move | None:
        """The best move; None if the game is over."""
        return self.line[0] if self.line else None


class Stopped(Exception):  # noqa: N818 - a signal, not an error
    """The search was stopped."""


@renamed_arguments(player="side")
def minimax(
    game: Game,
    state: State,
    depth: Depth,
    *,
    pruning: bool = True,
    outcomes: bool = True,
    latest: bool = False,
    side: Side | None = None,
    record: bool = False,
    earlier: Sequence[State] = (),
) -> Answer:
    """Search `depth` plies ahead for `side`, by default the side to move.

    Wins are scored by their distance: a quicker win and a slower loss are preferred. Without
    `outcomes` the evaluation scores finished games too. With `latest` the last of equal moves is
    chosen, otherwise the first. `earlier`: the states before, for a game that forbids repetition.

    >>> import kibitz
    >>> game = kibitz.game("tictactoe")
    >>> answer = minimax(game, game.initial(), 9)
    >>> answer.value, answer.nodes
    (0, 20866)
    """
    if type(depth) is not int or depth < 0:
        raise LimitError("bad_limit", name="depth", value=depth, expected="a whole number from 0")
    mover = state.turn if side is None else side
    search = Reference(
        game,
        mover,
        pruning=pruning,
        outcomes=outcomes,
        latest=latest,
        earlier=earlier if game.forbids_repetition else None,
    )
    root = Node(None, state.turn, -INFINITY, INFINITY) if record else None
    value, line = search.value(state, depth, -INFINITY, INFINITY, 0, root)
    return Answer(value, tuple(line), search.nodes, root)


class Reference:
    """A search for one side, which counts its nodes and can be stopped.

    With `earlier`, the previous states of the session, it scores repetitions as draws if the game
    has `repeats`: at the second occurrence on the current line, or, if the session has some, at as
    many occurrences as the rules require. In a game that forbids repetition it never plays a move
    that repeats a position of the line or of `earlier`.
    """

    def __init__(
        self,
        game: Game,
        side: Side,
        *,
        pruning: bool = True,
        outcomes: bool = True,
        latest: bool = False,
        earlier: Sequence[State] | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.game = game
        self.side = side
        self.pruning = pruning
        self.outcomes = outcomes  # whether finished games are scored by result and distance
        self.latest = latest  # whether the last of equal moves is chosen, not the first
        self.is_stopped = is_stopped
        self.nodes: int = 0
        self.unsure: int = 0  # number of scores that do not come from finished games
        self._repeats = 0 if earlier is None else game.draws_at
        self._earlier = [game.identity(state) for state in earlier or ()]
        self._path: list[Any] = []  # the positions of the current line

    def value(
        self,
        state: State,
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        node: Node | None = None,
        excluded: Container[Move] = (),
    ) -> tuple[Score, list[Move]]:
        """The value of `state` and the best line from it, without the moves `excluded`.

        The value is exact inside (alpha, beta), a bound outside.
        """
        if self.is_stopped():
            raise Stopped
        self.nodes += 1
        value, line = self._value(state, depth, alpha, beta, ply, node, excluded)
        if node is not None:
            node.value = value
        return value, line

    def _value(
        self,
        state: State,
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        node: Node | None,
        excluded: Container[Move],
    ) -> tuple[Score, list[Move]]:
        game, side = self.game, self.side
        moves = [move for move in game.moves(state) if move not in excluded]
        if self.latest and ply == 0:
            moves.reverse()
        if not moves and not self.outcomes:
            return self.evaluation(state), []
        if not moves:
            margin = game.margin(state, side) if game.margin else 0
            return decided(game.payoff(state, side), ply, margin), []
        if game.drawn and game.drawn(state):
            self.unsure += 1
            return 0, []
        if (depth > 0 or ply == 1) and self._is_repeated(state, ply):
            self.unsure += 1
            return 0, []
        if depth == 0:
            self.unsure += 1
            return self.evaluation(state), []

        moves = self.enter(state, moves, ply)
        if not moves:
            self.unsure += 1
            return 0, []
        is_maximising = state.turn == side
        best: Score = 0
        best_line: list[Move] = []  # empty until the first move has a value
        for move in moves:
            after = game.play(state, move)
            child = None if node is None else Node(move, after.turn, alpha, beta)
            value, line = self.value(after, depth - 1, alpha, beta, ply + 1, child)
            if node is not None and child is not None:
                node.children.append(child)
            if not best_line or (value > best if is_maximising else value < best):
                best, best_line = value, [move, *line]
            if not self.pruning:
                continue
            if is_maximising:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                if node is not None:
                    node.is_cut = len(node.children) < len(moves)
                break
        return best, best_line

    def evaluation(self, state: State) -> Score:
        """The evaluation of `state`, clamped so that it is never the score of a decided game."""
        return clamp(self.game.evaluate(state, self.side))

    def enter(self, state: State, moves: list[Move], ply: Ply) -> list[Move]:
        """Add `state` to the line; return the legal ones of `moves`, which may repeat positions."""
        game, path = self.game, self._path
        del path[ply:]
        path.append(game.identity(state))
        if not game.forbids_repetition:
            return moves
        seen = [*self._earlier, *path]
        return [move for move in moves if game.identity(game.play(state, move)) not in seen]

    def _is_repeated(self, state: State, ply: Ply) -> bool:
        """Whether `state` counts as a draw by repetition; the root never does."""
        if not self._repeats or ply == 0:
            return False
        here = self.game.identity(state)
        return here in self._path[:ply] or self._earlier.count(here) + 1 >= self._repeats
