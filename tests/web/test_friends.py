"""Friends: rematches, presence, games without help, changes of players, and a cold server."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.server.live import Live, Table, serving, until
from tests.web.conftest import NewPage
from tests.web.input_devices import Mouse
from tests.web.session_page import PERSON, SessionPage, open_session, resign, session_of

SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
BOTH = [pytest.param("desktop", marks=pytest.mark.deep), "phone"]
EACH = ["desktop", pytest.param("phone", marks=pytest.mark.deep)]


def sized(new_page: NewPage, size: str, **more: Any) -> Page:
    page = new_page(phone=size == "phone", **more)
    page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]  # sizes as Playwright has them
    return page


def fits(page: Page) -> None:
    """Nothing is wider than the page, and no button's text is cut."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "scrolls sideways"
    cut = page.evaluate(
        """[...document.querySelectorAll('button, h2, .where, .offer span')]
             .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0
                              && getComputedStyle(one).display !== 'inline')
             .map((one) => one.textContent)"""
    )
    assert cut == []


def tables(
    live: Live, new_page: NewPage, size: str, *, is_helped: bool = True
) -> tuple[SessionPage, SessionPage]:
    """A game of two browsers, begun with the form: the host first."""
    host, guest = (sized(new_page, size) for _ in range(2))
    host.goto("/new/tictactoe")
    host.locator("#seat-O").select_option("link")
    if not is_helped:
        host.get_by_label("No engine help").check()
        fits(host)
    host.get_by_role("button", name="Play", exact=True).click()
    session = session_of(host)
    guest.goto(host.get_by_label("Invite link for O").input_value())
    pages = tuple(SessionPage(live, Mouse(page), session) for page in (host, guest))
    for one in pages:
        one.present()
    return pages[0], pages[1]


@pytest.mark.parametrize("size", EACH)
def test_a_rematch_takes_both_browsers_to_the_same_game_three_times(
    live: Live, new_page: NewPage, size: str
) -> None:
    host, guest = tables(live, new_page, size)
    first, second = host, guest  # who plays X, and who plays O
    for _ in range(3):
        expect(first.page.get_by_test_id("status")).to_contain_text("Your turn")
        first.play({"path": [4]})
        second.present()
        expect(second.page).to_have_title(re.compile("^Your turn – "))
        resign(second)
        expect(second.page.get_by_test_id("result")).to_be_visible()
        second.button("Offer rematch").click()
        expect(second.page.get_by_text("You offered a rematch.")).to_be_visible()
        expect(first.page.get_by_test_id("spoken")).to_contain_text("O offers a rematch.")
        fits(first.page)
        fits(second.page)
        first.button("Accept").click()
        before = first.session.id
        for page in (first.page, second.page):
            page.wait_for_url(re.compile(f"/sessions/(?!{before})"))
        session = session_of(first.page)
        assert session_of(second.page) == session != before
        # Sides are swapped: O plays X now.
        first, second = (
            SessionPage(live, Mouse(page), session) for page in (second.page, first.page)
        )
        first.present()
        second.present()
    first.page.go_back()
    expect(first.page.get_by_role("button", name="Go to the rematch")).to_be_visible()


def test_a_rematch_is_declined_and_withdrawn(live: Live, new_page: NewPage) -> None:
    host, guest = tables(live, new_page, "desktop")
    resign(host)
    host.button("Offer rematch").click()
    guest.button("Decline").click()
    expect(host.page.get_by_test_id("status")).to_contain_text("O declined the rematch.")
    expect(host.page.get_by_test_id("spoken")).to_contain_text("O declined the rematch.")
    host.button("Offer rematch").click()
    expect(guest.button("Accept")).to_be_visible()
    host.button("Withdraw").click()
    expect(guest.page.get_by_test_id("status")).to_contain_text("X withdrew the rematch offer.")
    expect(guest.button("Accept")).to_have_count(0)
    # Both want one at the same moment: that is enough.
    host.button("Offer rematch").click()
    expect(host.button("Withdraw")).to_be_visible()
    guest.button("Accept").click()
    guest.page.wait_for_url(lambda url: guest.session.id not in url)


