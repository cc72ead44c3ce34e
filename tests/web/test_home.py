"""The start page: one click starts a game, and the form offers what exists."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.server.live import Live
from tests.web.conftest import NewPage
from tests.web.input_devices import Mouse
from tests.web.session_page import SessionPage, session_of

SCREENS = ({"width": 1280, "height": 800}, {"width": 360, "height": 740})
MOST_REQUESTS = 6
LARGEST_LOAD = 150_000  # bytes, compressed


def card(page: Page, title: str) -> Locator:
    return page.locator("article", has_text=title)


def play_button(page: Page) -> Locator:
    return page.get_by_role("button", name="Play", exact=True)


def test_first_visit_says_what_kibitz_is_in_few_requests(page: Page) -> None:
    requests: list[Request] = []
    page.on("requestfinished", lambda request: requests.append(request))
    page.goto("/")
    expect(page.locator(".picture svg, .picture pre")).to_have_count(8)
    expect(page.get_by_text("Kibitz plays board games with you")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len(requests) <= MOST_REQUESTS
    loaded = sum(request.sizes()["responseBodySize"] for request in requests)
    assert loaded < LARGEST_LOAD


def test_every_card_starts_explains_and_configures_its_game(page: Page) -> None:
    page.goto("/")
    draughts = card(page, "Draughts / Checkers")
    expect(draughts).to_contain_text("German draughts (Dame)")
    draughts.get_by_role("link", name="Rules").click()
    expect(page).to_have_url("/rules/draughts")
    page.go_back()
    card(page, "Draughts / Checkers").get_by_role("link", name="More options").click()
    expect(page).to_have_url("/new/draughts")
    page.go_back()
    expect(page.get_by_role("button", name="Play")).to_have_count(8)


@pytest.mark.parametrize("is_phone", [False, True])
def test_one_click_starts_a_game_against_the_adaptive_level(
    live: Live, new_page: NewPage, is_phone: bool
) -> None:
    page = new_page(phone=is_phone)
    page.goto("/")
    play_button(page).and_(card(page, "Tic-Tac-Toe").first.get_by_role("button")).click()
    session_page = SessionPage(live, Mouse(page), session_of(page))
    now = session_page.present()
    assert [seat["kind"] for seat in now["seats"]] == ["person", "engine"]
    assert now["seats"][1]["level"] == "adaptive"
    expect(page.get_by_test_id("status")).to_have_text("Your turn")


def test_one_click_starts_the_game_as_it_was_started_last(live: Live, page: Page) -> None:
    page.goto("/new/draughts")
    page.get_by_label("Variant").select_option("english")
    page.get_by_label("Board size").select_option("6x6")
    page.locator("#seat-white").select_option("here")
    page.locator("#seat-black").select_option("engine")
    page.get_by_label("Level of Black").select_option("2")
    play_button(page).click()
    first = SessionPage(live, Mouse(page), session_of(page)).session.read()
    page.goto("/")
    draughts = card(page, "Draughts / Checkers").last
    expect(draughts).to_contain_text("English draughts (checkers)")
    draughts.get_by_role("button", name="Play").click()
    again = SessionPage(live, Mouse(page), session_of(page)).session.read()
    assert again["id"] != first["id"]
    assert again["game"] == first["game"]
    assert [seat["level"] for seat in again["seats"]] == ["2", ""]


def test_setup_that_no_longer_exists_is_replaced(live: Live, page: Page) -> None:
    page.add_init_script(
        """localStorage.setItem("kibitz.setups", JSON.stringify({tictactoe: {
            options: {gone: 1}, seats: [{kind: "engine", level: "gone"}, {kind: "here"}],
            clock: null, takebacks: null}}))"""
    )
    page.goto("/")
    card(page, "Tic-Tac-Toe").first.get_by_role("button", name="Play").click()
    now = SessionPage(live, Mouse(page), session_of(page)).session.read()
    assert [seat["kind"] for seat in now["seats"]] == ["person", "engine"]


@pytest.mark.parametrize("screen", SCREENS, ids=["desktop", "phone"])
@pytest.mark.parametrize("game", ["draughts", "morris", "tictactoe", "horses"])
def test_play_is_in_sight_without_scrolling(page: Page, screen: dict[str, int], game: str) -> None:
    page.set_viewport_size(screen)  # type: ignore[arg-type]  # a size as Playwright has it
    page.goto(f"/new/{game}")
    expect(play_button(page)).to_be_enabled()
    expect(play_button(page)).to_be_in_viewport(ratio=1)
    page.get_by_text("More options").click()
    expect(play_button(page)).to_be_in_viewport(ratio=1)


def labels(page: Page) -> list[str]:
    return page.locator("form label:visible").all_inner_texts()


def test_form_offers_only_options_of_the_chosen_variant(page: Page) -> None:
    """Options of other variants were refused in the words of the API."""
    page.goto("/new/draughts")
    page.get_by_text("More options").click()
    page.get_by_label("Capture of the most pieces").select_option("Mandatory")
    expect(play_button(page)).to_be_enabled()
    page.get_by_label("Variant").select_option("frisian")
    king_limit = page.get_by_label("Moves of a king in a row without a capture")
    expect(king_limit).to_be_visible()
    expect(page.get_by_label("Capture of the most pieces")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(play_button(page)).to_be_enabled()
    page.get_by_label("Variant").select_option("international")
    expect(king_limit).to_have_count(0)
    sizes = page.get_by_label("Board size").locator("option")
    expect(sizes).to_have_text(["Standard (10x10)", "6x6"])


def test_form_has_one_field_called_clock(page: Page) -> None:
    page.goto("/new/morris")
    page.get_by_text("More options").click()
    assert sum(label.startswith("Clock") for label in labels(page)) == 1
    rule = page.get_by_label("Draw after N moves without a capture (0 = off)")
    expect(rule).to_have_value("50")
    expect(page.get_by_label("Draw by repetition")).to_have_value("3")
    variant = page.get_by_label("Variant").locator("option")
    assert "Six Men's Morris" in variant.all_inner_texts()


def test_ending_is_offered_only_to_two_players(page: Page) -> None:
    page.goto("/new/horses")
    ending = page.get_by_label("Game ends when")
    expect(ending.locator("option")).to_have_text(["One knight is stuck", "Both knights are stuck"])
    page.get_by_label("Number of players").fill("3")
    page.get_by_label("Number of players").press("Tab")
    expect(ending).to_have_count(0)


@pytest.mark.parametrize("game", ["horses", "tiles"])
def test_random_start_on_the_form_is_the_one_that_is_played(
    live: Live, page: Page, game: str
) -> None:
    """The form showed one start and the game had another."""
    with page.expect_response("**/positions") as first:
        page.goto(f"/new/{game}")
    expect(play_button(page)).to_be_enabled()
    with page.expect_response("**/positions") as second:
        page.get_by_role("button", name="Another start").click()
    shown = second.value.json()["position"]
    assert shown != first.value.json()["position"]
    expect(play_button(page)).to_be_enabled()
    page.locator(".level").select_option("1")
    play_button(page).click()
    session = SessionPage(live, Mouse(page), session_of(page)).session.read()
    assert session["start"] == shown


def test_levels_and_sides_are_named_for_people(page: Page) -> None:
    page.goto("/new/connect4")
    expect(page.locator("form label", has_text="X (red)")).to_be_visible()
    expect(page.locator("form label svg")).to_have_count(2)
    names = page.locator(".level option").all_inner_texts()
    assert {"1 – Beginner", "3 – Sees your reply", "10 – Full strength"} <= {*names}
    assert "Easy – looks one move ahead" in names
    assert not [name for name in names if re.search(r"\bpl(y|ies)\b|child", name)]
