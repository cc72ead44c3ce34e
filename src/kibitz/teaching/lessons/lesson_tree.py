"""A small tree with values, and the tree as a game.

A leaf is either a finished game, or a position at the full depth of the tree, which the search
evaluates. Values are from the point of view of the player at the root.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.notation import Notation
from kibitz.core.types import Depth, Payoff, Score, Side


@dataclass(frozen=True, slots=True)
class LessonNode:
    """One position of a tree."""

    name: str
    move: str  # the text of the move that leads here; empty at the root
    side: Side  # the side to move
    value: Score  # from plain minimax
    bound: Score | None = None  # the value from alpha-beta, where it is only a bound
    is_skipped: bool = False  # whether alpha-beta prunes it
    scores: tuple[Score, ...] = ()  # every player's own score, at leaves of a game for several
    payoff: Payoff | None = None  # how the game ends here for the player at the root
    children: tuple[LessonNode, ...] = ()

    def walk(self) -> Iterator[LessonNode]:
        """This node and all nodes below it, in the order of a depth-first search."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree, its best move, and the cost of searching it."""

    sides: tuple[str, ...]
    depth: Depth
    best: str  # the name of the node that the best move leads to
    best_maxn: str | None  # the same if all players play for themselves
    minimax_nodes: int  # positions visited
    alpha_beta_nodes: int
    win: Score | None  # a won game scores this plus the remaining depth
    root: LessonNode

    def node(self, name: str) -> LessonNode | None:
        """The node with this name, or None."""
        return next((node for node in self.root.walk() if node.name == name), None)

    @property
    def skipped(self) -> tuple[str, ...]:
        """The names of the nodes that alpha-beta prunes."""
        return tuple(node.name for node in self.root.walk() if node.is_skipped)

    def nodes(self) -> tuple[LessonNode, ...]:
        """All nodes in breadth-first order; a node's number is its index here."""
        nodes = [self.root]
        for node in nodes:
            nodes.extend(node.children)
        return tuple(nodes)

    def game(self) -> Game:
        """The tree as a game: states are node numbers, and moves are the indexes of children.

        A leaf that does not finish the game has one legal move, which leads back to the leaf.

        >>> from kibitz.teaching.lessons import lesson
        >>> from kibitz.search.reference import minimax
        >>> tree = lesson("three-moves").tree
        >>> game = tree.game()
        >>> minimax(game, game.initial(), tree.depth).value
        250
        """
        return _game(self)


class State(NamedTuple):
    """A node of the tree, as its number."""

    node: int
    turn: int


def _game(tree: Tree) -> Game:
    nodes = tree.nodes()
    numbers = {node.name: number for number, node in enumerate(nodes)}
    turns = tuple(node.side for node in nodes)
    payoffs = tuple(node.payoff or 0 for node in nodes)
    players = len(tree.sides)
    # The values of every node, one for each player.
    values = tuple(_value(node, side, tree.root.side) for node in nodes for side in range(players))
    # The only child of an unfinished leaf is the leaf itself.
    firsts = tuple(
        numbers[node.children[0].name] if node.children else number
        for number, node in enumerate(nodes)
    )
    counts = tuple(len(node.children) or int(node.payoff is None) for node in nodes)
    root = tree.root.side

    def moves(state: State) -> Iterator[int]:
        for move in range(counts[state.node]):
            yield move

    def play(state: State, move: int) -> State:
        after = firsts[state.node] + move
        return State(node=after, turn=turns[after])

    def payoff(state: State, side: int) -> int:
        return payoffs[state.node] if side == root else -payoffs[state.node]

    def evaluate(state: State, side: int) -> int:
        return values[state.node * players + side]

    def format_move(state: State, move: int) -> str:
        return nodes[firsts[state.node] + move].name

    def format_state(state: State) -> str:
        return nodes[state.node].name

    return Game(
        "lesson",
        State(node=0, turn=root),
        moves,
        play,
        payoff,
        evaluate,
        title="A tree",
        sides=tree.sides,
        mirrored=players == 2,
        notation=Notation(format_move=format_move, format_state=format_state),
    )


def _value(node: LessonNode, side: Side, root: Side) -> Score:
    """The value of a leaf for `side`: its own score minus the others', or the node's value."""
    if node.scores:
        return 2 * node.scores[side] - sum(node.scores)
    return node.value if side == root else -node.value
