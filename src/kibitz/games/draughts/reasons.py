"""The reasons why draughts moves are illegal."""

from __future__ import annotations

from kibitz.core.messages import Message
from kibitz.games.draughts.kind import Kind
from kibitz.games.draughts.notation import ends, format_move, legal_moves
from kibitz.games.draughts.state import State

_SHOWN = 4  # a reason lists at most this many moves
_PRECEDENCE = {
    "none": "You must complete the capture",
    "king": "You must capture with a king",
    "pieces": "You must capture as many pieces as possible",
    "pieces, kings": "You must capture as many pieces, and of these as many kings, as possible",
    "italian": "You must capture as many pieces as possible, then with a king, then as many kings, "
    "then a king as early as possible",
    "frisian": "You must make the most valuable capture, with a king if possible",
}


def why_not(kind: Kind, state: State, move: int) -> Message | None:
    """The reason why `move` is illegal; None if it is legal or the game is over."""
    legal = legal_moves(kind, state)
    start, end = ends(move)
    names = kind.squares.names
    if move in legal or not legal:
        return None
    if start not in names or end not in names:
        return Message("no_square", f"The squares are {kind.squares.span}.")
    mover, waiter = kind.variant.sides if state.turn == 0 else kind.variant.sides[::-1]
    if state.theirs >> start & 1:
        text = f"The piece on {names[start]} belongs to {waiter}."
        return _reason("not_yours", text, names[start])
    if not state.mine >> start & 1:
        text = f"{mover.capitalize()} has no piece on {names[start]}."
        return _reason("no_piece", text, names[start])
    captures = [other for other in legal if kind.rules.unpack(other)]
    if captures:
        listed = ", ".join(format_move(kind, state, other) for other in captures[:_SHOWN])
        listed += ", …" if len(captures) > _SHOWN else ""
        stop = "" if len(captures) > _SHOWN else "."
        if not kind.rules.unpack(move):
            return Message("must_capture", f"You must capture: {listed}{stop}", {"moves": listed})
        rule = _PRECEDENCE[kind.variant.precedence]
        return Message("other_capture", f"{rule}: {listed}{stop}", {"moves": listed})
    if (state.mine | state.theirs) >> end & 1:
        return _reason("square_taken", f"Square {names[end]} is occupied.", names[end])
    return _step(kind, state, start, end)


def must_capture(kind: Kind, state: State) -> bool:
    """Whether every legal move captures although some piece could move to a free square."""
    legal = legal_moves(kind, state)
    if not legal or not kind.rules.unpack(next(iter(legal))):
        return False
    free = kind.free(state)
    men = state.mine & ~state.kings if kind.variant.has_kings else state.mine
    forward = 1 if state.turn == 0 else -1
    bits = kind.board.bits
    for (row, column), bit in bits.items():
        ways = (forward,) if men >> bit & 1 else (1, -1)
        places = [(row + up, column + right) for up in ways for right in (-1, 1)]
        if state.mine >> bit & 1 and any(free >> bits[p] & 1 for p in places if p in bits):
            return True
    return False


def _step(kind: Kind, state: State, start: int, end: int) -> Message:
    """The reason why a move to a free square is illegal when no capture is available."""
    here, there = kind.squares.names[start], kind.squares.names[end]
    places = {bit: place for place, bit in kind.board.bits.items()}
    (row, column), (end_row, end_column) = places[start], places[end]
    up, right = end_row - row, end_column - column
    is_king = state.kings >> start & 1 != 0
    if abs(up) != abs(right):
        return _reason("no_diagonal", f"{there} is not on a diagonal from {here}.", there)
    if not is_king and (up < 0) == (state.turn == 0):
        return _reason("no_way_back", "Men move forwards only.", here)
    if abs(up) > 1 and not (is_king and kind.variant.flying):
        piece = "king" if is_king else "man"
        return _reason("one_square", f"A {piece} moves one square unless it captures.", here)
    if is_king and not kind.rules.reach(start, kind.free(state)) >> end & 1:
        return _reason("way_blocked", f"The path from {here} to {there} is blocked.", there)
    times = kind.variant.king_limit
    text = f"The king on {here} has moved {times} times in a row. Move another piece."
    return _reason("king_rests", text, here)


def _reason(code: str, text: str, square: str) -> Message:
    return Message(code, text, {"square": square})
