"""Games go to files and come back in another browser."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.live import V1, Live, Table
from tests.web.conftest import NewPage
from tests.web.input_devices import Mouse
from tests.web.session_page import CASES, PERSON, open_session, session_of
from tests.web.test_rules import check_page, photograph

THREE = """[White "Anna"]\n[Black "Ben"]\n1. 22-18 9-14 *

[White "Cleo"]\n[Black "Dora"]\n1. 24-20 10-14 2. 20-16 1-0

[GameType "25"]\n1. c3-d4 d6-c5 *
"""
DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  for (const kind of ["dragover", "drop"]) {
    const event = new DragEvent(kind, { dataTransfer: data, bubbles: true, cancelable: true });
    document.querySelector("main").dispatchEvent(event);
  }
}"""


def exported(page: Page, format_name: str) -> str:
    """The text of the game on the page in a format."""
    page.get_by_role("button", name="Export", exact=True).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Format").select_option(format_name)
    field = dialog.locator("textarea")
    expect(field).not_to_have_value("")
    text = field.input_value()
    dialog.get_by_role("button", name="Close").click()
    return text


@pytest.mark.parametrize(
    ("name", "options"),
    [
        pytest.param(name, options, marks=[] if name == "connect4" else [pytest.mark.deep])
        for name, options in CASES
    ],
)
def test_a_game_is_exported_and_continued_in_another_browser(
    live: Live, new_page: NewPage, name: str, options: dict[str, int | str]
) -> None:
    seats = [PERSON] * int(options.get("players", 2))
    table = live.begin(name, *seats, options=dict(options), seed=7)
    for _ in range(2):
        now = table.read()
        table.move(now["legal_moves"][0]["move"], now["side"])
    played = table.read()
    first = new_page()
    first.goto(f"/sessions/{table.id}")
    formats = live.http.get(f"{V1}/games/{name}", params=options).json()["notation"]["formats"]
    for format_name in [*formats, "moves"]:
        text = exported(first, format_name)
        page = new_page(phone=True)
        page.goto("/import")
        file = {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}
        page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
        expect(page.get_by_role("heading", name="One game")).to_be_visible()
        expect(page.locator("article svg.board")).to_be_visible()
        photograph(page, f"import-{name}-{format_name}")
        check_page(page)
        page.get_by_role("button", name="Continue playing").click()
        again = Table(live, session_of(page), {}, {}).read()
        assert again["id"] != played["id"]
        assert again["position"] == played["position"]
        assert [one["move"] for one in again["history"]] == [
            one["move"] for one in played["history"]
        ]
    position = exported(first, "position")
    assert position.strip() == played["position"]


def test_a_picture_is_saved(live: Live, page: Page, tmp_path: Path) -> None:
    session = open_session(live, Mouse(page), "connect4", {})
    session.present()
    page.get_by_role("button", name="Export", exact=True).click()
    dialog = page.get_by_role("dialog")
    check_page(page)
    for format_name, button, name, start in (
        ("svg", "Save as PNG", "connect4.png", b"\x89PNG\r\n"),
        ("svg", "Save as connect4.svg", "connect4.svg", b"<svg"),
        ("json", "Save as connect4.json", "connect4.json", b"{"),
    ):
        dialog.get_by_label("Format").select_option(format_name)
        with page.expect_download() as download:
            dialog.get_by_role("button", name=button, exact=True).click()
        assert download.value.suggested_filename == name
        saved = tmp_path / name
        download.value.save_as(saved)
        assert saved.read_bytes().startswith(start)
    photograph(page, "export")
    assert json.loads((tmp_path / "connect4.json").read_text())["format"] == "kibitz-session"


def test_a_dropped_file_with_three_games_is_a_list(new_page: NewPage) -> None:
    page = new_page(phone=True)
    page.goto("/games")
    expect(page.get_by_role("link", name="Open a game from a file")).to_be_visible()
    page.evaluate(DROP, ["games.pdn", THREE])
    expect(page.get_by_role("heading", name="3 games")).to_be_visible()
    games = page.get_by_role("article")
    expect(games.get_by_role("heading")).to_have_text(
        ["1. Anna – Ben", "2. Cleo – Dora", "3. Russian draughts (shashki)"]
    )
    expect(games.nth(1)).to_contain_text("White wins by resignation")
    photograph(page, "import-list")
    check_page(page)
    games.nth(1).get_by_role("link", name="Analyse").click()
    page.wait_for_url("**/analysis/draughts?**moves=24-20,10-14,20-16*")
    expect(page.locator("svg.board").first).to_be_visible()


def test_a_mistake_in_a_text_is_reported_with_its_line(page: Page) -> None:
    page.goto("/import")
    field = page.get_by_label("Text", exact=True)
    field.fill("d e\nd z")
    page.get_by_role("button", name="Read").click()
    expect(page.get_by_role("alert")).to_contain_text("does not name its game")
    page.get_by_role("combobox", name="Game", exact=True).select_option("connect4")
    expect(page.get_by_label("Rows")).to_be_visible()
    page.get_by_role("button", name="Read").click()
    expect(page.get_by_role("alert")).to_contain_text("line 2: move 4: Cannot read the move")
    field.fill("d e\nd")
    page.get_by_role("button", name="Read").click()
    expect(page.get_by_role("article")).to_contain_text("3 moves")
    page.get_by_role("link", name="Analyse").click()
    page.wait_for_url("**/analysis/connect4?**moves=d,e,d")
