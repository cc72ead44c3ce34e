"""Hints, explanations, the coach, and what the engine thinks."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.server.live import Live
from tests.web.hands import Mouse
from tests.web.playing import PERSON, begin

# Cross has to stop the noughts on 2; anything else loses.
THREAT = "OO./X../.X."
# Cross wins on 4.
WON = "XOX/O../..."


def test_hint_ladder_is_climbed_with_one_key(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "draughts", {"variant": "english", "size": 6})
    first = sitting.present()
    for rungs in (1, 2, 3, 4):
        page.keyboard.press("h")
        expect(page.locator("dl.rungs dd")).to_have_count(rungs)
    expect(page.locator("dl.rungs dt")).to_have_text(["Nudge", "Where", "Move", "Line"])
    page.keyboard.press("h")
    expect(page.locator("dl.rungs dd")).to_have_count(4)
    expect(page.locator(".square .arrow, .square [class*=arrow]").first).to_be_attached()
    assert sitting.present() == first


def test_line_of_a_hint_is_stepped_through_on_the_board(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {}, position=WON)
    sitting.present()
    for rungs in (1, 2, 3, 4):
        page.keyboard.press("h")
        expect(page.locator("dl.rungs dd")).to_have_count(rungs)
    page.locator("dl.rungs .line button").first.click()
    expect(page.get_by_text("Looking at another position")).to_be_visible()
    expect(page.locator('.square [data-cell="4"]')).to_have_attribute(
        "aria-label", "4, cross, last move"
    )
    sitting.button("Back to the game").click()
    expect(page.locator("dl.rungs dd")).to_have_count(4)


def test_best_move_is_explained_with_its_terms(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "draughts", {"variant": "english", "size": 6})
    sitting.present()
    sitting.button("Explain the best").click()
    expect(page.locator(".explanation li").first).to_be_visible()
    page.get_by_text("The evaluation, term by term").click()
    expect(page.get_by_role("rowheader", name="material")).to_be_visible()


def test_tables_of_perfect_play_are_told(live: Live, page: Page) -> None:
    """Six Men's Morris is solved: one move holds the draw."""
    place = "o.x/..x/...x/o../.o. w 3 3 0"
    sitting = begin(live, Mouse(page), "morris", {"variant": "six"}, position=place)
    sitting.present()
    sitting.button("Explain the best").click()
    expect(page.get_by_text("is the only drawing move")).to_be_visible()
    page.get_by_label("Show what it thinks").check()
    bar = page.get_by_role("meter", name="Evaluation")
    expect(bar).to_have_attribute("aria-valuetext", "white: draws (table)")


def test_own_move_is_asked_about_without_being_played(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {}, position=THREAT)
    first = sitting.present()
    sitting.button("Why not my move?").click()
    sitting.hands.touch(8)
    expect(page.get_by_text("Your move 8: loses in 2")).to_be_visible()
    expect(page.get_by_text("Better: 2")).to_be_visible()
    assert sitting.present() == first
    sitting.play({"path": [2]})  # and the board is free again
    assert sitting.table.read()["history"][0]["move"] == "2"


def test_coach_warns_before_a_blunder_and_lets_good_moves_pass(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {}, position=THREAT, seats=[PERSON, PERSON])
    first = sitting.present()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("A coach that warns before a blunder").check()
    page.get_by_role("button", name="Done").click()
    sitting.hands.touch(8)
    expect(page.get_by_role("heading", name="Are you sure?")).to_be_visible()
    sitting.button("Think again").click()
    assert sitting.present() == first
    assert sitting.play({"path": [2]})["history"][0]["move"] == "2"


def test_coach_can_be_overruled(live: Live, page: Page) -> None:
    page.add_init_script("localStorage.setItem('kibitz.settings', '{\"coach\": true}')")
    sitting = begin(live, Mouse(page), "tictactoe", {}, position=THREAT, seats=[PERSON, PERSON])
    sitting.present()
    sitting.hands.touch(8)
    assert sitting.act("Play it anyway")["history"][0]["move"] == "8"


def test_engine_is_seen_thinking_and_its_line_is_stepped_through(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "connect4", {"rows": 4, "columns": 5})
    sitting.present()
    page.get_by_label("Show what it thinks").check()
    lines = page.get_by_role("list", name="Best lines").get_by_role("listitem")
    expect(lines).to_have_count(3)
    figures = page.get_by_role("region", name="Engine").locator("dd")
    expect(figures).to_have_count(4)
    lines.first.get_by_role("button").nth(1).click()
    expect(page.get_by_text("Looking at another position")).to_be_visible()
    expect(lines).to_have_count(3)
    sitting.button("Back to the game").click()
    expect(page.get_by_text("Looking at another position")).to_have_count(0)


def test_evaluation_bar_says_what_it_rests_on(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {}, position=WON)
    sitting.present()
    bar = page.get_by_role("meter", name="Evaluation")
    expect(bar).to_have_attribute("aria-valuetext", "Not evaluated yet")
    page.get_by_label("Show what it thinks").check()
    expect(bar).to_have_attribute("aria-valuetext", "X: wins in 3 (proven)")
    expect(bar).to_have_attribute("aria-valuenow", "100")


def test_settings_are_kept(live: Live, page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Dark").check()
    page.get_by_label("Sounds").uncheck()
    page.get_by_label("Animation").uncheck()
    page.get_by_label("Evaluation bar").uncheck()
    page.keyboard.press("Escape")
    sitting = begin(live, Mouse(page), "tictactoe", {})
    sitting.present()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    expect(page.get_by_role("meter")).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_label("Sounds")).not_to_be_checked()
    expect(page.get_by_label("Animation")).not_to_be_checked()
