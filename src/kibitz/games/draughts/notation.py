"""Draughts moves as text: 22-18, 22x13, or every square of a capture if that is ambiguous.

A capture is written as its first and last square unless another legal capture shares both. In that
case every intermediate square is written too: the square where the piece turns or, if it jumps
straight on, the square right behind the captured piece, as in PDN. The parser accepts any of the
intermediate squares of any path of the capture, as numbers or names, separated by -, x or :.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from kibitz.core.bits import squares as squares_in
from kibitz.core.errors import AmbiguousMoveError
from kibitz.games.draughts.best_captures import MAX_CAPTURES
from kibitz.games.draughts.captures import Path, path_from
from kibitz.games.draughts.encoding import FIRST, PASSED
from kibitz.games.draughts.fen import format_fen
from kibitz.games.draughts.kind import Kind
from kibitz.games.draughts.state import State

_LETTERED = re.compile(r"[a-j](?:10|[1-9])(?:\s?[-x:×]?\s?[a-j](?:10|[1-9]))+")
_NUMBERED = re.compile(r"\d\d?(?:\s?[-x:×]\s?\d\d?)+", re.ASCII)
_SQUARE = re.compile(r"[a-j](?:10|[1-9])|\d\d?", re.ASCII)
_LONGEST = 300  # characters of a move
_MOST_JUMPS = 50_000  # jumps tried when parsing one capture: half a second


@lru_cache(maxsize=512)
def legal_moves(kind: Kind, state: State) -> tuple[int, ...]:
    """The legal moves of `state`; cached for a few states."""
    return tuple(kind.rules.moves(state))


def ends(move: int) -> tuple[int, int]:
    """The first and the last square of a move."""
    return move & 63, move >> 6 & 63


def format_move(kind: Kind, state: State, move: int) -> str:
    """The text of a legal move."""
    start, end = ends(move)
    names, sign = kind.squares.names, kind.variant.sign
    if not kind.rules.unpack(move):
        return f"{names[start]}-{names[end]}"
    twins = [other for other in legal_moves(kind, state) if ends(other) == (start, end)]
    if len(twins) < 2 or move not in twins:
        return f"{names[start]}{sign}{names[end]}"
    return sign.join(names[square] for square in way(kind, state, move))


def way(kind: Kind, state: State, move: int) -> list[int]:
    """The squares that a piece visits in a legal move, first to last."""
    start, end = ends(move)
    if not kind.rules.unpack(move):
        return [start, end]
    return _ways(kind, state, start)[move]


@lru_cache(maxsize=128)
def _ways(kind: Kind, state: State, start: int) -> dict[int, list[int]]:
    """The squares visited by each legal capture of the piece on `start`, found in one pass."""
    wanted = {move for move in legal_moves(kind, state) if ends(move)[0] == start}
    found: dict[int, list[int]] = {}
    for path in paths(kind, state, start):
        move = _move(kind, path)
        if move in wanted:
            found[move] = kind.rules.captures.visited(path)
            wanted.remove(move)
        if not wanted:
            break
    return found


def paths(kind: Kind, state: State, start: int) -> Iterator[Path]:
    """Every complete capture of the piece on `start`, regardless of precedence, up to the limit."""
    return islice(_all_paths(kind, state, start), MAX_CAPTURES)


def _all_paths(kind: Kind, state: State, start: int) -> Iterator[Path]:
    is_king = state.kings >> start & 1
    free = kind.free(state) | 1 << start
    path = path_from(start)
    while True:
        path = kind.rules.captures.follow(
            is_king, state.turn, state.theirs, state.kings, free, path
        )
        if path.depth < 0:
            return
        yield path


def _move(kind: Kind, path: Path) -> int:
    """The move for a path."""
    return kind.rules.made(kind.rules.captures.visited(path)[0], path)


def parse_move(kind: Kind, state: State, text: str) -> int:
    """Parse a move, legal or not; raises ValueError if it cannot be read."""
    named = _read(kind, text)
    budget = _Budget()
    fitting = [
        move
        for move in legal_moves(kind, state)
        if ends(move) == (named[0], named[-1])
        and (len(named) == 2 or _passes(kind, state, move, named[1:-1], budget))
    ]
    if len(fitting) > 1:
        raise AmbiguousMoveError(
            "ambiguous_move",
            text=text,
            candidates=" or ".join(format_move(kind, state, move) for move in fitting),
            game="draughts",
            position=format_fen(kind, state),
        )
    if fitting:
        return fitting[0]
    if state.mine >> named[0] & 1:
        # Also recognize captures without precedence, so that they are refused for the right reason.
        made = (_move(kind, path) for path in paths(kind, state, named[0]))
        for move in dict.fromkeys(move for move in made if ends(move)[1] == named[-1]):
            if len(named) == 2 or _passes(kind, state, move, named[1:-1], budget):
                return move
    if len(named) > 2:
        raise ValueError(f"no capture takes that route; {expected(kind)}")
    return named[0] | named[1] << 6


def _read(kind: Kind, text: str) -> list[int]:
    """The squares in `text`."""
    wanted = text.strip().lower()
    is_move = len(wanted) <= _LONGEST and (
        _LETTERED.fullmatch(wanted) or _NUMBERED.fullmatch(wanted)
    )
    if not is_move:
        raise ValueError(expected(kind))
    return [kind.squares.parse(name) for name in _SQUARE.findall(wanted)]


def expected(kind: Kind) -> str:
    """A description of the accepted move texts, for error messages."""
    one, other, third = (cell.name for cell in kind.squares.cells[:3])
    return (
        f"expected two or more squares from {kind.squares.span}, "
        f"such as {one}-{other} or {one}{kind.variant.sign}{third}"
    )


class _Budget:
    """A limit on the jumps tried for one text, because a capture can have millions of paths."""

    def __init__(self) -> None:
        self._left = _MOST_JUMPS

    def spend(self) -> None:
        """Count a jump; raises ValueError when the limit is reached."""
        if self._left == 0:
            raise ValueError("too many captures fit: write only the first and the last square")
        self._left -= 1


def _passes(kind: Kind, state: State, move: int, stops: list[int], budget: _Budget) -> bool:
    """Whether any path of the capture `move` lands on `stops`, in that order."""
    variant, jumps = kind.variant, kind.rules.captures.jumps
    start, end = ends(move)
    taken = kind.rules.unpack(move)
    is_king = state.kings >> start & 1 != 0
    passing_row = kind.last_row(state.turn) if variant.promotion == "passing" and not is_king else 0
    is_passed_at_end = passing_row != 0 and move >> PASSED & 1 != 0
    free = kind.free(state) | 1 << start
    first = move >> FIRST & 63 if variant.loops == "both ways" else 0
    failed: set[tuple[int, int, bool, int]] = set()

    def leads(square: int, done: int, is_passed: bool, stop: int) -> bool:
        if done == taken:
            return square == end and stop == len(stops) and is_passed == is_passed_at_end
        here = (square, done, is_passed, stop)
        if here in failed:
            return False
        targets = state.theirs & ~done
        room = free | done if variant.removal == "immediately" else free
        flies = is_king or is_passed
        for landing in squares_in(
            jumps.landings(square, flies, state.turn, targets, state.kings, room)
        ):
            budget.spend()
            if first and done == 0 and landing != first:
                continue
            hit = 1 << jumps.jumped(square, landing, targets)
            met = stop < len(stops) and stops[stop] == landing
            passed = is_passed or passing_row >> landing & 1 != 0
            if hit & taken and leads(landing, done | hit, passed, stop + met):
                return True
        failed.add(here)
        return False

    return taken != 0 and leads(start, 0, False, 0)
