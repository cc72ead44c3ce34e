"""Chess, without draws by insufficient material. Square 0 is a1, square 63 is h8."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from kibitz import DRAW, LOSS, WIN, Board, Cell, Game, Geometry, Notation, Piece

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6
LETTERS = " pnbrqk"
WORTH = (0, 100, 320, 330, 500, 900, 0)
NOWHERE = 64
EMPTY = Board(8, 8)
RANKS = tuple(Board(8, 8, range(8 * rank, 8 * rank + 8)) for rank in range(8))
# The directions to higher squares, then their opposites, as rows and columns.
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1))
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
EAST, NORTH, NORTH_EAST, NORTH_WEST, WEST, SOUTH, SOUTH_WEST, SOUTH_EAST = range(0, 512, 64)


def reached(square: int, steps: tuple[tuple[int, int], ...], times: int = 1) -> Board:
    """The squares that up to `times` of the same step lead to on an empty board."""
    found = EMPTY
    for rows, columns in steps:
        place = EMPTY.add(square)
        for _ in range(times):
            place = place.shift(rows, columns)
            found |= place
    return found


SQUARES = range(64)
RAYS = tuple(reached(square, (step,), 7) for step in DIRECTIONS for square in SQUARES)
KNIGHTS = tuple(reached(square, LEAPS) for square in SQUARES)
KINGS = tuple(reached(square, DIRECTIONS) for square in SQUARES)
PAWNS = tuple(  # by side and square: what a pawn attacks
    reached(square, ((rows, -1), (rows, 1))) for rows in (1, -1) for square in SQUARES
)
# The rights to castle: 1 and 2 for White, 4 and 8 for Black, short and long. What a move leaves:
RIGHTS = tuple({4: 12, 7: 14, 0: 13, 60: 3, 63: 11, 56: 7}.get(square, 15) for square in SQUARES)


class State(NamedTuple):
    mine: Board  # the pieces of the side to move
    theirs: Board
    pawns: Board
    knights: Board
    diagonals: Board  # bishops and queens
    straights: Board  # rooks and queens
    kings: Board
    castling: int
    passing: int  # where a pawn can be taken en passant, or NOWHERE
    quiet: int  # plies since the last capture or pawn move
    turn: int  # 0 is White


def piece_at(state: State, square: int) -> int:
    """The piece on a square; 0 if it is empty."""
    if state.pawns.has(square):
        return PAWN
    if state.knights.has(square):
        return KNIGHT
    if state.kings.has(square):
        return KING
    if state.diagonals.has(square):
        return QUEEN if state.straights.has(square) else BISHOP
    return ROOK if state.straights.has(square) else 0


def upward(direction: int, square: int, occupied: Board) -> Board:
    """The ray to higher squares, up to the first piece."""
    ray = RAYS[direction + square]
    blockers = ray & occupied
    return ray - RAYS[direction + blockers.lowest()] if blockers else ray


def downward(direction: int, square: int, occupied: Board) -> Board:
    """The ray to lower squares, up to the first piece."""
    ray = RAYS[direction + square]
    blockers = ray & occupied
    return ray - RAYS[direction + blockers.highest()] if blockers else ray


def diagonal(square: int, occupied: Board) -> Board:
    """What a bishop attacks."""
    up = upward(NORTH_EAST, square, occupied) | upward(NORTH_WEST, square, occupied)
    return up | downward(SOUTH_EAST, square, occupied) | downward(SOUTH_WEST, square, occupied)


def straight(square: int, occupied: Board) -> Board:
    """What a rook attacks."""
    up = upward(NORTH, square, occupied) | upward(EAST, square, occupied)
    return up | downward(SOUTH, square, occupied) | downward(WEST, square, occupied)


def attackers(state: State, square: int, theirs: Board, occupied: Board) -> Board:
    """The pieces of `theirs` that attack a square."""
    found = PAWNS[64 * state.turn + square] & state.pawns
    found |= KNIGHTS[square] & state.knights
    found |= KINGS[square] & state.kings
    found |= diagonal(square, occupied) & state.diagonals
    found |= straight(square, occupied) & state.straights
    return found & theirs


def is_in_check(state: State) -> bool:
    king = (state.mine & state.kings).lowest()
    return bool(attackers(state, king, state.theirs, state.mine | state.theirs))


def is_safe(state: State, king: int, source: int, target: int) -> bool:
    """Whether a move leaves the mover's king out of check."""
    gone = EMPTY.add(source)
    if target == state.passing and state.pawns.has(source):
        gone = gone.add(target - 8 + 16 * state.turn)
    occupied = ((state.mine | state.theirs) - gone).add(target)
    place = target if source == king else king
    return not attackers(state, place, (state.theirs - gone).remove(target), occupied)


