"""Textbook searches for more than two players that do not think the worst of the others.

**max^n**: everybody maximises their own score; a position is worth a vector, one score a player.
**Best reply**: between two turns of the player at the root, one opponent answers with the move that
is worst for that player, and the others make the move that looks best to themselves a ply ahead.

Neither prunes: they are the truth that the compiled ones are tested against, and they play the
games that cannot be compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Container

from kibitz.core.contract import Game
from kibitz.core.score import INFINITY, clamp, decided
from kibitz.core.types import Depth, Move, Ply, Score, Side, State
from kibitz.search.reference import Node, Reference, Stopped


def score_of(game: Game, state: State, side: Side, ply: Ply, is_over: bool) -> Score:
    """What a leaf is worth to `side`: a finished game's score, or an evaluation."""
    if not is_over:
        return clamp(game.evaluate(state, side))
    margin = game.margin(state, side) if game.margin else 0
    return decided(game.payoff(state, side), ply, margin)


class MaxN(Reference):
    """max^n for one player at the root; of equal moves a player takes the first."""

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
        """What `state` is worth to the player at the root, and the line; the window is not used."""
        vector, line = self.vector(state, depth, ply, excluded)
        return vector[self.side], line

    def vector(
        self, state: State, depth: Depth, ply: Ply = 0, excluded: Container[Move] = ()
    ) -> tuple[list[Score], list[Move]]:
        """What `state` is worth to every player, and the line."""
        if self.is_stopped():
            raise Stopped
        self.nodes += 1
        game = self.game
        moves = [move for move in game.moves(state) if move not in excluded]
        if moves and game.drawn and game.drawn(state):
            self.unsure += 1
            return [0] * game.players, []
        if not moves or depth == 0:
            self.unsure += 1 if moves else 0
            players = range(game.players)
            return [score_of(game, state, side, ply, not moves) for side in players], []
        best: list[Score] = []
        best_line: list[Move] = []
        for move in moves:
            vector, line = self.vector(game.play(state, move), depth - 1, ply + 1)
            if not best or vector[state.turn] > best[state.turn]:
                best, best_line = vector, [move, *line]
        return best, best_line


class BestReply(Reference):
    """Best-reply search for the player at the root."""

    def __init__(
        self,
        game: Game,
        side: Side,
        *,
        pruning: bool = False,
        is_stopped: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__(game, side, pruning=pruning, is_stopped=is_stopped)

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
        """What `state` is worth to the player at the root, and the line; the window is not used."""
        return self._answer(state, depth, ply, False, excluded)

    def _answer(
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
        is_ours = state.turn == side
        best, best_line = (-INFINITY if is_ours else INFINITY), []
        for move, replied in self._choices(state, moves, has_replied):
            after = game.play(state, move)
            value, line = self._answer(after, depth - 1, ply + 1, replied, ())
            if value > best if is_ours else value < best:
                best, best_line = value, [move, *line]
        return best, best_line

    def _choices(
        self, state: State, moves: list[Move], has_replied: bool
    ) -> list[tuple[Move, bool]]:
        """The moves that are considered, each with whether the reply is spent after it."""
        if state.turn == self.side:
            return [(move, False) for move in moves]
        usual = usual_move(self.game, state)
        if has_replied:
            return [(usual, True)]
        return [*((move, True) for move in moves), (usual, False)]


def usual_move(game: Game, state: State) -> Move:
    """The move that looks best to the player who moves, one ply ahead; the first of equals."""
    best, best_move = -INFINITY, -1
    for move in game.moves(state):
        after = game.play(state, move)
        is_over = next(iter(game.moves(after)), None) is None
        score = score_of(game, after, state.turn, 1, is_over)
        if score > best:
            best, best_move = score, move
    return best_move
