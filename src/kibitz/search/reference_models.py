"""Textbook searches for more than two players: max^n and best reply.

**max^n**: every side maximises its own score; the value of a node is a vector, one score per side.
**Best reply**: between two moves of the root side, one opponent plays the move that is worst for
the root side, and the others play the move with the best score for themselves one ply ahead.

Neither prunes. The compiled searches are tested against them, and they play games that cannot be
compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence

from kibitz.core.contract import Game
from kibitz.core.score import INFINITY, clamp, decided
from kibitz.core.types import Depth, Move, Ply, Score, Side, State
from kibitz.search.reference import Leaf, Node, Reference, Stopped


def score_of(game: Game, state: State, side: Side, ply: Ply, is_over: bool) -> Score:
    """The score of a leaf for `side`: the result if the game is over, else the evaluation."""
    if not is_over:
        return clamp(game.evaluate(state, side))
    margin = game.margin(state, side) if game.margin else 0
    return decided(game.payoff(state, side), ply, margin)


class MaxN(Reference):
    """max^n search; every side plays the first of equal moves."""

    nodes: int
    unsure: int

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
        """The value of `state` for the root side, and the line; the window is ignored."""
        vector, line = self.vector(state, depth, ply, excluded, node)
        return vector[self.side], line

    def vector(
        self,
        state: State,
        depth: Depth,
        ply: Ply = 0,
        excluded: Container[Move] = (),
        node: Node | None = None,
    ) -> tuple[list[Score], list[Move]]:
        """The values of `state` for all sides, and the line."""
        if self.is_stopped():
            raise Stopped
        self.nodes += 1
        vector, line, leaf = self._vector(state, depth, ply, excluded, node)
        if node is not None:
            node.value, node.scores, node.leaf = vector[self.side], tuple(vector), leaf
        return vector, line

    def _vector(
        self,
        state: State,
        depth: Depth,
        ply: Ply,
        excluded: Container[Move],
        node: Node | None,
    ) -> tuple[list[Score], list[Move], Leaf | None]:
        game = self.game
        moves = [move for move in game.moves(state) if move not in excluded]
        if moves and game.drawn and game.drawn(state):
            self.unsure += 1
            return [0] * game.players, [], "draw"
        if not moves or depth == 0:
            self.unsure += 1 if moves else 0
            players = range(game.players)
            scores = [score_of(game, state, side, ply, not moves) for side in players]
            return scores, [], "evaluation" if moves else "result"
        moves = self.enter(state, moves, ply)
        if not moves:
            self.unsure += 1
            return [0] * game.players, [], "repetition"
        best: list[Score] = []
        best_line: list[Move] = []
        for move in moves:
            after = game.play(state, move)
            child = None if node is None else Node(move, after.turn, -INFINITY, INFINITY)
            if node is not None and child is not None:
                node.children.append(child)
            vector, line = self.vector(after, depth - 1, ply + 1, (), child)
            if not best or vector[state.turn] > best[state.turn]:
                best, best_line = vector, [move, *line]
        return best, best_line, None


class BestReply(Reference):
    """Best-reply search for the root side."""

    nodes: int
    unsure: int

    def __init__(
        self,
        game: Game,
        side: Side,
        *,
        pruning: bool = False,
        earlier: Sequence[State] | None = None,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(game, side, pruning=pruning, earlier=earlier, is_stopped=is_stopped)

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
        """The value of `state` for the root side, and the line; the window is ignored."""
        return self._search(state, depth, ply, False, excluded)

    def _search(
        self, state: State, depth: Depth, ply: Ply, has_replied: bool, excluded: Container[Move]
    ) -> tuple[Score, list[Move]]:
        if self.is_stopped():
            raise Stopped
        self.nodes += 1
        game, side = self.game, self.side
        moves = [move for move in game.moves(state) if move not in excluded]
        if moves and game.drawn and game.drawn(state):
            self.unsure += 1
            return 0, []
        if not moves or depth == 0:
            self.unsure += 1 if moves else 0
            return score_of(game, state, side, ply, not moves), []
        moves = self.enter(state, moves, ply)
        if not moves:
            self.unsure += 1
            return 0, []
        is_root_side = state.turn == side
        best, best_line = (-INFINITY if is_root_side else INFINITY), []
        for move, replied in self._candidates(state, moves, has_replied):
            after = game.play(state, move)
            value, line = self._search(after, depth - 1, ply + 1, replied, ())
            if value > best if is_root_side else value < best:
                best, best_line = value, [move, *line]
        return best, best_line

    def _candidates(
        self, state: State, moves: list[Move], has_replied: bool
    ) -> list[tuple[Move, bool]]:
        """The candidate moves, each with a flag: whether an opponent has replied after it."""
        if state.turn == self.side:
            return [(move, False) for move in moves]
        legal = moves if self.game.forbids_repetition else self.game.moves(state)
        usual = usual_move(self.game, state, legal)
        if has_replied:
            return [(usual, True)]
        return [*((move, True) for move in moves), (usual, False)]


def usual_move(game: Game, state: State, moves: Iterable[Move]) -> Move:
    """The move with the best score for the side to move one ply ahead; in a tie, the first."""
    best, best_move = -INFINITY, -1
    for move in moves:
        after = game.play(state, move)
        is_over = next(iter(game.moves(after)), None) is None
        score = score_of(game, after, state.turn, 1, is_over)
        if score > best:
            best, best_move = score, move
    return best_move
