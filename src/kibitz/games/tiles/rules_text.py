"""The rules of Tiles for its players, for any board and number of players."""

from __future__ import annotations

from kibitz.core.rules_text import board_block
from kibitz.games.tiles.board import SIDES, names_of
from kibitz.games.tiles.rules import PAIR, VALUES

_SEED = 1  # of the values on the drawn boards


def rules_text(rows: int, columns: int, players: int) -> str:
    """The rules for `players` on a board of `rows` x `columns`."""
    sides = SIDES[:players]
    ways = ("column", "row")
    directions = "\n".join(
        f"- {side.capitalize()} scores pairs in a {ways[number % 2]}: one tile "
        f"{'above the other' if number % 2 == 0 else 'next to the other'}."
        for number, side in enumerate(sides)
    )
    tie = (
        "If both scores are equal, the game is drawn."
        if players == 2
        else "If several players share the highest score, the game is drawn between them and the "
        "others lose."
    )
    order = (
        f"{sides[0].capitalize()} and {sides[1]} take turns; {sides[0]} moves first."
        if players == 2
        else f"The players take turns in the order {', '.join(sides[:-1])} and {sides[-1]}."
    )
    return "\n\n".join(
        [
            "## Goal",
            f"Have the highest score when all {rows * columns} tiles are claimed.",
            "## Set-up",
            f"The board has {rows} x {columns} tiles. Each has a random value from {VALUES[0]} to "
            f"{VALUES[-1]}, which all players see. No tile is claimed yet.",
            board_block(seed=_SEED, caption="The number on a tile is its value."),
            "## Moves",
            f"{order} On your turn you claim any free tile. It is yours until the end of the game.",
            "## Scores",
            "Each tile that you own scores its value. Each pair of your tiles next to each other "
            f"in *your direction* scores {PAIR} points more:",
            directions,
            f"A tile can be part of two pairs: three tiles in a line in your direction make two "
            f"pairs, {2 * PAIR} points.",
            *_pairs(rows, columns, players),
            "## The end",
            "The game ends when all tiles are claimed. The highest score wins.",
            "## Draws",
            tie,
        ]
    )


def _pairs(rows: int, columns: int, players: int) -> list[str]:
    """The first two players complete a pair each, on boards with enough room."""
    if columns < 3 or rows < (2 if players == 2 else 4):
        return []
    names = names_of(rows, columns)

    def tile(row: int, column: int) -> str:
        return names[row * columns + column]

    far = columns - 2
    begun = [tile(0, 0), tile(0, far), tile(2, 0) if players > 2 else "", ""]
    if players > 3:
        begun[3] = tile(2, far)
    moves = " ".join(begun[:players])
    above, beside = tile(1, 0), tile(0, far + 1)
    return [
        board_block(
            seed=_SEED,
            moves=moves,
            move=above,
            caption=f"White claims {above}, below its tile {tile(0, 0)}: {PAIR} points for the "
            "pair besides the value.",
        ),
        board_block(
            seed=_SEED,
            moves=f"{moves} {above}",
            move=beside,
            caption=f"Black claims {beside}, next to its tile {tile(0, far)}: {PAIR} points for "
            "the pair besides the value.",
        ),
    ]
