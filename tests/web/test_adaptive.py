"""The level that is as strong as whoever plays: it learns, says why, and is handed on."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.server.live import Live
from tests.web.hands import Mouse
from tests.web.playing import PERSON, Sitting, begin, session_of

ADAPTIVE: dict[str, Any] = {"kind": "engine", "level": "adaptive", "seed": 1}


def levels(page: Page) -> list[str]:
    """The levels that the last seat is offered."""
    return page.locator("select.level").last.evaluate("list => [...list].map(one => one.value)")  # type: ignore[no-any-return]  # texts


def sit_down(live: Live, page: Page) -> Sitting:
    """Begin a game as the form has it, whatever the level is."""
    page.goto("/#/new/tictactoe")
    expect(page.locator("select.level")).to_have_value("adaptive")
    page.get_by_role("button", name="Play", exact=True).click()
    return Sitting(live, Mouse(page), session_of(page))


def give_up(sitting: Sitting) -> dict[str, Any]:
    sitting.button("Resign").click()
    return sitting.act("Resign – sure?")


def known(session: dict[str, Any]) -> dict[str, Any]:
    (found,) = [seat["adaptive"] for seat in session["seats"] if seat["adaptive"]]
    return found  # type: ignore[no-any-return]  # of JSON


def test_a_loss_makes_the_next_game_easier_in_a_rematch_and_later(live: Live, page: Page) -> None:
    first = sit_down(live, page)
    begun = known(first.present())
    assert (begun["strength"], begun["games"]) == (4.0, 0)
    expect(page.get_by_text("engine (adaptive, 4.0)")).to_be_visible()
    ended = known(give_up(first))
    assert ended["strength"] < 4.0
    sentence = f"O: you scored 0 of the last 1, so I went from 4.0 to {ended['strength']}"
    expect(page.get_by_text(sentence)).to_be_visible()

    first.button("Rematch").click()
    page.wait_for_url(lambda url: first.table.id not in url)
    second = Sitting(live, Mouse(page), session_of(page))
    again = second.present()
    assert [seat["level"] for seat in again["seats"]] == ["adaptive", ""]
    assert (known(again)["strength"], known(again)["games"]) == (ended["strength"], 1)
    easier = known(give_up(second))["strength"]
    assert easier < ended["strength"]

    page.reload()  # what is known does not come from the page that was left
    assert known(sit_down(live, page).present())["strength"] == easier


def test_game_whose_end_was_not_seen_counts_once_it_is_looked_at(live: Live, page: Page) -> None:
    sitting = begin(live, Mouse(page), "tictactoe", {}, seats=[PERSON, ADAPTIVE])
    sitting.present()
    address = page.url
    page.goto("/")
    page.goto(address)
    sitting.present()
    ended = give_up(sitting)
    for other in ("/", address):  # looking at it again changes nothing
        page.goto(other)
    sitting.present()
    assert known(sit_down(live, page).present())["games"] == known(ended)["games"] == 1


def test_level_adapts_to_one_person_only(live: Live, page: Page) -> None:
    page.goto("/#/new/tiles")
    expect(page.locator("select.level")).to_have_value("adaptive")
    page.get_by_text("More rules").click()
    page.locator("#option-players").fill("3")
    page.locator("#option-players").blur()
    expect(page.locator("select.level")).to_have_count(2)
    assert "adaptive" in levels(page)
    seats = page.locator(".seat select:not(.level)")
    seats.nth(1).select_option("here")
    expect(page.locator("select.level")).to_have_value("4")
    assert "adaptive" not in levels(page)
    page.get_by_role("button", name="Play", exact=True).click()
    now = Sitting(live, Mouse(page), session_of(page)).table.read()
    assert [seat["level"] for seat in now["seats"]] == ["", "", "4"]


def test_wish_for_the_adaptive_level_is_kept_while_seats_are_changed(page: Page) -> None:
    page.goto("/#/new/tictactoe")
    page.locator("#seat-X").select_option("engine")
    expect(page.locator("select.level")).to_have_count(2)
    page.locator("#seat-O").select_option("here")
    expect(page.locator("select.level")).to_have_value("adaptive")
