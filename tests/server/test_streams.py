from __future__ import annotations

import time
from collections.abc import Iterator, Mapping

import httpx
import pytest

from tests.attack.limits import IS_TIMED
from tests.server.live import V1, Live, until
from tests.server.reading import following, of_kind

DEEP = {"game": "draughts", "limit": {"time": 500}}


@pytest.fixture
def http(live: Live) -> Iterator[httpx.Client]:
    """A connection of its own: a stream that is left open keeps the shared one busy."""
    with httpx.Client(base_url=live.http.base_url, timeout=60) as found:
        yield found


def test_a_stream_begins_with_the_whole_session_and_tells_every_change(
    live: Live, http: httpx.Client
) -> None:
    table = live.begin("tictactoe")
    with following(http, table.path) as told:
        first = of_kind(told, "session")
        assert first.data == table.first
        table.move("4", "X")
        change = of_kind(told, "change")
        assert (change.data["what"], change.data["move"], change.data["version"]) == (
            "move",
            "4",
            2,
        )
        whole = of_kind(told, "session")
        assert whole.data["ply"] == 1
        assert first.number < change.number == whole.number
        table.post("resign", side="O")
        assert of_kind(told, "change").data["outcome"] == "X wins by resignation"


def test_a_stream_that_is_resumed_tells_what_was_missed(live: Live, http: httpx.Client) -> None:
    table = live.begin("tictactoe")
    with following(http, table.path) as told:
        seen = of_kind(told, "session").number
    for turn, move in enumerate("408"):
        table.move(move, "XO"[turn % 2])
    with following(http, table.path, seen) as told:
        missed = [of_kind(told, "change") for _ in range(3)]
        assert [event.data["move"] for event in missed] == ["4", "0", "8"]
        assert [event.number for event in missed] == [seen + 1, seen + 2, seen + 3]
        assert of_kind(told, "session").data["ply"] == 3
    with following(http, table.path, missed[1].number) as told:
        assert of_kind(told, "change").data["move"] == "8"


def test_a_stream_tells_what_an_engine_thinks_and_then_its_move(
    live: Live, http: httpx.Client
) -> None:
    seat = {"kind": "engine", "limit": {"nodes": 4_000_000}}
    table = live.begin("draughts", {"kind": "person"}, seat)
    with following(http, table.path) as told:
        of_kind(told, "session")
        table.move("22-18")
        assert of_kind(told, "change").data["move"] == "22-18"
        thought = of_kind(told, "thinking")
        assert thought.data["side"] == "black"
        assert thought.data["line"]["depth"] >= 1
        moved = of_kind(told, "change")
        assert (moved.data["ply"], moved.data["side"]) == (2, "white")


def test_a_stream_shows_a_sign_of_life(live: Live, http: httpx.Client) -> None:
    table = live.begin("tictactoe")
    with following(http, table.path) as told:
        of_kind(told, "session")
        assert of_kind(told, "").kind == ""


def test_the_clock_is_told_when_a_flag_falls(live: Live, http: httpx.Client) -> None:
    table = live.begin("tictactoe", clock="0.5")
    with following(http, table.path) as told:
        of_kind(told, "session")
        table.move("4", "X")
        first, second = of_kind(told, "change").data["left"]
        assert (first, second <= 0.5) == (0.5, True)
        fallen = of_kind(told, "change").data
        assert (fallen["what"], fallen["outcome"]) == ("time", "X wins on time")


@pytest.mark.parametrize("last", ["x", "-1", "1.5"])
def test_an_event_that_cannot_be_read_is_refused(live: Live, last: str) -> None:
    table = live.begin("tictactoe")
    answer = live.http.get(f"{table.path}/events", headers={"Last-Event-ID": last})
    assert (answer.status_code, answer.json()["where"]) == (422, "Last-Event-ID")


def test_there_is_no_stream_of_nothing(live: Live) -> None:
    assert live.http.get(f"{V1}/sessions/none/events").json()["code"] == "no_session"
    assert live.http.get(f"{V1}/analyses/none/events").json()["code"] == "no_analysis"


def begin_analysis(live: Live, body: Mapping[str, object]) -> str:
    return start_analysis(live, body)[0]


