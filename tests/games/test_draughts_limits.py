"""Draughts positions with very many captures: refused as text, bounded where play reaches them."""

from __future__ import annotations

import random
from itertools import pairwise

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import InvalidMoveError, PositionError
from kibitz.core.text import parse_move, parse_state
from kibitz.games.draughts import draughts, notation, pdn, rules
from kibitz.games.draughts.best_captures import MAX_CAPTURES
from kibitz.games.draughts.captures import Captures, Path, capture_rules
from kibitz.games.draughts.fen import parse_fen
from kibitz.games.draughts.kind import Kind, kind_of
from kibitz.games.draughts.variants import VARIANTS
from tests.games.test_draughts_compiled import probe_function, probe_of
from tests.games.test_draughts_oracle import SETTINGS, name_of, row_of

FRYSK = "W:WK9:B22,14,8,28,27,44,42,37,30,19,41,13,12,43"  # 900,000 captures
FRISIAN = "W:WK24:B1,3,5,7,8,14,17-20,23,25-29,31,34,37-40,42,K46,K50"  # millions
INTERNATIONAL = "W:WK47:B7-10,17,18,20,21,23,29-31,38-41"

EXPLOSIVE = [
    ("frysk", FRYSK),
    ("frisian", FRYSK),
    ("frisian", FRISIAN),
    ("international", INTERNATIONAL),
    ("killer", INTERNATIONAL),
    ("antidraughts", INTERNATIONAL),
]
# Positions that can be read, and a move that leads to one that could not.
BEFORE = [
    ("frysk", "B:WK46:B8,12,13,14,19,22,27,28,30,37,41,42,43,44", "43-48"),
    ("frisian", "B:WK10:B1,3,5,7,8,14,18,20,23,25-29,31,34,37-39,42,K46,K50", "38-43"),
    ("international", "B:WK46:B7-10,17,18,20,21,23,29-31,38-41", "38-43"),
]
# Readable positions with long captures: the men, and how many of them the best capture takes.
LONG = [
    ("frisian", "W:WK17:B2,4,7,8,11,13,14,16,19,20,22-25,27,30,34,38,43,44", 15),
    ("international", "W:WK1:B8-12,19-23,30-34,41-44", 19),
    ("german", "W:WK12:B7-9,14-16,19,23,24,26", 9),
]


