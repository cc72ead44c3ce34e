"""The adaptive level: it follows the player's results, says why, and continues in later games."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.server.live import Live
from tests.web.input_devices import Mouse
from tests.web.session_page import PERSON, SessionPage, open_session, session_of
from tests.web.session_page import resign as confirm_resignation

ADAPTIVE: dict[str, Any] = {"kind": "engine", "level": "adaptive", "seed": 1}


def levels(page: Page) -> list[str]:
    """The levels offered for the last seat."""
    return page.locator("select.level").last.evaluate("list => [...list].map(one => one.value)")  # type: ignore[no-any-return]  # texts


def start_game(live: Live, page: Page) -> SessionPage:
    """Start a game with the defaults of the form."""
    page.goto("/new/tictactoe")
    expect(page.locator("select.level")).to_have_value("adaptive")
    page.get_by_role("button", name="Play", exact=True).click()
    return SessionPage(live, Mouse(page), session_of(page))


def resign(session_page: SessionPage) -> dict[str, Any]:
    before = session_page.session.read()["version"]
    confirm_resignation(session_page)
    return session_page.after(before)


def adaptive_of(session: dict[str, Any]) -> dict[str, Any]:
    (found,) = [seat["adaptive"] for seat in session["seats"] if seat["adaptive"]]
    return found  # type: ignore[no-any-return]  # JSON


def test_loss_lowers_the_level_of_a_rematch_and_of_later_games(live: Live, page: Page) -> None:
    first = start_game(live, page)
    begun = adaptive_of(first.present())
    assert (begun["strength"], begun["games"]) == (4.0, 0)
    expect(page.get_by_text("Adaptive (4.0)")).to_be_visible()
    ended = adaptive_of(resign(first))
    assert ended["strength"] < 4.0
    sentence = f"O: You lost, so I play at level {ended['strength']} next time (was 4.0)."
    expect(page.get_by_text(sentence)).to_be_visible()

    first.button("Rematch").click()
    page.wait_for_url(lambda url: first.session.id not in url)
    second = SessionPage(live, Mouse(page), session_of(page))
    again = second.present()
    assert [seat["level"] for seat in again["seats"]] == ["adaptive", ""]
    assert (adaptive_of(again)["strength"], adaptive_of(again)["games"]) == (ended["strength"], 1)
    easier = adaptive_of(resign(second))["strength"]
    assert easier < ended["strength"]

    page.reload()  # the skill is stored, not kept by the page
    assert adaptive_of(start_game(live, page).present())["strength"] == easier


def test_game_counts_once_even_if_its_end_is_opened_again(live: Live, page: Page) -> None:
    session_page = open_session(live, Mouse(page), "tictactoe", {}, seats=[PERSON, ADAPTIVE])
    session_page.present()
    address = page.url
    page.goto("/")
    page.goto(address)
    session_page.present()
    ended = resign(session_page)
    for other in ("/", address):  # opening it again changes nothing
        page.goto(other)
    session_page.present()
    assert (
        adaptive_of(start_game(live, page).present())["games"] == adaptive_of(ended)["games"] == 1
    )


def test_level_adapts_to_one_person_only(live: Live, page: Page) -> None:
    page.goto("/new/tiles")
    expect(page.locator("select.level")).to_have_value("adaptive")
    page.get_by_text("More options").click()
    page.locator("#option-players").fill("3")
    page.locator("#option-players").blur()
    expect(page.locator("select.level")).to_have_count(2)
    assert "adaptive" in levels(page)
    seats = page.locator(".seat select:not(.level)")
    seats.nth(1).select_option("here")
    expect(page.locator("select.level")).to_have_value("4")
    assert "adaptive" not in levels(page)
    page.get_by_role("button", name="Play", exact=True).click()
    now = SessionPage(live, Mouse(page), session_of(page)).session.read()
    assert [seat["level"] for seat in now["seats"]] == ["", "", "4"]


def test_choice_of_the_adaptive_level_survives_other_seat_changes(page: Page) -> None:
    page.goto("/new/tictactoe")
    page.locator("#seat-X").select_option("engine")
    expect(page.locator("select.level")).to_have_count(2)
    page.locator("#seat-O").select_option("here")
    expect(page.locator("select.level")).to_have_value("adaptive")
