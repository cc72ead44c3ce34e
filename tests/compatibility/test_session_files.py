"""Sessions that an earlier version saved load with all that they held."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kibitz
from tests.compatibility.conftest import Command
from tests.compatibility.describe import plain, session_facts
from tests.compatibility.stored import stored

Copied = Callable[[str], Path]

EXPECTED: dict[str, Any] = stored("sessions.json")
OWN = "sticks_own.json"  # of a game in a file of one's own
JSON_FILES = [name for name in EXPECTED if name.endswith(".json") and name != OWN]
PDN_FILES = [name for name in EXPECTED if name.endswith(".pdn")]


def still() -> float:
    return 0.0


def facts(session: kibitz.Session) -> Any:
    return plain(session_facts(session))


def without_drawn_seeds(found: Any) -> Any:
    """The facts without the seeds of the seats: PDN keeps none, so one is drawn at random."""
    return {**found, "seats": [[*seat[:3], *seat[4:]] for seat in found["seats"]]}


@pytest.mark.parametrize("name", JSON_FILES)
def test_a_saved_session_loads_as_it_was(copied: Copied, name: str) -> None:
    path = copied("sessions") / name
    session = kibitz.Session.load(path, now=still)
    assert facts(session) == EXPECTED[name]
    assert session.to_json() == json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", PDN_FILES)
def test_a_saved_pdn_file_loads_as_it_was(copied: Copied, name: str) -> None:
    path = copied("sessions") / name
    session = kibitz.Session.load(path)
    assert without_drawn_seeds(facts(session)) == without_drawn_seeds(EXPECTED[name])
    assert session.to_text("pdn") == path.read_text(encoding="utf-8")


def test_a_pdn_file_of_several_games_loads_as_it_was(copied: Copied) -> None:
    sessions = kibitz.Session.load_all(copied("sessions") / "together.pdn")
    assert len(sessions) == 2
    for number, session in enumerate(sessions):
        expected = EXPECTED[f"together.pdn {number}"]
        assert without_drawn_seeds(facts(session)) == without_drawn_seeds(expected)


def test_a_session_of_a_game_in_a_file_loads_with_the_game_or_trust(copied: Copied) -> None:
    folder = copied("sessions")
    path = folder / OWN
    with pytest.raises(kibitz.RecordError, match=r"sticks\.py"):
        kibitz.Session.load(path)
    named = kibitz.Session.load(path, game=kibitz.game(folder / "sticks.py"), now=still)
    trusted = kibitz.Session.load(path, trust=[folder], now=still)
    for session in (named, trusted):
        assert facts(session) == EXPECTED[OWN]
        assert session.to_json() == json.loads(path.read_text(encoding="utf-8"))


def test_a_tree_of_moves_goes_on_where_it_was(copied: Copied) -> None:
    session = kibitz.Session.load(copied("sessions") / "tictactoe_branches.json", now=still)
    assert (session.moves, session.line) == (("4", "0"), ("4", "0", "8"))
    session.undo()
    assert session.branches == ("0", "2")
    session.switch("2")
    session.redo()
    assert len(session.branches) == 2
    session.switch(session.branches[0])
    session.redo(2)
    first, second = session.history[2:]
    assert first.evaluation is not None
    assert second.evaluation is not None
    assert (first.evaluation.depth, str(first.evaluation.warrant)) == (7, "proven")
    assert second.evaluation.depth == 1
    session.undo(2)
    session.switch("6")
    session.redo()
    assert session.history[-1].seconds == 0.125


def test_endings_offers_and_clocks_go_on_as_they_were(copied: Copied) -> None:
    folder = copied("sessions")

    def load(name: str) -> kibitz.Session:
        return kibitz.Session.load(folder / f"{name}.json", now=still)

    late = load("connect4_time")
    assert str(late.outcome()) == "O wins on time"
    late.undo()
    assert late.outcome() is None

    clock = load("connect4_clock")
    assert clock.readings is not None
    assert clock.readings[0] == pytest.approx(300 - 5 * (12.345 - 5))
    assert clock.readings[1] == 60 - 7.5
    clock.push(clock.legal_moves[0], seconds=10)

    resigned = load("morris_resigned")
    assert str(resigned.outcome()) == "white wins by resignation"

    asked = load("draughts_russian")
    before = asked.ply
    asked.accept_takeback("black")
    assert asked.ply == before - 3

    agreed = load("draughts_international")
    assert str(agreed.outcome()) == "draw by agreement"

    offered = load("draughts_position")
    offered.accept_draw(1 - offered.offers[0].side)
    assert str(offered.outcome()) == "draw by agreement"
    with pytest.raises(kibitz.HistoryError):
        offered.undo()


def test_the_terminal_plays_on_from_saved_sessions(
    copied: Copied, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = copied("sessions")
    for name, more in (
        ("tictactoe_branches.json", ()),
        ("draughts_russian.pdn", ()),
        (OWN, ("--trust", str(folder))),
        (OWN, ("--game", str(folder / "sticks.py"))),
    ):
        monkeypatch.setattr("sys.stdin", io.StringIO("moves\nq\n"))
        ran = command("play", "--load", str(folder / name), "--side", "both", "--json", *more)
        assert ran.code == 0, ran.err
        first = json.loads(ran.out.splitlines()[0])
        assert first["position"] == EXPECTED[name]["position"]
    assert command("play", "--load", str(folder / OWN)).code == 2
