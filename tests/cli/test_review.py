"""`kibitz review` and `kibitz play --level adaptive`, as they are typed."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import kibitz
from kibitz import Seat, Session
from kibitz.cli import review as command
from tests.cli.test_cli import NIM, kibitz_

__all__ = ["kibitz_"]

PDN = """
[White "Anna"] [Black "Ben"] 1. 22-18 9-14 2. 18x9 5x14 3. 25-22 1-0
[White "Ben"] [Black "Anna"] 1. 21-17 9-14 2. 17-13 1/2-1/2
[White "Carl"] [Black "Anna"] *
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with a profile of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_PROFILE", str(tmp_path / "state" / "me.json"))
    return tmp_path


def saved(*moves: str, name: str = "game.json") -> str:
    seats = [Seat(name="Anna"), Seat(name="Ben")]
    session = Session(kibitz.game("tictactoe"), seats=seats)
    for move in moves:
        session.push(move)
    session.save(name)
    return name


def test_a_saved_game_is_reviewed_in_words(kibitz_: Any) -> None:
    ran = kibitz_("review", saved("4", "1", "0", "8", "6", "2", "3"))
    assert ran.code == 0
    assert "Tic-Tac-Toe, 7 moves, X wins" in ran.out
    assert "2.*O        1          blunder      50 % -> 0 %; better:" in ran.out
    assert "1 lets X win by force" in ran.out
    assert "Anna (X)   100.0 %" in ran.out
    assert "turning points: 2. 1 (O)" in ran.out
    assert ran.err == ""


def test_the_json_and_the_picture(kibitz_: Any) -> None:
    ran = kibitz_("review", saved("4", "1", "0"), "--json", "--svg", "out.svg", "--depth", "9")
    assert ran.json["sides"][1]["blunder"] == 1
    assert ran.json["outcome"] is None
    assert ElementTree.fromstring(Path("out.svg").read_text()).tag.endswith("svg")


def test_a_pdn_file_is_reviewed_in_bulk(kibitz_: Any) -> None:
    Path("games.pdn").write_text(PDN)
    ran = kibitz_("review", "games.pdn", "--nodes", "2000")
    assert ran.code == 0
    assert "kibitz: skipped 1 of 3 games, which have no moves" in ran.err
    assert "   1.   5 moves, white wins by resignation: Anna" in ran.out
    assert "   2.   3 moves, draw by agreement: Ben" in ran.out
    assert "1.5/2" in ran.out
    data = kibitz_("review", "games.pdn", "--nodes", "2000", "--json").json
    assert (data["whole"], data["games"], len(data["reviews"])) == (True, 2, 2)
    assert {total["name"]: total["score"] for total in data["players"]} == {"Anna": 1.5, "Ben": 0.5}
    alone = kibitz_("review", "games.pdn", "--nodes", "2000", "--game", "2", "--json").json
    assert [judged["move"] for judged in alone["moves"]] == ["21-17", "9-14", "17-13"]


def test_a_game_of_ones_own_is_named_beside_the_file(kibitz_: Any) -> None:
    Path("nim.py").write_text(NIM)
    session = Session(kibitz.game("nim.py"))
    session.push("1")
    session.save("nim.json")
    assert "needs the game file" in kibitz_("review", "nim.json").err
    ran = kibitz_("review", "nim.json", "nim.py", "--json")
    assert (ran.code, ran.json["moves"][0]["move"]) == (0, "1")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["missing.json"], "Cannot read 'missing.json': No such file"),
        (["broken.json"], "'broken.json' is damaged"),
        (["broken.pdn"], "'broken.pdn' is damaged"),
        (["empty.pdn"], "'empty.pdn' has no game with moves"),
        (["start.json"], "'start.json' has no game with moves"),
        (["game.json", "connect4"], "expected connect4"),
        (["game.json", "--game", "2"], "'game.json' has no game 2: expected a number from 1 to 1"),
        (["game.json", "--game", "0"], "has no game 0"),
        (["games.pdn", "--game", "3"], "'games.pdn' has no game with moves"),
        (["games.pdn", "--svg", "x.svg"], "choose one with --game N"),
        (["game.json", "--nodes", "0"], "nodes cannot be 0"),
        (["game.json", "--svg", "no/such/x.svg"], "Cannot write 'no/such/x.svg'"),
        (["game.json", "--threads", "0"], "threads cannot be 0"),
        (["game.json", "checkers"], "Unknown game 'checkers'"),
    ],
)
def test_what_cannot_be_reviewed_is_refused_with_the_reason(
    kibitz_: Any, arguments: list[str], text: str
) -> None:
    saved("4", "1")
    saved(name="start.json")
    Path("broken.json").write_text('{"format": "kibitz-session"')
    Path("broken.pdn").write_text("1. 22-99 *")
    Path("empty.pdn").write_text("")
    Path("games.pdn").write_text(PDN)
    ran = kibitz_("review", *arguments)
    assert ran.code == 2
    assert text in ran.err
    assert "Traceback" not in ran.err


