"""Chess, by the laws of FIDE but for dead positions: the game ends by checkmate, stalemate, the
third occurrence of a position, or fifty moves of both sides without a capture or a pawn move.

    8   56 57 58 59 60 61 62 63
    7   48 49 50 51 52 53 54 55
    6   40 41 42 43 44 45 46 47
    5   32 33 34 35 36 37 38 39
    4   24 25 26 27 28 29 30 31
    3   16 17 18 19 20 21 22 23
    2    8  9 10 11 12 13 14 15
    1    0  1  2  3  4  5  6  7
         a  b  c  d  e  f  g  h

A board is a word whose bit i is square i; h8 is the sign of the word. So that plain Python and
compiled code agree, single squares come from the table BIT, and boards are never shifted left.
A move is source | target << 6 | promotion << 12, with the number of the new piece or 0.

It is one long module so that a match can load it. This measures the null move:

    kibitz match tests/chess.py --variant null_move --player nodes=20000 \\
        --player nodes=20000,null_move=off
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz import DRAW, LOSS, WIN, Game, Notation, Option
from kibitz.core.bits import highest, lowest

# Pieces. Of a piece that slides, bit 0 says that it moves diagonally and bit 1 in straight lines.
PAWN, KNIGHT, KING, BISHOP, ROOK, QUEEN = 1, 2, 3, 5, 6, 7
LETTERS = " pnk brq"
PROMOTIONS = (QUEEN, ROOK, BISHOP, KNIGHT)
NOWHERE = 64
CLOCK = 100  # plies without progress that draw the game

BIT = (*(1 << square for square in range(63)), -1 << 63, 0)  # the last one is NOWHERE's
UP = ((1, 0), (0, 1), (1, 1), (-1, 1))  # (file, rank) of the directions to higher squares
STEPS = (*UP, *((-file, -rank) for file, rank in UP))
LEAPS = tuple((file, rank) for file in (-2, -1, 1, 2) for rank in (3 - abs(file), abs(file) - 3))
EAST, NORTH, NORTH_EAST, NORTH_WEST, WEST, SOUTH, SOUTH_WEST, SOUTH_EAST = range(0, 512, 64)

# In hundredths of a pawn: the piece, a step towards the centre, and a step forward.
WORTH = {
    PAWN: (100, 4, 4),
    KNIGHT: (320, 10, 0),
    BISHOP: (330, 6, 0),
    ROOK: (500, 2, 2),
    QUEEN: (900, 3, 0),
    KING: (0, -10, -8),
}
VICTIM = tuple(WORTH[piece][0] if piece in WORTH else 0 for piece in range(8))


def _board(squares: Iterator[int]) -> int:
    found = 0
    for square in squares:
        found |= BIT[square]
    return found


def _near(square: int, steps: tuple[tuple[int, int], ...], reach: int = 1) -> int:
    """The squares that up to `reach` of these steps lead to, on an empty board."""
    places = [
        (square % 8 + count * file, square // 8 + count * rank)
        for file, rank in steps
        for count in range(1, reach + 1)
    ]
    return _board(x + 8 * y for x, y in places if 0 <= x < 8 and 0 <= y < 8)


RAYS = tuple(_near(square, (step,), 7) for step in STEPS for square in range(64))
STRAIGHTS = tuple(_near(square, (*STEPS[:2], *STEPS[4:6]), 7) for square in range(64))
DIAGONALS = tuple(_near(square, (*STEPS[2:4], *STEPS[6:]), 7) for square in range(64))
KNIGHTS = tuple(_near(square, LEAPS) for square in range(64))
KINGS = tuple(_near(square, STEPS) for square in range(64))
TAKES = tuple(  # by turn and square: what a pawn attacks
    _near(square, ((-1, rank), (1, rank))) for rank in (1, -1) for square in range(64)
)
# The rights to castle: 1 and 2 for White, 4 and 8 for Black, short and long. What a move leaves:
RIGHTS = tuple({4: 12, 7: 14, 0: 13, 60: 3, 63: 11, 56: 7}.get(square, 15) for square in range(64))


def _values() -> tuple[int, ...]:
    """By colour (Black first), piece and square: what it is worth to White."""
    found = []
    for sign in (-1, 1):
        for piece in range(8):
            worth, centre, forward = WORTH.get(piece, (0, 0, 0))
            for square in range(64):
                file, rank = square % 8, square // 8
                middle = min(file, 7 - file) + min(rank, 7 - rank) - 3
                ahead = rank if sign > 0 else 7 - rank
                found.append(sign * (worth + centre * middle + forward * ahead))
    return tuple(found)


VALUES = _values()
FEN = r"([1-8pnbrqkPNBRQK/]+) ([wb]) (-|K?Q?k?q?) (-|[a-h][36])(?: ([0-9]{1,4}) [0-9]{1,4})?"
HOMES = (("K", 4, 7), ("Q", 4, 0), ("k", 60, 63), ("q", 60, 56))  # of king and rook
VARIANTS = ("plain", "ranked", "null_move")
OPTIONS = (Option("variant", "plain", VARIANTS, "the hints to the search: each has one more"),)


class State(NamedTuple):
    """A position. The piece on a square is the sum of the boards `ones`, `twos` and `fours`."""

    mine: int  # squares of the side to move
    theirs: int  # squares of the other side
    ones: int  # pawns, kings, bishops, queens
    twos: int  # knights, kings, rooks, queens
    fours: int  # bishops, rooks, queens
    castling: int  # the rights to castle
    passing: int  # where a pawn can be taken en passant; NOWHERE if no pawn stands ready to
    quiet: int  # plies since the last capture or pawn move
    turn: int  # 0 is White


def moves(state: State) -> Iterator[int]:
    """Every legal move."""
    kings = state.ones & state.twos & ~state.fours
    king = lowest(state.mine & kings)
    occupied = state.mine | state.theirs
    is_check = attackers(state, king, state.theirs, occupied) != 0
    exposed = shields(state, king)
    pieces = state.mine
    while pieces != 0:
        source = lowest(pieces)
        pieces ^= BIT[source]
        piece = piece_at(state, source)
        is_pawn = piece == PAWN
        is_risky = is_check or piece == KING or exposed & BIT[source] != 0
        targets = reach(state, source, piece, is_check)
        while targets != 0:
            target = lowest(targets)
            targets ^= BIT[target]
            is_unsure = is_risky or (is_pawn and target == state.passing)
            if is_unsure and not is_safe(state, king, source, target):
                continue
            if is_pawn and (target < 8 or target > 55):
                for promotion in PROMOTIONS:
                    yield source | target << 6 | promotion << 12
            else:
                yield source | target << 6


def play(state: State, move: int) -> State:
    """The position after `move`."""
    source, target, promotion = move & 63, move >> 6 & 63, move >> 12
    piece = piece_at(state, source)
    emptied = BIT[source] | BIT[target]
    passing = NOWHERE
    rook = 0  # the two squares of a rook that castles
    if piece == PAWN:
        step = 8 - 16 * state.turn
        if target == state.passing:
            emptied |= BIT[target - step]
        elif target - source == 2 * step:
            ready = TAKES[64 * state.turn + source + step] & state.theirs
            if ready & state.ones & ~state.twos & ~state.fours != 0:
                passing = source + step
    elif piece == KING and target - source == 2:
        rook = BIT[target + 1] | BIT[target - 1]
    elif piece == KING and source - target == 2:
        rook = BIT[target - 2] | BIT[target + 1]
    is_quiet = piece != PAWN and state.theirs & BIT[target] == 0
    placed = promotion if promotion > 0 else piece
    return State(
        mine=state.theirs & ~emptied,
        theirs=(state.mine & ~emptied | BIT[target]) ^ rook,
        ones=state.ones & ~emptied | (BIT[target] if placed & 1 != 0 else 0),
        twos=(state.twos & ~emptied | (BIT[target] if placed & 2 != 0 else 0)) ^ rook,
        fours=(state.fours & ~emptied | (BIT[target] if placed & 4 != 0 else 0)) ^ rook,
        castling=state.castling & RIGHTS[source] & RIGHTS[target],
        passing=passing,
        quiet=state.quiet + 1 if is_quiet else 0,
        turn=1 - state.turn,
    )


def payoff(state: State, player: int) -> int:
    """Checkmate loses, stalemate draws."""
    if state.theirs & state.ones & state.twos & ~state.fours == 0:
        return WIN if player == state.turn else LOSS
    if not is_in_check(state):
        return DRAW
    return LOSS if player == state.turn else WIN


def evaluate(state: State, player: int) -> int:
    """Material and where it stands."""
    total = 0
    white = state.mine if state.turn == 0 else state.theirs
    pieces = state.mine | state.theirs
    while pieces != 0:
        square = lowest(pieces)
        pieces ^= BIT[square]
        total += VALUES[(white >> square & 1) << 9 | piece_at(state, square) << 6 | square]
    return total if player == 0 else -total


def drawn(state: State) -> bool:
    """Fifty moves of both sides without progress."""
    return state.quiet >= CLOCK


def noisy(state: State, move: int) -> bool:
    """Captures and promotions."""
    target = move >> 6 & 63
    if move >> 12 != 0 or state.theirs & BIT[target] != 0:
        return True
    return target == state.passing and piece_at(state, move & 63) == PAWN


def rank(state: State, move: int) -> int:
    """The most valuable victim first, taken by the least valuable piece; promotions by piece."""
    if not noisy(state, move):
        return 0
    victim = piece_at(state, move >> 6 & 63)
    if victim == 0 and move >> 12 == 0:
        victim = PAWN  # en passant
    return 8 * (VICTIM[victim] + VICTIM[move >> 12]) - VICTIM[piece_at(state, move & 63)] // 10


def null_move(state: State) -> State:
    """The other side to move; the same state for a side that is in check, or that has nothing but
    pawns and so may be in zugzwang.
    """
    kings = state.ones & state.twos & ~state.fours
    if is_in_check(state) or state.mine & (state.twos | state.fours) & ~kings == 0:
        return state
    return State(
        mine=state.theirs,
        theirs=state.mine,
        ones=state.ones,
        twos=state.twos,
        fours=state.fours,
        castling=state.castling,
        passing=NOWHERE,
        quiet=state.quiet + 1,
        turn=1 - state.turn,
    )


def piece_at(state: State, square: int) -> int:
    """The number of the piece on a square; 0 where it is empty."""
    ones, twos, fours = state.ones >> square, state.twos >> square, state.fours >> square
    return ones & 1 | (twos & 1) << 1 | (fours & 1) << 2


def reach(state: State, source: int, piece: int, is_check: bool) -> int:
    """Where a piece can go, the safety of its own king aside."""
    occupied = state.mine | state.theirs
    found = 0
    if piece == PAWN:
        step = 8 - 16 * state.turn
        found = TAKES[64 * state.turn + source] & (state.theirs | BIT[state.passing])
        if occupied & BIT[source + step] == 0:
            found |= BIT[source + step]
            if source >> 3 == 1 + 5 * state.turn and occupied & BIT[source + 2 * step] == 0:
                found |= BIT[source + 2 * step]
    elif piece == KNIGHT:
        found = KNIGHTS[source]
    elif piece == KING:
        found = KINGS[source]
        if not is_check and state.castling >> 2 * state.turn & 3 != 0:
            found |= castles(state, source, occupied)
    else:
        if piece & 1 != 0:
            found |= diagonal(source, occupied)
        if piece & 2 != 0:
            found |= straight(source, occupied)
    return found & ~state.mine


def castles(state: State, king: int, occupied: int) -> int:
    """Where a king that is not in check can castle to, if that is safe."""
    rights = state.castling >> 2 * state.turn
    short = BIT[king + 1] | BIT[king + 2]
    long = BIT[king - 1] | BIT[king - 2] | BIT[king - 3]
    found = 0
    if rights & 1 != 0 and occupied & short == 0:
        is_passable = attackers(state, king + 1, state.theirs, occupied) == 0
        found |= BIT[king + 2] if is_passable else 0
    if rights & 2 != 0 and occupied & long == 0:
        is_passable = attackers(state, king - 1, state.theirs, occupied) == 0
        found |= BIT[king - 2] if is_passable else 0
    return found


def is_safe(state: State, king: int, source: int, target: int) -> bool:
    """Whether a move leaves the mover's king out of check."""
    emptied = BIT[source]
    if target == state.passing and piece_at(state, source) == PAWN:
        emptied |= BIT[target - 8 + 16 * state.turn]
    occupied = (state.mine | state.theirs) & ~emptied | BIT[target]
    place = target if source == king else king
    return attackers(state, place, state.theirs & ~emptied & ~BIT[target], occupied) == 0


