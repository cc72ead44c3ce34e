"""Moves of several steps, refusals, replay: what happens on the board itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.live import Live
from tests.web.conftest import NewPage
from tests.web.hands import Finger, Hands, Keyboard, Mouse, middle
from tests.web.playing import PERSON, Sitting, begin

# White's man on 22 takes 18 and lands on 13, from where it takes 9 or 19.
BRANCHING = "W:W21,22,35,36,37,38,39,40,42,43,46:B5,9,11,12,14,18,19"
START, MIDDLE, NEAR, FAR = 21, 12, 23, 3
# White closes a mill on d5 and takes the stone on b6 or on g4.
MILL = ".o./xo./.../.....x/.../.../... w 7 7 0"
CLOSING, TAKEN = 7, 3


@pytest.fixture(params=["mouse", "keyboard", "finger"])
def hands(request: pytest.FixtureRequest, new_page: NewPage) -> Hands:
    if request.param == "mouse":
        return Mouse(new_page())
    return Keyboard(new_page()) if request.param == "keyboard" else Finger(new_page(phone=True))


def opened(live: Live, hands: Hands, game: str, position: str, **options: int | str) -> Sitting:
    return begin(live, hands, game, options, seats=[PERSON, PERSON], position=position)


def test_branching_capture_is_entered_step_by_step_and_taken_back_half_way(
    live: Live, hands: Hands
) -> None:
    sitting = opened(live, hands, "draughts", BRANCHING, variant="international")
    first = sitting.present()
    hands.touch(START)
    hands.touch(MIDDLE)
    expect(sitting.button("Start over")).to_be_visible()
    hands.press(sitting.button("Take the step back"))
    expect(sitting.button("Start over")).to_have_count(0)
    expect(sitting.button("Take the step back")).to_be_visible()
    hands.press(sitting.button("Take the step back"))
    expect(sitting.button("Take the step back")).to_have_count(0)
    assert sitting.present() == first
    for cell in (START, MIDDLE, FAR):
        hands.touch(cell)
    assert sitting.after(first["version"])["history"][0]["move"] == "22x4"


def test_mill_and_its_removal_are_two_steps_and_taken_back_half_way(
    live: Live, hands: Hands
) -> None:
    sitting = opened(live, hands, "morris", MILL)
    first = sitting.present()
    hands.touch(CLOSING)
    hands.press(sitting.button("Take the step back"))
    expect(sitting.button("Take the step back")).to_have_count(0)
    assert sitting.present() == first
    hands.touch(CLOSING)
    hands.touch(TAKEN)
    assert sitting.after(first["version"])["history"][0]["move"] == "d5xb6"


def test_escape_and_backspace_take_steps_back(live: Live, page: Page) -> None:
    hands = Keyboard(page)
    sitting = opened(live, hands, "draughts", BRANCHING, variant="international")
    first = sitting.present()
    hands.touch(START)
    hands.touch(MIDDLE)
    page.keyboard.press("Backspace")
    expect(sitting.button("Start over")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(sitting.button("Take the step back")).to_have_count(0)
    for cell in (START, MIDDLE, NEAR):
        hands.touch(cell)
    assert sitting.after(first["version"])["history"][0]["move"] == "22x24"


def test_refused_move_says_why_and_changes_nothing(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {}, position="X../.O./...")
    first = sitting.present()
    sitting.hands.touch(0)
    expect(page.get_by_role("alert")).to_have_text(
        "0: cell 0 is taken; free cells are 1, 2, 3, 5, 6, 7, 8"
    )
    expect(page.get_by_test_id("spoken")).to_contain_text("free cells are")
    assert sitting.present() == first
    sitting.play(first["legal_moves"][0])
    expect(page.get_by_role("alert")).to_have_count(0)


def test_forced_capture_is_explained(live: Live, page: Page) -> None:
    sitting = opened(live, Mouse(page), "draughts", BRANCHING, variant="international")
    sitting.present()
    sitting.hands.touch(41)
    expect(page.get_by_role("alert")).to_be_visible()


def test_game_is_replayed_from_its_first_move_to_its_last(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON])
    for cell in ("4", "0", "8"):
        move = {"path": [int(cell)]}
        if cell == "0":  # the other one plays from elsewhere
            other = live.begin("tictactoe", position=".../.../...")
            other.move("0")
            break
        sitting.play(move)
    page.get_by_role("button", name="First position").click()
    expect(page.get_by_text("Looking at another position")).to_be_visible()
    expect(page.locator('.square [data-cell="4"]')).to_have_attribute("aria-label", "4, empty")
    page.keyboard.press("]")
    expect(page.get_by_text("Looking at another position")).to_have_count(0)
    expect(page.locator('.square [data-cell="4"]')).to_have_attribute(
        "aria-label", "4, cross, last move"
    )


def test_board_is_flipped(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {})
    sitting.present()
    before = middle(page, 0)
    page.keyboard.press("f")
    expect(page.locator(".square svg")).to_be_visible()
    assert middle(page, 8) == pytest.approx(before)
    sitting.play({"path": [0]})
    assert sitting.table.read()["history"][0]["move"] == "0"
