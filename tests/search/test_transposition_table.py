"""The transposition table: what is kept, and what an entry may answer."""

from __future__ import annotations

import pytest

from kibitz.core.score import LOSS, WIN, decided
from kibitz.search.transposition_table import (
    BUCKET,
    EXACT,
    LOWER,
    MISS,
    NOT_PROVEN,
    PROVEN,
    UPPER,
    probe,
    settles,
    settles_exactly,
    store,
)

WON = decided(WIN, 9, 0)
LOST = decided(LOSS, 9, 0)


def kept(table: list[int], key: int) -> tuple[int, int] | None:
    """The move and the depth kept for `key`."""
    move, _, facts = probe(table, key)
    return None if move == -1 else (move, facts & 255)


def test_an_empty_table_knows_nothing() -> None:
    assert kept([0] * BUCKET, 0) is None
    assert kept([0] * BUCKET, 5) is None


def test_the_deepest_of_this_search_stays_beside_the_latest() -> None:
    table = [0] * BUCKET
    for key, depth in ((11, 9), (12, 3), (13, 2)):
        store(table, key, key, 0, depth, EXACT, False, False, 1)
    assert kept(table, 11) == (11, 9)
    assert kept(table, 12) is None
    assert kept(table, 13) == (13, 2)


def test_what_an_earlier_search_left_makes_room() -> None:
    table = [0] * BUCKET
    store(table, 11, 11, 0, 9, EXACT, False, False, 1)
    store(table, 12, 12, 0, 3, EXACT, False, False, 2)
    assert kept(table, 11) is None
    assert kept(table, 12) == (12, 3)


def test_a_torn_entry_is_not_recognised() -> None:
    table = [0] * BUCKET
    store(table, 11, 4, 100, 9, EXACT, False, False, 1)
    table[2] += 1  # the score of another thread
    assert kept(table, 11) is None


def facts(depth: int, bound: int, *, complete: bool = False, selective: bool = False) -> int:
    table = [0] * BUCKET
    store(table, 1, 1, 0, depth, bound, complete, selective, 5)
    return probe(table, 1)[2]


@pytest.mark.parametrize(
    ("score", "entry", "answer"),
    [
        (50, facts(6, LOWER), NOT_PROVEN),
        (50, facts(5, LOWER), MISS),  # not searched far enough
        (40, facts(6, LOWER), MISS),  # no better than the window
        (10, facts(6, UPPER), NOT_PROVEN),
        (50, facts(6, UPPER), MISS),
        (30, facts(6, EXACT), MISS),  # inside the window: the line is wanted
        (50, facts(6, EXACT), NOT_PROVEN),
        (50, facts(2, LOWER, complete=True), PROVEN),
        (WON, facts(2, LOWER), PROVEN),  # decided is decided at any depth
        (LOST, facts(2, UPPER), PROVEN),
        (WON, facts(9, UPPER), MISS),  # at most a win is no news
    ],
)
def test_an_entry_answers_within_its_bound(score: int, entry: int, answer: int) -> None:
    assert settles(score, entry, 6, 20, 45, True, 0) == answer


def test_an_entry_of_a_reduced_search_answers_no_whole_one() -> None:
    selective = facts(9, LOWER, selective=True)
    assert settles(50, selective, 6, 20, 45, True, 0) == NOT_PROVEN
    assert settles(50, selective, 6, 20, 45, False, 0) == MISS


def test_a_deeper_entry_is_not_the_value_of_plain_minimax() -> None:
    assert settles_exactly(50, facts(7, LOWER), 6, 20, 45) == MISS
    assert settles_exactly(50, facts(6, LOWER), 6, 20, 45) == NOT_PROVEN
    assert settles_exactly(50, facts(6, LOWER, selective=True), 6, 20, 45) == MISS
    assert settles_exactly(30, facts(6, EXACT), 6, 20, 45) == MISS  # inside: the line is wanted


def test_what_was_decided_before_may_rest_on_a_repetition() -> None:
    assert settles(WON, facts(9, LOWER), 6, 20, 45, True, 5) == PROVEN
    assert settles(WON, facts(9, LOWER), 6, 20, 45, True, 6) == MISS
