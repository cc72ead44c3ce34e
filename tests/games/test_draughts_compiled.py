"""The compiled rules of every variant: published counts, and the same moves as interpreted."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple, cast

import numpy as np
import pytest

from kibitz.core.contract import Game
from kibitz.core.states import state_functions
from kibitz.core.text import format_state, parse_state
from kibitz.core.types import Memory
from kibitz.games.draughts import draughts
from kibitz.games.draughts.kind import kind_of
from kibitz.games.draughts.state import State
from kibitz.search.compiled import compiled
from kibitz.search.perft import plain_perft
from kibitz.testing import check
from tests.games.test_draughts_oracle import SETTINGS, name_of, random_state, row_of

QUICK = 7_000_000  # leaves that are counted in every run


def probe_function(game: Game) -> FunctionType:
    """Leaves below a position or, at depth 0, its moves and what they lead to, as one function."""
    moves, play = game.moves, game.play
    unpack, pack, *_ = state_functions(game)

    def probe(position: tuple[int, ...], depth: int, words: Memory) -> int:
        state = unpack(position)
        count = 0
        if depth == 0:
            for move in moves(state):
                words[count] = move
                count += 1
                for field in pack(play(state, move)):
                    words[count] = field
                    count += 1
        elif depth == 1:
            for _move in moves(state):
                count += 1
        else:
            for move in moves(state):
                count += probe(pack(play(state, move)), depth - 1, words)
        return count

    return cast(FunctionType, probe)


@cache
def probe_of(game: Game) -> Any:
    from kibitz.compiling.signature import INT, INTS

    return compiled(game, probe_function, (INT, INTS))


class Count(NamedTuple):
    name: str
    settings: dict[str, object]
    position: str
    depth: int
    leaves: int


def counts() -> list[Count]:
    """The lines of the fixture."""
    found = []
    name, settings, position = "", {}, ""
    for line in (Path(__file__).parents[1] / "perft" / "draughts.perft").read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            name, position = rest, ""
        elif word == "game":
            settings = dict(item.split("=") for item in rest.split())
        elif word == "position":
            position = rest
        elif word == "perft":
            depth, leaves = map(int, rest.split())
            found.append(Count(name, dict(settings), position, depth, leaves))
    return found


def started(count: Count) -> tuple[Game, State]:
    settings = {**count.settings, "size": int(str(count.settings.get("size", 0)))}
    game = draughts(**settings)  # type: ignore[arg-type]
    return game, parse_state(game, count.position) if count.position else game.initial()


def shown(count: Count) -> str:
    return f"{count.name} to {count.depth}"


DEEPEST = [
    one
    for one in counts()
    if one.leaves <= QUICK
    and not any(
        (other.name, other.depth) == (one.name, one.depth + 1) and other.leaves <= QUICK
        for other in counts()
    )
]


@pytest.mark.parametrize("last", DEEPEST, ids=lambda last: last.name)
def test_leaves_are_those_published(last: Count) -> None:
    game, state = started(last)
    probe = probe_of(game)
    words = np.zeros(1, np.int64)
    wanted = [one.leaves for one in counts() if one.name == last.name][: last.depth]
    assert [probe(tuple(state), depth + 1, words) for depth in range(last.depth)] == wanted


@pytest.mark.deep
@pytest.mark.parametrize("one", [one for one in counts() if one.leaves > QUICK], ids=shown)
def test_leaves_are_those_published_to_the_last_depth(one: Count) -> None:
    game, state = started(one)
    assert probe_of(game)(tuple(state), one.depth, np.zeros(1, np.int64)) == one.leaves


@pytest.mark.parametrize("last", [one for one in counts() if 250 < one.leaves < 2500], ids=shown)
def test_interpreted_rules_count_the_same_leaves(last: Count) -> None:
    game, state = started(last)
    assert plain_perft(game, state, last.depth) == last.leaves


def compare(settings: dict[str, object], positions: int, seed: int) -> None:
    """Moves and what they lead to, compiled and interpreted, in random positions."""
    game = draughts(**settings)  # type: ignore[arg-type]
    kind = kind_of(row_of(settings))
    plain, fast = probe_function(game), probe_of(game)
    words = np.zeros(1 << 14, np.int64)
    expected = [0] * (1 << 14)
    chance = random.Random(seed)
    for _ in range(positions):
        state = with_clocks(random_state(kind, chance), chance)
        length = plain(tuple(state), 0, expected)
        assert fast(tuple(state), 0, words) == length
        assert words[:length].tolist() == expected[:length], format_state(game, state)


def with_clocks(state: State, chance: random.Random) -> State:
    """The position with clocks, and with a king that has moved before where there is one."""
    limits = 0
    for player, pieces in ((state.turn, state.mine), (1 - state.turn, state.theirs)):
        kings = [bit for bit in range(63) if pieces & state.kings & 1 << bit]
        if kings and pieces & ~state.kings:
            limits |= (chance.randint(1, 3) << 6 | chance.choice(kings)) << 8 * player
    return state._replace(
        limits=limits if chance.random() < 0.5 else 0,
        quiet=chance.randint(0, 90),
        ending=chance.randint(0, 130),
        road=chance.randint(0, 12),
    )


OWN_BOARDS = [one for one in SETTINGS if not {"landing", "majority", "king_limit"} & set(one)]


@pytest.mark.parametrize("settings", OWN_BOARDS, ids=name_of)
def test_compiled_rules_are_the_interpreted_ones(settings: dict[str, object]) -> None:
    compare(settings, 1000, seed=3)


@pytest.mark.deep
@pytest.mark.parametrize("settings", SETTINGS, ids=name_of)
def test_compiled_rules_are_the_interpreted_ones_in_many_positions(
    settings: dict[str, object],
) -> None:
    compare(settings, 5000, seed=4)


@pytest.mark.parametrize("settings", SETTINGS, ids=name_of)
def test_every_variant_keeps_the_contract(settings: dict[str, object]) -> None:
    check(draughts(**settings), games=4, positions=60, compiled=False)  # type: ignore[arg-type]


@pytest.mark.deep
@pytest.mark.parametrize("settings", SETTINGS, ids=name_of)
def test_every_variant_keeps_the_contract_compiled(settings: dict[str, object]) -> None:
    check(draughts(**settings))  # type: ignore[arg-type]
