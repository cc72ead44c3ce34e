"""The keys of a session's positions: kept between searches, and the same as if hashed anew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import Game
from kibitz.core.states import state_functions
from kibitz.search.memory import (
    BASE,
    LEFT_OUT,
    LINE,
    MAX_HISTORY,
    MEMORY_WORDS,
    SALT,
    SEEN,
    SEEN_CLASSES,
)
from kibitz.search.session_keys import SessionKeys
from kibitz.search.switches import Switches
from kibitz.search.workers import CompiledWorker
from tests import toys

RING = toys.ring(size=128, repeats=99)


def walk(game: Game, moves: Sequence[int]) -> list[Any]:
    """The states of a line of play, the first one first."""
    states = [game.initial()]
    for move in moves:
        states.append(game.play(states[-1], move))
    return states


def new_worker(game: Game, *, is_interpreted: bool) -> CompiledWorker:
    return CompiledWorker(game, None, [0], memory=[0] * MEMORY_WORDS if is_interpreted else None)


def remembered(worker: CompiledWorker) -> tuple[list[int], list[int]]:
    """The keys that a search finds before its line, and the counts of their classes."""
    memory = worker._memory
    line = memory[LINE : LINE + int(memory[BASE]) + 1]
    return list(map(int, line)), list(map(int, memory[SEEN:LEFT_OUT]))


def check(worker: CompiledWorker, game: Game, states: Sequence[Any]) -> None:
    """That a search after `states` finds each of them hashed by itself."""
    worker.start(states[-1], states[:-1], Switches(), 1)
    key, salt = state_functions(game).key, int(worker._memory[SALT])
    keys = [key(state, salt) for state in states][-MAX_HISTORY:]
    classes = [0] * SEEN_CLASSES
    for one in keys:
        classes[one & (SEEN_CLASSES - 1)] += 1
    assert remembered(worker) == (keys, classes)


@pytest.mark.parametrize("is_interpreted", [True, False])
@pytest.mark.parametrize("is_mirrored", [True, False])
@settings(max_examples=15)
@given(data=st.data())
def test_kept_keys_are_those_of_the_positions(
    is_interpreted: bool, is_mirrored: bool, data: st.DataObject
) -> None:
    """Whatever is searched next: a longer game, a shorter one, a branch, equal states, another."""
    game = toys.ring(size=128, repeats=99)
    object.__setattr__(game, "mirrored", is_mirrored)
    worker = new_worker(game, is_interpreted=is_interpreted)
    moves: list[int] = []
    for _ in range(6):
        del moves[data.draw(st.integers(0, len(moves))) :]
        moves += data.draw(st.lists(st.integers(0, 1), max_size=6))
        check(worker, game, walk(game, moves))  # every time other objects


def test_only_new_positions_are_hashed() -> None:
    hashed = []

    def key(state: Any) -> int:
        hashed.append(state)
        return sum(state)

    states = walk(RING, (0, 0, 0, 1, 1, 0))
    keys = SessionKeys(key)
    keys.of(states[:4])
    assert hashed == states[:4]
    keys.of(tuple(states))  # the same states in another sequence
    assert hashed == states
    keys.of(walk(RING, (0, 0, 0, 1, 1, 0)))  # equal states
    keys.of(states[:2])  # moves taken back
    assert hashed == states
    branch = walk(RING, (0, 1))
    assert list(keys.of(branch)) == [sum(state) for state in branch]
    assert hashed == [*states, branch[-1]]
    assert not keys.of([])


def test_a_state_that_cannot_be_hashed_leaves_the_keys_as_they_were() -> None:
    states = walk(RING, (0, 0, 0))
    keys = SessionKeys(sum)
    keys.of(states)
    with pytest.raises(TypeError):
        keys.of([*states[:2], None, *states[2:]])
    assert list(keys.of(states)) == [sum(state) for state in states]


@pytest.mark.parametrize("is_interpreted", [True, False])
def test_of_a_long_game_the_latest_positions_are_kept(is_interpreted: bool) -> None:
    states = walk(RING, [0] * (MAX_HISTORY + 40))
    worker = new_worker(RING, is_interpreted=is_interpreted)
    for length in (MAX_HISTORY - 1, MAX_HISTORY, MAX_HISTORY + 1, len(states), 5, len(states)):
        check(worker, RING, states[:length])
        assert worker._memory[BASE] == min(length, MAX_HISTORY) - 1


def test_without_repetition_only_the_position_itself_is_remembered() -> None:
    game = toys.ring(limit=9, repeats=0)
    worker = new_worker(game, is_interpreted=False)
    states = walk(game, (0, 0, 1))
    worker.start(states[-1], states[:-1], Switches(), 1)
    key, salt = state_functions(game).key, int(worker._memory[SALT])
    assert remembered(worker)[0] == [key(states[-1], salt)]
