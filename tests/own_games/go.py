"""Go on 9 x 9: surround more of the board. Area scoring, no suicide, komi 7.5."""

from collections.abc import Iterator
from typing import NamedTuple

from kibitz import LOSS, WIN, Board, Cell, Game, Geometry, Notation, Option, Piece

LETTERS = "abcdefghjklmnopqrst"  # without i
KOMI = 15  # half points for White, who moves second


class State(NamedTuple):
    mine: Board  # stones of the side to move
    theirs: Board
    passes: int  # in a row; two end the game
    turn: int  # 0 is Black, who begins


def captured(mine: Board, theirs: Board, stone: Board) -> Board:
    """The stones of theirs that have no liberty left after this stone of mine."""
    free = ~(mine | theirs)
    found = mine.empty()
    around = stone.neighbours() & theirs
    while around:
        group = theirs.flood(around.empty().add(around.lowest()))
        if not group.neighbours() & free:
            found |= group
        around -= group
    return found


def is_legal(mine: Board, theirs: Board, stone: Board) -> bool:
    """Whether a stone leaves its own group a liberty, or captures."""
    after = mine | stone
    free = ~(after | theirs)
    if stone.neighbours() & free:
        return True
    if after.flood(stone).neighbours() & free:
        return True
    return bool(captured(after, theirs, stone))


def territory(mine: Board, theirs: Board) -> Board:
    """The empty cells that only my stones touch."""
    free = ~(mine | theirs)
    return free.flood(mine.neighbours()) - free.flood(theirs.neighbours())


def moves(state: State) -> Iterator[int]:
    """A move is the cell of the new stone; the number after the last cell is a pass."""
    mine, theirs = state.mine, state.theirs
    if state.passes < 2:
        for cell in (~(mine | theirs)).squares():
            if is_legal(mine, theirs, mine.empty().add(cell)):
                yield cell
        yield mine.full().popcount()


def play(state: State, move: int) -> State:
    mine, theirs = state.mine, state.theirs
    if move == mine.full().popcount():
        return State(mine=theirs, theirs=mine, passes=state.passes + 1, turn=1 - state.turn)
    stone = mine.empty().add(move)
    after = mine | stone
    rest = theirs - captured(after, theirs, stone)
    return State(mine=rest, theirs=after, passes=0, turn=1 - state.turn)


def margin(state: State, side: int) -> int:
    """The lead of `side` in half points: stones, territory and komi."""
    own = (state.mine | territory(state.mine, state.theirs)).popcount()
    other = (state.theirs | territory(state.theirs, state.mine)).popcount()
    lead = 2 * (own - other) if state.turn == 0 else 2 * (other - own)
    return lead - KOMI if side == 0 else KOMI - lead


def payoff(state: State, side: int) -> int:
    return WIN if margin(state, side) > 0 else LOSS


def evaluate(state: State, side: int) -> int:
    return 0


def go(size: int = 9) -> Game:
    """The game on a board of `size` x `size`."""
    cells = range(size * size)

    def name(cell: int) -> str:
        return f"{LETTERS[cell % size]}{cell // size + 1}"

    def format_move(state: State, move: int) -> str:
        return "pass" if move == size * size else name(move)

    def occupants(state: State) -> list[str]:
        black, white = state.mine, state.theirs
        if state.turn == 1:
            black, white = white, black
        return ["X" if black.has(one) else "O" if white.has(one) else "" for one in cells]

    geometry = Geometry(
        cells=[Cell(name(cell), cell % size, size - 1 - cell // size) for cell in cells],
        kind="points",
        links=[
            (cell, other)
            for cell in cells
            for other in Board(size, size, (cell,)).neighbours().squares()
            if cell < other
        ],
        pieces=(Piece("X", "black stone", 0), Piece("O", "white stone", 1)),
        occupants=occupants,
        files=LETTERS[:size],
        ranks=[str(row) for row in range(size, 0, -1)],
    )
    return Game(
        "go",
        State(mine=Board(size, size), theirs=Board(size, size), passes=0, turn=0),
        moves,
        play,
        payoff,
        evaluate,
        title="Go",
        sides=("black", "white"),
        margin=margin,
        repeats="illegal",
        notation=Notation(format_move=format_move),
        geometry=geometry,
        options=(Option("size", 9, range(2, 20), "rows and columns"),),
        settings={"size": size},
        build=go,
    )


GAME = game = go()
