"""Notation for moves and positions in Tiles.

A move is the name of a tile. A position lists its rows from the top, each value preceded by the
letter of the tile's owner, if any: `W234B5/...`. The number of claimed tiles determines the side to
move.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from kibitz.core.bits import popcount
from kibitz.core.messages import Message, own_message
from kibitz.core.notation import Notation
from kibitz.games.tiles.board import LETTERS, names_of, occupants_of
from kibitz.games.tiles.rules import State, claimed, pack, random_start

REASONS = {"tile_claimed": "{tile} is already claimed."}


def notation_for(rows: int, columns: int, players: int) -> Notation:
    """The notation for `players` on a board of `rows` x `columns`."""
    names = names_of(rows, columns)
    occupants = occupants_of(rows * columns, players)
    letters = LETTERS[:players]

    def format_move(state: State, move: int) -> str:
        return names[move]

    def parse_move(state: State, text: str) -> int:
        if text.casefold() not in names:
            raise ValueError(f"tiles are {names[-columns]}-{names[columns - 1]}")
        return names.index(text.casefold())

    def format_state(state: State) -> str:
        shown = occupants(state)
        return "/".join("".join(shown[row * columns :][:columns]) for row in range(rows))

    def parse_state(text: str) -> State:
        found = [
            re.findall(rf"([{letters}]?)([2-5])|(\S)", row, re.IGNORECASE)
            for row in text.split("/")
        ]
        shown = [tile for row in found for tile in row]
        if [len(row) for row in found] != [columns] * rows or any(wrong for _, _, wrong in shown):
            example = format_state(random_start(rows * columns, 0))
            raise ValueError(
                f"expected {rows} rows of {columns} values from 2 to 5, each claimed one after its "
                f"owner's letter ({', '.join(letters)}), for example {example}"
            )
        owned = [
            sum(1 << cell for cell, (owner, *_) in enumerate(shown) if owner.upper() == letter)
            for letter in letters
        ]
        return _claimed_in_turns(owned, [int(value) for _, value, _ in shown])

    return Notation(
        format_move=format_move,
        parse_move=parse_move,
        format_state=format_state,
        parse_state=parse_state,
    )


def _claimed_in_turns(owned: list[int], values: list[int]) -> State:
    """The position with these owners; raises ValueError if taking turns cannot lead to it."""
    counts = [popcount(own) for own in owned]
    total = sum(counts)
    players = len(owned)
    expected = [(total + players - 1 - side) // players for side in range(players)]
    if counts != expected:
        raise ValueError(
            f"tiles are claimed in turn: expected {' and '.join(map(str, expected))} of {total}, "
            f"got {' and '.join(map(str, counts))}"
        )
    return pack(owned + [0] * (4 - players), values, total % players)


def reasons(rows: int, columns: int) -> Callable[[State, int], Message | None]:
    """A function that explains why a move is illegal."""
    names = names_of(rows, columns)

    def why_not(state: State, move: int) -> Message | None:
        if claimed(state) >> move & 1:
            name = names[move]
            return own_message(REASONS, "tile_claimed", tile=name)
        return None

    return why_not
