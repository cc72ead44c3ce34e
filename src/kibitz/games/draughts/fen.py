"""Draughts positions as FEN: W:W21,K22:B1,2 is White to move, a man and a king against two men.

Squares are numbers or names such as c3, a range such as 1-12 means every square in it, K marks a
king, and a final dot is allowed. Counters may follow:

    :H12       plies without a capture or a move of a man
    :E6        plies in an ending with a move limit
    :R4        plies for which a lone king has held the long diagonal
    :L46x2     the king on 46 has moved twice in a row, in variants that limit this
    :F31       the move number, which is ignored
"""

from __future__ import annotations

import re

from kibitz.core.errors import PositionError
from kibitz.games.draughts.best_captures import MAX_CAPTURES
from kibitz.games.draughts.kind import Kind
from kibitz.games.draughts.state import State

_LONGEST = 2000  # characters of a position
_PIECE = re.compile(r"(k?)\s*([a-j]\d\d?|\d\d?)(?:\s*-\s*([a-j]\d\d?|\d\d?))?", re.ASCII)
_CLOCK = re.compile(r"[herf]\d{1,6}", re.ASCII)
_RUN = re.compile(r"([a-j]\d\d?|\d\d?)x([1-3])", re.ASCII)


def format_fen(kind: Kind, state: State) -> str:
    """The position as FEN."""
    pieces = dict(zip(kind.variant.sides, kind.by_player(state), strict=True))
    shown_kings = state.kings if kind.variant.has_kings else 0
    parts = [kind.variant.sides[state.turn][0].upper()]
    for side in ("white", "black"):
        listed = ",".join(
            ("K" if shown_kings >> bit & 1 else "") + cell.name
            for cell, bit in zip(kind.squares.cells, kind.squares.bits, strict=True)
            if pieces[side] >> bit & 1
        )
        parts.append(side[0].upper() + listed)
    clocks = (("H", state.quiet), ("E", state.ending), ("R", state.road))
    parts += [f"{letter}{count}" for letter, count in clocks if count]
    runs = (state.limits & 255, state.limits >> 8)
    listed = ",".join(f"{kind.squares.names[run & 63]}x{run >> 6}" for run in runs if run)
    if listed:
        parts.append("L" + listed)
    return ":".join(parts)


def parse_fen(kind: Kind, text: str) -> State:
    """Parse `text`; raises ValueError, with the reason, if it cannot be read.

    Raises PositionError if the position has more captures than the rules can follow.
    """
    line = text.strip().removesuffix(".")
    if len(line) > _LONGEST:
        raise ValueError(f"expected at most {_LONGEST} characters, such as {_example(kind)}")
    turn, *parts = (part.strip().lower() for part in line.split(":"))
    if turn not in ("w", "b") or not parts:
        raise ValueError(f"expected W: or B: and the pieces, such as {_example(kind)}")
    boards: dict[str, int] = {}
    clocks: dict[str, int] = {}
    kings = 0
    runs = None
    for part in parts:
        letter, rest = part[:1], part[1:]
        if letter in ("w", "b") and letter not in boards and not clocks and runs is None:
            taken = boards.get("w", 0) | boards.get("b", 0)
            boards[letter], royal = _parse_pieces(kind, rest, taken)
            kings |= royal
        elif _CLOCK.fullmatch(part) and letter not in clocks:
            clocks[letter] = int(rest)
        elif letter == "l" and runs is None:
            runs = rest
        else:
            raise ValueError(f"cannot read {part!r}; expected a line such as {_example(kind)}")
    if not boards:
        raise ValueError(f"expected the pieces of White or Black, such as {_example(kind)}")
    state = state_of(kind, turn, boards, kings)
    _check(kind, state)
    if kind.rules.exceeds(state):
        raise PositionError("too_many_captures", limit=MAX_CAPTURES, text=line)
    state = state._replace(limits=_parse_runs(kind, state, runs))
    return _with_clocks(kind, state, clocks)


def _example(kind: Kind) -> str:
    """The starting position, as an example."""
    return format_fen(kind, kind.rules.start)


