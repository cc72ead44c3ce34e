"""A position of a real game that is searched in several ways, to compare them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.text import parse_state
from kibitz.core.types import Depth, State
from kibitz.games.registry import named
from kibitz.teaching.search_trees import (
    PlayoutTree,
    SearchTree,
    TreeSettings,
    playout_tree,
    search_tree,
)


class Found(NamedTuple):
    """What a search finds: the best move, its value and the number of nodes."""

    best: str
    value: str  # as text: points, `wins in 3`, or the mean result of playouts
    nodes: int


@dataclass(frozen=True, slots=True)
class SearchRun:
    """One search of the position, and what it finds."""

    name: str
    depth: Depth | None  # None for playouts
    settings: TreeSettings
    playouts: int | None
    seed: int
    found: Found


@dataclass(frozen=True, slots=True)
class LessonSearch:
    """A position, written as text, and searches of it."""

    game_name: str
    options: Mapping[str, int | str]
    text: str
    side: str
    runs: tuple[SearchRun, ...]

    def game(self) -> Game:
        """The game of the position."""
        return named(self.game_name, self.options)

    def state(self) -> State:
        """The position as a state of the game."""
        return parse_state(self.game(), self.text)

    def run(self, name: str) -> SearchRun | None:
        """The search with this name, or None."""
        return next((run for run in self.runs if run.name == name), None)


def recorded(
    game: Game, state: State, run: SearchRun, is_stopped: Callable[[], bool] = lambda: False
) -> SearchTree | PlayoutTree:
    """The recorded tree of a search."""
    if run.playouts is not None:
        return playout_tree(game, state, run.playouts, run.seed, is_stopped=is_stopped)
    assert run.depth is not None
    return search_tree(game, state, run.depth, run.settings, is_stopped=is_stopped)


def found_by(tree: SearchTree | PlayoutTree) -> Found:
    """What the recorded search has found."""
    best = tree.best or ""
    if isinstance(tree, SearchTree):
        return Found(best, tree.value_text(tree.root.value), tree.nodes)
    number = next(one for one in tree.entries[0].children if tree.entries[one].move == best)
    return Found(best, f"{tree.mean(number):+.2f}", len(tree.entries))
