"""Why a move of draughts is not legal, in words."""

from __future__ import annotations

from kibitz.core.messages import Message
from kibitz.games.draughts.kind import Kind
from kibitz.games.draughts.notation import ends, format_move, legal_moves
from kibitz.games.draughts.state import State

_SHOWN = 4  # moves that a reason lists at most
_PRECEDENCE = {
    "none": "you must make a whole capture",
    "king": "a king must capture before a man",
    "pieces": "you must capture the most pieces",
    "pieces, kings": "you must capture the most pieces, and of these the most kings",
    "italian": "you must capture the most pieces, with a king, the most kings, a king soonest",
    "frisian": "you must make the capture of the highest value, and with a king if that can",
}


def why_not(kind: Kind, state: State, move: int) -> Message | None:
    """Why `move` is not legal; None where it is, or where the game is over."""
    legal = legal_moves(kind, state)
    start, end = ends(move)
    names = kind.squares.names
    if move in legal or not legal:
        return None
    if start not in names or end not in names:
        return Message("no_square", f"squares are {kind.squares.span}")
    mover, waiter = kind.variant.sides if state.turn == 0 else kind.variant.sides[::-1]
    if state.theirs >> start & 1:
        return _about("not_yours", f"the piece on {names[start]} is {waiter}'s", names[start])
    if not state.mine >> start & 1:
        return _about("no_piece", f"{mover} has no piece on {names[start]}", names[start])
    captures = [other for other in legal if kind.rules.unpack(other)]
    if captures:
        listed = ", ".join(format_move(kind, state, other) for other in captures[:_SHOWN])
        listed += ", …" if len(captures) > _SHOWN else ""
        if not kind.rules.unpack(move):
            return Message("must_capture", f"you must capture: {listed}", {"moves": listed})
        rule = _PRECEDENCE[kind.variant.precedence]
        return Message("other_capture", f"{rule}: {listed}", {"moves": listed})
    if (state.mine | state.theirs) >> end & 1:
        return _about("square_taken", f"square {names[end]} is taken", names[end])
    return _step(kind, state, start, end)


def _step(kind: Kind, state: State, start: int, end: int) -> Message:
    """What is wrong with a step to a free square when there is nothing to capture."""
    here, there = kind.squares.names[start], kind.squares.names[end]
    places = {bit: place for place, bit in kind.board.bits.items()}
    (row, column), (end_row, end_column) = places[start], places[end]
    up, right = end_row - row, end_column - column
    is_king = state.kings >> start & 1 != 0
    if abs(up) != abs(right):
        return _about("no_diagonal", f"{there} is not on a diagonal of {here}", there)
    if not is_king and (up < 0) == (state.turn == 0):
        return _about("no_way_back", "a man moves forwards only", here)
    if abs(up) > 1 and not (is_king and kind.variant.flying):
        piece = "king" if is_king else "man"
        return _about("one_square", f"a {piece} moves one square, or captures", here)
    if is_king and not kind.rules.reach(start, kind.free(state)) >> end & 1:
        return _about("way_blocked", f"the way from {here} to {there} is blocked", there)
    times = kind.variant.king_limit
    text = f"the king on {here} has moved {times} times running: another piece must move"
    return _about("king_rests", text, here)


def _about(code: str, text: str, square: str) -> Message:
    return Message(code, text, {"square": square})