def is_in_check(state: State) -> bool:
    """Whether the side to move is in check."""
    king = lowest(state.mine & state.ones & state.twos & ~state.fours)
    return attackers(state, king, state.theirs, state.mine | state.theirs) != 0


def attackers(state: State, square: int, theirs: int, occupied: int) -> int:
    """The pieces of the other side, `theirs`, that attack a square."""
    diagonals = theirs & state.fours & state.ones
    straights = theirs & state.fours & state.twos
    others = theirs & ~state.fours
    found = TAKES[64 * state.turn + square] & others & state.ones & ~state.twos
    found |= KNIGHTS[square] & others & state.twos & ~state.ones
    found |= KINGS[square] & others & state.twos & state.ones
    if DIAGONALS[square] & diagonals != 0:
        found |= diagonal(square, occupied) & diagonals
    if STRAIGHTS[square] & straights != 0:
        found |= straight(square, occupied) & straights
    return found


def shields(state: State, king: int) -> int:
    """Pieces next on the lines from the king, where a slider may stand behind one of them."""
    diagonals = DIAGONALS[king] & state.theirs & state.fours & state.ones
    straights = STRAIGHTS[king] & state.theirs & state.fours & state.twos
    if diagonals | straights == 0:
        return 0
    occupied = state.mine | state.theirs
    found = (diagonal(king, occupied) | straight(king, occupied)) & state.mine
    behind = occupied & ~found
    pins = diagonal(king, behind) & diagonals | straight(king, behind) & straights
    return found if pins != 0 else 0


