"""Matches the moves of two games that write moves differently, by their changes of the board.

Only the order of the changed places counts: frames, coordinates and the width of squares may differ
between two pictures of one board.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TypeAlias

from kibitz.core.contract import Game
from kibitz.core.text import format_board
from kibitz.core.types import Move, State

Change: TypeAlias = frozenset[tuple[int, int]]  # rows and columns, numbered among those that change


def changes(game: Game, state: State) -> dict[Move, Change]:
    """The changes that every move makes in the picture of the board."""
    before = format_board(game, state)
    places = {
        move: _changed(before, format_board(game, game.play(state, move)))
        for move in game.moves(state)
    }
    # A change that every move makes, such as that of the turn, does not distinguish moves.
    common = set.intersection(*places.values()) if len(places) > 1 else set()
    rows = sorted({row for cells in places.values() for row, _ in cells - common})
    columns = sorted({column for cells in places.values() for _, column in cells - common})
    return {
        move: frozenset((rows.index(row), columns.index(column)) for row, column in cells - common)
        for move, cells in places.items()
    }


def are_alike(old: dict[Move, Change], new: dict[Move, Change]) -> bool:
    """Whether every move makes a different change, and both games have the same changes."""
    is_distinct = len(set(old.values())) == len(old) and all(old.values())
    return is_distinct and len(old) == len(new) and {*old.values()} == {*new.values()}


def matched(
    old: dict[Move, Change], new: dict[Move, Change]
) -> tuple[list[tuple[Move, Move]], list[Move], list[Move]]:
    """The moves with the same change in both games, and those of the old and the new game only."""
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
    """The squares that differ between two pictures, by the last column of each wide square.

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