def castles(state: State, king: int, occupied: Board) -> Board:
    """Where a king that is not in check can castle to."""
    rights = state.castling >> 2 * state.turn
    found = EMPTY
    short = EMPTY.add(king + 1).add(king + 2)
    long = EMPTY.add(king - 1).add(king - 2).add(king - 3)
    theirs = state.theirs
    if rights & 1 and not occupied & short and not attackers(state, king + 1, theirs, occupied):
        found = found.add(king + 2)
    if rights & 2 and not occupied & long and not attackers(state, king - 1, theirs, occupied):
        found = found.add(king - 2)
    return found


def pawn_targets(state: State, square: int, occupied: Board) -> Board:
    """Where a pawn can go."""
    rows = 1 - 2 * state.turn
    prey = state.theirs
    if state.passing != NOWHERE:
        prey = prey.add(state.passing)
    ahead = EMPTY.add(square).shift(rows, 0) - occupied
    far = (ahead & RANKS[2 + 3 * state.turn]).shift(rows, 0) - occupied
    return ahead | far | PAWNS[64 * state.turn + square] & prey


def targets(state: State, square: int, piece: int, is_check: bool) -> Board:
    """Where a piece can go, without regard to the safety of its king."""
    occupied = state.mine | state.theirs
    if piece == PAWN:
        return pawn_targets(state, square, occupied)
    found = EMPTY
    if piece == KNIGHT:
        found = KNIGHTS[square]
    elif piece == KING:
        found = KINGS[square]
        if not is_check and state.castling >> 2 * state.turn & 3 != 0:
            found |= castles(state, square, occupied)
    else:
        if piece != ROOK:
            found |= diagonal(square, occupied)
        if piece != BISHOP:
            found |= straight(square, occupied)
    return found - state.mine


def shields(state: State, king: int) -> Board:
    """The pieces that may have to stay between the king and a piece of the other side."""
    occupied = state.mine | state.theirs
    return (diagonal(king, occupied) | straight(king, occupied)) & state.mine


def moves(state: State) -> Iterator[int]:
    """A move is source + 64 * target + 4096 * the piece that a pawn becomes."""
    king = (state.mine & state.kings).lowest()
    is_check = is_in_check(state)
    exposed = shields(state, king)
    for source in state.mine.squares():
        piece = piece_at(state, source)
        is_risky = is_check or piece == KING or exposed.has(source)
        for target in targets(state, source, piece, is_check).squares():
            is_unsure = is_risky or (piece == PAWN and target == state.passing)
            if is_unsure and not is_safe(state, king, source, target):
                continue
            if piece == PAWN and (target < 8 or target > 55):
                for promotion in range(KNIGHT, KING):
                    yield source | target << 6 | promotion << 12
            else:
                yield source | target << 6


def play(state: State, move: int) -> State:
    source, target, promotion = move & 63, move >> 6 & 63, move >> 12
    piece = piece_at(state, source)
    emptied = EMPTY.add(source).add(target)
    rook = EMPTY  # the two squares of a rook that castles
    passing = NOWHERE
    if piece == PAWN:
        step = 8 - 16 * state.turn
        if target == state.passing:
            emptied = emptied.add(target - step)
        ready = PAWNS[64 * state.turn + source] if target - source == 2 * step else EMPTY
        if ready.shift(1 - 2 * state.turn, 0) & state.theirs & state.pawns:
            passing = source + step
    elif piece == KING and target - source == 2:
        rook = EMPTY.add(target + 1).add(target - 1)
    elif piece == KING and source - target == 2:
        rook = EMPTY.add(target - 2).add(target + 1)
    is_quiet = piece != PAWN and not state.theirs.has(target)
    placed = promotion if promotion > 0 else piece
    pawns, knights, kings = state.pawns - emptied, state.knights - emptied, state.kings - emptied
    diagonals, straights = state.diagonals - emptied, (state.straights - emptied) ^ rook
    if placed == PAWN:
        pawns = pawns.add(target)
    elif placed == KNIGHT:
        knights = knights.add(target)
    elif placed == KING:
        kings = kings.add(target)
    if placed in (BISHOP, QUEEN):
        diagonals = diagonals.add(target)
    if placed in (ROOK, QUEEN):
        straights = straights.add(target)
    return State(
        mine=state.theirs - emptied,
        theirs=(state.mine - emptied).add(target) ^ rook,
        pawns=pawns,
        knights=knights,
        diagonals=diagonals,
        straights=straights,
        kings=kings,
        castling=state.castling & RIGHTS[source] & RIGHTS[target],
        passing=passing,
        quiet=state.quiet + 1 if is_quiet else 0,
        turn=1 - state.turn,
    )


