"""Saved files that name a Python file: what the command line opens, and what it runs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import KibitzError
from kibitz.engine.book import Book
from kibitz.match.replay import Recorded
from kibitz.tables.folder import SUFFIX
from kibitz.tables.stored_table import table_name
from kibitz.tables.table_file import write_table
from tests.cli.test_cli import kibitz_
from tests.strangers import NIM

__all__ = ["kibitz_"]

NAMED = [
    "{folder}/evil.py",
    "evil.py",
    "./sub/../evil.py",
    "file://{folder}/evil.py",
    "{folder}/evil.py ",
    "{folder}/evil.PY",
    "{folder}/link.py",
    "{folder}/trusted/../evil.py",
    "{folder}/trusted/link.py",
    "evil",
    "this",
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a file that leaves a trace if it is run, and one that may be trusted."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("KIBITZ_PROFILE", str(tmp_path / "profile.json"))
    trace = f"open({str(tmp_path / 'executed')!r}, 'w').close()\n"
    for name in ("trusted", "sub"):
        (tmp_path / name).mkdir()
    for name in ("evil.py", "evil.PY"):
        (tmp_path / name).write_text(trace + NIM)
    (tmp_path / "link.py").symlink_to("evil.py")
    (tmp_path / "trusted" / "link.py").symlink_to(tmp_path / "evil.py")
    return tmp_path


def was_executed() -> bool:
    return Path("executed").exists()


def save_session(named: str, field: str = "file") -> None:
    session = kibitz.Session(kibitz.game("tictactoe"))
    session.push("4")
    record = session.to_json()
    record["game"][field] = named
    Path("game.json").write_text(json.dumps(record))


def save_match(named: str, field: str = "file") -> None:
    match = kibitz.Match("tictactoe", ["random", "random"], games=2, record="games.jsonl")
    for _ in match.run(workers=1):
        pass
    header, *games = Path("games.jsonl").read_text().splitlines(keepends=True)
    changed = json.loads(header)
    if field == "players":
        changed["players"] = [f"{named}:choose", "random"]
    else:
        changed["game"][field] = named
    Path("games.jsonl").write_text("".join([json.dumps(changed) + "\n", *games]))


@pytest.mark.parametrize("named", NAMED)
@pytest.mark.parametrize("field", ["file", "name"])
def test_a_saved_game_runs_no_file_that_it_names(
    kibitz_: Any, folder: Path, named: str, field: str
) -> None:
    wanted = named.format(folder=folder)
    save_session(wanted, field)
    for command in (["play", "--load", "game.json"], ["review", "game.json"]):
        for allowed in ([], ["--trust", "trusted"], ["--trust", "evil"]):
            ran = kibitz_(*command, *allowed, typed="q\n")
            assert ran.code == 2, ran.err
            assert field == "name" or wanted.strip() in ran.err
    with pytest.raises(KibitzError):
        kibitz.Session.load("game.json", trust=[folder / "trusted"])
    assert not was_executed()


@pytest.mark.parametrize("named", NAMED)
@pytest.mark.parametrize("field", ["file", "name"])
def test_the_record_of_a_match_runs_no_file_that_it_names(
    kibitz_: Any, folder: Path, named: str, field: str
) -> None:
    wanted = named.format(folder=folder)
    save_match(wanted, field)
    for allowed in ([], ["--trust", "trusted"], ["--game", "0"]):
        ran = kibitz_("match", "--replay", "games.jsonl", *allowed)
        assert ran.code == 2, ran.err
        assert wanted.strip() in ran.err
    players = ("--player", "random", "--player", "random")
    ran = kibitz_("match", "tictactoe", *players, "--record", "games.jsonl", "--games", "2")
    assert ran.code == 2
    assert "is the record of another match" in ran.err
    with pytest.raises(KibitzError):
        Recorded("games.jsonl", trust=[folder / "trusted"])
    assert not was_executed()


def test_the_players_of_a_record_are_not_run(kibitz_: Any, folder: Path) -> None:
    save_match(str(folder / "evil.py"), "players")
    assert kibitz_("match", "--replay", "games.jsonl").code == 0
    players = ("--player", "random", "--player", "random")
    assert kibitz_("match", "tictactoe", *players, "--record", "games.jsonl").code == 2
    assert not was_executed()


@pytest.mark.parametrize(
    "allowed",
    [["evil.py"], ["--game", "evil.py"], ["--trust", "."], ["--trust", "x", "--trust", "evil.py"]],
    ids=" ".join,
)
def test_a_file_that_is_given_or_trusted_is_run(kibitz_: Any, allowed: list[str]) -> None:
    session = kibitz.Session(kibitz.game("evil.py"))
    session.push("1")
    session.save("game.json")
    match = kibitz.Match("evil.py", ["random", "random"], games=2, record="games.jsonl")
    for _ in match.run(workers=1):
        pass
    assert kibitz_("play", *allowed, "--load", "game.json", typed="q\n").code == 0
    assert kibitz_("review", "game.json", *allowed, "--depth", "1").code == 0
    assert kibitz_("match", *allowed, "--replay", "games.jsonl").code == 0
    for command in (["review", "game.json"], ["match", "--replay", "games.jsonl"]):
        ran = kibitz_(*command)
        assert ran.code == 2
        assert "evil.py'" in ran.err
        assert "--game FILE" in ran.err
        assert "--trust FOLDER" in ran.err


def test_python_callers_say_what_they_trust(folder: Path) -> None:
    session = kibitz.Session(kibitz.game("evil.py"))
    session.push("1")
    session.save("game.json")
    Path("executed").unlink()
    with pytest.raises(KibitzError, match="needs the game file"):
        kibitz.Session.load("game.json")
    assert not was_executed()
    assert kibitz.Session.load("game.json", trust=[folder]).moves == ("1",)
    assert kibitz.Session.from_json(session.to_json(), trust=["evil.py"]).moves == ("1",)
    assert kibitz.Session.load_all("game.json", trust=[folder])[0].moves == ("1",)


def test_books_tables_and_profiles_run_no_file_that_they_name(
    kibitz_: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named = str(folder / "evil.py")
    monkeypatch.setenv("KIBITZ_BOOKS", str(folder / "books"))
    Book(named, {"file": named}, 1, "", named).save("books/tictactoe.json")
    ran = kibitz_("book", "tictactoe", "--plies", "1", "--depth", "1")
    assert ran.code == 2
    assert "is a book with game" in ran.err
    assert kibitz_("hint", "tictactoe", "--depth", "2").code == 0

    about = {"kind": "positions", "game": named, "settings": {"file": named}, "version": 1}
    game = kibitz.game("tictactoe")
    file = folder / f"{table_name(game, game.initial())}{SUFFIX}"
    write_table(file, about, [np.zeros(1, np.int64)], block=1)
    for action in ("list", "verify"):
        kibitz_("tables", action, "--folder", ".")
    ran = kibitz_("tables", "probe", "tictactoe", "--folder", ".")
    assert ran.code == 2
    assert "is an endgame table for" in ran.err

    standing = {"skill": {"mean": 4.0, "deviation": 1.0}, "level": 4.0, "games": 0, "recent": []}
    games = [{"game": named, "settings": {"file": named}, **standing}]
    profile = {"format": "kibitz-profile", "version": 1, "games": games}
    Path("profile.json").write_text(json.dumps(profile))
    assert kibitz_("play", "tictactoe", "--level", "adaptive", typed="q\n").code == 0
    assert not was_executed()


def test_a_game_and_a_file_of_another_are_refused(kibitz_: Any) -> None:
    for command in (["play", "tictactoe"], ["match", "tictactoe"], ["review", "x", "tictactoe"]):
        ran = kibitz_(*command, "--game", "evil.py")
        assert ran.code == 2
        assert "--game cannot be 'evil.py': expected no value with the game tictactoe" in ran.err
    ran = kibitz_("review", "game.json", "--game", "one")
    assert ran.code == 2
    assert "expected a whole number or a file such as mygame.py, got 'one'" in ran.err
    assert not was_executed()
