"""A textbook Monte Carlo tree search with a seed, recorded playout by playout.

Each playout walks down the tree by UCB1, adds one node, plays random moves to the end of the game
and adds the result to every node on its path. It is interpreted, and short enough to read in class.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.core.text import format_move, format_state
from kibitz.core.types import Move, Side, State
from kibitz.search.reference import Stopped

EXPLORATION = 1.4  # the weight of rarely visited moves, near the square root of 2
MOST_PLAYOUTS = 1_000
LONGEST_PLAYOUT = 400  # plies; a longer random game counts as a draw


@dataclass(frozen=True, slots=True)
class PlayoutEntry:
    """A node of the tree, numbered in the order in which the nodes were added."""

    number: int
    parent: int | None
    move: str | None
    position: str
    side: Side  # the side to move
    visits: int
    total: int  # of the results, for the side at the root
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Playout:
    """One playout: its path through the tree, the random moves after it, and the result."""

    path: tuple[int, ...]  # numbers of nodes, from the root
    added: bool  # whether the last node of the path was added by this playout
    moves: tuple[str, ...]  # the random moves
    result: int  # for the side at the root: 1, 0 or -1


@dataclass(frozen=True, slots=True)
class PlayoutTree:
    """A recorded Monte Carlo search."""

    game: Game
    state: State
    seed: int
    entries: tuple[PlayoutEntry, ...]
    playouts: tuple[Playout, ...]

    def mean(self, number: int) -> float:
        """The mean result of a node for the side at the root, from -1 to 1."""
        entry = self.entries[number]
        return entry.total / entry.visits if entry.visits else 0.0

    @property
    def best(self) -> str | None:
        """The move with the most visits; None if the game is over."""
        moves = [self.entries[child] for child in self.entries[0].children]
        return max(moves, key=lambda entry: entry.visits).move if moves else None


@dataclass(slots=True)
class _Node:
    """A node while the tree grows."""

    number: int
    parent: _Node | None
    move: Move | None
    state: State
    untried: list[Move]
    visits: int = 0
    totals: list[int] = field(default_factory=list)  # of the results, for each side
    children: list[_Node] = field(default_factory=list)

    def score(self, log_visits: float, side: Side) -> float:
        """UCB1 for `side`: the mean result, and more for a node with few visits."""
        return self.totals[side] / self.visits + EXPLORATION * math.sqrt(log_visits / self.visits)


def playout_tree(
    game: Game,
    state: State,
    playouts: int,
    seed: int = 0,
    *,
    earlier: Sequence[State] = (),
    is_stopped: Callable[[], bool] = lambda: False,
) -> PlayoutTree:
    """Run a Monte Carlo tree search; the same seed gives the same tree.

    `earlier`: the states before, for a game that forbids repetition. `is_stopped`: whether to give
    up, which raises `Stopped`.

    >>> import kibitz
    >>> game = kibitz.game("tictactoe")
    >>> tree = playout_tree(game, kibitz.Session(game, "XOX/O../...").state, 200, seed=1)
    >>> tree.best, tree.entries[0].visits
    ('4', 200)
    """
    if type(playouts) is not int or not 1 <= playouts <= MOST_PLAYOUTS:
        expected = f"a whole number from 1 to {MOST_PLAYOUTS:,}"
        raise LimitError("bad_limit", name="playouts", value=playouts, expected=expected)
    dice = random.Random(seed)  # noqa: S311 - not for secrets
    nodes: list[_Node] = []

    def legal(at: State) -> list[Move]:
        if game.drawn and game.drawn(at):
            return []
        return list(game.legal_moves(at, earlier) if game.forbids_repetition else game.moves(at))

    def add(parent: _Node | None, move: Move | None, at: State) -> _Node:
        node = _Node(len(nodes), parent, move, at, legal(at), totals=[0] * game.players)
        nodes.append(node)
        if parent is not None:
            parent.children.append(node)
        return node

    def pick(moves: Sequence[Move]) -> int:
        return int(dice.random() * len(moves))

    add(None, None, state)
    records: list[Playout] = []
    for _ in range(playouts):
        if is_stopped():
            raise Stopped
        # Selection: while every move has been tried, follow the highest UCB1.
        node, path = nodes[0], [nodes[0]]
        while not node.untried and node.children:
            log_visits, side = math.log(node.visits), node.state.turn
            node = max(node.children, key=lambda one: one.score(log_visits, side))
            path.append(node)
        # Expansion: one node for a move that has not been tried.
        added = bool(node.untried)
        if added:
            move = node.untried.pop(pick(node.untried))
            node = add(node, move, game.play(node.state, move))
            path.append(node)
        # Playout: random moves to the end.
        at = node.state
        texts: list[str] = []
        while (moves := legal(at)) and len(texts) < LONGEST_PLAYOUT:
            move = moves[pick(moves)]
            texts.append(format_move(game, at, move))
            at = game.play(at, move)
            if is_stopped():
                raise Stopped
        results = _results(game, at)
        # Backpropagation: every node on the path counts the result.
        for visited in path:
            visited.visits += 1
            for side, result in enumerate(results):
                visited.totals[side] += result
        numbers = tuple(one.number for one in path)
        records.append(Playout(numbers, added, tuple(texts), results[state.turn]))
    return PlayoutTree(game, state, seed, _entries(game, nodes), tuple(records))


def _results(game: Game, state: State) -> list[int]:
    """The result for each side; a game that is not over counts as a draw."""
    if next(iter(game.moves(state)), None) is not None:
        return [0] * game.players
    return [game.payoff(state, side) for side in range(game.players)]


def _entries(game: Game, nodes: Sequence[_Node]) -> tuple[PlayoutEntry, ...]:
    root_side = nodes[0].state.turn
    entries: list[PlayoutEntry] = []
    for node in nodes:
        parent = node.parent
        text = (
            None
            if parent is None or node.move is None
            else format_move(game, parent.state, node.move)
        )
        entries.append(
            PlayoutEntry(
                node.number,
                None if parent is None else parent.number,
                text,
                format_state(game, node.state),
                node.state.turn,
                node.visits,
                node.totals[root_side],
                (),
            )
        )
    return tuple(
        replace(entry, children=tuple(child.number for child in node.children))
        for entry, node in zip(entries, nodes, strict=True)
    )
