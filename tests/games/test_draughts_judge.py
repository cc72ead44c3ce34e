"""The rules against pydraughts, an independent judge: the same moves all through random games.

Where the judge is wrong, by the sources that variants.py names, the last tests say so and why.
"""

from __future__ import annotations

import importlib
import random
import warnings
from typing import Any

import pytest

from kibitz.core.text import parse_state
from kibitz.games.draughts import draughts
from kibitz.games.draughts.kind import Kind, kind_of
from kibitz.games.draughts.state import State
from kibitz.games.draughts.variants import VARIANTS

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    judge_module = importlib.import_module("draughts.core.game")

JUDGED = ("russian", "brazilian", "international", "italian", "english", "frisian")
NAMES = {"international": "standard"}
LONGEST = 150  # plies of a game at most

Described = tuple[int, int, tuple[int, ...]]  # from, to, captured, by number


def numbers_of(kind: Kind) -> dict[int, int]:
    return {bit: number for number, bit in enumerate(kind.squares.bits, start=1)}


def fen_in_numbers(kind: Kind, state: State) -> str:
    """The position as the judge reads it: with numbers in every variant."""
    numbers = numbers_of(kind)
    pieces = dict(zip(kind.variant.sides, kind.by_player(state), strict=True))

    def listed(side: str) -> str:
        squares = [
            ("K" if state.kings >> bit & 1 else "") + str(number)
            for bit, number in numbers.items()
            if pieces[side] >> bit & 1
        ]
        return side[0].upper() + ",".join(squares)

    return f"{kind.variant.sides[state.turn][0].upper()}:{listed('white')}:{listed('black')}"


def our_moves(kind: Kind, state: State) -> dict[Described, int]:
    numbers = numbers_of(kind)
    found = {}
    for move in kind.rules.moves(state):
        taken = kind.rules.unpack(move)
        hit = tuple(sorted(number for bit, number in numbers.items() if taken >> bit & 1))
        found[numbers[move & 63], numbers[move >> 6 & 63], hit] = move
    return found


def judged_moves(judge: Any) -> dict[Described, Any]:
    found: dict[Described, Any] = {}
    for steps, hit in zip(*judge.legal_moves(), strict=True):
        taken = tuple(sorted(number for number in hit if number is not None))
        found.setdefault((steps[0][0], steps[-1][1], taken), steps)
    return found


def judge_of(variant: str, position: str) -> Any:
    return judge_module.Game(NAMES.get(variant, variant), position)


def compare_games(variant: str, games: int, seed: int) -> int:
    """Play random games in both; how many positions had the same moves."""
    game, kind = draughts(variant), kind_of(VARIANTS[variant])
    chance = random.Random(seed)
    compared = 0
    for _ in range(games):
        state = game.initial()
        earlier: list[State] = []
        judge = judge_of(variant, fen_in_numbers(kind, state))
        while len(earlier) < LONGEST:
            ours, judged = our_moves(kind, state), judged_moves(judge)
            assert set(ours) == set(judged), fen_in_numbers(kind, state)
            compared += 1
            if game.outcome(state, earlier):
                break
            chosen = chance.choice(sorted(ours))
            earlier.append(state)
            state = game.play(state, ours[chosen])
            judge.push(judged[chosen])
    return compared


@pytest.mark.parametrize("variant", JUDGED)
def test_the_judge_has_the_same_moves_in_random_games(variant: str) -> None:
    assert compare_games(variant, 6, seed=1) > 200


@pytest.mark.deep
@pytest.mark.parametrize("variant", JUDGED)
def test_the_judge_has_the_same_moves_in_200_random_games(variant: str) -> None:
    assert compare_games(variant, 200, seed=7) > 9000


def differing(variant: str, position: str) -> tuple[set[Described], set[Described]]:
    """What only we allow, and what only the judge does."""
    kind = kind_of(VARIANTS[variant])
    state = parse_state(draughts(variant), position)
    ours, judged = set(our_moves(kind, state)), set(judged_moves(judge_of(variant, position)))
    return ours - judged, judged - ours


def test_the_judge_looks_at_the_first_king_only_in_italian_captures() -> None:
    """Of king-king-man and king-man-king the first is due: the second king comes sooner too.

    The position is Domenico Alioto's, in dctl's regression tests, with 30x5 as its only move.
    """
    only_ours, only_theirs = differing("italian", "W:WK30:B10,K12,K18,20,K26,K27")
    assert only_ours == set()
    assert only_theirs == {(30, 7, (12, 20, 27))}


def test_the_judge_values_a_frisian_king_at_a_man_and_a_half() -> None:
    """Three kings and a man are worth more than six men; he adds 1.501 a king and says 5.5."""
    position = "W:W9,21,41:BK1,3,6,10,K11,13,15,K16,17,18,K19,20,23,24,K28,K32,33,40,K44,K45,K49"
    only_ours, only_theirs = differing("frisian", position)
    assert only_ours == {(9, 29, (19, 28, 32, 33))}
    assert only_theirs == {(21, 34, (10, 13, 15, 17, 20, 24))}


def test_the_judge_compares_sums_of_fractions() -> None:
    """Equal captures of two kings and three men differ in his sums by rounding, by their order."""
    only_ours, only_theirs = differing("frisian", "W:W8,32,42:B7,K11,12,16,21,23,K27,K46,K47")
    assert only_ours == {(8, 37, (11, 12, 16, 21, 27))}
    assert only_theirs == set()
