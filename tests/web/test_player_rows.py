"""The rows of the players: next to the board, on every screen and with several players."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.live import Live
from tests.web.input_devices import Mouse
from tests.web.session_page import open_session


def test_rows_of_four_players_and_the_board_fit_on_the_screen(live: Live, page: Page) -> None:
    open_session(live, Mouse(page), "horses", {"players": 4}, clock="300").present()
    rows = page.locator(".player")
    expect(rows).to_have_count(4)
    for row in rows.all():
        expect(row).to_be_in_viewport(ratio=1)
    expect(page.locator(".square svg")).to_be_in_viewport(ratio=1)


def test_clock_stays_in_the_line_of_its_player_on_phones(live: Live, phone: Page) -> None:
    open_session(live, Mouse(phone), "morris", {}, clock="300").present()
    own = phone.locator(".player").last
    expect(own).to_contain_text("In hand 9")
    name, time = own.locator(".side").bounding_box(), own.locator("time").bounding_box()
    assert name is not None
    assert time is not None
    assert time["y"] < name["y"] + name["height"], "the clock is below the name"
