"""The adaptive level in a seat: it plays, learns when the game is over, and is handed on."""

from __future__ import annotations

import json
from typing import Any

import pytest

from kibitz.teaching.adaptive.person_model import (
    PersonModel,
    format_person_model,
    parse_person_model,
)
from kibitz.teaching.adaptive.person_standing import PersonStanding
from tests.server.live import V1, Live, Table

PERSON: dict[str, Any] = {"kind": "person"}
ADAPTIVE: dict[str, Any] = {"kind": "engine", "level": "adaptive", "seed": 1}
WON = "XX./OO./..."  # by X, on 2


def known(session: dict[str, Any], player: int = 1) -> dict[str, Any]:
    found: dict[str, Any] = session["seats"][player]["adaptive"]
    return found


def refusal(live: Live, *seats: dict[str, Any], **more: Any) -> str:
    answer = live.http.post(f"{V1}/sessions", json={"game": "tictactoe", "seats": seats, **more})
    assert answer.status_code == 422, answer.text
    found: str = answer.json()["detail"]
    return found


def won(live: Live, **seat: Any) -> Table:
    """A game that the person has won with the first move."""
    table = live.begin("tictactoe", PERSON, {**ADAPTIVE, **seat}, position=WON)
    table.move("2")
    return table


def test_every_game_offers_the_adaptive_level(live: Live) -> None:
    found = live.http.get(f"{V1}/games/tictactoe").json()
    assert found["levels"][-1]["name"] == "adaptive"


def test_somebody_new_meets_the_middle_of_the_ladder(live: Live) -> None:
    table = live.begin("connect4", PERSON, ADAPTIVE)
    assert table.first["seats"][0]["adaptive"] is None
    found = known(table.first)
    assert (found["strength"], found["games"], found["learnt"]) == (4.0, 0, False)
    assert found["why"][0]["code"] == "adaptive_begins"
    assert found["why"][0]["text"] == (
        "We have not played this game before, so I start at level 4.0."
    )
    table.move("d")
    assert table.settled()["ply"] == 2


def test_a_game_that_is_over_is_learnt_from_once(live: Live) -> None:
    table = won(live)
    first = table.settled()
    found = known(first)
    assert (found["strength"], found["games"], found["learnt"]) == (4.8, 1, True)
    assert found["why"][0]["text"] == "You won, so I play at level 4.8 next time (was 4.0)."
    assert parse_person_model(found["skill"]).standing.level == 4.75
    undone = table.post("undo").json()
    assert undone["outcome"] is None
    table.move("2")
    again = table.settled()
    assert again["outcome"] == first["outcome"]
    assert known(again) == found


def test_a_resignation_is_a_loss(live: Live) -> None:
    table = live.begin("tictactoe", PERSON, ADAPTIVE)
    table.post("resign")
    assert known(table.settled())["strength"] < 4.0


def test_what_is_known_is_handed_on_to_the_next_game(live: Live) -> None:
    skill = known(won(live).settled())["skill"]
    table = won(live, skill=skill)
    begun = known(table.first)
    assert (begun["strength"], begun["games"], begun["learnt"]) == (4.8, 1, False)
    ended = known(table.settled())
    assert (ended["games"], ended["learnt"]) == (2, True)
    assert ended["strength"] > 4.8


def test_adaptive_engines_of_one_session_all_learn(live: Live) -> None:
    seats = [ADAPTIVE, PERSON, {**ADAPTIVE, "seed": 2}]
    table = live.begin("tiles", *seats, options={"players": 3, "rows": 3, "columns": 3}, seed=5)
    table.settled()
    table.post("resign")
    found = table.settled()
    assert [known(found, player)["games"] for player in (0, 2)] == [1, 1]
    assert known(found, 0)["strength"] < 4.0


def test_an_exported_session_goes_on_with_what_is_known(live: Live) -> None:
    skill = format_person_model(PersonModel(PersonStanding().after(0.0)))
    table = live.begin("tictactoe", PERSON, {**ADAPTIVE, "skill": skill})
    text = live.http.get(f"{table.path}/export").json()["text"]
    answer = live.http.post(f"{V1}/sessions/import", json={"text": text})
    assert answer.status_code == 201, answer.text
    assert known(answer.json()["session"]) == known(table.first)
    text = live.http.get(f"{won(live).path}/export").json()["text"]
    record = json.loads(text)
    record["seats"][1]["skill"] = "nonsense"
    answer = live.http.post(f"{V1}/sessions/import", json={"record": record})
    assert (answer.status_code, answer.json()["where"]) == (422, "skill")


def test_a_learnt_session_is_not_learnt_from_again_after_an_import(live: Live) -> None:
    ended = won(live)
    ended.settled()
    text = live.http.get(f"{ended.path}/export").json()["text"]
    session = live.http.post(f"{V1}/sessions/import", json={"text": text}).json()["session"]
    assert session["thinking"] is False
    assert known(session) == known(ended.read())


def test_there_has_to_be_one_person_to_adapt_to(live: Live) -> None:
    assert "one person and there are 0" in refusal(live, ADAPTIVE, ADAPTIVE)
    three = {"options": {"players": 3}, "game": "tiles"}
    assert "one person and there are 2" in refusal(live, PERSON, PERSON, ADAPTIVE, **three)


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        ({"skill": "nonsense"}, "expected the adaptive level's memory from an earlier game"),
        ({"level": "1", "skill": "SKILL"}, "no value without the level adaptive"),
        ({"kind": "person", "level": "", "seed": None, "skill": "SKILL"}, "no value for a person"),
    ],
)
def test_skills_elsewhere_are_refused(live: Live, seat: dict[str, Any], expected: str) -> None:
    if seat["skill"] == "SKILL":
        seat = {**seat, "skill": format_person_model(PersonModel())}
    assert expected in refusal(live, PERSON, {**ADAPTIVE, **seat})
