"""Whole games with the keyboard alone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page

from tests.server.live import Live
from tests.web.hands import Keyboard
from tests.web.playing import CASES, NAMES, begin, play_to_the_end, take_back


@pytest.mark.parametrize(("name", "options"), CASES, ids=NAMES)
def test_whole_game_is_played_by_keyboard_alone(
    live: Live, page: Page, name: str, options: Mapping[str, int | str]
) -> None:
    play_to_the_end(begin(live, Keyboard(page), name, options))


@pytest.mark.parametrize(("name", "options"), CASES, ids=NAMES)
def test_move_is_taken_back_with_consent(
    live: Live, page: Page, name: str, options: Mapping[str, int | str]
) -> None:
    take_back(begin(live, Keyboard(page), name, options, takebacks="ask"))
