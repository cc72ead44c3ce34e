"""The reference search: textbook minimax and alpha-beta, for two to any number of players.

It plays every game as it is, interpreted, whatever its states are made of. It is short enough to be
read in class, it can record the tree that it walks, and it is what the compiled search is tested
against.

The player at the root maximises; everybody else minimises what that player gets. For two players
that is minimax; for more it is called paranoid.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.core.score import INFINITY, clamp, decided
from kibitz.core.types import Depth, Move, Ply, Score, Side, State


@dataclass(slots=True)
class Node:
    """One visited position of a recorded tree."""

    move: Move | None  # what led here; None at the root
    side: Side  # who moves here
    alpha: Score  # the window when the node was entered
    beta: Score
    value: Score = 0  # in the view of the root's player
    is_cut: bool = False  # whether moves were left out because they could not matter
    children: list[Node] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a search found."""

    value: Score  # in the view of the root's player
    line: tuple[Move, ...]  # best play, from the root
    nodes: int  # visited positions, the root among them
    tree: Node | None = None

    @property
    def move(self) -> Move | None:
        """The best move, the first of equals; None where the game is over."""
        return self.line[0] if self.line else None


class Stopped(Exception):  # noqa: N818 - not an error: the search was asked to end
    """The search was asked to end."""


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
) -> Answer:
    """Search `depth` plies ahead for `side`, the one to move unless told.

    Wins are scored by their distance: a quicker win and a slower loss are preferred. Without
    `outcomes` the evaluation scores finished games too; with `latest` the last of equal moves is
    taken, not the first.

    >>> import kibitz
    >>> game = kibitz.game("tictactoe")
    >>> answer = minimax(game, game.initial(), 9)
    >>> answer.value, answer.nodes
    (0, 20866)
    """
    if type(depth) is not int or depth < 0:
        raise LimitError("bad_limit", name="depth", value=depth, expected="a whole number from 0")
    mover = state.turn if side is None else side
    search = Reference(game, mover, pruning=pruning, outcomes=outcomes, latest=latest)
    root = Node(None, state.turn, -INFINITY, INFINITY) if record else None
    value, line = search.value(state, depth, -INFINITY, INFINITY, 0, root)
    return Answer(value, tuple(line), search.nodes, root)


class Reference:
    """A search for one player: counts its nodes, and can be asked to stop.

    Told what was `earlier` in the session, it scores a position that repeats as a draw, where the
    game has `repeats`: on the line that is searched at once, with those of the session when this
    occurrence would be the last that the rules allow.
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
        self.latest = latest  # whether of equal moves the last is played, not the first
        self.is_stopped = is_stopped
        self.nodes = 0
        self.unsure = 0  # values that do not come from a finished game
        self._repeats = 0 if earlier is None else game.repeats
        self._earlier = [game.identity(state) for state in earlier or ()]
        self._above: list[Any] = []  # the positions of the line that is searched

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
        """The value of `state` and the best line from it, the moves `excluded` left out.

        The value is exact inside (alpha, beta), and a bound of the same side outside.
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

        del self._above[ply:]
        self._above.append(game.identity(state))
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
        """The evaluation of `state`, kept out of the bands of decided games."""
        return clamp(self.game.evaluate(state, self.side))

    def _is_repeated(self, state: State, ply: Ply) -> bool:
        """Whether `state` counts as a draw by repetition; the root never does."""
        if not self._repeats or ply == 0:
            return False
        here = self.game.identity(state)
        return here in self._above[:ply] or self._earlier.count(here) + 1 >= self._repeats
