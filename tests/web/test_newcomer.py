"""A newcomer's way through each game, on a desktop without scrolling and on a phone.

Home, rules, play, a try that is not legal, a hint, the end, a rematch, the list of games.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.live import Live
from tests.web.conftest import NewPage
from tests.web.input_devices import InputDevice, Mouse, Touchscreen
from tests.web.session_page import SessionPage, resign, session_of

SCRIPT = (Path(__file__).parent / "page_texts.js").read_text()
CUT = ("beyond", "below", "the page is")
MOST_TURNS = 60
GAMES = {
    "tictactoe": "Tic-Tac-Toe",
    "connect4": "Connect Four",
    "draughts": "Draughts / Checkers",
    "morris": "Nine Men's Morris / Mill",
    "horses": "Smart Horses",
    "tiles": "Tiles",
}
deep = pytest.mark.deep


def look(page: Page, *needed: Locator, is_phone: bool) -> None:
    """No text is cut, and on a desktop everything needed is in sight without scrolling."""
    found: list[str] = page.evaluate(SCRIPT)
    assert [text for text in found if text.startswith(CUT)] == []
    if is_phone:
        return
    assert page.evaluate("scrollY") == 0
    for locator in needed:
        expect(locator).to_be_in_viewport(ratio=1)


def unmovable(session: dict[str, Any]) -> int | None:
    """A cell on which no legal move starts, if clicking it cannot be a move."""
    moves = session["legal_moves"]
    if any(move["entry"] == "column" for move in moves):
        return None
    starts = {cell for move in moves for cell in move["path"][:1]}
    return next((cell for cell in range(len(session["board"])) if cell not in starts), None)


def play_on(session_page: SessionPage) -> dict[str, Any]:
    """Play until the game is over, or for many turns; the session."""
    now = session_page.present()
    for turn in range(MOST_TURNS):
        if now["outcome"] is not None:
            break
        legal = now["legal_moves"]
        move = legal[turn * 7 % len(legal)]
        if move["entry"] == "button":
            session_page.act(move["move"].capitalize())
            now = session_page.present()
        else:
            now = session_page.play(move)
    return now


@pytest.mark.parametrize("size", ["desktop", "phone"])
@pytest.mark.parametrize(
    "game", [game if game == "tictactoe" else pytest.param(game, marks=deep) for game in GAMES]
)
def test_newcomer_finds_the_way(live: Live, new_page: NewPage, game: str, size: str) -> None:
    is_phone = size == "phone"
    page = new_page(phone=is_phone)
    device: InputDevice = Touchscreen(page) if is_phone else Mouse(page)
    page.goto("/")
    card = page.locator("article", has=page.locator(f"#card-{game}"))
    expect(card.get_by_role("button", name="Play")).to_be_visible()
    look(page, page.locator("h1"), is_phone=is_phone)

    card.get_by_role("link", name="Rules").click()
    heading = page.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Rules:")
    expect(page.locator("figure").first).to_be_visible()
    look(page, heading, is_phone=is_phone)
    page.go_back()

    card.get_by_role("button", name="Play").click()
    session_page = SessionPage(live, device, session_of(page))
    now = session_page.present()
    board, status = page.locator(".square"), page.get_by_test_id("status")
    look(page, heading, board, status, session_page.button("Hint"), is_phone=is_phone)

    cell = unmovable(now)
    if cell is not None:
        session_page.device.touch(cell)
        refusal = page.get_by_role("alert")
        expect(refusal).to_be_visible()
        look(page, board, refusal, is_phone=is_phone)
    if now["outcome"] is None:
        session_page.hint()
        rung = page.locator("dl.rungs dd").first
        if not is_phone:
            page.evaluate("scrollTo(0, 0)")
        look(page, board, rung, is_phone=is_phone)

    now = play_on(session_page)
    if now["outcome"] is None:
        resign(session_page)
    rematch = session_page.button("Rematch")
    expect(rematch).to_be_enabled()
    page.evaluate("scrollTo(0, 0)")
    look(page, board, page.get_by_test_id("result"), rematch, is_phone=is_phone)

    device.press(rematch)
    page.wait_for_url(lambda address: not address.endswith(session_page.session.id))
    again = SessionPage(live, device, session_of(page))
    again.present()
    look(page, page.locator(".square"), is_phone=is_phone)

    page.get_by_role("link", name="My games").click()
    expect(page.locator("article")).to_have_count(2)
    expect(page.locator("[data-result]").last).to_be_visible()
    look(page, page.locator("article").first, is_phone=is_phone)
