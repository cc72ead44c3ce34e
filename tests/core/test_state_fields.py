"""States of boards, cells, tuples and integers: compiled as interpreted, in text and in tables."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from kibitz import (
    Board,
    Cells,
    CompileError,
    ContractError,
    Engine,
    Game,
    Limit,
    PositionError,
    Session,
    Snapshot,
    bits,
)
from kibitz.core.state_fields import state_words
from kibitz.core.states import state_functions
from kibitz.core.text import format_state, parse_state
from kibitz.engine.book import key_of
from kibitz.search.compiled import compiled_perft
from kibitz.testing import check


class Bench(NamedTuple):
    """A state on which every operation is tried, chosen by a random number."""

    one: Board
    other: Board
    numbers: Cells
    pair: tuple[int, ...]
    seed: int
    left: int
    turn: int


def stirred(seed: int) -> int:
    return (seed * 1103515245 + 12345) & 0x7FFFFFFF


def bench(shape: tuple[int, int], cells: tuple[int, int]) -> Game:
    """A game whose moves and evaluation use every operation on boards of this shape."""
    rows, columns = shape
    count, width = cells
    size = rows * columns
    line = tuple(Board(rows, columns, (cell,)) for cell in range(size))

    def moves(state: Bench) -> Iterator[int]:
        if state.left > 0:
            for move in range(5):
                yield move

    def play(state: Bench, move: int) -> Bench:
        seed = stirred(state.seed + move)
        one, other = state.one, state.other
        cell = seed >> 8
        one = one.add(cell % size) ^ line[stirred(seed) % size]
        if move == 0:
            one = one.shift(seed % (2 * rows + 1) - rows, (seed >> 9) % (2 * columns + 1) - columns)
        elif move == 1:
            one = (one | other.neighbours(8)) - other.flood(one, count=6)
        elif move == 2:
            one, other = ~other, one.shift(columns=0, rows=0) & other.neighbours()
        elif move == 3:
            one = (one ^ other).remove(-seed % size) | line[-1]
        number = state.numbers.get(seed % count)
        numbers = state.numbers.put(stirred(seed) % count, (number + seed) & (1 << width) - 1)
        pair: tuple[int, ...] = (state.pair[1], state.pair[2], state.pair[0] - move)
        pair = bits.put(pair, seed % 3, pair[move % 3] - 1)
        return Bench(other, one, numbers, pair, seed, state.left - 1, 1 - state.turn)

    def payoff(state: Bench, side: int) -> int:
        return 0

    def evaluate(state: Bench, side: int) -> int:
        one, other = state.one, state.other
        total = 3 * one.popcount() - other.popcount() + state.pair[0]
        if one and other:
            total += 5 * one.lowest() - one.highest() + 11 * other.highest()
        for cell in one.flood(other, 4 + 2 * (state.seed % 3)).squares():
            total = (total + 7 * cell) % 1009
        for found in line:
            total += 1 if not found & one and found < other else 0
        for index in range(count):
            total = (total + (index + 1) * state.numbers.get(index)) % 100003
        total += (one < other) + 2 * (one <= other) + 4 * (one == other) + 8 * (one != one.full())
        total += 16 * (state.numbers > state.numbers.put(0, 0)) + len(line)
        return total if side == 0 else -total

    start = Bench(
        Board(rows, columns, range(0, size, 3)),
        Board(rows, columns, range(0, size, 7)),
        Cells(count, width),
        (1, -2, 3),
        7,
        8,
        0,
    )
    return Game("workbench", start, moves, play, payoff, evaluate)


GAMES = {shape: bench(shape, cells) for shape, cells in [((8, 8), (14, 6)), ((13, 17), (70, 9))]}
WIDE = GAMES[13, 17]


@pytest.mark.parametrize("shape", [(5, 7), (8, 8), (9, 9), (13, 17)])
def test_compiled_fields_are_as_interpreted(shape: tuple[int, int]) -> None:
    game = GAMES.get(shape) or bench(shape, (5, 31))
    assert check(game, games=10, positions=60).is_compiled


def walked(game: Game, seed: int) -> Any:
    """A state after some random moves."""
    chance = Random(seed)
    state = game.initial()
    for _ in range(seed % 8):
        state = game.play(state, chance.choice(list(game.moves(state))))
    return state


def test_positions_are_numbers_with_points_inside_a_field() -> None:
    game = GAMES[8, 8]
    state = game.initial()
    numbers = ".".join(["0"] * 14)
    first = f"{state.one.bits},{state.other.bits},{numbers},1.-2.3,7,8,0"
    assert format_state(game, state) == first
    for seed in range(40):
        for one in GAMES.values():
            state = walked(one, seed)
            assert parse_state(one, format_state(one, state)) == state


@pytest.mark.parametrize(
    ("place", "text", "message"),
    [
        (0, str(1 << 64), "expected a number of at most 64 bits for one"),
        (0, "-1", "expected a number of at most 64 bits for one"),
        (0, "1.2", "for one"),
        (2, "1.2", "expected 14 numbers with points between them for numbers"),
        (2, "64" + ".0" * 13, "expected 0 to 63"),
        (3, "1.2.3.4", "expected 3 numbers with points between them for pair"),
        (3, f"1.2.{1 << 63}", "63 bits"),
        (4, str(1 << 63), "63 bits"),
        (4, "x", "expected 7 numbers (one, other, numbers, pair, seed, left, turn)"),
        (6, "2", "expected a turn from 0 to 1"),
    ],
)
def test_a_wrong_position_is_refused_by_field(place: int, text: str, message: str) -> None:
    game = GAMES[8, 8]
    parts = format_state(game, game.initial()).split(",")
    parts[place] = text
    with pytest.raises(PositionError) as refused:
        parse_state(game, ",".join(parts))
    assert message in str(refused.value)


def test_keys_tell_all_words_apart() -> None:
    key = state_functions(WIDE).key
    state = WIDE.initial()
    states = [state._replace(one=state.one ^ Board(13, 17, (cell,))) for cell in range(221)]
    states += [state._replace(numbers=state.numbers.put(index, 1)) for index in range(70)]
    states += [state._replace(pair=pair) for pair in ((1, -2, 4), (1, 3, -2), (-2, 1, 3))]
    assert len({key(one, 5) for one in states}) == len(states)
    pack, unpack = state_functions(WIDE).pack, state_functions(WIDE).unpack
    assert all(unpack(pack(one)) == one for one in states)


def test_a_single_word_has_the_key_of_an_integer() -> None:
    """A field that changes from an integer to a board keeps its entries in books."""

    class Old(NamedTuple):
        mine: int
        turn: int

    class New(NamedTuple):
        mine: Board
        turn: int

    def game_of(start: Any) -> Game:
        return Game(
            "keys", start, lambda s: iter(()), lambda s, m: s, lambda s, x: 0, lambda s, x: 0
        )

    old, new = game_of(Old(5, 0)), game_of(New(Board(7, 7, (0, 2)), 0))
    assert format_state(old, old.initial()) == format_state(new, new.initial()) == "5,0"
    keys = [state_functions(game).key(game.initial(), 9) for game in (old, new)]
    assert keys[0] == keys[1]


def test_sessions_and_the_engine_keep_such_states() -> None:
    game = GAMES[8, 8]
    session = Session(game)
    session.push("3")
    session.push("1")
    line = Engine(game, wait=True).play(session, Limit(depth=3))
    plain = Engine(game, compiled=False).play(session, Limit(depth=3))
    assert (line.score, line.compiled) == (plain.score, True)
    read = Session.from_json(json.loads(json.dumps(session.to_json())), game)
    assert read.state == session.state
    other = Session(game, walked(game, 5))
    read = Session.from_json(json.loads(json.dumps(other.to_json())), game)
    assert read.state == other.state
    assert Session(game, other.state).legal_moves == other.legal_moves


def test_a_state_of_another_size_is_refused() -> None:
    other = GAMES[8, 8].initial()._replace(numbers=WIDE.initial().numbers)
    with pytest.raises(PositionError, match=r"expected a Board\(13, 17\) for one, got Board\(8, 8"):
        Session(WIDE, other)
    with pytest.raises(PositionError, match=r"expected a Board\(13, 17\) for one"):
        Engine(WIDE).play(Snapshot(other))


def test_a_tuple_whose_length_changes_is_not_compiled() -> None:
    class Hand(NamedTuple):
        cards: tuple[int, ...]
        fixed: tuple[int, int]
        turn: int

    def moves(state: Hand) -> Iterator[int]:
        if state.cards:
            yield state.cards[0]

    def play(state: Hand, move: int) -> Hand:
        return Hand(state.cards[1:], state.fixed, 1 - state.turn)

    start = Hand((1, 2, 5, 3), (1, 2), 0)
    game = Game("hand", start, moves, play, lambda s, side: 0, lambda s, side: 0)
    assert not game.has_integer_states()
    with pytest.raises(CompileError, match=r"NamedTuple of integers, because of cards\. "):
        compiled_perft(game)


def test_books_know_positions_by_their_words() -> None:
    state = GAMES[8, 8].initial()
    words = state_words(state)
    assert key_of(GAMES[8, 8], state) == ".".join(f"{word:x}" for word in words)
    assert len(words) == 1 + 1 + 2 + 3 + 3


def test_a_field_starts_with_a_value_of_its_annotation() -> None:
    with pytest.raises(ContractError, match=r"the field one starts as 5: expected Board"):
        dataclasses.replace(WIDE, start=WIDE.initial()._replace(one=5))
    with pytest.raises(ContractError, match=r"the field numbers starts as 0: expected Cells"):
        dataclasses.replace(WIDE, start=WIDE.initial()._replace(numbers=0))


# Mixing


class Small(NamedTuple):
    mine: Board
    pits: Cells
    pair: tuple[int, ...]
    number: int
    turn: int


SMALL = Small(Board(8, 8, (3,)), Cells(14, 6), (1, 2), 0, 0)
OTHER = Board(9, 9)
LARGE = (1 << 64) - 1


def after(state: Small, mine: Any) -> Small:
    return Small(mine, state.pits, state.pair, state.number + 1, 1 - state.turn)


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        (lambda s: after(s, s.mine & 5), "it uses & on a Board(8, 8) and the number 5"),
        (lambda s: after(s, s.mine | OTHER), "it uses | on a Board(8, 8) and a Board(9, 9)"),
        (
            lambda s: after(s, s.mine if s.mine == 0 else s.mine.add(1)),
            "it uses == on a Board(8, 8)",
        ),
        (lambda s: after(s, 5), "the field mine is an integer: expected a Board(8, 8)"),
        (lambda s: after(s, s.pits), "the field mine is a Cells(14, 6): expected a Board(8, 8)"),
        (lambda s: after(s, s.mine if s.number else 5), "is a Board(8, 8) on one path"),
        (lambda s: after(s, s.mine.shift(1)), "it calls shift of a Board(8, 8) with arguments"),
        (
            lambda s: after(s, s.mine.shift(1, rows=1)),
            "it calls shift of a Board(8, 8) with arguments",
        ),
        (lambda s: after(s, Board(8, 8)), "it creates Board where it cannot be compiled"),
        (lambda s: after(s, s.mine.shft(1, 0)), "a Board(8, 8) has no shft"),
        (lambda s: after(s, s.mine.add(s.pits[0])), "it uses [ ] on a Cells(14, 6)"),
        (lambda s: after(s, s.mine.add(bits.popcount(s.mine))), "it uses popcount on a Board"),
        (lambda s: after(s, s.mine.add(s.number & LARGE)), "LARGE = 18446744073709551615"),
        (lambda s: after(s, s.mine.add(s.number & 0xFFFFFFFFFFFFFFFF)), "the number 184467440737"),
    ],
)
def test_mixed_types_are_named(rule: Any, problem: str) -> None:
    def moves(state: Small) -> Iterator[int]:
        if state.number < 3:
            yield 0

    def play(state: Small, move: int) -> Small:
        found: Small = rule(state)
        return found

    game = Game("mixed", SMALL, moves, play, lambda s, side: 0, lambda s, side: 0)
    with pytest.raises(CompileError) as refused:
        compiled_perft(game)
    line = rule.__code__.co_firstlineno
    text = str(refused.value)
    assert f"Cannot compile play of mixed ({__file__}, line" in text
    assert problem in text
    assert f"line {line})" in text or "the field" in text


def test_cells_off_the_board_are_caught_when_compiled() -> None:
    def moves(state: Small) -> Iterator[int]:
        if state.number < 1:
            yield 0

    def play(state: Small, move: int) -> Small:
        return after(state, state.mine.add(64))

    from kibitz.testing.observation import compiled_observation

    game = Game("outside", SMALL, moves, play, lambda s, side: 0, lambda s, side: 0)
    import numpy as np

    record = np.zeros(1 << 18, np.int64)
    with pytest.raises(IndexError):
        compiled_observation(game)(state_functions(game).pack(SMALL), record)
