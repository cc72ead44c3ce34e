"""Whole games with the keyboard alone, and with a finger on a screen 360 pixels wide."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.server.live import Live
from tests.web.conftest import NewPage
from tests.web.hands import Finger, Hands, Keyboard
from tests.web.playing import CASES, NAMES, POLICIES, begin, play_to_the_end


@pytest.fixture(params=["keyboard", "touch"])
def hands(request: pytest.FixtureRequest, new_page: NewPage) -> Hands:
    return Keyboard(new_page()) if request.param == "keyboard" else Finger(new_page(phone=True))


@pytest.mark.parametrize("takebacks", POLICIES)
@pytest.mark.parametrize(("name", "options"), CASES, ids=NAMES)
def test_whole_game_is_played_with_a_hint_and_moves_taken_back(
    live: Live, hands: Hands, name: str, options: Mapping[str, int | str], takebacks: str
) -> None:
    play_to_the_end(begin(live, hands, name, options, takebacks=takebacks))
