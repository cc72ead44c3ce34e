"""The list of this browser's games: filter, continue, remove, export, move, statistics."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.live import Live
from tests.web.conftest import NewPage
from tests.web.input_devices import Mouse
from tests.web.session_page import PERSON, WEAK, SessionPage, open_session


def start(live: Live, page: Page, game: str = "tictactoe", **more: Any) -> SessionPage:
    session_page = open_session(live, Mouse(page), game, {}, **more)
    session_page.present()
    return session_page


def finish(live: Live, page: Page, position: str = "XX./OO./...", cell: int = 2) -> SessionPage:
    """A game that the person wins, or ends otherwise, with the next move."""
    session_page = start(live, page, position=position)
    session_page.play({"path": [cell]})
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()
    return session_page


def cards(page: Page) -> Any:
    return page.locator("article")


def open_list(page: Page) -> None:
    page.get_by_role("link", name="My games").click()
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    expect(page).to_have_url("/games")


def test_games_are_listed_with_opponent_result_and_picture(live: Live, page: Page) -> None:
    finish(live, page)
    unfinished = start(live, page, "connect4")
    open_list(page)
    expect(page).to_have_title("My games · Kibitz")
    expect(cards(page)).to_have_count(2)
    first, second = cards(page).nth(0), cards(page).nth(1)
    expect(first).to_contain_text("Connect Four")
    expect(first).to_contain_text("Your turn")
    expect(first).to_contain_text("Opponent: Computer, level 1")
    expect(second).to_contain_text("Won · X wins")
    expect(page.locator("article .picture svg")).to_have_count(2)
    page.get_by_label("Show").select_option("Finished")
    expect(cards(page)).to_have_count(1)
    page.get_by_label("Show").select_option("Watched")
    expect(page.get_by_text("No games match this filter.")).to_be_visible()
    page.get_by_label("Show").select_option("All")
    page.get_by_role("combobox", name="Game").select_option("Connect Four")
    expect(cards(page)).to_have_count(1)
    first.get_by_role("link").click()
    expect(page).to_have_url(f"/sessions/{unfinished.session.id}")
    expect(page.get_by_test_id("status")).to_have_text("Your turn")


def test_start_page_offers_unfinished_games_only(live: Live, page: Page) -> None:
    finish(live, page)
    unfinished = start(live, page)
    page.goto("/")
    section = page.locator("section", has_text="Continue playing")
    expect(section.locator("article")).to_have_count(1)
    expect(section).to_contain_text("Opponent: Computer, level 1")
    expect(section.locator("svg")).to_be_visible()
    section.get_by_role("link").click()
    expect(page).to_have_url(f"/sessions/{unfinished.session.id}")


def test_removed_game_is_put_back_with_its_seat(live: Live, page: Page) -> None:
    session_page = start(live, page)
    open_list(page)
    page.get_by_role("button", name="Remove Tic-Tac-Toe").click()
    expect(cards(page)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(cards(page)).to_have_count(1)
    cards(page).get_by_role("link").click()
    session_page.play({"path": [4]})


def test_removed_game_stays_removed(live: Live, page: Page) -> None:
    session_page = start(live, page)
    open_list(page)
    page.get_by_role("button", name="Remove Tic-Tac-Toe").click()
    expect(page.get_by_text("Tic-Tac-Toe was removed.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("You have not played any games")).to_be_visible()
    page.goto(f"/sessions/{session_page.session.id}")
    expect(page.get_by_text("You are watching this game.")).to_be_visible()


@pytest.mark.parametrize("is_phone", [False, True])
def test_link_moves_games_and_seats_to_another_device(
    live: Live, new_page: NewPage, is_phone: bool
) -> None:
    here, there = new_page(), new_page(phone=is_phone)
    session_page = start(live, here)
    open_list(here)
    expect(here.get_by_text("to continue this game there")).to_be_visible()
    link = here.get_by_label("Link for another device").input_value()
    there.goto(link)
    expect(there.get_by_text("Add one game from another device")).to_be_visible()
    expect(there).to_have_url("/games")  # without the secrets
    there.get_by_role("button", name="Add").click()
    expect(cards(there)).to_contain_text("Your turn")
    expect(there.locator("article .picture svg")).to_be_visible()
    cards(there).get_by_role("link").click()
    SessionPage(live, Mouse(there), session_page.session.id).play({"path": [4]})


def test_link_is_also_a_qr_code(live: Live, page: Page) -> None:
    start(live, page)
    open_list(page)
    code = page.get_by_role("img", name="QR code of the link")
    expect(code).to_have_count(0)
    page.get_by_text("QR code", exact=True).click()
    expect(code).to_be_visible()
    expect(page.get_by_text("Scan this code with the camera")).to_be_visible()


def test_damaged_link_adds_nothing(page: Page) -> None:
    page.goto("/games#games=nonsense")
    expect(page.get_by_role("alert")).to_contain_text("This link is damaged")


def test_all_games_are_exported_without_secrets(live: Live, page: Page, tmp_path: Path) -> None:
    session_page = finish(live, page)
    start(live, page, "connect4")
    open_list(page)
    expect(cards(page)).to_have_count(2)
    expect(cards(page).last).to_contain_text("Won")  # the list is up to date
    with page.expect_download() as download:
        page.get_by_role("button", name="Export all games").click()
    path = tmp_path / "games.json"
    download.value.save_as(path)
    assert download.value.suggested_filename == "kibitz-games.json"
    text = path.read_text()
    exported = json.loads(text)
    assert (exported["format"], exported["version"]) == ("kibitz games", 1)
    assert [one["result"] for one in exported["games"]] == [None, "won"]
    won = exported["games"][1]
    assert [move["move"] for move in won["record"]["moves"]] == ["2"]
    assert all(secret not in text for secret in session_page.session.secrets.values())


def test_statistics_count_results_by_level(live: Live, page: Page) -> None:
    finish(live, page)
    finish(live, page)
    finish(live, page, "XOX/XOO/OX.", 8)
    open_list(page)
    row = page.get_by_role("row", name="Tic-Tac-Toe Computer, level 1")
    expect(row).to_contain_text("3")
    assert row.get_by_role("cell").all_inner_texts() == [
        "Computer, level 1",
        "3",
        "2",
        "1",
        "0",
        "83 %",
    ]
    page.set_viewport_size({"width": 360, "height": 740})
    lines = page.locator("thead th:visible").evaluate_all(
        """(cells) => cells.map((cell) => {
             const text = document.createRange();
             text.selectNodeContents(cell);
             return text.getClientRects().length;
           })"""
    )
    assert lines == [1] * 4, "a heading is broken"


def test_adaptive_level_has_a_curve(live: Live, page: Page) -> None:
    adaptive = {"kind": "engine", "level": "adaptive", "seed": 1}
    for _ in range(2):
        session_page = start(live, page, position="XX./OO./...", seats=[PERSON, adaptive])
        session_page.play({"path": [2]})
        expect(page.get_by_role("button", name="Rematch")).to_be_enabled()
    open_list(page)
    expect(page.get_by_role("figure")).to_contain_text("in 2 games")


def test_games_of_an_earlier_version_are_taken_over(live: Live, page: Page) -> None:
    games = [live.begin("tictactoe", PERSON, WEAK, seed=1) for _ in range(3)]
    stored = {
        game.id: {
            "secrets": {"0": next(iter(game.secrets.values()))},
            "invitations": {},
            "title": "Tic-Tac-Toe",
            "at": at,
        }
        for at, game in enumerate(games, 1)
    }
    stored["gone"] = {"secrets": {"0": "x"}, "invitations": {}, "title": "Old game", "at": 9}
    page.goto("/docs")  # the same origin, without the app
    page.evaluate("text => localStorage.setItem('kibitz.seats', text)", json.dumps(stored))
    page.goto("/games")
    expect(cards(page)).to_have_count(4)
    expect(page.get_by_text("No longer on the server")).to_have_count(1)
    expect(page.get_by_text("Your turn")).to_have_count(3)
    assert page.evaluate("localStorage.getItem('kibitz.seats')") is None
    page.goto(f"/sessions/{games[0].id}")
    SessionPage(live, Mouse(page), games[0].id).play({"path": [4]})


def test_games_are_kept_without_indexed_db(live: Live, page: Page) -> None:
    page.add_init_script("Object.defineProperty(window, 'indexedDB', {value: undefined})")
    session_page = start(live, page)
    page.reload()
    session_page.play({"path": [4]})
    open_list(page)
    expect(cards(page)).to_have_count(1)


def test_more_than_forty_games_are_kept(live: Live, page: Page) -> None:
    game = live.begin("tictactoe", PERSON, WEAK, seed=1)
    page.goto("/docs")
    stored = {f"id{at}": {"secrets": {"0": "x"}, "title": "Old", "at": at} for at in range(1, 41)}
    page.evaluate("text => localStorage.setItem('kibitz.seats', text)", json.dumps(stored))
    secret = next(iter(game.secrets.values()))
    page.goto(f"/sessions/{game.id}#secret={secret}")
    SessionPage(live, Mouse(page), game.id).present()
    open_list(page)
    expect(cards(page)).to_have_count(24)
    page.get_by_role("button", name="Show 17 more").click()
    expect(cards(page)).to_have_count(41)