def start_analysis(live: Live, body: Mapping[str, object]) -> tuple[str, dict[str, str]]:
    """The path of an analysis, and the headers that stop it."""
    answer = live.http.post(f"{V1}/analyses", json=body, headers={"Prefer": "respond-async"})
    assert answer.status_code == 202
    assert answer.headers["location"] == f"{V1}/analyses/{answer.json()['id']}"
    return answer.headers["location"], {"Authorization": f"Bearer {answer.json()['secret']}"}


def test_an_analysis_that_goes_on_by_itself_tells_better_lines_and_ends(
    live: Live, http: httpx.Client
) -> None:
    path = begin_analysis(live, {"game": "draughts", "limit": {"nodes": 4_000_000}, "lines": 2})
    with following(http, path) as told:
        found = [event for event in told if event.kind]
    kinds = [event.kind for event in found]
    assert kinds.count("done") == 1
    assert kinds[-1] == "done"
    assert set(kinds) == {"lines", "done"}
    if IS_TIMED:  # a busy machine may send several reports as one
        assert len(kinds) > 2
    depths = [event.data["lines"][0]["depth"] for event in found]
    assert depths == sorted(depths)
    last = live.http.get(path).json()
    assert last == found[-1].data
    assert (last["status"], len(last["lines"])) == ("done", 2)
    # Who has seen it all is told that there is no more; who missed the end is told the end.
    headers = {"Last-Event-ID": str(found[-1].number)}
    assert live.http.get(f"{path}/events", headers=headers).status_code == 204
    with following(http, path, found[-1].number - 1) as told:
        assert of_kind(told, "done").data == last


def is_done(live: Live, path: str) -> bool | None:
    return live.http.get(path).json()["status"] == "done" or None


def test_an_analysis_can_be_stopped(live: Live) -> None:
    path, secret = start_analysis(live, DEEP)
    until(lambda: live.http.get(path).json()["lines"] or None)
    assert live.http.delete(path, headers=secret).json()["status"] == "done"
    assert live.http.get(path).json()["lines"]
    assert live.http.delete(path, headers=secret).status_code == 200


def test_an_analysis_that_is_stopped_tells_its_followers(live: Live, http: httpx.Client) -> None:
    path, secret = start_analysis(live, DEEP)
    with following(http, path) as told:
        of_kind(told, "lines")
        assert live.http.delete(path, headers=secret).status_code == 200
        kinds = [event.kind for event in told if event.kind]
    assert kinds[-1] == "done"
    assert kinds.count("done") == 1


def test_an_analysis_is_stopped_only_with_its_secret(live: Live) -> None:
    path, secret = start_analysis(live, DEEP)
    _, other = start_analysis(live, {**DEEP, "limit": {"depth": 1}})
    for headers, status, code in (
        ({}, 401, "no_analysis_secret"),
        ({"Authorization": "Basic abc"}, 401, "no_analysis_secret"),
        ({"Authorization": "Bearer abc"}, 403, "other_analysis_secret"),
        (other, 403, "other_analysis_secret"),
    ):
        answer = live.http.delete(path, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "secret" not in live.http.get(path).json()
    assert live.http.get(path).json()["status"] != "done"
    assert live.http.delete(path, headers=secret).status_code == 200


def test_a_follower_who_leaves_does_not_stop_it_for_the_others(
    live: Live, http: httpx.Client
) -> None:
    path, secret = start_analysis(live, DEEP)
    with (
        httpx.Client(base_url=live.http.base_url, timeout=60) as another,
        following(http, path) as told,
    ):
        of_kind(told, "lines")
        with following(another, path) as short:
            of_kind(short, "lines")
        began = time.monotonic()
        while time.monotonic() < began + 7:  # longer than it runs without any events
            of_kind(told, "lines", "")
    assert live.http.get(path).json()["status"] == "running"
    live.http.delete(path, headers=secret)


def test_an_analysis_that_nobody_follows_any_more_stops(live: Live, http: httpx.Client) -> None:
    path = begin_analysis(live, DEEP)
    with following(http, path) as told:
        of_kind(told, "lines")
    until(lambda: is_done(live, path))


def test_an_analysis_of_a_finished_game_is_refused(live: Live) -> None:
    body = {"game": "tictactoe", "position": "XXX/OO./..."}
    for headers in ({"Prefer": "wait=5"}, {"Prefer": "respond-async"}):
        answer = live.http.post(f"{V1}/analyses", json=body, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (409, "nothing_to_search")
