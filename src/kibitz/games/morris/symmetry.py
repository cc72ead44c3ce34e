"""The one position that stands for all that mirror it, under the symmetries of the board."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.games.morris.boards import Board
from kibitz.games.morris.state import MILLS_LIMIT, State
from kibitz.games.morris.variants import Mill, Variant


def symmetries(variant: Variant) -> Callable[[State], State]:
    """The rule that turns a state of `variant` into the image whose numbers are smallest."""
    board = variant.board
    points = board.count
    mills = len(board.mills)
    images = tuple(image for symmetry in board.symmetries for image in symmetry)
    mill_images = tuple(
        image for symmetry in board.symmetries for image in _mills_moved(board, symmetry)
    )
    count = len(board.symmetries)
    marks = int(variant.mill == Mill.MARKS)
    serve_once = int(variant.mills_serve_once)

    def smallest(state: State) -> State:
        best = state
        for symmetry in range(count):
            mine = 0
            theirs = 0
            spent = 0
            for point in range(points):
                image = images[symmetry * points + point]
                mine |= (state.mine >> point & 1) << image
                theirs |= (state.theirs >> point & 1) << image
                spent |= (state.spent >> point & 1) * marks << image
            for mill in range(mills * serve_once):
                image = mill_images[symmetry * mills + mill]
                spent |= (state.spent >> mill & (1 | 1 << MILLS_LIMIT)) << image
            if (mine, theirs, spent) < (best.mine, best.theirs, best.spent):
                best = State(
                    mine=mine,
                    theirs=theirs,
                    my_hand=state.my_hand,
                    their_hand=state.their_hand,
                    spent=spent,
                    turn=state.turn,
                    quiet=state.quiet,
                )
        return best

    return smallest


def _mills_moved(board: Board, symmetry: tuple[int, ...]) -> list[int]:
    """For every mill the one it goes to."""
    return [
        board.mills.index(
            sum(1 << symmetry[point] for point in range(board.count) if mill >> point & 1)
        )
        for mill in board.mills
    ]
