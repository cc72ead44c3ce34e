"""How much less far late moves are looked at."""

from __future__ import annotations

from itertools import product

from kibitz.search.switches import TUNING
from kibitz.search.techniques import reduction


def test_the_later_a_move_and_the_deeper_a_node_the_more() -> None:
    depths = range(TUNING.reduction_depth, 60)
    for depth, number in product(depths, range(1, 300)):
        plies = reduction(depth, number)
        assert 0 <= plies <= depth - 2
        assert plies <= reduction(depth + 1, number)
        assert plies <= reduction(depth, number + 1)
    assert reduction(3, 1) == 0
    assert reduction(12, 20) > reduction(6, 6) > 0
