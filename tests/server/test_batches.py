"""Several positions in one analysis request."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.server.live import V1, Live, serving
from tests.server.reading import Told, events


def analysed(live: Live, positions: Sequence[object], **more: object) -> list[Told]:
    body = {"positions": positions, **more}
    with live.http.stream("POST", f"{V1}/analyses/batch", json=body) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        return [event for event in events(answer) if event.kind]


def test_every_position_of_a_request_is_analysed_in_order(live: Live) -> None:
    table = live.begin("connect4")
    table.move("d", "X")
    positions: list[dict[str, Any]] = [
        {"game": "tictactoe", "position": "XOX/O../..."},
        {"session": table.id},
        {"game": "connect4", "moves": ["c", "c"]},
    ]
    *found, done = analysed(live, positions, limit={"depth": 3}, lines=2)
    assert [event.kind for event in found] == ["analysis"] * 3
    assert (done.kind, done.data) == ("done", {})
    for index, (event, position) in enumerate(zip(found, positions, strict=True)):
        body = {**position, "limit": {"depth": 3}, "lines": 2}
        alone = live.http.post(f"{V1}/analyses", json=body).json()
        assert event.data["index"] == index
        assert event.data["position"] == alone["position"]
        assert [line["move"] for line in event.data["lines"]] == [
            line["move"] for line in alone["lines"]
        ]


def test_a_position_that_cannot_be_analysed_does_not_stop_the_others(live: Live) -> None:
    positions = [
        {"game": "tictactoe", "position": "XXX/OO./..."},
        {"session": "none"},
        {"game": "tictactoe", "moves": ["9"]},
        {"game": "tictactoe"},
    ]
    found = analysed(live, positions, limit={"depth": 2})
    assert [event.kind for event in found] == ["problem"] * 3 + ["analysis", "done"]
    assert [event.data["index"] for event in found[:4]] == [0, 1, 2, 3]
    assert [(event.data["status"], event.data["code"]) for event in found[:3]] == [
        (409, "nothing_to_search"),
        (404, "no_session"),
        (422, "unreadable_move"),
    ]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"positions": []},
        {"positions": [{"game": "tictactoe"}] * 33},
        {"positions": [{"game": "tictactoe", "limit": {"depth": 1}}]},
        {"positions": "tictactoe"},
    ],
)
def test_a_request_of_another_shape_is_refused(live: Live, body: object) -> None:
    answer = live.http.post(f"{V1}/analyses/batch", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "bad_field")


def test_every_position_counts_as_a_search(tmp_path: Path) -> None:
    settings = {"KIBITZ_WORK_RATE": "3/hour", "KIBITZ_WARM": "false"}
    with serving(str(tmp_path / "games.db"), tmp_path / "log", settings) as live:
        found = analysed(live, [{"game": "tictactoe"}] * 4, limit={"depth": 1})
        assert [event.kind for event in found] == ["analysis"] * 3 + ["problem", "done"]
        assert (found[3].data["status"], found[3].data["code"]) == (429, "too_many_requests")
