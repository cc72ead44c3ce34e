"""The reference search: textbook minimax and alpha-beta for two or more players.

It is interpreted and plays every game, with states of any type. It is short enough to read in
class, and it can record its search tree. The compiled searches are tested against it.

The side at the root maximises its score; all other sides minimise it. For two players that is
minimax; for more it is called paranoid search.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.core.renamed import renamed, renamed_arguments
from kibitz.core.score import INFINITY, clamp, decided
from kibitz.core.types import Depth, Move, Ply, Score, Side, State

Leaf: TypeAlias = Literal["result", "draw", "repetition", "evaluation"]

QUIET_PLIES = 8  # the longest sequence of noisy moves beyond the horizon


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
    skipped: list[Move] = field(default_factory=list)  # the moves that a cutoff skipped
    leaf: Leaf | None = None  # where the value comes from, if not from the children
    stand: Score | None = None  # in quiescence, the evaluation if the side makes no noisy move
    scores: tuple[Score, ...] = ()  # in max^n, the value for every side


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
    ordering: bool = False,
    quiescence: bool = False,
) -> Answer:
    """Search `depth` plies ahead for `side`, by default the side to move.

    Wins are scored by their distance: a quicker win and a slower loss are preferred. Without
    `outcomes` the evaluation scores finished games too. With `latest` the last of equal moves is
    chosen, otherwise the first. `earlier`: the states before, for a game that forbids repetition.
    `ordering`: search the moves with the best evaluation first. `quiescence`: search noisy moves
    beyond the depth.

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
        ordering=ordering,
        quiescence=quiescence,
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
        ordering: bool = False,
        quiescence: bool = False,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        self.game = game
        self.side = side
        self.pruning = pruning
        self.outcomes = outcomes  # whether finished games are scored by result and distance
        self.latest = latest  # whether the last of equal moves is chosen, not the first
        self.ordering = ordering  # whether moves with the best evaluation are searched first
        self.quiescence = quiescence  # whether noisy moves are searched beyond the depth
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
            return self._leaf(node, "evaluation", self.evaluation(state))
        if not moves:
            margin = game.margin(state, side) if game.margin else 0
            return self._leaf(node, "result", decided(game.payoff(state, side), ply, margin))
        if game.drawn and game.drawn(state):
            self.unsure += 1
            return self._leaf(node, "draw", 0)
        if (depth > 0 or ply == 1) and self._is_repeated(state, ply):
            self.unsure += 1
            return self._leaf(node, "repetition", 0)

        is_maximising = state.turn == side
        best: Score | None = None  # until the first move has a value
        best_line: list[Move] = []
        if depth <= 0:
            self.unsure += 1
            stand = self.evaluation(state)
            noisy = self._noisy_moves(state, moves, depth)
            if not noisy:
                return self._leaf(node, "evaluation", stand)
            if len(noisy) < len(moves):  # the side may also make a quiet move
                best = stand
                alpha, beta = self._narrowed(alpha, beta, stand, is_maximising)
                if node is not None:
                    node.stand = stand
            moves = noisy
        moves = self.enter(state, moves, ply)
        if not moves:
            self.unsure += 1
            return self._leaf(node, "repetition", 0 if best is None else best)
        if self.ordering:
            moves = self.ordered(state, moves, ply)
        for number, move in enumerate(moves):
            if self.pruning and best is not None and alpha >= beta:
                if node is not None:
                    node.is_cut, node.skipped = True, moves[number:]
                break
            after = game.play(state, move)
            child = None if node is None else Node(move, after.turn, alpha, beta)
            value, line = self.value(after, depth - 1, alpha, beta, ply + 1, child)
            if node is not None and child is not None:
                node.children.append(child)
            if best is None or (value > best if is_maximising else value < best):
                best, best_line = value, [move, *line]
            alpha, beta = self._narrowed(alpha, beta, best, is_maximising)
        assert best is not None
        return best, best_line

    def _leaf(self, node: Node | None, leaf: Leaf, value: Score) -> tuple[Score, list[Move]]:
        """The value and the empty line of a leaf; a recorded node gets the reason."""
        if node is not None:
            node.leaf = leaf
        return value, []

    def _narrowed(
        self, alpha: Score, beta: Score, best: Score, is_maximising: bool
    ) -> tuple[Score, Score]:
        """The window, once the side to move is sure of `best`; unchanged without pruning."""
        if not self.pruning:
            return alpha, beta
        return (max(alpha, best), beta) if is_maximising else (alpha, min(beta, best))

    def _noisy_moves(self, state: State, moves: list[Move], depth: Depth) -> list[Move]:
        """The moves to search at the horizon, `-depth` plies beyond the depth of the search."""
        noisy = self.game.noisy
        if not self.quiescence or noisy is None or depth <= -QUIET_PLIES:
            return []
        return [move for move in moves if noisy(state, move)]

    def ordered(self, state: State, moves: list[Move], ply: Ply) -> list[Move]:
        """The moves, those with the best evaluation for the side to move first."""
        game, side = self.game, self.side

        def score(move: Move) -> Score:
            after = game.play(state, move)
            if not self.outcomes or next(iter(game.moves(after)), None) is not None:
                return self.evaluation(after)
            margin = game.margin(after, side) if game.margin else 0
            return decided(game.payoff(after, side), ply + 1, margin)

        return sorted(moves, key=score, reverse=state.turn == side)

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
