"""Matches the moves of two games with different notations, by how each move changes the board.

Only the relative order of the changed squares counts, because two drawings of the same board may
differ in frames, coordinates and the width of squares.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TypeAlias

from kibitz.core.contract import Game
from kibitz.core.text import format_board
from kibitz.core.types import Move, State

Change: TypeAlias = frozenset[tuple[int, int]]  # row and column, counting only those that change


def changes(game: Game, state: State) -> dict[Move, Change]:
    """For each move, the squares that it changes in the drawing of the board."""
    before = format_board(game, state)
    places = {
        move: _changed(before, format_board(game, game.play(state, move)))
        for move in game.moves(state)
    }
    # A change common to all moves, such as the side to move, does not distinguish them.
    common = set.intersection(*places.values()) if len(places) > 1 else set()
    rows = sorted({row for cells in places.values() for row, _ in cells - common})
    columns = sorted({column for cells in places.values() for _, column in cells - common})
    return {
        move: frozenset((rows.index(row), columns.index(column)) for row, column in cells - common)
        for move, cells in places.items()
    }


def are_alike(old: dict[Move, Change], new: dict[Move, Change]) -> bool:
    """Whether each move makes a different change, and both games have the same set of changes."""
    is_distinct = len(set(old.values())) == len(old) and all(old.values())
    return is_distinct and len(old) == len(new) and {*old.values()} == {*new.values()}


def matched(
    old: dict[Move, Change], new: dict[Move, Change]
) -> tuple[list[tuple[Move, Move]], list[Move], list[Move]]:
    """Pairs of moves with the same change, moves of the old game only, and of the new game only."""
    rest = dict(new)
    common, only_old = [], []
    for move, change in old.items():
        twin = next((twin for twin, other in rest.items() if other == change), None)
        if twin is None:
            only_old.append(move)
        else:
            del rest[twin]
            common.append((move, twin))
    return common, only_old, list(rest)


def _changed(before: str, after: str) -> set[tuple[int, int]]:
    """The squares that differ between two drawings; a wide square counts as its last column.

    >>> sorted(_changed("| 1 | 12 |", "| X |  O |"))
    [(0, 2), (0, 7)]
    """
    cells = set()
    for row, lines in enumerate(zip_longest(before.splitlines(), after.splitlines(), fillvalue="")):
        differ = [one != other for one, other in zip_longest(*lines, fillvalue=" ")]
        cells |= {
            (row, column)
            for column, is_changed in enumerate(differ)
            if is_changed and not any(differ[column + 1 : column + 2])
        }
    return cells