def diagonal(square: int, occupied: int) -> int:
    """What a bishop attacks."""
    up = upward(NORTH_EAST, square, occupied) | upward(NORTH_WEST, square, occupied)
    return up | downward(SOUTH_EAST, square, occupied) | downward(SOUTH_WEST, square, occupied)


def straight(square: int, occupied: int) -> int:
    """What a rook attacks."""
    up = upward(NORTH, square, occupied) | upward(EAST, square, occupied)
    return up | downward(SOUTH, square, occupied) | downward(WEST, square, occupied)


def upward(direction: int, square: int, occupied: int) -> int:
    """The ray to higher squares, up to the first piece; h8 has no such ray."""
    ray = RAYS[direction + square]
    return ray ^ RAYS[direction + lowest(ray & occupied | BIT[63])]


def downward(direction: int, square: int, occupied: int) -> int:
    """The ray to lower squares, up to the first piece; a1 has no such ray."""
    ray = RAYS[direction + square]
    return ray ^ RAYS[direction + highest(ray & occupied | 1)]


def format_square(square: int) -> str:
    """A square as text."""
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def format_move(state: State, move: int) -> str:
    """A move in coordinates, as e2e4 and e7e8q."""
    promotion = LETTERS[move >> 12].strip()
    return f"{format_square(move & 63)}{format_square(move >> 6 & 63)}{promotion}"


