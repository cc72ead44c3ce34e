"""A small tree with values, and the game that it is.

A leaf either finishes the game, or is where the search stops and evaluates; leaves of the second
kind all stand at the tree's depth. Values are in the view of the player at the root.
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
    side: Side  # who moves here
    value: Score  # what plain minimax finds
    bound: Score | None = None  # what alpha-beta finds instead, where that is only a bound
    is_skipped: bool = False  # whether alpha-beta never looks at it
    scores: tuple[Score, ...] = ()  # every player's own score, at leaves of several players
    payoff: Payoff | None = None  # how the game ends here for the player at the root
    children: tuple[LessonNode, ...] = ()

    def walk(self) -> Iterator[LessonNode]:
        """This node and all below it, in the order in which a search meets them."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree, the move that it is about, and what looking at it costs."""

    sides: tuple[str, ...]
    depth: Depth
    best: str  # the name of the node that the best move leads to
    best_maxn: str | None  # the same if everybody plays for themselves
    minimax_nodes: int  # positions that are visited
    alpha_beta_nodes: int
    win: Score | None  # a finished game is worth this and the depth that is left
    root: LessonNode

    def node(self, name: str) -> LessonNode | None:
        """The node of that name, if there is one."""
        return next((node for node in self.root.walk() if node.name == name), None)

    @property
    def skipped(self) -> tuple[str, ...]:
        """The names of the nodes that alpha-beta never looks at."""
        return tuple(node.name for node in self.root.walk() if node.is_skipped)

    def nodes(self) -> tuple[LessonNode, ...]:
        """Every node, level by level: the number of a node is its place here."""
        found = [self.root]
        for node in found:
            found.extend(node.children)
        return tuple(found)

    def game(self) -> Game:
        """The tree as a game: states are numbers of nodes, moves count a node's children.

        Below a leaf that does not finish the game there is one more move, which changes nothing.

        >>> from kibitz.teaching.lessons import lesson
        >>> from kibitz.search.reference import minimax
        >>> tree = lesson("three-moves").tree
        >>> game = tree.game()
        >>> minimax(game, game.initial(), tree.depth).value
        250
        """
        return _game(self)


class State(NamedTuple):
    """A node of the tree, by its number."""

    node: int
    turn: int


def _game(tree: Tree) -> Game:
    nodes = tree.nodes()
    numbers = {node.name: number for number, node in enumerate(nodes)}
    turns = tuple(node.side for node in nodes)
    payoffs = tuple(node.payoff or 0 for node in nodes)
    players = len(tree.sides)
    # A row of values for every node, one for each player.
    values = tuple(_value(node, side, tree.root.side) for node in nodes for side in range(players))
    # An open leaf has itself for its only child.
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
    """What a leaf is worth to `side`: the own score less all others', or the value given."""
    if node.scores:
        return 2 * node.scores[side] - sum(node.scores)
    return node.value if side == root else -node.value
