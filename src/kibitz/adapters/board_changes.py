"""Which move is which in two games that write moves differently: by what it changes on the board.

Only places that change count, and only their order: frames, coordinates and the width of the
squares may differ between two pictures of one board.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TypeAlias

from kibitz.core.contract import Game
from kibitz.core.text import format_board
from kibitz.core.types import Move, State

Change: TypeAlias = frozenset[tuple[int, int]]  # rows and columns, counted among those that change


def changes(game: Game, state: State) -> dict[Move, Change]:
    """What every move changes in the picture of the board."""
    before = format_board(game, state)
    places = {
        move: _changed(before, format_board(game, game.play(state, move)))
        for move in game.moves(state)
    }
    # What every move changes, like a line that says whose turn it is, tells none from another.
    common = set.intersection(*places.values()) if len(places) > 1 else set()
    rows = sorted({row for found in places.values() for row, _ in found - common})
    columns = sorted({column for found in places.values() for _, column in found - common})
    return {
        move: frozenset((rows.index(row), columns.index(column)) for row, column in found - common)
        for move, found in places.items()
    }


def are_alike(old: dict[Move, Change], new: dict[Move, Change]) -> bool:
    """Whether every move of two games changes something of its own, and the same in both."""
    is_told_apart = len(set(old.values())) == len(old) and all(old.values())
    return is_told_apart and len(old) == len(new) and {*old.values()} == {*new.values()}


def matched(
    old: dict[Move, Change], new: dict[Move, Change]
) -> tuple[list[tuple[Move, Move]], list[Move], list[Move]]:
    """The moves that change the same in both games, and those of the old and the new one alone."""
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
    """The squares that differ between two pictures: the last column of each, for they may be wide.

    >>> sorted(_changed("| 1 | 12 |", "| X |  O |"))
    [(0, 2), (0, 7)]
    """
    found = set()
    for row, lines in enumerate(zip_longest(before.splitlines(), after.splitlines(), fillvalue="")):
        differ = [one != other for one, other in zip_longest(*lines, fillvalue=" ")]
        found |= {
            (row, column)
            for column, is_changed in enumerate(differ)
            if is_changed and not any(differ[column + 1 : column + 2])
        }
    return found
