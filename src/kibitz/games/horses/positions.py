"""Smart Horses positions as text.

Rows are listed from the top, with commas between squares: a number for a run of free squares, `#`
for a destroyed square, a signed value such as `+5`, and a letter for a knight, followed by its
square's value if there is one, as in `W+5`. Then come the side to move and the scores:

    8/3,+10,4/8/2,W,5/8/5,B,2/-4,7/8 w 0:0
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kibitz.games.horses.board import (
    SCORE_LIMIT,
    SIZE,
    SQUARES,
    VALUE_LIMIT,
    State,
    is_gone,
    knight_of,
    pack,
    score_of,
    value_at,
)
from kibitz.games.horses.rules import Rules

GONE = "#"
FREE = "."
_EXAMPLE = "8/3,+10,4/8/2,W,5/8/5,B,2/-4,7/8 w 0:0"
_SCORE = re.compile(r"[+-]?[0-9]{1,4}")


def occupants_of(letters: Sequence[str]) -> Callable[[State], list[str]]:
    """A function that returns the contents of every square."""

    def occupants(state: State) -> list[str]:
        shown = []
        for square in range(SQUARES):
            value = value_at(state, square)
            shown.append(GONE if is_gone(state, square) else f"{value:+}" if value else "")
        for side, letter in enumerate(letters):
            shown[knight_of(state, side)] = letter
        return shown

    return occupants


def contents_of(letters: Sequence[str]) -> Callable[[State], list[str]]:
    """A function that returns the contents of every square, with the values below knights."""
    occupants = occupants_of(letters)

    def contents(state: State) -> list[str]:
        cells = occupants(state)
        for side in range(len(letters)):
            square = knight_of(state, side)
            value = value_at(state, square)
            cells[square] += f"{value:+}" if value else ""
        return cells

    return contents


def state_formatter(letters: Sequence[str]) -> Callable[[State], str]:
    """A formatter for positions."""
    contents = contents_of(letters)

    def format_state(state: State) -> str:
        cells = contents(state)
        rows = [_format_row(cells[first : first + SIZE]) for first in range(0, SQUARES, SIZE)]
        scores = ":".join(str(score_of(state, side)) for side in range(len(letters)))
        return f"{'/'.join(rows)} {letters[state.turn].casefold()} {scores}"

    return format_state


def _format_row(cells: Sequence[str]) -> str:
    """The text of a row, with each run of free squares replaced by its length."""
    text = ",".join(cell or FREE for cell in cells)
    return re.sub(r"\.(,\.)*", lambda run: str(run[0].count(FREE)), text)


def state_parser(letters: Sequence[str], rules: Rules) -> Callable[[str], State]:
    """A parser for positions."""

    def parse_state(text: str) -> State:
        words = text.upper().split()
        rows = words[0].split("/") if len(words) == 3 else []
        if len(rows) != SIZE:
            raise ValueError(
                f"expected eight rows, the side to move and the scores, for example {_EXAMPLE}"
            )
        if words[1] not in letters:
            sides = ", ".join(letters).casefold()
            raise ValueError(f"expected one of {sides} to move, got {words[1].casefold()!r}")
        cells = [cell for row in rows for cell in _parse_row(row, letters)]
        for letter in letters:
            if [knight for knight, _ in cells].count(letter) != 1:
                raise ValueError(f"expected exactly one knight {letter}")
        state = pack(
            letters.index(words[1]),
            [[knight for knight, _ in cells].index(letter) for letter in letters],
            _parse_scores(words[2], len(letters)),
            [value for _, value in cells],
            [square for square, (mark, _) in enumerate(cells) if mark == GONE],
        )
        if not rules.mobility(state, state.turn) and not rules.is_over(state):
            raise ValueError(
                f"{words[1].casefold()} cannot move, so it cannot be its turn: expected the next "
                "side that can move, and 4 points deducted for each side that is skipped"
            )
        return state

    return parse_state


def _parse_row(row: str, letters: Sequence[str]) -> list[tuple[str, int]]:
    """For each of a row's eight squares: a knight's letter, # or an empty string, and a value."""
    cells: list[tuple[str, int]] = []
    for word in row.split(","):
        read = re.fullmatch(rf"([{''.join(letters)}{GONE}]?)([+-][0-9]{{1,2}})?|([1-8])|\.", word)
        if not word or not read or (read[1] == GONE and read[2]):
            raise ValueError(
                f"expected a number of free squares, a signed value, a knight or #, got {word!r}"
            )
        value = int(read[2] or 0)
        if abs(value) > VALUE_LIMIT:
            raise ValueError(f"expected values from -{VALUE_LIMIT} to +{VALUE_LIMIT}, got {word}")
        cells += [(read[1] or "", value)] * int(read[3] or 1)
    if len(cells) != SIZE:
        raise ValueError(f"expected eight squares in the row {row!r}, got {len(cells)}")
    return cells


def _parse_scores(text: str, players: int) -> list[int]:
    """Parse the score of each side."""
    words = text.split(":")
    if len(words) != players or not all(_SCORE.fullmatch(word) for word in words):
        example = ":".join(["0"] * players)
        raise ValueError(f"expected {players} scores such as {example}, got {text!r}")
    scores = [int(word) for word in words]
    if max(map(abs, scores)) > SCORE_LIMIT:
        raise ValueError(f"expected scores from -{SCORE_LIMIT} to {SCORE_LIMIT}, got {text!r}")
    return scores
