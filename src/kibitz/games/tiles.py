"""Tiles: players in turn claim a tile of a random value from 2 to 5, and two neighbouring tiles of
one's own along one's direction are worth 5 more; when all are claimed, the best score wins.

     0 |  1 |  2 |  3
    ------------------
     4 |  5 |  6 |  7
    ------------------
     8 |  9 | 10 | 11
    ------------------
    12 | 13 | 14 | 15

Tiles are numbered row by row; a move is the number of the tile that it claims. The first and the
third player's direction are the columns, the second's and the fourth's the rows.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from kibitz.core.bits import lowest, popcount
from kibitz.core.contract import DRAW, LOSS, WIN, Game, Option
from kibitz.core.errors import OptionError
from kibitz.core.geometry import Geometry, Piece, grid_cells
from kibitz.core.level import EASY_MEDIUM_HARD
from kibitz.core.messages import Message
from kibitz.core.notation import Notation
from kibitz.core.vocabulary import Fact, Phrases, Vocabulary

FILES = "abcdefghijklmnopqrstuvwxyz"
CELLS_LIMIT = 63
OPTIONS = (
    Option("rows", 4, range(1, CELLS_LIMIT + 1), "rows of the board"),
    Option("columns", 4, range(1, len(FILES) + 1), "columns of the board"),
    Option("players", 2, range(2, 5), "how many play"),
)
# The score alone decides, finished or not, and the last of equal moves is taken.
LEVELS = tuple(replace(level, decided="evaluation", ties="last") for level in EASY_MEDIUM_HARD)
SIDES = ("white", "black", "red", "blue")
LETTERS = "WBRU"  # one each
VALUES = range(2, 6)  # what a tile may be worth
PAIR = 5  # what two neighbours are worth

PHRASES = Phrases(
    {
        "claims_tile": ("takes a tile of {points}", "the tile `tile` is worth `points` by itself"),
        "makes_pairs": (
            "makes {points} points by pairs",
            "the mover has `pairs` more pairs along the mover's direction after the move, which "
            "count `points`",
        ),
        "denies_pairs": (
            "keeps {points} points by pairs from {side}",
            "the same tile would have given `side` `pairs` more pairs, which count `points`",
        ),
        "lets_claim": (
            "lets {side} score {points} on {tile}",
            "`side` moves next, no legal move adds more to that side's score than `tile`, and "
            "`tile` adds `points`",
        ),
    }
)
NUDGES = {
    "makes_pairs": "look for pairs of your own",
    "denies_pairs": "look at which pairs the others could make",
}


class State(NamedTuple):
    """A position. A tile is worth 2, plus 1 where it is in `ones`, plus 2 where it is in `twos`."""

    first: int  # the first player's tiles, then the others'
    second: int
    third: int
    fourth: int
    ones: int
    twos: int
    turn: int  # 0 is white, who moves first


def tiles(rows: int = 4, columns: int = 4, players: int = 2) -> Game:
    """The game for `players` on a board of `rows` x `columns`."""
    _check_size(rows, columns, players)
    cells = rows * columns
    full = (1 << cells) - 1
    not_last = sum(1 << cell for cell in range(cells) if cell % columns < columns - 1)
    names = [f"{FILES[cell % columns]}{rows - cell // columns}" for cell in range(cells)]
    letters = list(LETTERS[:players])

    def start(seed: int) -> State:
        chance = random.Random(seed)  # noqa: S311 - chosen for its repeatability
        return _state([0, 0, 0, 0], [chance.choice(VALUES) for _ in range(cells)], 0)

    def moves(state: State) -> Iterator[int]:
        free = full & ~claimed(state)
        while free:
            yield lowest(free)
            free &= free - 1

    def claimed(state: State) -> int:
        return state.first | state.second | state.third | state.fourth

    def play(state: State, move: int) -> State:
        tile = 1 << move
        return State(
            first=state.first | (tile if state.turn == 0 else 0),
            second=state.second | (tile if state.turn == 1 else 0),
            third=state.third | (tile if state.turn == 2 else 0),
            fourth=state.fourth | (tile if state.turn == 3 else 0),
            ones=state.ones,
            twos=state.twos,
            turn=(state.turn + 1) % players,
        )

    def score(state: State, side: int) -> int:
        return tile_points(state, side) + pair_points(state, side)

    def tile_points(state: State, side: int) -> int:
        own = state[side]
        return 2 * popcount(own) + popcount(own & state.ones) + 2 * popcount(own & state.twos)

    def pair_points(state: State, side: int) -> int:
        own = state[side]
        pairs = own & own >> columns if side % 2 == 0 else own & not_last & own >> 1
        return PAIR * popcount(pairs)

    def payoff(state: State, side: int) -> int:
        lead = margin(state, side)
        return WIN if lead > 0 else DRAW if lead == 0 else LOSS

    def margin(state: State, side: int) -> int:
        """The score of a side less the best of the others'."""
        best = 0
        for other in range(players):
            if other != side:
                best = max(best, score(state, other))
        return score(state, side) - best

    def evaluate(state: State, side: int) -> int:
        """The score of a side less the sum of the others'."""
        total = 0
        for other in range(players):
            total += score(state, other) if other == side else -score(state, other)
        return total

    def rank(state: State, move: int) -> int:
        """What the move adds to the mover's score."""
        return score(play(state, move), state.turn) - score(state, state.turn)

    def explain(state: State, side: int) -> Mapping[str, int]:
        others = [other for other in range(players) if other != side]
        return {
            "own tiles": tile_points(state, side),
            "own pairs": pair_points(state, side),
            "others' tiles": -sum(tile_points(state, other) for other in others),
            "others' pairs": -sum(pair_points(state, other) for other in others),
        }

    def pairs_of(state: State, side: int) -> int:
        return pair_points(state, side) // PAIR

    def facts(state: State, move: int) -> Iterator[Fact]:
        side, after = state.turn, play(state, move)
        value = 2 + (state.ones >> move & 1) + 2 * (state.twos >> move & 1)
        yield PHRASES.fact("claims_tile", tile=names[move], points=value, cells=[move])
        made = pairs_of(after, side) - pairs_of(state, side)
        if made:
            yield PHRASES.fact("makes_pairs", pairs=made, points=made * PAIR, cells=[move])
        for other in range(players):
            # What the tile would have given to another, had it been the other's turn.
            kept = pairs_of(play(state._replace(turn=other), move), other) - pairs_of(state, other)
            if other != side and kept:
                yield PHRASES.fact(
                    "denies_pairs", side=SIDES[other], pairs=kept, points=kept * PAIR, cells=[move]
                )
        replies = sorted(moves(after), key=lambda reply: -rank(after, reply))
        if replies:
            best = replies[0]
            yield PHRASES.fact(
                "lets_claim",
                side=SIDES[after.turn],
                tile=names[best],
                points=rank(after, best),
                then=(best,),
                cells=[best],
            )

    def format_move(state: State, move: int) -> str:
        return names[move]

    def parse_move(state: State, text: str) -> int:
        if text.casefold() not in names:
            raise ValueError(f"tiles are {names[-columns]}-{names[columns - 1]}")
        return names.index(text.casefold())

    def why_not(state: State, move: int) -> Message | None:
        if claimed(state) >> move & 1:
            return Message("tile_claimed", f"{names[move]} is claimed", {"tile": names[move]})
        return None

    def occupants(state: State) -> list[str]:
        return [
            "".join(letters[side] for side in range(players) if state[side] >> cell & 1)
            + str(2 + (state.ones >> cell & 1) + 2 * (state.twos >> cell & 1))
            for cell in range(cells)
        ]

    def format_state(state: State) -> str:
        shown = occupants(state)
        return "/".join("".join(shown[row * columns :][:columns]) for row in range(rows))

    def parse_state(text: str) -> State:
        found = [
            re.findall(rf"([{''.join(letters)}]?)([2-5])|(\S)", row, re.IGNORECASE)
            for row in text.split("/")
        ]
        shown = [tile for row in found for tile in row]
        if [len(row) for row in found] != [columns] * rows or any(wrong for _, _, wrong in shown):
            raise ValueError(
                f"expected {rows} rows of {columns} values from 2 to 5, claimed ones after one of "
                f"{', '.join(letters)}, for example {format_state(start(0))}"
            )
        owned = [
            sum(1 << cell for cell, (owner, *_) in enumerate(shown) if owner.upper() == letter)
            for letter in letters
        ]
        return _claimed(owned, [int(value) for _, value, _ in shown])

    return Game(
        "tiles",
        start,
        moves,
        play,
        payoff,
        evaluate,
        title="Tiles",
        sides=SIDES[:players],
        mirrored=players == 2,
        rank=rank,
        margin=margin,
        notation=Notation(
            format_move=format_move,
            parse_move=parse_move,
            format_state=format_state,
            parse_state=parse_state,
        ),
        geometry=Geometry(
            cells=grid_cells(rows, columns, lambda row, column: names[row * columns + column]),
            pieces=tuple(
                Piece(f"{letter}{value}", f"{SIDES[side]} tile of {value}", side)
                for side, letter in enumerate(letters)
                for value in VALUES
            ),
            occupants=occupants,
            files=tuple(FILES[:columns]),
            ranks=tuple(str(rows - row) for row in range(rows)),
            caption=lambda state: ", ".join(
                f"{SIDES[side]} {score(state, side)}" for side in range(players)
            ),
        ),
        explain=explain,
        why_not=why_not,
        vocabulary=Vocabulary(phrases=PHRASES, facts=facts, nudges=NUDGES),
        levels=LEVELS,
        options=OPTIONS,
        settings={"rows": rows, "columns": columns, "players": players},
        build=tiles,
    )


