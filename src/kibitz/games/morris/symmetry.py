"""Canonical states under the board's symmetries."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.games.morris.boards import Board, by_bytes, looked_up
from kibitz.games.morris.state import MILLS_LIMIT, State
from kibitz.games.morris.variants import Mill, Variant


def symmetries(variant: Variant) -> Callable[[State], State]:
    """A function that maps a state of `variant` to its smallest symmetric image."""
    board = variant.board
    mills = len(board.mills)
    byte_count = (board.count + 7) // 8
    images = tuple(
        image for symmetry in board.symmetries for image in by_bytes(board, _point_moved(symmetry))
    )
    mill_images = tuple(
        image for symmetry in board.symmetries for image in _mills_moved(board, symmetry)
    )
    count = len(board.symmetries)
    marks = int(variant.mill == Mill.MARKS)
    serve_once = int(variant.mills_serve_once)

    def smallest(state: State) -> State:
        best = state
        for symmetry in range(count):
            mine = moved(symmetry, state.mine)
            if mine > best.mine:
                continue
            theirs = moved(symmetry, state.theirs)
            spent = moved(symmetry, state.spent) if marks else 0
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

    def moved(symmetry: int, points: int) -> int:
        """The image of `points`."""
        return looked_up(images, symmetry * byte_count, byte_count, points)

    return smallest


def _point_moved(symmetry: tuple[int, ...]) -> Callable[[int], int]:
    """A function that maps a point to its image, as a bit."""
    return lambda point: 1 << symmetry[point]


def _mills_moved(board: Board, symmetry: tuple[int, ...]) -> list[int]:
    """The number of each mill's image."""
    return [
        board.mills.index(
            sum(1 << symmetry[point] for point in range(board.count) if mill >> point & 1)
        )
        for mill in board.mills
    ]
