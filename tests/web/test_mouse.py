"""Whole games with a mouse, begun by choosing a game by its picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import kibitz
from tests.server.live import Live
from tests.web.hands import Mouse, middle
from tests.web.playing import (
    CASES,
    NAMES,
    POLICIES,
    ShortGameError,
    Sitting,
    begin,
    play_to_the_end,
    session_of,
)


def choose_game(page: Page, name: str, options: Mapping[str, int | str], takebacks: str) -> None:
    """From the first page to a game with these rules against the weakest level."""
    page.goto("/")
    page.get_by_role("link", name=kibitz.game(name).title).click()
    more = page.get_by_text("More rules")
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
    page.get_by_label("Taking back").select_option(takebacks)


@pytest.mark.parametrize("takebacks", POLICIES)
@pytest.mark.parametrize(("name", "options"), CASES, ids=NAMES)
def test_whole_game_is_played_by_mouse_and_survives_a_reload(
    live: Live, page: Page, name: str, options: Mapping[str, int | str], takebacks: str
) -> None:
    def play() -> dict[str, Any]:
        choose_game(page, name, options, takebacks)
        page.get_by_role("button", name="Play", exact=True).click()
        sitting = Sitting(live, Mouse(page), session_of(page))
        now = sitting.present()
        assert {key: now["game"]["options"][key] for key in options} == options
        assert now["takebacks"] == takebacks
        return play_to_the_end(sitting, is_reloaded=True)

    try:
        ended = play()
    except ShortGameError:  # three boards of Smart Horses in a thousand; hardly ever two running
        ended = play()
    assert [entry.inner_text() for entry in page.locator(".move").all()] == [
        played["move"] for played in ended["history"]
    ]


def test_piece_is_dragged_to_where_it_goes(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "draughts", {"variant": "english", "size": 6})
    first = sitting.present()
    source, target = first["legal_moves"][0]["path"]
    begin_at, end_at = middle(page, source), middle(page, target)
    page.mouse.move(*begin_at)
    page.mouse.down()
    page.mouse.move((begin_at[0] + end_at[0]) / 2, (begin_at[1] + end_at[1]) / 2, steps=4)
    page.mouse.move(*end_at, steps=4)
    page.mouse.up()
    assert sitting.after(first["version"])["history"][0]["move"] == first["legal_moves"][0]["move"]