def test_ctrl_c_gives_what_is_done_so_far(kibitz_: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []

    def advance(*_: object) -> None:
        counted.append(1)
        if len(counted) % 4 == 0:
            raise KeyboardInterrupt

    monkeypatch.setattr(command._Bar, "advance", advance)
    ran = kibitz_("review", saved("4", "1", "0", "8", "6", "2", "3"))
    assert ran.code == 130
    assert "moves 1 to 3 were not reviewed" in ran.out
    assert "   4. O" in ran.out
    assert "stopped; showing the results so far" in ran.err
    Path("games.pdn").write_text(PDN.replace("1-0", "1-0\n1. 22-18 *"))
    counted.clear()
    ran = kibitz_("review", "games.pdn", "--json", "--nodes", "500")
    assert (ran.code, ran.json["whole"], ran.json["reviews"]) == (130, False, [])


def test_the_bar_shows_only_where_somebody_looks(
    kibitz_: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = saved("4", "1")
    assert kibitz_("review", name).err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert "] 2 of 2 moves" in kibitz_("review", name).err
    assert kibitz_("review", name, "--json").err == ""


# The adaptive level.

LOSING = "0\n1\n2\n3\n4\n5\n6\n7\n8\n" * 2


def test_the_adaptive_level_says_why_and_remembers(kibitz_: Any, folder: Path) -> None:
    ran = kibitz_("play", "tictactoe", "--level", "adaptive", "--seed", "3", typed=f"why\n{LOSING}")
    assert ran.code == 0
    assert "We have not played this game before, so I start at level 4.0." in ran.out
    assert "next time (was 4.0)." in ran.out or "so I stay at level 4.0" in ran.out
    data = json.loads((folder / "state" / "me.json").read_text())
    assert data["games"][0]["games"] == 1
    ran = kibitz_("play", "tictactoe", "--level", "adaptive", "--json", typed="why\nq\n")
    told = [json.loads(line) for line in ran.out.splitlines()]
    (adapted,) = [event for event in told if event["event"] == "adapted"]
    assert adapted["level"] == data["games"][0]["level"]
    assert adapted["why"][0]["code"].startswith("adaptive_")
    assert json.loads((folder / "state" / "me.json").read_text()) == data  # left: nothing learnt


def test_a_finished_game_is_not_learnt_from_twice(kibitz_: Any) -> None:
    arguments = ["--level", "adaptive", "--profile", "p.json", "--save", "g.json"]
    kibitz_("play", "tictactoe", *arguments, typed=LOSING)
    before = Path("p.json").read_text()
    ran = kibitz_("play", "--load", "g.json", "--profile", "p.json")
    assert ran.code == 0
    assert Path("p.json").read_text() == before


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--profile", "p.json"], "expected no value without --level adaptive"),
        (
            ["--level", "adaptive", "--side", "none"],
            ("adaptive needs exactly one person and there are 0"),
        ),
        (["--level", "adaptive", "--profile", "bad.json"], "is damaged"),
        (["--level", "adaptive", "--profile", "."], "Cannot read '.'"),
    ],
)
def test_the_adaptive_level_refuses_with_the_reason(
    kibitz_: Any, arguments: list[str], text: str
) -> None:
    Path("bad.json").write_text("{}")
    ran = kibitz_("play", "tictactoe", *arguments, typed="q\n")
    assert ran.code == 2
    assert text in ran.err
    assert Path("bad.json").read_text() == "{}"


def test_a_profile_that_cannot_be_written_spoils_nothing_else(kibitz_: Any) -> None:
    ran = kibitz_(
        *("play", "tictactoe", "--level", "adaptive", "--seed", "3"),
        *("--profile", "/proc/none/p.json"),
        typed=LOSING,
    )
    assert ran.code == 0
    assert "Cannot write '/proc/none/p.json'" in ran.out
