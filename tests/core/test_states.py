"""Functions over the fields of a state: above all the key that a position is known by."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest

import kibitz
from kibitz.core.bits import mix
from kibitz.core.states import state_functions

SALT = mix(1, 2)


class Pair(NamedTuple):
    """A state of two numbers."""

    one: int
    other: int
    turn: int
    quiet: int


PAIRS = kibitz.Game(
    "pairs",
    Pair(one=0, other=0, turn=0, quiet=0),
    lambda state: iter(()),
    lambda state, move: state,
    lambda state, player: 0,
    lambda state, player: 0,
    clocks=("quiet",),
    drawn=lambda state: state.quiet > 9,
)


def visited(game: kibitz.Game, count: int) -> dict[object, object]:
    """States of random playings, by what makes them the same position."""
    chance = Random(5)
    found: dict[object, object] = {}
    while len(found) < count:
        state = game.initial()
        while moves := list(game.moves(state)):
            state = game.play(state, chance.choice(moves))
            found[game.identity(state)] = state
            if len(found) >= count or (game.drawn is not None and game.drawn(state)):
                break
    return found


@pytest.mark.parametrize(
    ("name", "options"),
    [("morris", {}), ("draughts", {"variant": "international"}), ("horses", {}), ("connect4", {})],
)
def test_positions_have_keys_of_their_own_that_fill_a_table_evenly(
    name: str, options: dict[str, str]
) -> None:
    game = kibitz.game(name, **options)
    key = state_functions(game).key
    states = visited(game, 20_000)
    keys = {key(state, SALT) for state in states.values()}
    assert len(keys) == len(states)
    for shift in (0, 20, 40):  # the low bits choose the place
        places = Counter(one >> shift & 0xFF for one in keys)
        # 78 in each of 256 places, give or take the root of that: six times it is not chance.
        assert max(places.values()) < 78 + 6 * 9
        assert min(places.values()) > 78 - 6 * 9


def test_what_stands_in_which_field_matters_and_a_clock_does_not() -> None:
    key = state_functions(PAIRS).key
    keys = {
        key(Pair(one=one, other=other, turn=turn, quiet=0), SALT)
        for one in range(64)
        for other in range(64)
        for turn in (0, 1)
    }
    assert len(keys) == 64 * 64 * 2
    far = [1 << 62 >> n for n in range(20)]
    assert len({key(Pair(one, other, 0, 0), SALT) for one in far for other in far}) == 400
    still, later = Pair(one=1, other=2, turn=0, quiet=0), Pair(one=1, other=2, turn=0, quiet=9)
    assert key(still, SALT) == key(later, SALT) != key(still, SALT + 1)
