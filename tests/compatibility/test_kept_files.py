"""Endgame tables, opening books and profiles, as an earlier version wrote them."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

import kibitz
from tests.compatibility.conftest import Command
from tests.compatibility.describe import plain
from tests.compatibility.stored import DATA, same_python, stored

Copied = Callable[[str], Path]

PROBES: dict[str, Any] = stored("tables.json")


def shown(words: list[str]) -> str:
    return " ".join(words)


@same_python
@pytest.mark.parametrize("words", [json.loads(key) for key in PROBES], ids=shown)
def test_an_endgame_table_gives_the_same_answers(
    copied: Copied, command: Command, words: list[str]
) -> None:
    folder = copied("tables")
    game, *where = words
    place = str(folder / game) if game.endswith(".py") else game
    ran = command("tables", "probe", place, *where, "--folder", str(folder), "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out) == PROBES[json.dumps(words)]


def test_endgame_tables_are_listed_and_intact(copied: Copied, command: Command) -> None:
    folder = copied("tables")
    listed = command("tables", "list", "--folder", str(folder))
    for name in ("tictactoe-c715c915bf7b", "sticks-aade91ea7ed4", "morris-three"):
        assert name in listed.out
    verified = command("tables", "verify", "--folder", str(folder))
    assert verified.code == 0, verified.err


@same_python
@pytest.mark.parametrize("name", ["tictactoe", "sticks.py"])
def test_solving_again_finds_the_table_by_the_same_name(
    copied: Copied, command: Command, name: str
) -> None:
    folder = copied("tables")
    before = {path.name: path.read_bytes() for path in folder.glob("*.table")}
    game = str(folder / name) if name.endswith(".py") else name
    assert command("solve", game, "--folder", str(folder)).code == 0
    assert {path.name: path.read_bytes() for path in folder.glob("*.table")} == before


BOOK_MOVES = {
    "tictactoe": {"": {"4"}, "4": {"0", "2", "6", "8"}},
    "draughts": {"": {"g3-f4", "e3-f4", "c3-b4", "c3-d4"}, "g3-f4": {"b6-c5", "d6-c5"}},
}
SETTINGS = {"tictactoe": {}, "draughts": {"variant": "russian"}}


@pytest.mark.parametrize("name", BOOK_MOVES)
def test_a_level_plays_from_an_opening_book(
    copied: Copied, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("KIBITZ_BOOKS", str(copied("books")))
    game = kibitz.game(name, **SETTINGS[name])
    for before, moves in BOOK_MOVES[name].items():
        session = kibitz.Session(game)
        for move in before.split():
            session.push(move)
        lines = [kibitz.Player(game, "10", seed=seed).play(session) for seed in range(12)]
        assert {line.move for line in lines} <= moves
        if name == "draughts":
            assert len({line.move for line in lines}) > 1
        assert all(line.nodes == 0 for line in lines)  # it did not search


@same_python
def test_a_level_plays_from_a_book_of_a_game_in_a_file(
    copied: Copied, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied("books")
    monkeypatch.setenv("KIBITZ_BOOKS", str(folder))
    game = kibitz.game(folder / "sticks.py")
    line = kibitz.Player(game, "10", seed=1).play(kibitz.Session(game))
    assert (line.move, line.nodes) == ("1", 0)


@pytest.mark.parametrize(
    ("words", "file", "count"),
    [
        (("tictactoe", "--plies", "3", "--positions", "12", "--depth", "6"), "tictactoe", 3),
        (
            ("draughts", "--variant=russian", "--plies", "2", "--positions", "4", "--depth", "4"),
            "draughts-russian",
            4,
        ),
    ],
)
def test_making_a_book_goes_on_with_the_one_that_is_there(
    copied: Copied, command: Command, words: tuple[str, ...], file: str, count: int
) -> None:
    path = copied("books") / f"{file}.json"
    before = path.read_text()
    ran = command("book", *words, "--out", str(path), "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["positions"] == count
    assert path.read_text() == before


GAMES: tuple[tuple[str, dict[str, object]], ...] = (
    ("tictactoe", {}),
    ("draughts", {"variant": "russian"}),
)


@pytest.mark.parametrize("number", [0, 1])
def test_a_profile_is_known_and_goes_on(tmp_path: Path, number: int) -> None:
    path = tmp_path / "profile.json"
    shutil.copy(DATA / "profile.json", path)
    name, options = GAMES[number]
    game = kibitz.game(name, **options)
    level, standing, codes = stored("profile_facts.json")[number]
    opponent = kibitz.AdaptivePlayer(game, kibitz.Profile(path), seed=1)
    assert opponent.level == level
    assert [one.code for one in opponent.why()] == codes
    assert plain(asdict(kibitz.Profile(path).standing(game))) == standing
    opponent.learn(1.0)
    before, after = stored("profile.json"), json.loads(path.read_text())
    assert after["games"][1 - number] == before["games"][1 - number]
    assert after["games"][number]["games"] == standing["games"] + 1
    assert after["games"][number]["recent"][:-1] == standing["recent"]
    assert after["games"][number].keys() == before["games"][number].keys()