@pytest.fixture
def followed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How often captures are followed by a `fresh` kind."""
    counts = [0]

    def counted(*arguments: object) -> Captures:
        made = capture_rules(*arguments)  # type: ignore[arg-type]

        def follow(is_king: int, turn: int, theirs: int, kings: int, free: int, path: Path) -> Path:
            counts[0] += 1
            return made.follow(is_king, turn, theirs, kings, free, path)

        return made._replace(follow=follow)

    monkeypatch.setattr(rules, "capture_rules", counted)
    return counts


def fresh(variant: str) -> Kind:
    """A kind of its own, so that no other test meets the one that counts."""
    return kind_of.__wrapped__(VARIANTS[variant])


@pytest.mark.parametrize(("variant", "position"), EXPLOSIVE)
def test_positions_with_too_many_captures_are_refused_by_name(variant: str, position: str) -> None:
    with pytest.raises(PositionError, match=rf"limit {MAX_CAPTURES}") as caught:
        parse_state(draughts(variant), position)
    assert caught.value.code == "too_many_captures"


def test_sessions_and_files_refuse_them_too() -> None:
    game = draughts("frysk")
    with pytest.raises(PositionError, match="more captures than Kibitz can follow"):
        kibitz.Session(game, FRYSK)
    for text in (f'[GameType "97"] [FEN "{FRYSK}"] *', f'[GameType "97"] /FEN "{FRYSK}"/ *'):
        with pytest.raises(pdn.PdnError, match="more captures than Kibitz can follow"):
            pdn.parse_pdn(text)
    record = kibitz.Session(game, "W:WK9:B22").to_text()
    assert record.count("W:WK9:B22") == 1
    with pytest.raises(kibitz.RecordError, match="more captures than Kibitz can follow"):
        kibitz.Session.from_text(record.replace("W:WK9:B22", FRYSK))


@pytest.mark.parametrize(("variant", "position"), EXPLOSIVE)
def test_a_refusal_follows_no_more_captures_than_the_limit(
    variant: str, position: str, followed: list[int]
) -> None:
    kind = fresh(variant)
    with pytest.raises(PositionError):
        parse_fen(kind, position)
    assert 0 < followed[0] <= most_calls(kings=1)


@pytest.mark.parametrize(("variant", "position", "move"), BEFORE)
def test_play_may_reach_such_a_position_and_goes_on(
    variant: str, position: str, move: str, followed: list[int]
) -> None:
    game, kind = draughts(variant), fresh(variant)
    state = parse_state(game, position)
    after = game.play(state, parse_move(game, state, move))
    assert kind.rules.exceeds(after)
    followed[0] = 0
    captures = list(kind.rules.moves(after))
    assert followed[0] <= most_calls(kings=1)
    assert captures == sorted(set(captures))
    assert all(kind.rules.unpack(capture) for capture in captures)
    assert captures == list(game.moves(after))


def most_calls(kings: int) -> int:
    """Calls of `follow` at the limit: each scan ends with one more for every king."""
    return MAX_CAPTURES + 1 + kings * MAX_CAPTURES // 100


@pytest.mark.parametrize(("variant", "position", "move"), BEFORE[::2])
def test_compiled_rules_stop_at_the_same_capture(variant: str, position: str, move: str) -> None:
    game = draughts(variant)
    state = parse_state(game, position)
    after = tuple(game.play(state, parse_move(game, state, move)))
    words, expected = np.zeros(1 << 14, np.int64), [0] * (1 << 14)
    length = probe_function(game)(after, 0, expected)
    assert length > 0
    assert probe_of(game)(after, 0, words) == length
    assert words[:length].tolist() == expected[:length]


@pytest.mark.parametrize("settings", SETTINGS, ids=name_of)
def test_no_position_of_random_games_comes_near_the_limit(settings: dict[str, object]) -> None:
    game, kind = draughts(**settings), kind_of(row_of(settings))  # type: ignore[arg-type]
    chance = random.Random(8)
    for _ in range(10):
        state = game.initial()
        for _ in range(150):
            moves = list(game.moves(state))
            if not moves:
                break
            assert not kind.rules.exceeds(state)
            state = game.play(state, chance.choice(moves))


@pytest.mark.parametrize(("variant", "position", "count"), LONG)
def test_the_longest_captures_keep_every_jump(variant: str, position: str, count: int) -> None:
    game, kind = draughts(variant), kind_of(VARIANTS[variant])
    state = parse_state(game, position)
    moves = list(game.moves(state))
    assert max(kind.rules.unpack(move).bit_count() for move in moves) == count
    for move in moves:
        way = notation.way(kind, state, move)
        assert len(way) == kind.rules.unpack(move).bit_count() + 1
        assert (way[0], way[-1]) == notation.ends(move)
        taken = 0
        for start, end in pairwise(way):
            taken |= 1 << kind.rules.captures.jumps.jumped(start, end, state.theirs & ~taken)
        assert taken == kind.rules.unpack(move)


def test_writing_all_captures_follows_them_once_more_not_once_each(followed: list[int]) -> None:
    kind = fresh("international")
    state = parse_fen(kind, "W:WK48:B12,15,18,20,32,33,34,42")
    moves = notation.legal_moves(kind, state)
    assert len(moves) > 20
    once = sum(1 for _ in notation.paths(kind, state, moves[0] & 63)) + 1
    followed[0] = 0
    texts = {notation.format_move(kind, state, move) for move in moves}
    assert len(texts) == len(moves)
    assert followed[0] <= once


def test_a_move_that_fits_no_path_is_refused_after_bounded_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = draughts("frisian")
    state = parse_state(game, LONG[0][1])
    monkeypatch.setattr(notation, "_MOST_JUMPS", 500)
    [text, *_] = [
        notation.format_move(kind_of(VARIANTS["frisian"]), state, move)
        for move in game.moves(state)
    ]
    start, end = text.split("x")[0], text.split("x")[-1]
    with pytest.raises(InvalidMoveError, match="write only the first and the last square"):
        parse_move(game, state, f"{start}x1x1x1x{end}")


def test_annotations_are_put_together_once_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A copy of all that was said for every further comment took minutes for a megabyte."""
    made = [0]
    original = pdn.Annotated.__init__

    def counted(self: pdn.Annotated, *arguments: object, **named: object) -> None:
        made[0] += 1
        original(self, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(pdn.Annotated, "__init__", counted)
    [record] = pdn.parse_pdn("1. 22-18 " + "{a} $1 " * 1000 + "*")
    assert record.moves[0].comment == " ".join("a" * 1000)
    assert record.moves[0].nags == (1,) * 1000
    assert made[0] == 1
