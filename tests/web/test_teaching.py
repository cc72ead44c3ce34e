"""Hints, explanations, the coach and the engine analysis."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.live import Live
from tests.web.input_devices import Mouse
from tests.web.session_page import PERSON, open_session

# X has to block on 2; anything else loses.
THREAT = "OO./X../.X."
# X wins on 4.
WON = "XOX/O../..."


def test_hint_ladder_is_climbed_with_one_key(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "draughts", {"variant": "english", "size": 6})
    first = session_page.present()
    for rungs in (1, 2, 3, 4):
        page.keyboard.press("h")
        expect(page.locator("dl.rungs dd")).to_have_count(rungs)
    expect(page.locator("dl.rungs dt")).to_have_text(["Nudge", "Where", "Move", "Line"])
    page.keyboard.press("h")
    expect(page.locator("dl.rungs dd")).to_have_count(4)
    expect(page.locator(".square .arrow, .square [class*=arrow]").first).to_be_attached()
    assert session_page.present() == first


def test_line_of_a_hint_is_stepped_through_on_the_board(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {}, position=WON)
    session_page.present()
    for rungs in (1, 2, 3, 4):
        page.keyboard.press("h")
        expect(page.locator("dl.rungs dd")).to_have_count(rungs)
    page.locator("dl.rungs .line button").first.click()
    expect(page.get_by_text("Viewing ")).to_be_visible()
    expect(page.locator('.square [data-cell="4"]')).to_have_attribute(
        "aria-label", "4, cross, last move"
    )
    session_page.button("Back to the game").click()
    expect(page.locator("dl.rungs dd")).to_have_count(4)


def test_best_move_is_explained_with_its_terms(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "draughts", {"variant": "english", "size": 6})
    session_page.present()
    session_page.button("Explain the best move").click()
    expect(page.locator(".explanation li").first).to_be_visible()
    page.get_by_text("Evaluation terms").click()
    expect(page.get_by_role("rowheader", name="material")).to_be_visible()


def test_endgame_tables_are_shown(live: Live, page: Page) -> None:
    """Six Men's Morris is solved: one move holds the draw."""
    place = "o.x/..x/...x/o../.o. w 3 3 0"
    session_page = open_session(live, Mouse(page), "morris", {"variant": "six"}, position=place)
    session_page.present()
    session_page.button("Explain the best move").click()
    expect(page.get_by_text("is the only drawing move")).to_be_visible()
    page.get_by_label("Show engine analysis").check()
    bar = page.get_by_role("meter", name="Evaluation")
    expect(bar).to_have_attribute("aria-valuetext", "White: draws (table)")


def test_own_move_is_checked_without_being_played(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {}, position=THREAT)
    first = session_page.present()
    session_page.button("Check my move").click()
    session_page.device.touch(8)
    expect(page.get_by_text("Your move 8: loses in 2")).to_be_visible()
    expect(page.get_by_text("Better: 2")).to_be_visible()
    assert session_page.present() == first
    session_page.play({"path": [2]})  # and the board accepts moves again
    assert session_page.session.read()["history"][0]["move"] == "2"


def test_coach_warns_before_a_blunder_and_accepts_good_moves(live: Live, page: Page) -> None:
    session_page = open_session(
        live, Mouse(page), "tictactoe", {}, position=THREAT, seats=[PERSON, PERSON]
    )
    first = session_page.present()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Warn me before blunders").check()
    page.get_by_role("button", name="Done").click()
    session_page.device.touch(8)
    warning = page.get_by_role("dialog", name="Are you sure?")
    expect(warning.get_by_role("listitem").first).to_contain_text("8 lets O win")
    expect(warning).not_to_contain_text("2")  # the move that the user is to find
    session_page.button("Think again").click()
    assert session_page.present() == first
    assert session_page.play({"path": [2]})["history"][0]["move"] == "2"


def test_coach_can_be_overruled(live: Live, page: Page) -> None:
    page.add_init_script("localStorage.setItem('kibitz.settings', '{\"coach\": true}')")
    session_page = open_session(
        live, Mouse(page), "tictactoe", {}, position=THREAT, seats=[PERSON, PERSON]
    )
    session_page.present()
    session_page.device.touch(8)
    assert session_page.act("Play it anyway")["history"][0]["move"] == "8"


def test_engine_analysis_is_shown_and_its_line_is_stepped_through(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "connect4", {"rows": 4, "columns": 5})
    session_page.present()
    page.get_by_label("Show engine analysis").check()
    lines = page.get_by_role("list", name="Best lines").get_by_role("listitem")
    expect(lines).to_have_count(3)
    figures = page.get_by_role("region", name="Engine").locator("dd")
    expect(figures).to_have_count(4)
    lines.first.get_by_role("button").nth(1).click()
    expect(page.get_by_text("Viewing ")).to_be_visible()
    expect(lines).to_have_count(3)
    session_page.button("Back to the game").click()
    expect(page.get_by_text("Viewing ")).to_have_count(0)


def test_evaluation_bar_names_its_warrant(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {}, position=WON)
    session_page.present()
    bar = page.get_by_role("meter", name="Evaluation")
    expect(bar).to_have_attribute("aria-valuetext", "Not evaluated yet")
    page.get_by_label("Show engine analysis").check()
    expect(bar).to_have_attribute("aria-valuetext", "X: wins in 3 (proven)")
    expect(bar).to_have_attribute("aria-valuenow", "100")


def test_settings_are_stored(live: Live, page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Dark").check()
    page.get_by_label("Sounds").uncheck()
    page.get_by_label("Animation").uncheck()
    page.get_by_label("Evaluation bar").uncheck()
    page.keyboard.press("Escape")
    session_page = open_session(live, Mouse(page), "tictactoe", {})
    session_page.present()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    expect(page.get_by_role("meter")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Sounds")).not_to_be_checked()
    expect(page.get_by_label("Animation")).not_to_be_checked()
