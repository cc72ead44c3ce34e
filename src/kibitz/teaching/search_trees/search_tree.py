"""The recorded tree of a textbook search, with the position of every node."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.core.score import INFINITY, is_decided, plies_to_end
from kibitz.core.text import format_move, format_state
from kibitz.core.types import Depth, Score, State
from kibitz.search.reference import Node, Reference, Stopped
from kibitz.search.reference_models import MaxN

MOST_NODES = 5_000
MOST_BYTES = 4_000_000  # of the text of all positions and moves

TreeModel: TypeAlias = Literal["paranoid", "maxn"]


class TreeSettings(NamedTuple):
    """How a tree is searched."""

    pruning: bool = True  # alpha-beta instead of plain minimax
    ordering: bool = False  # moves with the best evaluation first
    quiescence: bool = False  # noisy moves beyond the depth
    opponents: TreeModel = "paranoid"  # in games for more than two; max^n does not prune


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """A node of a recorded tree, with its texts."""

    number: int  # in the order in which the search entered the nodes; the root is 0
    parent: int | None
    ply: int
    node: Node
    move: str | None
    position: str
    skipped: tuple[str, ...]  # the moves that a cutoff skipped
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SearchTree:
    """A recorded search."""

    game: Game
    state: State
    depth: Depth
    settings: TreeSettings
    line: tuple[str, ...]  # the principal variation
    entries: tuple[TreeEntry, ...]
    win: Score | None = None  # if given, a win scores this plus the depth that is left

    @property
    def root(self) -> Node:
        """The root."""
        return self.entries[0].node

    @property
    def nodes(self) -> int:
        """The number of visited positions, including the root."""
        return len(self.entries)

    @property
    def best(self) -> str | None:
        """The best move; None if the game is over."""
        return self.line[0] if self.line else None

    def value_fields(self, score: Score) -> dict[str, int | float | None]:
        """A score as in the JSON documents: in points, or the plies to a forced end."""
        game = self.game
        if is_decided(score):
            plies = plies_to_end(score)
            if self.win is not None:
                points = self.win + self.depth - plies
                points = points if score > 0 else -points
                return {"score": points, "win_in": None, "loss_in": None}
            win_in, loss_in = (plies, None) if score > 0 else (None, plies)
            return {"score": None, "win_in": win_in, "loss_in": loss_in}
        points_or_fraction = score if game.unit == 1 else score / game.unit
        return {"score": points_or_fraction, "win_in": None, "loss_in": None}

    def value_text(self, score: Score) -> str:
        """A score as short text, such as +50 or `wins in 3`; infinity if it is unbounded."""
        if abs(score) >= INFINITY:
            return "+inf" if score > 0 else "-inf"
        fields = self.value_fields(score)
        if fields["win_in"] is not None:
            return f"wins in {fields['win_in']}"
        if fields["loss_in"] is not None:
            return f"loses in {fields['loss_in']}"
        points = fields["score"]
        return f"{points:+,}" if isinstance(points, int) else f"{points:+,.2f}"


def search_tree(
    game: Game,
    state: State,
    depth: Depth,
    settings: TreeSettings | None = None,
    *,
    earlier: Sequence[State] = (),
    win: Score | None = None,
    most_nodes: int = MOST_NODES,
    most_bytes: int = MOST_BYTES,
    is_stopped: Callable[[], bool] = lambda: False,
) -> SearchTree:
    """Search `depth` plies ahead and record every node.

    LimitError if the tree has more than `most_nodes` nodes, or its texts more than `most_bytes`
    bytes. `earlier`: the states before, for a game that forbids repetition. `is_stopped`: whether
    to give up, which raises `Stopped`.

    >>> import kibitz
    >>> game = kibitz.game("tictactoe")
    >>> tree = search_tree(game, game.initial(), 2)
    >>> tree.nodes, tree.best
    (36, '4')
    """
    chosen = settings or TreeSettings()
    searched = searcher(game, state, chosen, earlier, most_nodes, is_stopped)
    root = Node(None, state.turn, -INFINITY, INFINITY)
    try:
        _, line = searched.value(state, depth, -INFINITY, INFINITY, 0, root)
    except Stopped:
        if searched.nodes > most_nodes:
            raise LimitError("large_tree", nodes=f"{most_nodes:,}", depth=depth) from None
        raise
    texts, at = [], state
    for move in line:
        texts.append(format_move(game, at, move))
        at = game.play(at, move)
    entries = _entries(game, state, root, most_bytes, is_stopped)
    return SearchTree(game, state, depth, chosen, tuple(texts), entries, win)


def searcher(
    game: Game,
    state: State,
    settings: TreeSettings,
    earlier: Sequence[State],
    most_nodes: int,
    is_stopped: Callable[[], bool],
) -> Reference:
    """The textbook search with these settings, which stops after `most_nodes` nodes."""
    found: Reference

    def is_over() -> bool:
        return found.nodes >= most_nodes + 1 or is_stopped()

    kind = MaxN if settings.opponents == "maxn" else Reference
    found = kind(
        game,
        state.turn,
        pruning=settings.pruning,
        ordering=settings.ordering,
        quiescence=settings.quiescence,
        earlier=earlier if game.forbids_repetition else None,
        is_stopped=is_over,
    )
    return found


def _entries(
    game: Game, state: State, root: Node, most_bytes: int, is_stopped: Callable[[], bool]
) -> tuple[TreeEntry, ...]:
    """Every node with its number, in the order of entering, and its texts."""
    entries: list[TreeEntry] = []
    size = 0

    def add(node: Node, at: State, parent: int | None, ply: int, move: str | None) -> int:
        nonlocal size
        if is_stopped():
            raise Stopped
        number = len(entries)
        position = format_state(game, at)
        skipped = tuple(format_move(game, at, one) for one in node.skipped)
        size += sum(map(len, (position, move or "", *skipped)))
        if size > most_bytes:
            raise LimitError("large_tree_texts", bytes=f"{most_bytes:,}")
        entries.append(TreeEntry(number, parent, ply, node, move, position, skipped, ()))
        children = tuple(
            add(
                child,
                game.play(at, child.move),
                number,
                ply + 1,
                format_move(game, at, child.move),
            )
            for child in node.children
            if child.move is not None
        )
        entries[number] = TreeEntry(number, parent, ply, node, move, position, skipped, children)
        return number

    add(root, state, None, 0, None)
    return tuple(entries)


def walk(entries: Sequence[TreeEntry], number: int = 0) -> Iterator[TreeEntry]:
    """An entry and all below it, depth first."""
    yield entries[number]
    for child in entries[number].children:
        yield from walk(entries, child)
