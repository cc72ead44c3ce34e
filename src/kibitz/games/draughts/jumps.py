"""Jumps: which pieces can capture, and where a piece lands."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from kibitz.core.bits import highest, lowest
from kibitz.games.draughts.board import DIAGONALS, EIGHT_WAYS, SQUARES, Board
from kibitz.games.draughts.variants import Variant


class Jumps(NamedTuple):
    """The functions for one variant."""

    takers: Callable[[int, int, int, int, int], int]
    landings: Callable[[int, bool, int, int, int, int], int]
    flights: Callable[[int, int, int], int]
    open_ray: Callable[[int, int, int], int]
    heading: Callable[[int, int], int]
    jumped: Callable[[int, int, int], int]


def jump_rules(board: Board, variant: Variant) -> Jumps:
    """The functions for `variant` on `board`."""
    left, right = board.step, board.step + 1
    straight = variant.straight
    up = left + right  # two rows straight ahead
    ways = EIGHT_WAYS if straight else DIAGONALS
    way_count = len(ways)
    upwards = way_count // 2  # directions before this one lead to higher bits
    # The number of each direction, by the signs of its row and column steps.
    signs = {(_sign(rise), _sign(run)): way for way, (rise, run) in enumerate(ways)}
    headings = tuple(signs.get((rise, run), 0) for rise in (-1, 0, 1) for run in (-1, 0, 1))
    rows = tuple(place[0] if place else 0 for place in board.places)
    columns = tuple(place[1] if place else 0 for place in board.places)
    rays = board.rays(ways)
    neighbours = board.neighbours(ways)
    # Squares whose next higher (east) or lower (west) bit is their neighbour in the same row.
    east = board.where(lambda row, column: column + 2 < board.size)
    west = board.where(lambda row, column: column >= 2)
    men_capture_back = variant.men_capture_back
    men_spare_kings = not variant.men_capture_kings
    flying = variant.flying
    lands_behind = variant.landing == "behind"
    king_first = variant.precedence == "king"

    def takers(mine: int, theirs: int, kings: int, turn: int, free: int) -> int:
        """The pieces of the side to move that can capture and have precedence."""
        men = mine & ~kings
        spared = theirs & ~kings if men_spare_kings else theirs
        found = 0
        if men_capture_back or turn == 0:
            found |= spared >> left & free >> 2 * left | spared >> right & free >> 2 * right
        if men_capture_back or turn == 1:
            found |= spared << left & free << 2 * left | spared << right & free << 2 * right
        if straight:
            found |= theirs >> up & free >> 2 * up | theirs << up & free << 2 * up
            found |= (theirs & (free & west) >> 1 & west) >> 1
            found |= (theirs & (free & east) << 1 & east) << 1
        found &= men
        royal = mine & kings
        if royal:
            able = 0
            if flying:
                while royal:
                    king = royal & -royal
                    royal &= royal - 1
                    if flights(lowest(king), theirs, free):
                        able |= king
            else:
                able = royal & (
                    theirs >> left & free >> 2 * left
                    | theirs >> right & free >> 2 * right
                    | theirs << left & free << 2 * left
                    | theirs << right & free << 2 * right
                )
            if king_first and able:
                return able
            found |= able
        return found

    def landings(square: int, flies: bool, turn: int, targets: int, kings: int, free: int) -> int:
        """The squares where the piece on `square` can land next; `flies` is true for a king."""
        if flies and flying:
            return flights(square, targets, free)
        here = 1 << square
        if men_spare_kings and not flies:
            targets &= ~kings
        found = 0
        if men_capture_back or flies or turn == 0:
            found |= (here << left & targets) << left | (here << right & targets) << right
        if men_capture_back or flies or turn == 1:
            found |= (here >> left & targets) >> left | (here >> right & targets) >> right
        if straight:
            found |= (here << up & targets) << up | (here >> up & targets) >> up
            found |= ((here & east) << 1 & targets & east) << 1
            found |= ((here & west) >> 1 & targets & west) >> 1
        return found & free

    def flights(square: int, targets: int, free: int) -> int:
        """The squares where a flying king on `square` can land next."""
        found = 0
        for way in range(way_count):
            wall = rays[way * SQUARES + square] & ~free
            if wall:
                hit = lowest(wall) if way < upwards else highest(wall)
                if targets >> hit & 1:
                    if lands_behind:
                        found |= neighbours[way * SQUARES + hit] & free
                    else:
                        found |= open_ray(way, hit, free)
        return found

    def open_ray(way: int, square: int, free: int) -> int:
        """The free squares from `square` in a direction, up to the first obstacle."""
        ray = rays[way * SQUARES + square]
        wall = ray & ~free
        if wall:
            first = lowest(wall) if way < upwards else highest(wall)
            ray &= ~(rays[way * SQUARES + first] | 1 << first)
        return ray

    def heading(start: int, end: int) -> int:
        """The direction from `start` to `end`, which are on one line."""
        up = rows[end] - rows[start]
        right = columns[end] - columns[start]
        return headings[3 * ((up > 0) - (up < 0)) + (right > 0) - (right < 0) + 4]

    def jumped(start: int, end: int, pieces: int) -> int:
        """The only square between `start` and `end` that holds one of `pieces`."""
        way = heading(start, end)
        return lowest(rays[way * SQUARES + start] & ~rays[way * SQUARES + end] & pieces)

    return Jumps(takers, landings, flights, open_ray, heading, jumped)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
