"""A server that is down, slow or invalid: the page says so, keeps the game and recovers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.server.live import Live, serving, until
from tests.web.input_devices import Mouse
from tests.web.session_page import PERSON, WEAK, open_session


@pytest.fixture
def own_server(build_app: ModuleType, tmp_path: Path) -> Iterator[Live]:
    """A server that the test can kill."""
    with serving(str(tmp_path / "games.db"), tmp_path / "log", {"KIBITZ_POLL": "0.05"}) as found:
        yield found


def test_game_survives_a_server_crash(
    own_server: Live, browser: Browser, build_app: ModuleType
) -> None:
    page = browser.new_page()
    session_page = open_session(own_server, Mouse(page), "tictactoe", {}, seats=[PERSON, WEAK])
    session_page.present()
    before = session_page.play({"path": [4]})
    own_server.kill()
    expect(page.get_by_text("The server is not responding.")).to_be_visible()
    expect(page.locator('.square [data-cell="4"]')).to_have_attribute("aria-label", "4, cross")
    free = before["legal_moves"][0]
    session_page.enter(free)  # is retried until the server is back
    expect(page.get_by_test_id("status")).to_have_text("Sending …")
    own_server.start()
    until(lambda: True if session_page.session.read()["ply"] >= before["ply"] + 1 else None)
    now = session_page.present()
    expect(page.get_by_text("The server is not responding.")).to_have_count(0)
    assert now["history"][before["ply"]]["move"] == free["move"]
    page.close()


@pytest.mark.parametrize(
    ("status", "body"),
    [(200, "<html>a proxy's page</html>"), (200, json.dumps({"other": "field"})), (502, "")],
    ids=["html", "fields", "gateway"],
)
def test_invalid_response_is_reported_and_the_move_is_played_once(
    live: Live, page: Page, status: int, body: str
) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON])
    first = session_page.present()
    answers = 0

    def answer(route: Route) -> None:
        nonlocal answers
        answers += 1
        if answers > 2:
            route.continue_()
            return
        if answers == 1:
            route.fetch()  # the move is played, but the response is lost
        route.fulfill(status=status, body=body, content_type="text/html")

    page.route("**/moves", answer)
    session_page.enter({"path": [4]})
    expect(page.get_by_text("invalid response")).to_be_visible()
    now = session_page.after(first["version"])
    expect(page.get_by_text("invalid response")).to_have_count(0)
    assert [played["move"] for played in now["history"]] == ["4"]


def test_slow_server_is_reported(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON])
    first = session_page.present()

    held: list[Route] = []
    page.route("**/moves", lambda route: held.append(route))
    with page.expect_request("**/moves"):
        session_page.enter({"path": [4]})
    expect(page.get_by_text("The server is slow")).to_be_visible()
    held[0].continue_()
    assert session_page.after(first["version"])["ply"] == 1
    expect(page.get_by_text("The server is slow")).to_have_count(0)


def test_request_to_a_busy_server_is_retried(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON])
    first = session_page.present()
    problem = {"code": "busy", "detail": "too much to do", "status": 503}
    page.route(
        "**/moves",
        lambda route: route.fulfill(
            status=503,
            headers={"Retry-After": "1", "Content-Type": "application/problem+json"},
            body=json.dumps(problem),
        ),
    )
    session_page.enter({"path": [4]})
    expect(page.get_by_text("The server is busy.")).to_be_visible()
    page.unroute("**/moves")
    assert session_page.after(first["version"])["ply"] == 1


def test_start_page_waits_for_the_server(live: Live, page: Page) -> None:
    page.route("**/api/v1/games", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_text("The server is not responding.")).to_be_visible()
    page.unroute("**/api/v1/games")
    expect(page.get_by_role("link", name="Tic-Tac-Toe")).to_be_visible()
    expect(page.get_by_text("The server is not responding.")).to_have_count(0)
