"""Games as a user would write them, on boards of any size: checked, counted and played."""

from __future__ import annotations

import importlib
from dataclasses import replace
from random import Random

import pytest

from kibitz import Engine, Game, Limit, Session
from kibitz.core.text import format_state, parse_state
from kibitz.search.perft import divide, divide_with_ended, plain_perft
from kibitz.testing import check

NAMES = ("othello", "breakthrough", "gomoku", "kalah", "hex", "go", "chess")
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
# Leaves at depths 1, 2, ...
COUNTS = {
    # Othello: https://aartbik.blogspot.com/2009/02/perft-for-reversi.html; a pass is a move.
    "othello": (4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288),
    # Breakthrough: the tests of Regular Boardgames, and the C program of the benchmarks.
    "breakthrough": (22, 484, 11132, 256036, 6182818, 149264638),
    # Chess: https://www.chessprogramming.org/Perft_Results
    "chess": (20, 400, 8902, 197281, 4865609, 119060324),
    # Gomoku and Hex: 225 x 224 x 223 and 121 x 120 x 119. Go: the same on 81 points, with passes.
    "gomoku": (225, 50400, 11239200),
    "hex": (121, 14520, 1727880),
    "go": (82, 6643, 531522),
}
QUICK = 6_000_000  # leaves that `make test` counts


def game(name: str) -> Game:
    found: Game = importlib.import_module(f"tests.own_games.{name}").game
    return found


def counted(name: str) -> Game:
    """A game without its rule against repetition, under which leaves depend on the history."""
    return replace(game(name), repeats=0)


def perft(rules: Game, state: object, depth: int) -> int:
    return sum(count for _, count in divide(rules, state, depth))


@pytest.mark.parametrize("name", NAMES)
def test_every_game_conforms_compiled_as_interpreted(name: str) -> None:
    assert check(game(name), games=6, positions=120).is_compiled


@pytest.mark.parametrize("name", COUNTS)
def test_leaves_are_as_published(name: str) -> None:
    rules = counted(name)
    for depth, count in enumerate(COUNTS[name], 1):
        if count <= QUICK:
            assert perft(rules, rules.initial(), depth) == count


@pytest.mark.deep
@pytest.mark.parametrize("name", COUNTS)
def test_leaves_at_large_depths(name: str) -> None:
    rules = counted(name)
    assert perft(rules, rules.initial(), len(COUNTS[name])) == COUNTS[name][-1]


@pytest.mark.deep
def test_leaves_and_ended_games_of_othello_are_as_published() -> None:
    rules = game("othello")
    found = [count for _, count in divide_with_ended(rules, rules.initial(), 10)]
    assert sum(one.leaves for one in found) == 24571056
    assert sum(one.leaves + one.ended for one in found) == 24571284


def test_leaves_of_chess_with_castling_en_passant_and_promotions() -> None:
    rules = game("chess")
    state = parse_state(rules, KIWIPETE)
    assert format_state(rules, state) == KIWIPETE
    assert [perft(rules, state, depth) for depth in (1, 2, 3, 4)] == [48, 2039, 97862, 4085603]


@pytest.mark.parametrize("name", NAMES)
def test_interpreted_rules_count_the_same(name: str) -> None:
    rules = counted(name)
    chance = Random(name)
    state = rules.initial()
    for _ in range(12):
        state = rules.play(state, chance.choice(list(rules.moves(state))))
    depth = 1 if name in ("gomoku", "hex", "go") else 2
    assert plain_perft(rules, state, depth) == perft(rules, state, depth)


@pytest.mark.parametrize(("name", "size"), [("breakthrough", 5), ("hex", 4), ("gomoku", 19)])
def test_the_size_is_an_option(name: str, size: int) -> None:
    rules = game(name).configure(size=size)
    assert rules.initial().mine.shape == (size, size)
    state = rules.initial()
    chance = Random(size)
    while moves := list(rules.moves(state)):
        state = rules.play(state, chance.choice(moves))
    assert {rules.payoff(state, side) for side in (0, 1)} <= {-1, 0, 1}


def sown(pits: list[int], side: int, move: int) -> tuple[list[int], int]:
    """Kalah once more, on a list."""
    pits = [*pits]
    at = 7 * side + move
    stones, pits[at] = pits[at], 0
    while stones:
        at = (at + 1) % 14
        if at != 13 - 7 * side:
            pits[at] += 1
            stones -= 1
    store = 6 + 7 * side
    if at // 7 == side and at != store and pits[at] == 1 and pits[12 - at]:
        pits[store] += 1 + pits[12 - at]
        pits[at] = pits[12 - at] = 0
    if not any(pits[:6]) or not any(pits[7:13]):
        for owner in (0, 1):
            own = range(7 * owner, 7 * owner + 6)
            pits[6 + 7 * owner] += sum(pits[pit] for pit in own)
            for pit in own:
                pits[pit] = 0
    return pits, side if at == store else 1 - side


def test_kalah_is_as_on_a_list() -> None:
    rules = game("kalah")
    chance = Random(3)
    for _ in range(60):
        state = rules.initial()
        pits, side = [4, 4, 4, 4, 4, 4, 0] * 2, 0
        while moves := list(rules.moves(state)):
            assert moves == [pit for pit in range(6) if pits[7 * side + pit]]
            move = chance.choice(moves)
            state = rules.play(state, move)
            pits, side = sown(pits, side, move)
            assert (list(state.pits.values()), state.turn) == (pits, side)
        assert sum(pits) == 48


def test_go_takes_groups_and_forbids_suicide() -> None:
    session = Session(game("go"))
    for move in ["b1", "a1", "pass", "pass"]:
        session.push(move)
    assert session.outcome() is not None
    session = Session(game("go"))
    for move in ["e5", "e4", "pass", "d5", "pass", "f5", "pass", "e6"]:
        session.push(move)
    assert not session.state.theirs.has(40)
    assert not session.state.mine.has(40)
    assert "e5" not in session.legal_moves  # White's eye
    session.push("a9")
    assert "e5" in session.legal_moves


def test_go_counts_stones_and_territory() -> None:
    rules = game("go").configure(size=5)
    session = Session(rules)
    for move in ["c1", "d1", "c2", "d2", "c3", "d3", "c4", "d4", "c5", "d5", "pass", "pass"]:
        session.push(move)
    outcome = session.outcome()
    assert outcome is not None
    assert outcome.payoffs == (-1, 1)  # 15 to 10, and komi 7.5
    margin = rules.margin
    assert margin is not None
    assert margin(session.state, 0) == 2 * (15 - 10) - 15


def test_the_engine_plays_them_compiled() -> None:
    rules = game("kalah")
    line = Engine(rules, wait=True).play(Session(rules), Limit(depth=10, nodes=200_000))
    assert line.compiled
    assert line.moves[0] in rules.moves(rules.initial())