def _check_size(rows: int, columns: int, players: int) -> None:
    cells = rows * columns
    if cells > CELLS_LIMIT:
        raise OptionError(
            "too_large",
            game="tiles",
            rows=rows,
            columns=columns,
            cells=cells,
            limit=CELLS_LIMIT,
            works="7 x 9",
        )
    if cells < players:
        raise OptionError(
            "bad_option",
            name="players",
            game="tiles",
            value=players,
            expected=f"at most one for every tile, of which {rows} x {columns} has {cells}",
        )


def _state(owned: list[int], values: list[int], turn: int) -> State:
    """The position with these tiles owned, and these values."""
    ones = sum((value - 2 & 1) << cell for cell, value in enumerate(values))
    twos = sum((value - 2 >> 1) << cell for cell, value in enumerate(values))
    first, second, third, fourth = owned
    return State(first, second, third, fourth, ones, twos, turn)


def _claimed(owned: list[int], values: list[int]) -> State:
    """The position with these tiles owned, if claiming in turns leads to it."""
    counts = [popcount(own) for own in owned]
    total = sum(counts)
    players = len(owned)
    expected = [(total + players - 1 - side) // players for side in range(players)]
    if counts != expected:
        raise ValueError(
            f"expected tiles claimed in turns, {' and '.join(map(str, expected))} of {total}, "
            f"got {' and '.join(map(str, counts))}"
        )
    return _state(owned + [0] * (4 - players), values, total % players)


GAME = tiles()
