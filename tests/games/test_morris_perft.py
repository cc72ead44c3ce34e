"""The Morris family against published counts, and against OpenSpiel."""

from __future__ import annotations

import importlib
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from kibitz.games.morris import morris
from kibitz.games.morris.state import HAND, POINT, TARGET, State, taken
from kibitz.search.perft import divide, plain_perft

NINE = morris()
MOVED = (1 << 10) - 1  # the part of a move that is not the stones it takes


def blocks() -> list[tuple[str, int, int]]:
    """The lines of the fixture: what is counted, how deep, and how many leaves."""
    found = []
    name = ""
    for line in (Path(__file__).parents[1] / "perft" / "morris.perft").read_text().splitlines():
        if line.startswith("id "):
            name = line[3:]
        elif line.startswith("perft "):
            _, depth, leaves = line.split()
            found.append((name, int(depth), int(leaves)))
    return found


@cache
def two_step_leaves(state: State, depth: int) -> int:
    """Leaves where taking a stone is a ply of its own, mirror images counted once."""
    if depth == 0:
        return 1
    if depth == 1:
        return len({move & MOVED for move in NINE.moves(state)})
    leaves = 0
    for move in NINE.moves(state):
        after = NINE.play(state, move)
        left = depth - 2 if taken(move) else depth - 1
        if left > 1 and NINE.symmetries:
            after = NINE.symmetries(after)
        leaves += two_step_leaves(after, left)
    return leaves


@pytest.mark.parametrize(("name", "depth", "leaves"), blocks())
def test_leaves_are_those_of_the_reference(name: str, depth: int, leaves: int) -> None:
    if name == "nine, two steps":
        assert two_step_leaves(NINE.initial(), depth) == leaves
        return
    game = morris(name)
    split = list(divide(game, game.initial(), depth))
    assert sum(count for _, count in split) == leaves, split


@pytest.mark.parametrize(("variant", "depth"), [("three", 5), ("seven", 4), ("lasker", 3)])
def test_interpreted_rules_count_the_same_leaves(variant: str, depth: int) -> None:
    game = morris(variant)
    split = divide(game, game.initial(), depth)
    assert sum(count for _, count in split) == plain_perft(game, game.initial(), depth)


def first_actions(state: State) -> dict[int, set[int]]:
    """OpenSpiel's number of every placing or moving here, with the points that it may take."""
    found: dict[int, set[int]] = {}
    for move in NINE.moves(state):
        source, target = move & POINT, move >> TARGET & POINT
        action = target if source == HAND else 24 + source * 24 + target
        points = found.setdefault(action, set())
        points |= {point for point in range(24) if taken(move) >> point & 1}
    return found


def compare_game(pyspiel: Any, chance: random.Random) -> int:
    """Play one random game in both; how many positions had the same moves."""
    theirs = pyspiel.load_game("nine_mens_morris").new_initial_state()
    ours = NINE.initial()
    compared = 0
    while not theirs.is_terminal():
        actions = first_actions(ours)
        assert set(theirs.legal_actions()) == set(actions)
        for action, points in actions.items():
            if points:
                after = theirs.child(action)
                assert set(after.legal_actions()) == points
                assert after.current_player() == ours.turn
        move = chance.choice(list(NINE.moves(ours)))
        source, target = move & POINT, move >> TARGET & POINT
        theirs.apply_action(target if source == HAND else 24 + source * 24 + target)
        if taken(move):
            theirs.apply_action(taken(move).bit_length() - 1)
        ours = NINE.play(ours, move)
        compared += 1
    if not list(NINE.moves(ours)):
        assert theirs.returns() == [NINE.payoff(ours, 0), NINE.payoff(ours, 1)]
    else:
        assert theirs.returns() == [0, 0]  # OpenSpiel stops a game after 200 turns
    return compared


def test_open_spiel_has_the_same_moves_in_200_random_games() -> None:
    pyspiel = importlib.import_module("pyspiel")
    chance = random.Random(9)
    assert sum(compare_game(pyspiel, chance) for _ in range(200)) > 10_000
