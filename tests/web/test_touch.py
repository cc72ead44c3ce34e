"""Whole games with a finger on a screen 360 pixels wide."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from playwright.sync_api import Page

from tests.server.live import Live
from tests.web.hands import Finger
from tests.web.playing import CASES, NAMES, begin, play_to_the_end, take_back


@pytest.mark.parametrize(("name", "options"), CASES, ids=NAMES)
def test_whole_game_is_played_by_touch(
    live: Live, phone: Page, name: str, options: Mapping[str, int | str]
) -> None:
    play_to_the_end(begin(live, Finger(phone), name, options))


@pytest.mark.parametrize(("name", "options"), CASES, ids=NAMES)
def test_move_is_taken_back_with_consent(
    live: Live, phone: Page, name: str, options: Mapping[str, int | str]
) -> None:
    take_back(begin(live, Finger(phone), name, options, takebacks="ask"))
