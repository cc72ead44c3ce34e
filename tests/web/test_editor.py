"""The position editor: pieces are placed with any device, and the position is played."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.live import V1, Live, Table, until
from tests.web.conftest import NewPage
from tests.web.input_devices import InputDevice, Keyboard, Mouse, Touchscreen, middle
from tests.web.session_page import SessionPage, session_of
from tests.web.test_rules import check_page, photograph


class Case(NamedTuple):
    """A position to set up: contents by name and the cells they are placed on."""

    game: str
    options: Mapping[str, str]
    placed: Sequence[tuple[str, str]]
    position: str
    counters: Mapping[str, int] = {}
    turn: str = ""


CASES = (
    Case("tictactoe", {}, [("cross", "4"), ("nought", "0")], "O../.X./..."),
    Case(
        "connect4",
        {"rows": "5", "columns": "6"},
        [("disc", "d5"), ("disc", "d4")],  # they fall
        "....../....../....../....../...X..",
    ),
    Case(
        "draughts",
        {"variant": "english"},
        [("white man", "22"), ("black king", "10")],
        "W:W22:BK10:H3",
        {"Plies without a capture or a move of a man": 3},
        "White",
    ),
    Case(
        "morris",
        {"variant": "six"},
        [("white stone", "a5"), ("white stone", "c5"), ("black stone", "a1")],
        "oo./.../..../.../x.. b 3 4 0",
        {"White: stones in hand": 3, "Black: stones in hand": 4},
        "Black",
    ),
    Case(
        "horses",
        {},
        [("white knight", "a1"), ("black knight", "h8"), ("+5", "b3"), ("destroyed square", "c2")],
        "7,B/8/8/8/8/1,+5,6/2,#,5/W,7 w 4:0",
        {"White: points": 4},
        "White",
    ),
    Case("tiles", {"rows": "2", "columns": "2"}, [("white tile of 5", "a1")], "22/W52"),
)


def open_editor(page: Page, case: Case) -> None:
    """The editor with a clear board."""
    query = "&".join(f"{name}={value}" for name, value in case.options.items())
    page.goto(f"/editor/{case.game}?{query}")
    page.get_by_role("button", name="Clear").click()


def cell_of(live: Live, case: Case, name: str) -> int:
    found = live.http.get(f"{V1}/games/{case.game}", params=dict(case.options)).json()
    names = [cell["name"] for cell in found["geometry"]["cells"]]
    return names.index(name)


def choose(page: Page, name: str) -> Locator:
    """Choose what the next click places."""
    content = page.get_by_role("radiogroup").get_by_role("radio", name=name, exact=True).first
    content.focus()
    page.keyboard.press("Space")
    expect(content).to_be_checked()
    return content


def set_up(live: Live, device: InputDevice, case: Case) -> None:
    page = device.page
    open_editor(page, case)
    for name, cell in case.placed:
        choose(page, name)
        device.touch(cell_of(live, case, cell))
    if case.turn:
        page.get_by_role("group", name="Side to move").get_by_label(case.turn).check()
    for label, value in case.counters.items():
        page.get_by_label(label, exact=True).fill(str(value))


def position_text(page: Page) -> Locator:
    return page.get_by_label("This position as text")


DEVICES: dict[str, Callable[[Page], InputDevice]] = {
    "mouse": Mouse,
    "keyboard": Keyboard,
    "touch": Touchscreen,
}


@pytest.mark.parametrize(
    ("case", "device"),
    [
        pytest.param(case, device, marks=[] if is_quick else [pytest.mark.deep])
        for number, case in enumerate(CASES)
        for device in DEVICES
        for is_quick in [(number, device) in ((0, "touch"), (2, "keyboard"))]
        if number % 3 == list(DEVICES).index(device) or is_quick
    ],
    ids=lambda value: value.game if isinstance(value, Case) else value,
)
def test_a_position_is_set_up_and_played(
    live: Live, new_page: NewPage, case: Case, device: str
) -> None:
    page = new_page(phone=device == "touch")
    set_up(live, DEVICES[device](page), case)
    if case.game == "connect4":  # one disc too many is taken off the board again
        expect(page.get_by_test_id("verdict")).to_contain_text("There are 2 X and 0 O")
        page.locator(f'[data-cell="{cell_of(live, case, "d2")}"]').focus()
        page.keyboard.press("Delete")
    expect(position_text(page)).to_have_value(case.position)
    photograph(page, f"editor-{case.game}-{device}")
    check_page(page)
    play_from_here(live, page, case)


def play_from_here(live: Live, page: Page, case: Case) -> None:
    """Start a game from the position, and play a move in it."""
    page.get_by_role("link", name="Play from here").click()
    expect(page.get_by_test_id("from-position")).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    session = SessionPage(live, Mouse(page), session_of(page))
    found = session.session.read()
    assert found["start"] == case.position
    table = Table(live, session.session.id, {}, {})
    before = until(lambda: one if is_ours(one := table.read()) else None)
    page.locator(f'[data-version="{before["version"]}"]').wait_for()
    session.enter(before["legal_moves"][0])
    until(lambda: table.read()["ply"] > before["ply"] or None)


def is_ours(session: Mapping[str, Any]) -> bool:
    """Whether a person is to move, and no engine has yet to do something."""
    return session["seats"][session["turn"]]["kind"] == "person" and not session["thinking"]


def test_what_is_wrong_is_listed_while_pieces_are_dragged(live: Live, page: Page) -> None:
    case = CASES[2]
    open_editor(page, case)
    verdict = page.get_by_test_id("verdict")
    expect(verdict).to_contain_text("has no pieces and is not to move")
    man = choose(page, "white man").locator("xpath=..")
    box = man.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(*middle(page, cell_of(live, case, "1")), steps=5)
    page.mouse.up()
    expect(verdict).to_contain_text("The white man on 1 is on the last row: it must be a king.")
    expect(page.get_by_role("link", name="Play from here")).to_have_count(0)
    photograph(page, "editor-problems")
    check_page(page)
    drag(page, middle(page, cell_of(live, case, "1")), middle(page, cell_of(live, case, "23")))
    choose(page, "black man")
    page.locator(f'[data-cell="{cell_of(live, case, "12")}"]').focus()
    page.keyboard.press("Enter")
    expect(position_text(page)).to_have_value(re.compile(r"^[BW]:W23:B12$"))
    expect(verdict).to_contain_text("This position can be played.")
    drag(page, middle(page, cell_of(live, case, "23")), (2, 2))
    expect(page.locator(".square .board-occupant")).to_have_count(1)
    page.get_by_role("button", name="Start position").click()
    expect(position_text(page)).to_have_value(re.compile(r"^B:W21,22.*:B1,2"))


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=5)
    page.mouse.up()


def test_a_text_is_loaded_and_the_address_shares_the_position(page: Page) -> None:
    page.goto("/editor/draughts?variant=russian")
    field = page.get_by_label("Position to load")
    field.fill("W:Wc3:Bz9")
    page.get_by_role("button", name="Load").click()
    expect(page.get_by_role("alert")).to_contain_text("Cannot read the draughts position")
    field.fill("B:Wc3,Ke1:Bd6")
    page.keyboard.press("Enter")
    expect(position_text(page)).to_have_value("B:Wc3,Ke1:Bd6")
    expect(field).to_have_value("")
    expect(page).to_have_url(re.compile("position=B:Wc3,Ke1:Bd6"))
    page.reload()
    expect(position_text(page)).to_have_value("B:Wc3,Ke1:Bd6")
    link = page.get_by_role("link", name="Analyse").get_attribute("href") or ""
    query = parse_qs(urlsplit(link).query)
    assert urlsplit(link).path == "/analysis/draughts"
    assert (query["position"], query["engine"]) == (["B:Wc3,Ke1:Bd6"], ["off"])
    assert query["variant"] == ["russian"]
    page.get_by_text("Options").click()
    page.get_by_label("Variant").select_option("international")
    expect(position_text(page)).to_have_value(re.compile("^W:W31,32"))


def test_a_game_without_a_setup_takes_a_text(new_page: NewPage) -> None:
    page = new_page(phone=True)
    page.goto("/editor/sticks")
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    start = position_text(page).input_value()
    page.get_by_label("Position to load").fill(re.sub(r"\d+", "5", start, count=1))
    page.get_by_role("button", name="Load").click()
    expect(position_text(page)).to_have_value(re.compile("^5"))
    check_page(page)
