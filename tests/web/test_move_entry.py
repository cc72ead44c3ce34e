"""Moves of several steps, illegal moves and replay, on the board itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.server.live import Live
from tests.web.conftest import NewPage
from tests.web.input_devices import InputDevice, Keyboard, Mouse, Touchscreen, middle
from tests.web.session_page import PERSON, SessionPage, open_session

# White's man on 22 captures 18 and lands on 13, from where it captures 9 or 19.
BRANCHING = "W:W21,22,35,36,37,38,39,40,42,43,46:B5,9,11,12,14,18,19"
START, MIDDLE, NEAR, FAR = 21, 12, 23, 3
# White closes a mill on d5 and removes the stone on b6 or g4.
MILL = ".o./xo./.../.....x/.../.../... w 7 7 0"
CLOSING, TAKEN = 7, 3


@pytest.fixture(params=["mouse", "keyboard", "finger"])
def device(request: pytest.FixtureRequest, new_page: NewPage) -> InputDevice:
    if request.param == "mouse":
        return Mouse(new_page())
    return (
        Keyboard(new_page()) if request.param == "keyboard" else Touchscreen(new_page(phone=True))
    )


def opened(
    live: Live, device: InputDevice, game: str, position: str, **options: int | str
) -> SessionPage:
    return open_session(live, device, game, options, seats=[PERSON, PERSON], position=position)


def test_branching_capture_is_entered_and_undone_step_by_step(
    live: Live, device: InputDevice
) -> None:
    session_page = opened(live, device, "draughts", BRANCHING, variant="international")
    first = session_page.present()
    device.touch(START)
    device.touch(MIDDLE)
    expect(session_page.button("Start over")).to_be_visible()
    device.press(session_page.button("Undo step"))
    expect(session_page.button("Undo step")).to_have_count(0)
    expect(device.page.get_by_text("Choose the next cell")).to_be_visible()
    assert session_page.present() == first
    for cell in (MIDDLE, FAR):
        device.touch(cell)
    assert session_page.after(first["version"])["history"][0]["move"] == "22x4"


def test_mill_and_its_removal_are_two_steps_that_can_be_undone(
    live: Live, device: InputDevice
) -> None:
    session_page = opened(live, device, "morris", MILL)
    first = session_page.present()
    device.touch(CLOSING)
    device.press(session_page.button("Undo step"))
    expect(session_page.button("Undo step")).to_have_count(0)
    assert session_page.present() == first
    device.touch(CLOSING)
    device.touch(TAKEN)
    assert session_page.after(first["version"])["history"][0]["move"] == "d5xb6"


def test_escape_and_backspace_undo_steps(live: Live, page: Page) -> None:
    device = Keyboard(page)
    session_page = opened(live, device, "draughts", BRANCHING, variant="international")
    first = session_page.present()
    device.touch(START)
    device.touch(MIDDLE)
    page.keyboard.press("Backspace")
    expect(session_page.button("Start over")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(session_page.button("Undo step")).to_have_count(0)
    for cell in (START, MIDDLE, NEAR):
        device.touch(cell)
    assert session_page.after(first["version"])["history"][0]["move"] == "22x24"


def test_illegal_move_is_explained_and_changes_nothing(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {}, position="X../.O./...")
    first = session_page.present()
    session_page.device.touch(0)
    expect(page.get_by_role("alert")).to_have_text("0: Cell 0 is taken.")
    expect(page.get_by_test_id("spoken")).to_contain_text("Cell 0 is taken.")
    assert session_page.present() == first
    session_page.play(first["legal_moves"][0])
    expect(page.get_by_role("alert")).to_have_count(0)


def test_forced_capture_is_explained(live: Live, page: Page) -> None:
    session_page = opened(live, Mouse(page), "draughts", BRANCHING, variant="international")
    session_page.present()
    session_page.device.touch(41)
    expect(page.get_by_role("alert")).to_have_text("You must capture with 22.")


def test_game_is_replayed_from_its_first_move_to_its_last(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {}, seats=[PERSON, PERSON])
    for cell in ("4", "0", "8"):
        move = {"path": [int(cell)]}
        if cell == "0":  # the other player moves from another client
            other = live.begin("tictactoe", position=".../.../...")
            other.move("0")
            break
        session_page.play(move)
    page.get_by_role("button", name="First position").click()
    expect(page.get_by_text("Viewing ")).to_be_visible()
    expect(page.locator(".player.turn")).to_contain_text("X")  # who is to move there
    expect(page.locator('.square [data-cell="4"]')).to_have_attribute("aria-label", "4, empty")
    page.keyboard.press("]")
    expect(page.get_by_text("Viewing ")).to_have_count(0)
    expect(page.locator('.square [data-cell="4"]')).to_have_attribute(
        "aria-label", "4, cross, last move"
    )


def test_board_is_flipped(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {})
    session_page.present()
    before = middle(page, 0)
    page.keyboard.press("f")
    expect(page.locator(".square svg")).to_be_visible()
    assert middle(page, 8) == pytest.approx(before)
    session_page.play({"path": [0]})
    assert session_page.session.read()["history"][0]["move"] == "0"