def payoff(state: State, side: int) -> int:
    if not is_in_check(state):
        return DRAW
    return LOSS if side == state.turn else WIN


def material(state: State, pieces: Board) -> int:
    """What pieces are worth."""
    total = 100 * (pieces & state.pawns).popcount() + 320 * (pieces & state.knights).popcount()
    total += 330 * (pieces & state.diagonals).popcount()
    total += 500 * (pieces & state.straights).popcount()
    return total + 70 * (pieces & state.diagonals & state.straights).popcount()


def evaluate(state: State, side: int) -> int:
    value = material(state, state.mine) - material(state, state.theirs)
    return value if side == state.turn else -value


def drawn(state: State) -> bool:
    """Fifty moves of both sides without a capture or a pawn move."""
    return state.quiet >= 100


def noisy(state: State, move: int) -> bool:
    return move >> 12 != 0 or state.theirs.has(move >> 6 & 63)


def rank(state: State, move: int) -> int:
    """The most valuable victim first, taken by the least valuable piece."""
    victim, taker = piece_at(state, move >> 6 & 63), piece_at(state, move & 63)
    return 8 * (WORTH[victim] + WORTH[move >> 12]) - WORTH[taker] if noisy(state, move) else 0


def name(square: int) -> str:
    return f"{'abcdefgh'[square % 8]}{square // 8 + 1}"


def format_move(state: State, move: int) -> str:
    return f"{name(move & 63)}{name(move >> 6 & 63)}{LETTERS[move >> 12].strip()}"


def occupants(state: State) -> list[str]:
    white = state.mine if state.turn == 0 else state.theirs
    letters = [LETTERS[piece_at(state, square)].strip() for square in SQUARES]
    return [one.upper() if white.has(square) else one for square, one in enumerate(letters)]


def format_state(state: State) -> str:
    """The position as FEN; the number of the move is always 1."""
    board = [one or " " for one in occupants(state)]
    rows = ["".join(board[8 * row : 8 * row + 8]) for row in range(7, -1, -1)]
    text = re.sub(" +", lambda run: str(len(run[0])), "/".join(rows))
    rights = "".join(letter for bit, letter in enumerate("KQkq") if state.castling >> bit & 1)
    passing = "-" if state.passing == NOWHERE else name(state.passing)
    return f"{text} {'wb'[state.turn]} {rights or '-'} {passing} {state.quiet} 1"


def parse_state(text: str) -> State:
    """The position of a FEN."""
    pattern = r"([1-8pnbrqkPNBRQK/]+) ([wb]) (-|K?Q?k?q?) (-|[a-h][36])(?: ([0-9]+) [0-9]+)?"
    found = re.fullmatch(pattern, text.strip())
    rows = re.sub("[1-8]", lambda run: " " * int(run[0]), found[1]).split("/") if found else []
    if found is None or [len(row) for row in rows] != [8] * 8:
        raise ValueError(f"expected a FEN, for example {FIRST}")
    letters = "".join(reversed(rows))

    def board(wanted: str) -> Board:
        return Board(8, 8, (square for square in SQUARES if letters[square] in wanted))

    turn = "wb".index(found[2])
    sides = board("PNBRQK"), board("pnbrqk")
    passing = NOWHERE
    if found[4] != "-":
        square = "abcdefgh".index(found[4][0]) + 8 * (int(found[4][1]) - 1)
        if PAWNS[64 - 64 * turn + square] & sides[turn] & board("Pp"):
            passing = square
    return State(
        mine=sides[turn],
        theirs=sides[1 - turn],
        pawns=board("Pp"),
        knights=board("Nn"),
        diagonals=board("BbQq"),
        straights=board("RrQq"),
        kings=board("Kk"),
        castling=sum(1 << bit for bit, letter in enumerate("KQkq") if letter in found[3]),
        passing=passing,
        quiet=int(found[5] or 0),
        turn=turn,
    )


NAMES = ("pawn", "knight", "bishop", "rook", "queen", "king")
GEOMETRY = Geometry(
    cells=[Cell(name(square), square % 8, 7 - square // 8) for square in SQUARES],
    pieces=[
        Piece(letter.upper() if side == 0 else letter, f"{('white', 'black')[side]} {word}", side)
        for side in (0, 1)
        for letter, word in zip("pnbrqk", NAMES, strict=True)
    ],
    occupants=occupants,
    files="abcdefgh",
    ranks="87654321",
)
FIRST = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
GAME = game = Game(
    "chess",
    parse_state(FIRST),
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
    rank=rank,
    notation=Notation(format_move=format_move, format_state=format_state, parse_state=parse_state),
    geometry=GEOMETRY,
)
