"""A server that is gone, slow or talks nonsense: the page says so, keeps the game and goes on."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.server.live import Live, serving, until
from tests.web.hands import Mouse
from tests.web.playing import PERSON, WEAK, begin


@pytest.fixture
def mortal(build_app: ModuleType, tmp_path: Path) -> Iterator[Live]:
    """A server of one's own, to be killed."""
    with serving(str(tmp_path / "games.db"), tmp_path / "log", {"KIBITZ_POLL": "0.05"}) as found:
        yield found


def test_server_that_dies_in_the_middle_loses_nothing(
    mortal: Live, browser: Browser, build_app: ModuleType
) -> None:
    page = browser.new_page()
    sitting = begin(mortal, Mouse(page), "tictactoe", {}, seats=[PERSON, WEAK])
    sitting.present()
    before = sitting.play({"path": [4]})
    mortal.kill()
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    expect(page.locator('.square [data-cell="4"]')).to_have_attribute("aria-label", "4, cross")
    free = before["legal_moves"][0]
    sitting.enter(free)  # is on its way until the server is back
    expect(page.get_by_test_id("status")).to_have_text("Sending …")
    mortal.start()
    until(lambda: True if sitting.table.read()["ply"] >= before["ply"] + 1 else None)
    now = sitting.present()
    expect(page.get_by_text("The server does not answer.")).to_have_count(0)
    assert now["history"][before["ply"]]["move"] == free["move"]
    page.close()


@pytest.mark.parametrize(
    ("status", "body"),
    [(200, "<html>a proxy's page</html>"), (200, json.dumps({"sense": "none"})), (502, "")],
    ids=["html", "fields", "gateway"],
)
def test_nonsense_is_said_and_the_move_is_played_once(
    live: Live, page: Page, status: int, body: str
) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON])
    first = sitting.present()
    answers = 0

    def answer(route: Route) -> None:
        nonlocal answers
        answers += 1
        if answers > 2:
            route.continue_()
            return
        if answers == 1:
            route.fetch()  # it is played, but the answer is lost
        route.fulfill(status=status, body=body, content_type="text/html")

    page.route("**/moves", answer)
    sitting.enter({"path": [4]})
    expect(page.get_by_text("makes no sense")).to_be_visible()
    now = sitting.after(first["version"])
    expect(page.get_by_text("makes no sense")).to_have_count(0)
    assert [played["move"] for played in now["history"]] == ["4"]


def test_slow_server_is_said_to_be_slow(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON])
    first = sitting.present()

    def answer(route: Route) -> None:
        time.sleep(4)
        route.continue_()

    page.route("**/moves", answer)
    with page.expect_response("**/moves"):
        sitting.enter({"path": [4]})
        expect(page.get_by_text("The server takes its time")).to_be_visible()
    assert sitting.after(first["version"])["ply"] == 1
    expect(page.get_by_text("The server takes its time")).to_have_count(0)


def test_busy_server_is_asked_again(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON])
    first = sitting.present()
    problem = {"code": "busy", "detail": "too much to do", "status": 503}
    page.route(
        "**/moves",
        lambda route: route.fulfill(
            status=503,
            headers={"Retry-After": "1", "Content-Type": "application/problem+json"},
            body=json.dumps(problem),
        ),
        times=1,
    )
    sitting.enter({"path": [4]})
    expect(page.get_by_text("The server has too much to do.")).to_be_visible()
    assert sitting.after(first["version"])["ply"] == 1


def test_first_page_waits_for_the_server(live: Live, page: Page) -> None:
    page.route("**/api/v1/games", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    page.unroute("**/api/v1/games")
    expect(page.get_by_role("link", name="Tic-Tac-Toe")).to_be_visible()
    expect(page.get_by_text("The server does not answer.")).to_have_count(0)


def test_session_that_does_not_exist_is_refused_in_words(page: Page) -> None:
    page.goto("/sessions/nothing")
    expect(page.get_by_role("alert")).to_contain_text("no longer exists. Start a new one")


def test_game_that_does_not_exist_is_refused_in_words(page: Page) -> None:
    page.goto("/#/new/nothing")
    expect(page.get_by_text("Unknown game 'nothing'")).to_be_visible()
