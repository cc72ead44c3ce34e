"""Complete games with a mouse, started from the pictures on the start page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import kibitz
from tests.server.live import Live
from tests.web.input_devices import Mouse, middle
from tests.web.session_page import (
    CASES,
    NAMES,
    POLICIES,
    SessionPage,
    ShortGameError,
    open_session,
    play_to_end,
    session_of,
)


def choose_game(page: Page, name: str, options: Mapping[str, int | str], takebacks: str) -> None:
    """Start a game with these options against the weakest level, from the start page."""
    page.goto("/")
    page.get_by_role("link", name=kibitz.game(name).title).click()
    more = page.get_by_text("More options")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    if more.count():
        more.click()
    for option, value in options.items():
        field = page.locator(f"#option-{option}")
        if isinstance(kibitz.game(name).settings[option], str) or option == "size":
            field.select_option(str(value))
        else:
            field.fill(str(value))
            field.blur()
        expect(field).to_have_value(str(value))
    players = int(options.get("players", 2))
    levels = page.locator("select.level")
    expect(levels).to_have_count(players - 1)
    for player in range(players - 1):
        levels.nth(player).select_option("1")
    page.get_by_label("Takebacks").select_option(takebacks)


@pytest.mark.parametrize("takebacks", POLICIES)
@pytest.mark.parametrize(("name", "options"), CASES, ids=NAMES)
def test_complete_game_is_played_by_mouse_and_survives_a_reload(
    live: Live, page: Page, name: str, options: Mapping[str, int | str], takebacks: str
) -> None:
    def play() -> dict[str, Any]:
        choose_game(page, name, options, takebacks)
        page.get_by_role("button", name="Play", exact=True).click()
        session_page = SessionPage(live, Mouse(page), session_of(page))
        now = session_page.present()
        assert {key: now["game"]["options"][key] for key in options} == options
        assert now["takebacks"] == takebacks
        return play_to_end(session_page, is_reloaded=True)

    try:
        ended = play()
    except ShortGameError:  # three of 1000 boards of Smart Horses; hardly ever two in a row
        ended = play()
    assert [entry.inner_text() for entry in page.locator(".move").all()] == [
        played["move"] for played in ended["history"]
    ]


def test_piece_is_dragged_to_its_destination(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "draughts", {"variant": "english", "size": 6})
    first = session_page.present()
    source, target = first["legal_moves"][0]["path"]
    start, end = middle(page, source), middle(page, target)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()
    assert (
        session_page.after(first["version"])["history"][0]["move"]
        == first["legal_moves"][0]["move"]
    )
