"""Every page has an address, and every other address a page that says what to do."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from kibitz.games.registry import names
from tests.server.live import Live
from tests.web.input_devices import Mouse
from tests.web.session_page import PERSON, open_session, session_of

NO_PAGE = (
    "/contests",
    "/sessions",
    "/new",
    "/new/tictactoe/more",
    "/sessions/%E0%A4%A",
    "/new/%E0%A4%A",
    "/#/new/%E0%A4%A",
    "/#/elsewhere",
    "/%00",
)


def starts_at_the_list(page: Page) -> None:
    """Follow the link of a page that says that something is missing."""
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", name="Choose a game")).to_be_visible()
    expect(page).to_have_url(re.compile("/$"))


def cell_of(page: Page, name: str) -> Locator:
    """The cell with a name."""
    return page.locator(f'.square [role=gridcell][aria-label^="{name},"]')


@pytest.mark.parametrize("address", NO_PAGE)
def test_unknown_address_says_what_to_do(page: Page, address: str) -> None:
    """Some were blank pages, others raw JSON."""
    page.goto(address)
    expect(page.get_by_role("heading", name="Page not found")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text(f"There is no page at {address}.")
    expect(page).to_have_title("Page not found · Kibitz")
    starts_at_the_list(page)


def test_missing_session_says_what_to_do(page: Page) -> None:
    page.goto("/sessions/nothing")
    expect(page.get_by_role("heading", name="This game no longer exists")).to_be_visible()
    expect(page).to_have_title("This game no longer exists · Kibitz")
    starts_at_the_list(page)


@pytest.mark.parametrize("address", ["/new/nothing", "/#/new/nothing"])
def test_missing_game_says_what_to_do(page: Page, address: str) -> None:
    page.goto(address)
    expect(page.get_by_role("heading", name="Game not found")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("no game called nothing")
    starts_at_the_list(page)


@pytest.mark.parametrize("secret", ["wrong", "%E0%A4%A", "a b"])
def test_wrong_invitation_leads_to_watching(live: Live, page: Page, secret: str) -> None:
    session = live.begin("tictactoe", PERSON, PERSON)
    page.goto(f"/sessions/{session.id}#secret={secret}")
    expect(page.get_by_role("alert")).to_contain_text("This invite link is not valid")
    expect(page.get_by_text("You are watching this game.")).to_be_visible()
    session.move("4")
    expect(page.locator('.square [data-cell="4"]')).to_have_attribute(
        "aria-label", re.compile("cross")
    )


def test_every_page_is_found_again_at_its_address(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Tic-Tac-Toe").click()
    expect(page).to_have_url(re.compile("/new/tictactoe$"))
    page.reload()
    expect(page.get_by_role("heading", name="New game: Tic-Tac-Toe")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    session = session_of(page)
    page.reload()
    expect(page.locator(".square svg")).to_be_visible()
    page.go_back()
    expect(page).to_have_url(re.compile("/new/tictactoe$"))
    page.go_forward()
    expect(page).to_have_url(re.compile(f"/sessions/{session}$"))
    page.goto("/#/new/tictactoe")  # the address before
    expect(page).to_have_url(re.compile("/new/tictactoe$"))
    expect(page.get_by_role("heading", name="New game: Tic-Tac-Toe")).to_be_visible()


def test_link_within_the_page_keeps_the_session_alive(live: Live, page: Page) -> None:
    """Skipping to the content stopped the updates of a session opened by invitation."""
    session_page = open_session(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON])
    session_page.present()
    page.get_by_role("link", name="Skip to content").focus()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))
    assert session_page.play({"path": [4]})["ply"] == 1


def test_second_invitation_in_the_same_tab_takes_that_seat_too(live: Live, page: Page) -> None:
    session = live.begin("tictactoe", PERSON, PERSON)
    for count, secret in enumerate(session.secrets.values(), 1):
        page.goto(f"/sessions/{session.id}#secret={secret}")
        expect(page.locator(".player .name").get_by_text("You")).to_have_count(count)


def test_start_page_makes_at_most_six_requests(page: Page) -> None:
    """It made 43: one for every position of every picture."""
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto("/")
    pictures = page.locator(".picture svg")
    expect(pictures).to_have_count(len(names()) + 1)  # and one of a custom game
    page.wait_for_load_state("networkidle")
    assert len(requests) <= 6, requests
    for index in range(pictures.count()):
        assert pictures.nth(index).locator(".board-piece").count() > 0


def test_pictures_are_no_tab_stops(page: Page) -> None:
    """Chromium stops at an <svg> with a focus listener."""
    page.goto("/")
    expect(page.locator(".picture svg").first).to_be_visible()
    stops = []
    for _ in range(200):  # far more than there are
        page.keyboard.press("Tab")
        stops.append(page.evaluate("document.activeElement.tagName.toLowerCase()"))
        if stops[-1] == "body":
            break
    assert {*stops} <= {"a", "button", "body"}
    assert stops.count("a") == page.locator("a").count()


def test_board_is_one_tab_stop(live: Live, page: Page) -> None:
    open_session(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON]).present()
    page.get_by_role("button", name="Settings").focus()
    for _ in range(6):  # other controls may come before the board
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.hasAttribute('data-cell')"):
            break
    assert page.evaluate("document.activeElement.getAttribute('data-cell')") == "0"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.square')") is None
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.getAttribute('data-cell')") == "1"


def test_focus_moves_to_the_new_page(page: Page) -> None:
    page.goto("/new/tictactoe")
    page.get_by_role("button", name="Play", exact=True).press("Enter")
    session_of(page)
    expect(page.locator(".square svg")).to_be_visible()
    expect(page.locator("#main")).to_be_focused()


def test_arrows_stay_in_the_row_of_a_checkered_board(live: Live, page: Page) -> None:
    """Right went from 13 up to 9."""
    open_session(live, Mouse(page), "draughts", {}, seats=[PERSON, PERSON]).present()
    cell_of(page, "13").focus()
    reached = []
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"):
        page.keyboard.press(key)
        label = page.evaluate("document.activeElement.getAttribute('aria-label')")
        reached.append(label.split(",")[0])
    assert reached == ["14", "15", "14", "10", "14"]


PIECES = (
    # German draughts at the start: nothing may capture.
    ("", "30", "The piece on 30 is blocked. You can move 21, 22, 23, 24."),
    ("", "1", "The piece on 1 is not yours. You can move 21, 22, 23, 24."),
    ("", "17", "There is no piece on 17. You can move 21, 22, 23, 24."),
    ("W:W23,30:B19,5", "30", "You must capture with 23."),
)


@pytest.mark.parametrize(("position", "cell", "reason"), PIECES)
def test_piece_that_cannot_move_says_why(
    live: Live, page: Page, position: str, cell: str, reason: str
) -> None:
    """The page answered in the syntax of the terminal."""
    more = {"position": position} if position else {}
    session_page = open_session(live, Mouse(page), "draughts", {}, seats=[PERSON, PERSON], **more)
    first = session_page.present()
    session_page.device.touch(int(cell_of(page, cell).get_attribute("data-cell") or ""))
    expect(page.get_by_role("alert")).to_have_text(reason)
    expect(page.get_by_test_id("spoken")).to_have_text(reason)
    # It disappears when a piece is selected that can move.
    session_page.device.touch(first["legal_moves"][0]["path"][0])
    expect(page.get_by_role("alert")).to_have_count(0)
