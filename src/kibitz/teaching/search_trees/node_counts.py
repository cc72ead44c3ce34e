"""How many nodes a search visits at each depth, with and without pruning and move ordering."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from kibitz.core.contract import Game
from kibitz.core.score import INFINITY
from kibitz.core.types import Depth, State
from kibitz.search.reference import Stopped
from kibitz.teaching.search_trees.search_tree import TreeSettings, searcher

MOST_COUNTED = 20_000  # nodes of one search


@dataclass(frozen=True, slots=True)
class NodeCount:
    """The visited nodes at one depth; None where there are too many to count."""

    depth: Depth
    minimax: int | None
    alpha_beta: int | None
    ordered: int | None  # alpha-beta, with the moves ordered by their evaluation

    def as_dict(self) -> dict[str, int | None]:
        """The counts for JSON."""
        return asdict(self)


def node_counts(
    game: Game,
    state: State,
    deepest: Depth,
    *,
    quiescence: bool = False,
    earlier: Sequence[State] = (),
    most_nodes: int = MOST_COUNTED,
    is_stopped: Callable[[], bool] = lambda: False,
) -> list[NodeCount]:
    """The number of visited nodes for depths 1 to `deepest`.

    `is_stopped`: whether to stop counting; the remaining counts are None.

    >>> import kibitz
    >>> game = kibitz.game("tictactoe")
    >>> [(count.minimax, count.alpha_beta) for count in node_counts(game, game.initial(), 3)]
    [(10, 10), (82, 36), (586, 167)]
    """

    def count(depth: Depth, pruning: bool, ordering: bool) -> int | None:
        settings = TreeSettings(pruning, ordering, quiescence)
        search = searcher(game, state, settings, earlier, most_nodes, is_stopped)
        try:
            search.value(state, depth, -INFINITY, INFINITY, 0)
        except Stopped:
            return None
        return search.nodes

    rows: list[NodeCount] = []
    for depth in range(1, deepest + 1):
        # A setting that was too large at one depth is too large at the next one.
        last = rows[-1] if rows else NodeCount(0, 0, 0, 0)
        rows.append(
            NodeCount(
                depth,
                None if last.minimax is None else count(depth, False, False),
                None if last.alpha_beta is None else count(depth, True, False),
                None if last.ordered is None else count(depth, True, True),
            )
        )
    return rows
