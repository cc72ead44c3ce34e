"""Custom games: served from a Python file and played without any TypeScript."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.live import Live
from tests.web.input_devices import Keyboard, Mouse
from tests.web.session_page import SessionPage, headline, open_session, play_to_end, session_of


def test_game_with_a_board_is_chosen_by_its_picture_and_played(live: Live, page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Hopper").click()
    expect(page.locator(".picture svg")).to_be_visible()
    page.locator("select.level").select_option("1")
    page.get_by_role("button", name="Play", exact=True).click()
    session_page = SessionPage(live, Mouse(page), session_of(page))
    session_page.present()
    expect(page.locator('.square [data-cell="6"]')).to_have_attribute("aria-label", "6, red frog")
    assert play_to_end(session_page)["game"]["name"] == "hopper"


def test_game_without_a_board_is_played_from_the_list_of_legal_moves(
    live: Live, page: Page
) -> None:
    session_page = open_session(live, Keyboard(page), "sticks", {})
    now = session_page.present()
    while now["outcome"] is None:
        before = now["version"]
        moves = page.get_by_role("region", name="Legal moves").get_by_role("button")
        assert moves.all_inner_texts() == [move["move"] for move in now["legal_moves"]]
        session_page.device.press(moves.first)
        now = session_page.after(before)
    expect(page.get_by_test_id("status")).to_contain_text(headline(now, 0))
