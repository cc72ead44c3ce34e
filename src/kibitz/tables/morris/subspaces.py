"""The subspaces of a Morris variant: positions by numbers of stones on the board and in hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from kibitz.games.morris.state import FEWEST
from kibitz.games.morris.variants import Mill, Variant
from kibitz.tables.morris import kernels
from kibitz.tables.morris.numbering import MOST_STONES, Numbering


class Subspace(NamedTuple):
    """Positions with given numbers of stones of the mover and the other side, on board and in hand.

    >>> str(Subspace(3, 4)), str(Subspace(2, 3, 7, 6))
    ('3-4', '2-3+7-6')
    """

    mover: int
    other: int
    hand: int = 0
    other_hand: int = 0

    def __str__(self) -> str:
        held = f"+{self.hand}-{self.other_hand}" if self.hand or self.other_hand else ""
        return f"{self.mover}-{self.other}{held}"

    @property
    def turned(self) -> Subspace:
        """The subspace that a quiet move leads to."""
        return Subspace(self.other, self.mover, self.other_hand, self.hand)

    @property
    def is_over(self) -> bool:
        """Whether the mover has too few stones to play on."""
        return self.mover + self.hand < FEWEST


def is_supported(variant: Variant) -> bool:
    """Whether the kernels support the variant's moves."""
    return (
        variant.mill in (Mill.TAKES, Mill.WINS)
        and variant.stones <= MOST_STONES
        and not variant.takes_each
        and not variant.takes_any
        and not variant.mills_serve_once
        and not variant.second_moves_first
        and not variant.full_board_takes
        and not variant.blocked_takes
    )


def slides(variant: Variant, subspace: Subspace) -> bool:
    """Whether the mover may move stones on the board."""
    return subspace.hand == 0 or variant.slides_early


def shape(variant: Variant, numbers: Numbering, subspace: Subspace) -> Any:
    """The shape of a subspace, as passed to the kernels."""
    import numpy as np

    mover, other, hand, other_hand = subspace
    found = np.zeros(kernels.SHAPE, np.int64)
    found[kernels.MOVER] = mover
    found[kernels.OTHER] = other
    found[kernels.RANKS] = numbers.size(mover, other) // numbers.classes(mover)
    found[kernels.SLIDES] = slides(variant, subspace)
    found[kernels.FLIES] = variant.flies and hand == 0 and mover == FEWEST
    found[kernels.PLACES] = hand > 0
    found[kernels.WINS] = variant.mill == Mill.WINS
    found[kernels.ENDS] = other - 1 + other_hand < FEWEST
    return found


class Exits(NamedTuple):
    """The subspaces that exits lead to; None if there is no such move, or it ends the game."""

    taken: Subspace | None  # by moving a stone on the board and capturing
    placed: Subspace | None  # by placing a stone
    placed_taken: Subspace | None  # by placing a stone and capturing


def exits(variant: Variant, subspace: Subspace) -> Exits:
    """The subspaces that must be solved before this one."""
    mover, other, hand, other_hand = subspace
    fewer = Subspace(other - 1, mover, other_hand, hand)
    takes = variant.mill == Mill.TAKES and other > 0 and not fewer.is_over
    places = hand > 0
    placed = Subspace(other, mover + 1, other_hand, hand - 1)
    return Exits(
        taken=fewer if takes and slides(variant, subspace) else None,
        placed=placed if places else None,
        placed_taken=placed._replace(mover=other - 1) if takes and places else None,
    )


def groups(variant: Variant, up_to: Subspace | None = None) -> Iterator[tuple[Subspace, ...]]:
    """The subspaces in the order to solve them. Two that quiet moves connect form a group.

    Those without stones in hand come first, then those with one stone in hand, and so on to the
    start. With `up_to`, only those without stones in hand and within these numbers of stones.
    """
    for hand, other_hand in _hands(variant):
        if up_to is not None and hand + other_hand > 0:
            return
        found = sorted(
            (
                Subspace(mover, other, hand, other_hand)
                for mover in _standing(variant, hand)
                for other in _standing(variant, other_hand)
            ),
            key=lambda one: (one.mover + one.other, abs(one.mover - one.other), -one.mover),
        )
        done: set[Subspace] = set()
        for one in found:
            if one in done or (up_to is not None and not _is_within(one, up_to)):
                continue
            is_joined = slides(variant, one) and one != one.turned
            group = (one, one.turned) if is_joined else (one,)
            done.update(group)
            yield group


def _hands(variant: Variant) -> list[tuple[int, int]]:
    """The numbers of stones that the mover and the other side can have in hand, fewest first.

    Of two pairs that quiet moves connect, only that with more in the mover's hand is listed.
    """
    most = variant.stones
    if not variant.slides_early:
        return [(total - total // 2, total // 2) for total in range(2 * most + 1)]
    return sorted(
        ((hand, other) for hand in range(most + 1) for other in range(hand + 1)),
        key=lambda pair: (sum(pair), pair[0]),
    )


def _standing(variant: Variant, hand: int) -> range:
    """The numbers of stones on the board that a side with `hand` stones in hand may have."""
    most = variant.stones - hand
    fewest = most if variant.mill == Mill.WINS else max(0, FEWEST - hand)
    return range(fewest, most + 1)


def _is_within(one: Subspace, up_to: Subspace) -> bool:
    small, large = sorted((one.mover, one.other))
    least, most = sorted((up_to.mover, up_to.other))
    return small <= least and large <= most
