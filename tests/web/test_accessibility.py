"""Accessibility and layout of every page, in both themes and on two screen sizes.

Screenshots are saved in $KIBITZ_SCREENSHOTS if it is set.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.live import Live
from tests.web.conftest import ROOT, NewPage
from tests.web.input_devices import Mouse
from tests.web.session_page import PERSON, WEAK, open_session, resign

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def games(live: Live, page: Page) -> None:
    page.goto("/")
    expect(page.locator(".picture svg, .picture pre")).to_have_count(8)


def continued(live: Live, page: Page) -> None:
    for name in ("draughts", "connect4"):
        open_session(live, Mouse(page), name, {}).present()
    page.goto("/")
    expect(page.locator("article .picture svg")).to_have_count(9)


def my_games(live: Live, page: Page) -> None:
    adaptive = {"kind": "engine", "level": "adaptive", "seed": 1}
    for _ in range(2):
        session_page = open_session(
            live, Mouse(page), "tictactoe", {}, position="XX./OO./...", seats=[PERSON, adaptive]
        )
        session_page.present()
        session_page.play({"path": [2]})
        expect(session_page.button("Rematch")).to_be_enabled()
    open_session(live, Mouse(page), "morris", {}).present()
    page.goto("/games")
    expect(page.locator("article")).to_have_count(3)
    expect(page.get_by_role("figure")).to_be_visible()
    page.get_by_role("button", name="Remove Nine").click()
    expect(page.get_by_text("was removed.")).to_be_visible()


def received(live: Live, page: Page) -> None:
    page.goto("/games#games=W1siYSIsIkdhbWUiLDEseyIwIjoicyJ9XV0")
    expect(page.get_by_text("Add one game from another device")).to_be_visible()


def random_start(live: Live, page: Page) -> None:
    page.goto("/new/horses")
    expect(page.get_by_role("button", name="Another start")).to_be_visible()
    expect(page.locator(".picture svg")).to_be_visible()


def new(live: Live, page: Page) -> None:
    page.goto("/new/draughts")
    expect(page.locator(".picture svg")).to_be_visible()
    page.get_by_text("More options").click()


def settings(live: Live, page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def play(live: Live, page: Page) -> None:
    session_page = open_session(
        live, Mouse(page), "draughts", {"variant": "english", "size": 6}, clock="300"
    )
    session_page.play(session_page.present()["legal_moves"][0])
    for rungs in (1, 2, 3, 4):
        page.keyboard.press("h")
        expect(page.locator("dl.rungs dd")).to_have_count(rungs)
    page.get_by_label("Show engine analysis").check()
    lines = page.get_by_role("list", name="Best lines").get_by_role("listitem")
    expect(lines.first).to_be_visible()


def checked(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {}, position="OO./X../.X.")
    session_page.present()
    session_page.button("Check my move").click()
    session_page.device.touch(8)
    expect(page.get_by_text("Better: 2")).to_be_visible()
    session_page.device.touch(0)
    expect(page.get_by_role("alert")).to_be_visible()


def warned(live: Live, page: Page) -> None:
    page.add_init_script("localStorage.setItem('kibitz.settings', '{\"coach\": true}')")
    session_page = open_session(live, Mouse(page), "tictactoe", {}, position="OO./X../.X.")
    session_page.present()
    session_page.device.touch(8)
    expect(page.get_by_role("heading", name="Are you sure?")).to_be_visible()


def steps(live: Live, page: Page) -> None:
    position = ".o./xo./.../.....x/.../.../... w 7 7 0"
    session_page = open_session(live, Mouse(page), "morris", {}, position=position)
    session_page.present()
    session_page.device.touch(7)
    expect(session_page.button("Undo step")).to_be_visible()


def three_players(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "horses", {"players": 3})
    session_page.play(session_page.present()["legal_moves"][0])


def invited(live: Live, page: Page) -> None:
    page.goto("/new/tiles")
    page.locator("#seat-black").select_option("link")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_label("Invite link for Black")).to_be_visible()


def offered(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "connect4", {}, seats=[PERSON, PERSON])
    session_page.present()
    session_page.act("Offer draw")


def watched(live: Live, page: Page) -> None:
    session = live.begin("tictactoe")
    page.goto(f"/sessions/{session.id}")
    expect(page.get_by_text("You are watching")).to_be_visible()


def over(live: Live, page: Page) -> None:
    seats = [PERSON, {"kind": "engine", "level": "adaptive", "seed": 1}]
    session_page = open_session(
        live, Mouse(page), "tictactoe", {}, position="XOX/O../...", seats=seats
    )
    session_page.present()
    resign(session_page)
    expect(page.get_by_text("so I play at level")).to_be_visible()
    expect(session_page.button("Rematch")).to_be_enabled()


def rules(live: Live, page: Page) -> None:
    page.goto("/rules/morris?variant=six")
    expect(page.locator("figure").first).to_be_visible()
    page.get_by_text("Variants and options").click()


def rules_in_play(live: Live, page: Page) -> None:
    open_session(live, Mouse(page), "tiles", {}).present()
    page.get_by_role("button", name="Rules of this game").click()
    expect(page.get_by_role("dialog").locator("figure").first).to_be_visible()


def resigning(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "connect4", {})
    session_page.present()
    session_page.button("Resign").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def changing_players(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "horses", {})
    session_page.present()
    session_page.button("Players").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def engines(live: Live, page: Page) -> None:
    session = live.begin("connect4", WEAK, {**WEAK, "seed": 2}, options={"rows": 4, "columns": 5})
    page.goto(f"/sessions/{session.id}")
    expect(page.get_by_role("region", name="Watch")).to_be_visible()


def rematch_offered(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON])
    session_page.present()
    resign(session_page)
    session_page.button("Offer rematch").click()
    expect(page.get_by_text("You offered a rematch.")).to_be_visible()


def without_help(live: Live, page: Page) -> None:
    seats = [PERSON, PERSON]
    open_session(live, Mouse(page), "tictactoe", {}, seats=seats, help=False).present()
    expect(page.get_by_test_id("no-help")).to_be_visible()


def missing_session(live: Live, page: Page) -> None:
    page.goto("/sessions/nothing")
    expect(page.get_by_role("heading", name="This game no longer exists")).to_be_visible()


def without_board(live: Live, page: Page) -> None:
    open_session(live, Mouse(page), "sticks", {}).present()


def missing(live: Live, page: Page) -> None:
    page.goto("/elsewhere")
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()


def offline(live: Live, page: Page) -> None:
    page.route("**/api/v1/games", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_text("The server is not responding.")).to_be_visible()


PAGES: tuple[Callable[[Live, Page], None], ...] = (
    games,
    continued,
    my_games,
    received,
    random_start,
    new,
    settings,
    play,
    checked,
    warned,
    steps,
    three_players,
    invited,
    offered,
    watched,
    over,
    without_board,
    missing,
    offline,
)


def analysis(live: Live, page: Page) -> None:
    effort = '{"lines": 3, "isFull": true, "depth": 3}'
    page.add_init_script(f"localStorage.setItem('kibitz.analysis', '{effort}')")
    page.goto("/analysis/morris?moves=d6,f4,d2,b4")
    page.get_by_role("button", name="Previous move").click()
    page.locator('[data-testid=lines][data-done="true"]').wait_for()
    page.get_by_role("button", name="Continue from here").click()
    expect(page.get_by_test_id("known")).to_be_visible()


def review(live: Live, page: Page) -> None:
    table = live.begin("connect4", moves=list("dadadba"), takebacks="free")
    table.post("resign")
    page.goto(f"/review/{table.id}?ply=6")
    page.get_by_test_id("review").wait_for()
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("dl.rungs dd").first).to_be_visible()


@pytest.fixture(scope="session")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    given = os.environ.get("KIBITZ_SCREENSHOTS")
    folder = Path(given) if given else tmp_path_factory.mktemp("screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


# Every size and theme of these pages is tried by `make deep` only.
MORE_PAGES: tuple[Callable[[Live, Page], None], ...] = (
    rules,
    rules_in_play,
    resigning,
    changing_players,
    engines,
    rematch_offered,
    without_help,
    missing_session,
    analysis,
    review,
)
LOOKS = [(size, theme) for size in ("desktop", "phone") for theme in ("light", "dark")]
CASES = [(show, *look) for show in PAGES for look in LOOKS]
for index, show in enumerate(MORE_PAGES):
    soon = LOOKS[index % len(LOOKS)]
    CASES.append((show, *soon))
    CASES += [pytest.param(show, *look, marks=pytest.mark.deep) for look in LOOKS if look != soon]  # type: ignore[misc]


@pytest.mark.parametrize(
    ("show", "size", "theme"),
    CASES,
    ids=lambda value: value if isinstance(value, str) else value.__name__,
)
def test_page_is_accessible_and_fits_the_screen(
    live: Live,
    new_page: NewPage,
    pictures: Path,
    show: Callable[[Live, Page], None],
    size: str,
    theme: str,
) -> None:
    page = new_page(phone=size == "phone", theme=theme)
    page.add_init_script(path=AXE)
    show(live, page)
    page.screenshot(path=pictures / f"{show.__name__}-{size}-{theme}.png", full_page=True)
    width = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert width[0] <= width[1], "the page is wider than the screen"
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(({violations}) => violations)")
    bad = [
        (violation["id"], [node["html"] for node in violation["nodes"]])
        for violation in found
        if violation["impact"] in ("serious", "critical")
    ]
    assert bad == []