def _parse_pieces(kind: Kind, text: str, taken: int) -> tuple[int, int]:
    """The squares listed in `text`, and those of them with kings."""
    pieces = kings = 0
    for item in text.split(",") if text.strip() else ():
        found = _PIECE.fullmatch(item.strip())
        if not found:
            raise ValueError(f"cannot read the piece {item.strip()!r}; expected 7 or K7")
        king, first, last = found.groups()
        for bit in _range(kind, first, last or first):
            if (pieces | taken) >> bit & 1:
                raise ValueError(f"two pieces on square {kind.squares.names[bit]}")
            pieces |= 1 << bit
            kings |= (1 << bit) if king else 0
    return pieces, kings


def _range(kind: Kind, first: str, last: str) -> tuple[int, ...]:
    """The squares from `first` to `last` in the order of their numbers."""
    bits = kind.squares.bits
    start, end = bits.index(kind.squares.parse(first)), bits.index(kind.squares.parse(last))
    if start > end:
        raise ValueError(f"expected an ascending range of squares, got {first}-{last}")
    return bits[start : end + 1]


def state_of(kind: Kind, turn: str, boards: dict[str, int], kings: int) -> State:
    """The position with these pieces; sides are named by the letters w and b."""
    first, second = (side[0] for side in kind.variant.sides)
    mine = boards.get(turn, 0)
    theirs = boards.get(second if turn == first else first, 0)
    if not kind.variant.has_kings and not kings:
        # A side that has reached the last row has won; the rules represent this as a king.
        by_letter = {first: 0, second: 1}
        kings = sum(boards.get(side, 0) & kind.last_row(by_letter[side]) for side in by_letter)
    return kind.rules.start._replace(
        mine=mine, theirs=theirs, kings=kings, turn=0 if turn == first else 1
    )


def _check(kind: Kind, state: State) -> None:
    """Raises ValueError if the position cannot occur."""
    players = kind.by_player(state)
    names = kind.squares.names
    for side, name in enumerate(kind.variant.sides):
        stuck = players[side] & ~state.kings & kind.last_row(side)
        if stuck:
            square = names[stuck.bit_length() - 1]
            raise ValueError(
                f"the {name} man on {square} is on the last row and must be a king: K{square}"
            )
    if not kind.variant.has_kings:
        for player in (0, 1):
            if players[player] & state.kings & ~kind.last_row(player):
                raise ValueError(f"there are no kings in {kind.variant.name}")
    if kind.variant.goal == "king" and all(pieces & state.kings for pieces in players):
        raise ValueError("both sides have reached the last row: the first to do so has won already")


def _parse_runs(kind: Kind, state: State, text: str | None) -> int:
    """Parse the consecutive quiet moves of one king per side, for `State.limits`."""
    limits = 0
    if text is None:
        return limits
    if not kind.variant.king_limit:
        raise ValueError(f"{kind.variant.name} does not limit moves of kings: leave out L{text}")
    players = kind.by_player(state)
    for item in text.split(","):
        found = _RUN.fullmatch(item.strip())
        if not found:
            raise ValueError(f"expected a king's square and moves, such as L46x2, got {item!r}")
        bit = kind.squares.parse(found[1])
        owner = 0 if players[0] >> bit & 1 else 1
        if not state.kings >> bit & 1 or not players[owner] & ~state.kings:
            raise ValueError(
                f"expected a king on {found[1]}, of a side that also has a man, got L{text}"
            )
        if limits >> 8 * owner & 255:
            raise ValueError(f"expected one king per side, got L{text}")
        limits |= (int(found[2]) << 6 | bit) << 8 * owner
    return limits


def clocks_of(kind: Kind) -> dict[str, str]:
    """The clocks that the variant uses, each with its letter in a FEN."""
    draws = kind.variant.draws
    has_endings = draws in ("international", "russian", "frisian")
    return {
        **({} if draws == "none" else {"quiet": "h"}),
        **({"ending": "e"} if has_endings else {}),
        **({"road": "r"} if draws == "russian" else {}),
    }


def _with_clocks(kind: Kind, state: State, clocks: dict[str, int]) -> State:
    """The position with these clocks; any that the variant does not use are 0."""
    kept = {name: clocks.get(letter, 0) for name, letter in clocks_of(kind).items()}
    return state._replace(**kept)
