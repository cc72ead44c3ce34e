"""Opening books: made by search, found by any mirror image, kept whole, refused by name."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import Game, Limit, Player, Snapshot
from kibitz.core.errors import BookError, KibitzError, KibitzWarning
from kibitz.core.text import parse_move
from kibitz.engine.book import Book, BookEntry, book_of, image_of, key_of, own_path, read_book
from kibitz.engine.book_building import Plan, make_book, new_book
from tests.strangers import NIM

PLAN = Plan(plies=3, positions=12, width=3, limit=Limit(depth=4))


@pytest.fixture(autouse=True)
def own_books(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_BOOKS", str(tmp_path / "books"))


def made(game: Game, plan: Plan = PLAN) -> Book:
    book = new_book(game, plan)
    for _ in make_book(game, plan, book, lambda _: None):
        pass
    return book


def test_a_book_holds_good_moves_of_the_first_positions() -> None:
    game = kibitz.game("connect4")
    book = made(game)
    assert 3 < len(book.positions) <= PLAN.positions
    found = book.find(game, game.initial())
    assert found
    best = kibitz.Engine(game).play(kibitz.Session(game), PLAN.limit)
    assert parse_move(game, game.initial(), best.move) in [one.move for one in found]
    assert found[0].score == max(one.score for one in found)


def test_every_mirror_image_is_found_with_its_own_moves() -> None:
    game = kibitz.game("tictactoe")
    book = made(game, Plan(plies=2, positions=20, width=9, limit=Limit(depth=9)))
    for move in game.moves(game.initial()):
        state = game.play(game.initial(), move)
        image = image_of(game, state)
        found = book.find(game, state)
        assert {one.move for one in found} <= set(game.moves(state))
        assert bool(found) == (key_of(game, image) in book.positions)
        for one in found:
            line = kibitz.Engine(game).play(Snapshot(game.play(state, one.move)), Limit(depth=9))
            assert line.value == "draws" or line.loss_in is not None


def test_a_position_outside_of_the_book_is_not_found() -> None:
    game = kibitz.game("connect4")
    book = made(game)
    lot = random.Random(1)
    state = game.initial()
    for _ in range(8):
        state = game.play(state, lot.choice(list(game.moves(state))))
    assert book.find(game, state) == []


def test_a_book_is_kept_and_read_as_it_was(tmp_path: Path) -> None:
    game = kibitz.game("connect4")
    book = made(game)
    book.save(tmp_path / "folder" / "book.json")
    assert read_book(tmp_path / "folder" / "book.json") == book


def test_making_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    game = kibitz.game("connect4")
    whole = made(game)
    begun = new_book(game, PLAN)
    work: Iterator[Any] = make_book(game, PLAN, begun, lambda book: book.save(tmp_path / "b.json"))
    for _ in range(4):
        next(work)
    kept = read_book(tmp_path / "b.json")
    assert 4 <= len(kept.positions) < len(whole.positions)
    for _ in make_book(game, PLAN, kept, lambda _: None):
        pass
    assert kept == whole


def test_the_upper_steps_play_from_the_users_book() -> None:
    game = kibitz.game("connect4", rows=5)
    book = made(game)
    book.save(own_path(game))
    assert book_of(game) == book
    known = {one.move for one in book.find(game, game.initial())}
    for seed in range(5):
        line = Player(game, "9", seed=seed).play(kibitz.Session(game))
        assert parse_move(game, game.initial(), line.move) in known
        assert line.nodes == 0
    assert Player(game, "8", seed=0).play(kibitz.Session(game)).nodes > 0


def test_a_book_of_an_earlier_version_is_not_used() -> None:
    game = kibitz.game("connect4", rows=5)
    book = made(game)
    Book(book.game, book.options, book.rules + 1, book.code, book.search, book.positions).save(
        own_path(game)
    )
    assert book_of(game) is None


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("nonsense", "expected JSON"),
        ("[]", "its format is not 'kibitz-book'"),
        ('{"format": "kibitz-book", "version": 9}', "its version is 9, and this Kibitz supports 1"),
        (
            '{"format": "kibitz-book", "version": 1}',
            "a part is missing or damaged (positions: the field is missing)",
        ),
        (
            '{"format": "kibitz-book", "version": 1, "game": "connect4", "options": {}, "rules": 1,'
            ' "search": "", "positions": {"0.0": {"depth": 3, "moves": {}}}}',
            "positions.0.0.moves: expected 1 to 4096 entries, got 0",
        ),
        (
            '{"format": "kibitz-book", "version": 1, "game": "connect4", "options": {}, "rules": 1,'
            ' "search": "", "positions": {"0.0": {"depth": 3, "moves": {"a": 1e999}}}}',
            "a number that is not finite",
        ),
        (
            '{"format": "kibitz-book", "version": 1, "game": "\\ud800", "options": {}, "rules": 1,'
            ' "search": "", "positions": {}}',
            "game contains a lone surrogate",
        ),
        (
            '{"format": "kibitz-book", "version": 1, "game": "connect4", "options": {}, "rules": 1,'
            ' "search": "", "positions": {"0.0": {"depth": 3, "moves": {"\\udfff": 1}}}}',
            "positions.0.0.moves has a key that contains a lone surrogate",
        ),
    ],
)
def test_what_is_no_book_is_refused_with_the_reason(
    tmp_path: Path, content: str, text: str
) -> None:
    path = tmp_path / "book.json"
    path.write_text(content)
    with pytest.raises(BookError) as refusal:
        read_book(path)
    assert str(path) in str(refusal.value)
    assert text in str(refusal.value)


def test_a_book_of_a_strangers_rules_does_not_outlive_an_edit(tmp_path: Path) -> None:
    """They may have changed what wins and forgotten to raise the version."""
    file = tmp_path / "nim.py"
    file.write_text(NIM)
    game = kibitz.game(file)
    made(game).save(own_path(game))
    assert book_of(game) is not None
    assert book_of(kibitz.game(file)) == book_of(game)
    file.write_text(NIM.replace("LOSS if player", "LOSS if 1 - player"))
    assert book_of(kibitz.game(file)) is None


def test_a_book_with_a_move_that_there_is_not_is_not_gone_on_with() -> None:
    game = kibitz.game("connect4", rows=5)
    book = made(game)
    key = key_of(game, image_of(game, game.initial()))
    book.positions[key] = BookEntry(3, {"z9": 5})
    book.save(own_path(game))
    with pytest.raises(BookError, match="z9") as refusal:
        list(make_book(game, PLAN, read_book(own_path(game)), lambda _: None))
    assert str(own_path(game)) in str(refusal.value)


def test_a_move_that_there_is_not_is_named_and_not_used() -> None:
    game = kibitz.game("connect4", rows=5)
    book = made(game)
    key = key_of(game, image_of(game, game.initial()))
    entry = book.positions[key]
    book.positions[key] = BookEntry(entry.depth, {**entry.moves, "z9": 5})
    book.save(own_path(game))
    found = book_of(game)
    assert found is not None
    with pytest.warns(KibitzWarning, match="the illegal move 'z9' in connect4 position") as told:
        moves = found.find(game, game.initial())
    assert str(own_path(game)) in str(told[0].message)
    assert len(moves) >= len(entry.moves)


def test_a_folder_in_place_of_a_book_is_refused() -> None:
    game = kibitz.game("connect4", rows=5)
    own_path(game).mkdir(parents=True)
    with pytest.raises(KibitzError, match="Is a directory"):
        book_of(game)


def test_what_is_left_shrinks_to_nothing() -> None:
    game = kibitz.game("connect4")
    told = list(make_book(game, PLAN, new_book(game, PLAN), lambda _: None))
    assert [done for done, _ in told] == list(range(1, len(told) + 1))
    assert all(left > 0 for _, left in told[:-1])
    assert told[-1][1] == 0


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(KibitzError, match="No such file"):
        read_book(tmp_path / "none.json")


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BookError, match="Cannot write the book"):
        made(kibitz.game("connect4", rows=4)).save(tmp_path / "file" / "book.json")


def test_games_without_openings_are_refused() -> None:
    with pytest.raises(BookError, match="starts from a random position"):
        new_book(kibitz.game("horses"), PLAN)


def test_shipped_books_fit_their_games_and_hold_legal_moves() -> None:
    from kibitz.engine.book import SHIPPED

    files = sorted(SHIPPED.glob("*.json"))
    assert len(files) == 6
    for path in files:
        book = read_book(path)
        game = kibitz.game(book.game, **dict(book.options))
        assert book.fits(game), path
        assert book_of(game) == book
        found = book.find(game, game.initial())
        assert found, path
        for one in found:
            assert one.move in set(game.moves(game.initial()))
        assert len({one.move for one in found}) == len(found)  # each once, mirrored or not
        content = json.loads(path.read_text())
        assert len(content["positions"]) == len(book.positions)
