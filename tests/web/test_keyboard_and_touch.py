"""Complete games with only the keyboard, and by touch on a screen 360 pixels wide."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from tests.server.live import Live
from tests.web.conftest import NewPage
from tests.web.input_devices import InputDevice, Keyboard, Touchscreen
from tests.web.session_page import CASES, NAMES, POLICIES, open_session, play_to_end


@pytest.fixture(params=["keyboard", "touch"])
def device(request: pytest.FixtureRequest, new_page: NewPage) -> InputDevice:
    return (
        Keyboard(new_page()) if request.param == "keyboard" else Touchscreen(new_page(phone=True))
    )


@pytest.mark.parametrize("takebacks", POLICIES)
@pytest.mark.parametrize(("name", "options"), CASES, ids=NAMES)
def test_complete_game_is_played_with_a_hint_and_takebacks(
    live: Live, device: InputDevice, name: str, options: Mapping[str, int | str], takebacks: str
) -> None:
    play_to_end(open_session(live, device, name, options, takebacks=takebacks))
