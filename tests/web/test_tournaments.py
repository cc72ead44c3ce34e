"""A tournament in the app: created, played by link and on this device, watched to its end."""

from __future__ import annotations

import os
import random
import re

from playwright.sync_api import Page, expect

from tests.server.live import Live
from tests.web.conftest import ROOT, NewPage
from tests.web.input_devices import Mouse
from tests.web.session_page import SessionPage, session_of

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"


def check(page: Page, name: str) -> None:
    """It is accessible and fits the screen."""
    found = page.evaluate("axe.run().then((found) => found.violations.map((one) => one.id))")
    assert found == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    folder = os.environ.get("KIBITZ_SCREENSHOTS")
    if folder:
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def play_to_end(session_page: SessionPage) -> None:
    """Play one random legal move after another."""
    chance = random.Random(3)
    session = session_page.present()
    while session["outcome"] is None:
        session = session_page.play(chance.choice(session["legal_moves"]))


def test_a_tournament_of_three_engines_and_a_person(new_page: NewPage, live: Live) -> None:
    page = new_page()
    page.add_init_script(path=AXE)
    page.goto("/tournaments")
    page.get_by_role("combobox", name="Game", exact=True).select_option("connect4")
    page.get_by_label(re.compile("^Rows")).fill("4")
    page.get_by_label(re.compile("^Rows")).blur()
    page.get_by_label(re.compile("^Columns")).fill("4")
    page.get_by_label(re.compile("^Columns")).blur()
    for number in (1, 2, 3):
        page.get_by_role("combobox", name=f"Participant {number}", exact=True).select_option("1")
    expect(page.get_by_role("combobox", name="Participant 4", exact=True)).to_have_value("")
    check(page, "tournaments")
    page.get_by_role("button", name="Start the tournament").click()
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    address = page.url
    played: set[str] = set()
    for _ in range(3):
        page.goto(address)
        # A game that has just ended is offered until the server has recorded it.
        others = "".join(f':not([href$="{session_id}"])' for session_id in played)
        page.locator(f'a.button[href^="/sessions/"]{others}').first.click()
        session_id = session_of(page)
        played.add(session_id)
        play_to_end(SessionPage(live, Mouse(page), session_id))
    assert len(played) == 3
    page.goto(address)
    expect(page.get_by_test_id("progress")).to_contain_text("Finished · 6 of 6 games played")
    expect(page.get_by_test_id("standings").get_by_role("row")).to_have_count(5)
    check(page, "tournament-light")
    other = new_page(phone=True, theme="dark")
    other.add_init_script(path=AXE)
    other.goto(address)
    expect(other.get_by_test_id("progress")).to_contain_text("Finished")
    check(other, "tournament-dark")
