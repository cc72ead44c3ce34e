"""The vocabulary of the Morris family: mills, captures and blocked mills."""

from __future__ import annotations

from collections.abc import Iterator

from kibitz.core.bits import lowest, popcount, squares
from kibitz.core.vocabulary import Fact, Phrases, Vocabulary
from kibitz.games.morris.rules import Rules
from kibitz.games.morris.state import HAND, NOWHERE, POINT, TARGET, State, taken
from kibitz.games.morris.variants import Variant

FEW_MOVES = 5  # the other side's moves are mentioned only if there are at most this many

PHRASES = Phrases(
    {
        "closes_mill": (
            "closes the mill {mill}",
            "the stone ends on a point of `mill`, and the mover then holds all its points",
        ),
        "takes_stone": (
            "takes the {noun} on {points}",
            "the move removes the other side's stones on `points`",
        ),
        "takes_from_hand": (
            "takes a stone from {side}'s hand",
            "`side`, who does not move, has one stone fewer in hand after the move",
        ),
        "blocks_mill": (
            "blocks the mill {mill}",
            "the stone ends on a point of `mill`, and the other side held its other points",
        ),
        "opens_mill": (
            "opens the mill {mill}",
            "the mover held all points of `mill` and moves a stone off it",
        ),
        "double_mill": (
            "swings between the mills {first} and {second}",
            "the stone leaves `first`, which the mover held, and completes `second`; the point "
            "that it left is free, and the mover holds the other points of `first`",
        ),
        "threatens_mill": (
            "threatens to close the mill {mill}",
            "the stone ends on a point of `mill`; after the move the mover holds all its points "
            "except `point`, which is free, and has a stone in hand, or one adjacent to `point` "
            "and outside `mill`, or any stone outside `mill` if stones may fly",
        ),
        "leaves_moves": (
            "leaves {side} only {moves} moves",
            "`side`, who did not move, is to move, has no stone in hand, and has `moves` legal "
            "moves, from 2 to 5",
        ),
    }
)
NUDGES = {
    "double_mill": "Look for double mills.",
    "closes_mill": "Look for mills to close.",
    "blocks_mill": "See which mill the other side wants to close.",
    "threatens_mill": "Prepare your next mill.",
}


def vocabulary_for(variant: Variant, rules: Rules) -> Vocabulary:
    """The vocabulary of `variant` under `rules`."""
    board = variant.board
    names = [cell.name for cell in board.cells]

    def joined(points: int) -> str:
        return "-".join(names[point] for point in squares(points))

    def mills_at(point: int) -> list[int]:
        return [mill for mill in board.mills if mill >> point & 1]

    def facts(state: State, move: int) -> Iterator[Fact]:
        source, target = move & POINT, move >> TARGET & POINT
        after = rules.play(state, move)
        if target != NOWHERE:
            own = state.mine & ~(1 << source) | 1 << target
            yield from closed(state, own, source, target)
            yield from blocked(state, target)
            if source != HAND:
                yield from opened(state, source, target)
        yield from losses(state, after, move)
        if target != NOWHERE:
            yield from prepared(state, after, target)
        yield from choices(state, after)

    def closed(state: State, own: int, source: int, target: int) -> Iterator[Fact]:
        made = [mill for mill in mills_at(target) if own & mill == mill]
        for mill in made:
            yield PHRASES.fact("closes_mill", mill=joined(mill), cells=squares(mill))
        if source == HAND or not made:
            return
        for left in mills_at(source):
            is_held = state.mine & left == left and own & left == left & ~(1 << source)
            if is_held:
                yield PHRASES.fact(
                    "double_mill",
                    first=joined(left),
                    second=joined(made[0]),
                    cells=squares(left | made[0]),
                )

    def blocked(state: State, target: int) -> Iterator[Fact]:
        for mill in mills_at(target):
            rest = mill & ~(1 << target)
            if state.theirs & rest == rest:
                yield PHRASES.fact("blocks_mill", mill=joined(mill), cells=squares(mill))

    def opened(state: State, source: int, target: int) -> Iterator[Fact]:
        for mill in mills_at(source):
            if state.mine & mill == mill and not mill >> target & 1:
                yield PHRASES.fact("opens_mill", mill=joined(mill), cells=squares(mill))

    def losses(state: State, after: State, move: int) -> Iterator[Fact]:
        """The stones that the other side loses."""
        preys = taken(move)
        if preys:
            yield PHRASES.fact(
                "takes_stone",
                points=" and ".join(names[point] for point in squares(preys)),
                noun="stone" if popcount(preys) == 1 else "stones",
                cells=squares(preys),
            )
        hand = after.my_hand if after.turn != state.turn else after.their_hand
        if 0 <= hand < state.their_hand:
            side = ("white", "black")[1 - state.turn]
            yield PHRASES.fact("takes_from_hand", side=side)

    def prepared(state: State, after: State, target: int) -> Iterator[Fact]:
        """The mills that the mover threatens to close."""
        is_same = after.turn == state.turn
        own, hand = (after.mine, after.my_hand) if is_same else (after.theirs, after.their_hand)
        free = rules.free_points(after)
        for mill in mills_at(target):
            missing = mill & ~own
            if popcount(missing) != 1 or not missing & free:
                continue
            point = lowest(missing)
            spare = own & ~mill
            if not rules.may_fly(own, hand):
                spare &= board.neighbours[point]
            slides = hand == 0 or variant.slides_early
            if hand > 0 or (slides and spare):
                yield PHRASES.fact(
                    "threatens_mill", mill=joined(mill), point=names[point], cells=squares(mill)
                )

    def choices(state: State, after: State) -> Iterator[Fact]:
        if after.turn == state.turn or after.my_hand != 0:
            return
        count = sum(1 for _ in rules.moves(after))
        if 2 <= count <= FEW_MOVES:
            side = ("white", "black")[after.turn]
            yield PHRASES.fact("leaves_moves", side=side, moves=count)

    def count(state: State, side: int) -> int:
        """The side's stones, on the board and in hand, minus the other side's."""
        lead = popcount(state.mine) + max(state.my_hand, 0)
        lead -= popcount(state.theirs) + max(state.their_hand, 0)
        return lead if side == state.turn else -lead

    return Vocabulary(
        phrases=PHRASES, facts=facts, nudges=NUDGES, count=count, pieces=("stone", "stones")
    )
