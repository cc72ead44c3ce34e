"""Games that somebody wrote yesterday: served from a file, played without a line of TypeScript."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.live import Live
from tests.web.hands import Keyboard, Mouse
from tests.web.playing import Sitting, begin, play_to_the_end, session_of


def test_game_with_a_board_is_chosen_by_its_picture_and_played(live: Live, page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="Hopper").click()
    expect(page.locator(".picture svg")).to_be_visible()
    page.locator("select.level").select_option("1")
    page.get_by_role("button", name="Play", exact=True).click()
    sitting = Sitting(live, Mouse(page), session_of(page))
    sitting.present()
    expect(page.locator('.square [data-cell="6"]')).to_have_attribute("aria-label", "6, red frog")
    assert play_to_the_end(sitting)["game"]["name"] == "hopper"


def test_game_without_a_board_is_played_by_its_list_of_moves(live: Live, page: Page) -> None:
    sitting = begin(live, Keyboard(page), "sticks", {})
    now = sitting.present()
    while now["outcome"] is None:
        before = now["version"]
        moves = page.get_by_role("region", name="Legal moves").get_by_role("button")
        assert moves.all_inner_texts() == [move["move"] for move in now["legal_moves"]]
        sitting.hands.press(moves.first)
        now = sitting.after(before)
    expect(page.get_by_test_id("status")).to_have_text(now["outcome"]["sentence"])