def format_state(state: State) -> str:
    """The position as FEN. States do not count moves: the number of the move is always 1."""
    white = state.mine if state.turn == 0 else state.theirs
    rows = []
    for row in range(7, -1, -1):
        letters = ""
        for square in range(8 * row, 8 * row + 8):
            letter = LETTERS[piece_at(state, square)]
            letters += letter.upper() if white >> square & 1 else letter
        rows.append(re.sub(" +", lambda run: str(len(run[0])), letters))
    rights = "".join(letter for index, letter in enumerate("KQkq") if state.castling >> index & 1)
    passing = "-" if state.passing == NOWHERE else format_square(state.passing)
    return f"{'/'.join(rows)} {'wb'[state.turn]} {rights or '-'} {passing} {state.quiet} 1"


def parse_state(text: str) -> State:
    """The position of a FEN, with or without its counters. Rights to castle, or to take en passant,
    that the pieces do not allow are left out.
    """
    found = re.fullmatch(FEN, text.strip())
    rows = re.sub("[1-8]", lambda run: " " * int(run[0]), found[1]).split("/") if found else []
    if not found or [len(row) for row in rows] != [8] * 8:
        raise ValueError(f"expected a FEN, for example {FIRST}")
    letters = "".join(reversed(rows))
    if letters.count("K") != 1 or letters.count("k") != 1 or "p" in (rows[0] + rows[7]).lower():
        raise ValueError("expected a king of each side, and no pawn on the first or the last rank")
    pieces = [LETTERS.index(letter) if letter != " " else 0 for letter in letters.lower()]
    turn = "wb".index(found[2])
    own, step = "Pp"[turn], 8 - 16 * turn
    passing = NOWHERE
    if found[4] != "-":
        passed = "abcdefgh".index(found[4][0]) + 8 * (int(found[4][1]) - 1)
        around = [i for i in range(64) if TAKES[64 - 64 * turn + passed] >> i & 1]
        is_passed = letters[passed - step :: step][:3] == f"{own.swapcase()}  "
        if is_passed and any(letters[i] == own for i in around):
            passing = passed
    state = State(
        mine=_board(i for i in range(64) if letters[i] != " " and letters[i].islower() == turn),
        theirs=_board(i for i in range(64) if letters[i] != " " and letters[i].islower() != turn),
        ones=_board(i for i in range(64) if pieces[i] & 1),
        twos=_board(i for i in range(64) if pieces[i] & 2),
        fours=_board(i for i in range(64) if pieces[i] & 4),
        castling=sum(
            1 << index
            for index, (right, king, rook) in enumerate(HOMES)
            if right in found[3] and letters[king] in "Kk" and letters[rook] == "RRrr"[index]
        ),
        passing=passing,
        quiet=int(found[5] or 0),
        turn=turn,
    )
    if is_in_check(state._replace(mine=state.theirs, theirs=state.mine, turn=1 - turn)):
        raise ValueError("expected the side that has just moved not to be in check")
    return state


FIRST = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
START = parse_state(FIRST)


def chess(variant: str = "plain") -> Game:
    """Chess without a rank, with one, or with a rank and the null move."""
    return Game(
        "chess",
        START,
        moves,
        play,
        payoff,
        evaluate,
        title="Chess",
        sides=("white", "black"),
        unit=100,
        clocks=("quiet",),
        drawn=drawn,
        repeats=3,
        noisy=noisy,
        rank=None if variant == "plain" else rank,
        null_move=null_move if variant == "null_move" else None,
        notation=Notation(
            format_move=format_move, format_state=format_state, parse_state=parse_state
        ),
        options=OPTIONS,
        settings={"variant": variant},
        build=chess,
    )


CHESS = GAME = chess()
RANKED = chess("ranked")
NULL_MOVE = chess("null_move")