@pytest.mark.parametrize("size", EACH)
def test_friends_join_and_leave(live: Live, new_page: NewPage, size: str) -> None:
    host = sized(new_page, size)
    host.goto("/new/tictactoe")
    host.locator("#seat-O").select_option("link")
    host.get_by_role("button", name="Play", exact=True).click()
    session = session_of(host)
    row = host.locator(".player").first
    expect(row).to_contain_text("Friend")
    expect(row).to_contain_text("waiting to join")
    guest, watcher = sized(new_page, size), new_page()
    guest.goto(host.get_by_label("Invite link for O").input_value())
    expect(host.get_by_test_id("spoken")).to_contain_text("O joined.")
    expect(row.locator(".where")).to_have_text("here")
    expect(host.get_by_label("Invite link for O")).to_have_count(0)
    watcher.goto(host.get_by_label("Spectator link").input_value())
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    expect(host.get_by_test_id("spectators")).to_have_text("One spectator")
    expect(watcher.get_by_test_id("spectators")).to_have_count(0)
    fits(host)
    guest.close()
    expect(host.get_by_test_id("status")).to_contain_text("O left.")
    expect(row.locator(".where")).to_have_text(re.compile("away|waiting to join"))
    assert session_of(watcher) == session


def test_a_draw_is_withdrawn(live: Live, new_page: NewPage) -> None:
    host, guest = tables(live, new_page, "phone")
    host.act("Offer draw")
    expect(guest.page.get_by_text("X offers a draw.")).to_be_in_viewport(ratio=1)
    expect(guest.button("Accept")).to_be_in_viewport(ratio=1)
    assert host.act("Withdraw")["offers"] == []
    expect(guest.page.get_by_test_id("status")).to_contain_text("X withdrew the draw offer.")


@pytest.mark.parametrize("size", BOTH)
def test_a_game_without_help_shows_none_until_it_ends(
    live: Live, new_page: NewPage, size: str
) -> None:
    host, guest = tables(live, new_page, size, is_helped=False)
    for page in (host.page, guest.page):
        expect(page.get_by_test_id("no-help")).to_contain_text("A second tab")
        for name in ("Learn", "Engine"):
            expect(page.get_by_role("heading", name=name)).to_have_count(0)
        expect(page.get_by_role("meter", name="Evaluation")).to_have_count(0)
    fits(host.page)
    host.play({"path": [4]})
    resign(host)
    expect(guest.page.get_by_role("heading", name="Learn")).to_be_visible()
    guest.page.get_by_role("button", name="First position").click()
    guest.button("Hint").click()
    expect(guest.page.locator("dl.rungs dd").first).to_be_visible()


@pytest.mark.parametrize("size", BOTH)
def test_players_are_changed_during_a_game(live: Live, new_page: NewPage, size: str) -> None:
    page = sized(new_page, size)
    session_page = open_session(live, Mouse(page), "connect4", {})
    now = session_page.present()
    session_page.play(now["legal_moves"][0])
    session_page.button("Players").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Level of O").select_option("6")
    dialog.get_by_label("Name of X").fill("Anna")
    fits(page)
    dialog.get_by_role("button", name="Change").click()
    expect(page.locator(".player", has_text="Level 6")).to_be_visible()
    expect(page.locator(".player", has_text="Anna")).to_be_visible()
    # A friend takes the place of the computer.
    session_page.button("Players").click()
    dialog.locator("#seat-O").select_option("link")
    dialog.get_by_role("button", name="Change").click()
    guest = new_page()
    guest.goto(page.get_by_label("Invite link for O").input_value())
    session_page.present()
    moves = session_page.session.read()["legal_moves"]
    session_page.play(moves[0])
    friend = SessionPage(live, Mouse(guest), session_page.session.id)
    friend.present()
    friend.play(moves[1])
    # The friend's seat is theirs; my own I can give to the computer, and take back.
    session_page.button("Players").click()
    expect(dialog.get_by_text("Played by another person")).to_be_visible()
    dialog.locator("#seat-X").select_option("engine")
    dialog.get_by_label("Level of X").select_option("1")
    dialog.get_by_role("button", name="Change").click()
    expect(page.locator(".player", has_text="Level 1")).to_be_visible()
    session_page.present()
    session_page.button("Players").click()
    dialog.locator("#seat-X").select_option("here")
    dialog.get_by_role("button", name="Change").click()
    until(lambda: session_page.session.read()["seats"][0]["kind"] == "person" or None)
    expect(session_page.button("Resign")).to_be_visible()


def test_two_people_at_one_device_have_names(live: Live, page: Page) -> None:
    page.goto("/new/tictactoe")
    page.locator("#seat-O").select_option("here")
    page.get_by_label("Name of X").fill("Anna")
    page.get_by_label("Name of O").fill("Bob")
    page.get_by_role("button", name="Play", exact=True).click()
    session_page = SessionPage(live, Mouse(page), session_of(page))
    session_page.present()
    assert [seat["name"] for seat in session_page.session.read()["seats"]] == ["Anna", "Bob"]
    session_page.play({"path": [4]})
    session_page.act("Offer draw")
    expect(page.get_by_text("O offers a draw.")).to_be_visible()
    expect(page.get_by_text("X, do you accept?")).to_be_visible()
    session_page.act("Decline")
    resign(session_page)
    session_page.button("Rematch").click()
    page.wait_for_url(lambda url: session_page.session.id not in url)
    again = SessionPage(live, Mouse(page), session_of(page)).present()
    assert [seat["name"] for seat in again["seats"]] == ["Bob", "Anna"]


