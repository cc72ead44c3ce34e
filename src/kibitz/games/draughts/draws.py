"""Draws by move count, after a number of plies without progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from kibitz.core.bits import popcount
from kibitz.games.draughts.board import Board
from kibitz.games.draughts.state import Change, State
from kibitz.games.draughts.variants import Variant

Drawn: TypeAlias = Callable[[State], bool]
Clocked: TypeAlias = Callable[[State, Change], tuple[int, int, int]]

# Kinds of endings, and below, by variant, the number of plies after which each is drawn.
OPEN = 0  # no limit
KING_AGAINST_TWO = 1  # a lone king against one or two pieces, at least one of them a king
KING_AGAINST_THREE = 2  # against three pieces, at least one of them a king
KING_AGAINST_KINGS = 3  # against three kings or more
FOUR_OR_FIVE = 4  # both have kings, four or five pieces in total
SIX_OR_SEVEN = 5  # both have kings, six or seven pieces in total
TWO_KINGS_AGAINST_ONE = 6
KING_AGAINST_KING = 7

INTERNATIONAL_PLIES = (0, 10, 32, 0, 0, 0, 0, 0)  # L 6.3, 6.4
RUSSIAN_PLIES = (0, 10, 60, 30, 60, 120, 0, 0)  # L 7.2.8, 7.2.6, 7.2.4, 7.2.6, 7.2.6
FRISIAN_PLIES = (0, 0, 0, 0, 0, 0, 14, 4)  # L
ROAD_PLIES = 10  # L 7.2.7


def draw_rules(board: Board, variant: Variant) -> tuple[Drawn, Clocked]:
    """A function that checks the clocks for a draw, and one that updates the clocks."""
    quiet_plies = variant.quiet_plies
    is_international = variant.draws == "international"
    is_russian = variant.draws == "russian"
    is_frisian = variant.draws == "frisian"
    has_endings = is_international or is_russian or is_frisian
    plies = (
        INTERNATIONAL_PLIES if is_international else RUSSIAN_PLIES if is_russian else FRISIAN_PLIES
    )
    road = board.where(lambda row, column: row == column)
    # In these endings the count continues when another man becomes a king.
    lasting = 1 << KING_AGAINST_TWO | 1 << KING_AGAINST_THREE | 1 << KING_AGAINST_KING

    def drawn(state: State) -> bool:
        if is_russian or is_frisian:
            if state.ending < 4 and state.quiet < 4:
                return False
            kind = ending(state.mine, state.theirs, state.kings)
            if is_frisian or kind != OPEN:
                return (plies[kind] > 0 and state.ending >= plies[kind]) or (
                    is_russian
                    and state.road >= ROAD_PLIES
                    and holds_road(state.mine, state.theirs, state.kings)
                )
            return (
                state.quiet >= quiet_plies
                and state.mine & state.kings != 0
                and state.theirs & state.kings != 0
            )
        if quiet_plies and state.quiet >= quiet_plies:
            return True
        if is_international and state.ending >= 10:
            kind = ending(state.mine, state.theirs, state.kings)
            return plies[kind] > 0 and state.ending >= plies[kind]
        return False

    def ending(mine: int, theirs: int, kings: int) -> int:
        """The kind of ending with these pieces."""
        own, other = popcount(mine), popcount(theirs)
        if own + other > 7 and own > 1 and other > 1:
            return OPEN
        own_kings, other_kings = popcount(mine & kings), popcount(theirs & kings)
        if own_kings == 0 or other_kings == 0:
            return OPEN
        if is_frisian:
            if own_kings != own or other_kings != other or own + other > 3:
                return OPEN
            return KING_AGAINST_KING if own + other == 2 else TWO_KINGS_AGAINST_ONE
        if own == 1 or other == 1:
            if own + other <= 3:
                return KING_AGAINST_TWO
            if is_russian and own == own_kings and other == other_kings:
                return KING_AGAINST_KINGS
            if own + other == 4:
                return KING_AGAINST_THREE
        if is_international or own + other > 7:
            return OPEN
        return FOUR_OR_FIVE if own + other <= 5 else SIX_OR_SEVEN

    def holds_road(mine: int, theirs: int, kings: int) -> bool:
        """Whether a lone king against three pieces controls the long diagonal."""
        own, other = popcount(mine), popcount(theirs)
        if own + other != 4 or (own != 1 and other != 1):
            return False
        if mine & kings == 0 or theirs & kings == 0:
            return False
        return (mine | theirs) & road == (mine if own == 1 else theirs)

    def clocked(state: State, change: Change) -> tuple[int, int, int]:
        """The clocks after a move: quiet, ending, road."""
        if quiet_plies == 0 and not has_endings:
            return 0, 0, 0
        quiet = state.quiet + 1 if change.taken == 0 and change.was_king else 0
        if not has_endings:
            return quiet, 0, 0
        after = ending(change.mine, change.theirs, change.kings)
        if after == OPEN:
            return quiet, 0, 0
        count = state.ending + 1
        if change.taken != 0 or change.was_king != change.is_king:
            before = ending(state.mine, state.theirs, state.kings)
            if before != after or lasting >> after & 1 == 0:
                count = 0
        held = 0
        held_before = is_russian and holds_road(state.mine, state.theirs, state.kings)
        if held_before and holds_road(change.mine, change.theirs, change.kings):
            held = state.road + 1
        return quiet, count, held

    return drawn, clocked
