"""The reasons why draughts moves are illegal."""

from __future__ import annotations

from kibitz.core.messages import Message, own_message
from kibitz.games.draughts.kind import Kind
from kibitz.games.draughts.notation import ends, format_move, legal_moves
from kibitz.games.draughts.state import State

REASONS = {
    "no_square": "The squares are {span}.",
    "not_yours": "The piece on {square} belongs to {side}.",
    "no_piece": "{side} has no piece on {square}.",
    "must_capture": "You must capture: {moves}.",
    "other_capture": "{rule}: {moves}.",
    "square_taken": "Square {square} is occupied.",
    "no_diagonal": "{square} is not on a diagonal from {start}.",
    "no_way_back": "Men move forwards only.",
    "one_square": "A {piece} moves one square unless it captures.",
    "way_blocked": "The path from {start} to {square} is blocked.",
    "king_rests": "The king on {square} has moved {times} times in a row. Move another piece.",
}
_SHOWN = 4  # a reason lists at most this many moves
PRECEDENCE = {
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
        return own_message(REASONS, "no_square", span=kind.squares.span)
    mover, waiter = kind.variant.sides if state.turn == 0 else kind.variant.sides[::-1]
    if state.theirs >> start & 1:
        return own_message(REASONS, "not_yours", square=names[start], side=waiter)
    if not state.mine >> start & 1:
        side = mover.capitalize()
        return own_message(REASONS, "no_piece", square=names[start], side=side)
    captures = [other for other in legal if kind.rules.unpack(other)]
    if captures:
        listed = ", ".join(format_move(kind, state, other) for other in captures[:_SHOWN])
        listed += ", …" if len(captures) > _SHOWN else ""
        if not kind.rules.unpack(move):
            return own_message(REASONS, "must_capture", moves=listed)
        rule = PRECEDENCE[kind.variant.precedence]
        return own_message(REASONS, "other_capture", rule=rule, moves=listed)
    if (state.mine | state.theirs) >> end & 1:
        return own_message(REASONS, "square_taken", square=names[end])
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
        return own_message(REASONS, "no_diagonal", square=there, start=here)
    if not is_king and (up < 0) == (state.turn == 0):
        return own_message(REASONS, "no_way_back", square=here)
    if abs(up) > 1 and not (is_king and kind.variant.flying):
        piece = "king" if is_king else "man"
        return own_message(REASONS, "one_square", square=here, piece=piece)
    if is_king and not kind.rules.reach(start, kind.free(state)) >> end & 1:
        return own_message(REASONS, "way_blocked", square=there, start=here)
    return own_message(REASONS, "king_rests", square=here, times=kind.variant.king_limit)