def test_links_are_sent_with_the_share_sheet_of_the_device(new_page: NewPage) -> None:
    page = new_page(phone=True)
    page.add_init_script(
        "window.shared = []; navigator.share = async (what) => { window.shared.push(what.url); }"
    )
    page.goto("/new/tictactoe")
    page.locator("#seat-O").select_option("link")
    page.get_by_role("button", name="Play", exact=True).click()
    link = page.get_by_label("Invite link for O").input_value()
    page.get_by_role("button", name="Share").first.click()
    assert page.evaluate("window.shared") == [link]
    fits(page)


def test_a_game_of_an_earlier_version_can_be_opened(live: Live, new_page: NewPage) -> None:
    """A session stored before the fields for help, preparation and rematches existed."""
    page = new_page()
    session = live.begin("tictactoe", PERSON, PERSON)

    def older(route: Any) -> None:
        answer = route.fetch()
        body = answer.json()
        for name in ("help", "preparing", "rematch"):
            del body[name]
        route.fulfill(response=answer, json=body)

    page.route(f"**/api/v1/sessions/{session.id}", older)
    page.route(f"**/api/v1/sessions/{session.id}/events*", lambda route: route.abort())
    page.goto(f"/sessions/{session.id}#secret={session.secrets['X']}")
    expect(page.get_by_test_id("status")).to_contain_text("Your turn")
    expect(page.get_by_role("heading", name="Learn")).to_be_visible()


# What the page shows while the game is prepared, for however short a time.
NOTE_PREPARATION = """() => new MutationObserver(() => {
  const found = document.querySelector('[data-testid=preparing]');
  if (found !== null) window.notes ??= {
    text: found.textContent,
    status: document.querySelector('[data-testid=status]').textContent.trim(),
    isWide: document.documentElement.scrollWidth > innerWidth,
  };
}).observe(document.body, { childList: true, subtree: true })"""


def changes(live: Live, session: Table) -> list[dict[str, Any]]:
    """Every change of a session, from the first on."""
    count = session.read()["version"]
    found: list[dict[str, Any]] = []
    headers = {"Last-Event-ID": "0"}
    kind = ""
    with live.http.stream("GET", f"{session.path}/events", headers=headers) as stream:
        for line in stream.iter_lines():
            name, _, value = line.partition(": ")
            kind = value if name == "event" else kind
            if name == "data" and kind == "change":
                found.append(json.loads(value))
            if len(found) == count:
                break
    return found


@contextmanager
def cold_server(folder: Path) -> Iterator[Live]:
    """A server with an empty cache, which compiles in the background."""
    settings = {
        "KIBITZ_CACHE": str(folder / "cache"),
        "KIBITZ_BACKGROUND": "1",
        "KIBITZ_POLL": "0.05",
    }
    with serving(str(folder / "games.db"), folder / "log", settings) as found:
        yield found


@pytest.mark.parametrize("size", EACH)
def test_a_cold_server_prepares_answers_and_stops_the_clock(
    browser: Browser, build_app: object, tmp_path: Path, size: str
) -> None:
    """The clock of the engine does not pay for the preparation, however long it takes."""
    with cold_server(tmp_path) as cold:
        engine = {"kind": "engine", "limit": {"time": 2}}
        session = cold.begin("morris", PERSON, engine, clock="300")
        context = browser.new_context(viewport=SIZES[size])  # type: ignore[arg-type]
        page = context.new_page()
        secret = next(iter(session.secrets.values()))
        page.goto(f"http://127.0.0.1:{cold.port}/sessions/{session.id}#secret={secret}")
        expect(page.get_by_test_id("status")).to_contain_text("Your turn")
        page.evaluate(NOTE_PREPARATION)
        Mouse(page).touch(0)
        notes = until(lambda: page.evaluate("window.notes"))
        assert notes["status"].startswith("Preparing the game")
        assert "no clock runs" in notes["text"]
        assert notes["isWide"] is False
        moved = session.settled()
        assert (moved["ply"], moved["preparing"]) == (2, False)
        assert moved["clock"]["running"] is True
        expect(page.get_by_test_id("preparing")).to_have_count(0)
        expect(page.get_by_test_id("status")).to_contain_text("Your turn")
        # However long the loading and the search took, they cost no time.
        prepared, reply = changes(cold, session)[2:4]
        assert (prepared["what"], reply["what"]) == ("prepare", "move")
        assert prepared["left"][1] == reply["left"][1] == 300
        context.close()
