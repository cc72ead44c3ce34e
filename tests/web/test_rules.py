"""The rules in the browser: a page for every game and variant, and a panel beside the board."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.live import V1, Live
from tests.web.conftest import NewPage
from tests.web.input_devices import Mouse
from tests.web.session_page import open_session
from tests.web.test_accessibility import AXE

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
SIZES = {"desktop": DESKTOP, "phone": PHONE}
CASES: tuple[tuple[str, Mapping[str, str], str], ...] = (
    ("tictactoe", {}, "desktop"),
    ("connect4", {}, "phone"),
    ("draughts", {"variant": "frisian"}, "desktop"),
    ("draughts", {}, "phone"),
    ("morris", {"variant": "da_san_qi"}, "phone"),
    ("horses", {"players": "3"}, "desktop"),
    ("tiles", {"players": "4"}, "desktop"),
    ("hopper", {}, "phone"),
)


# What lies over a panel at the right edge of the screen.
UNCOVERED = """([left, width, height]) => {
  const found = new Set();
  for (let x = left + 4; x < left + width; x += 24) {
    for (let y = 4; y < height; y += 12) {
      const over = document.elementFromPoint(x, y);
      if (over !== null && over.closest('dialog') === null) found.add(over.outerHTML.slice(0, 80));
    }
  }
  return [...found];
}"""


def sized(new_page: NewPage, size: str, theme: str = "light") -> Page:
    page = new_page(phone=size == "phone", theme=theme)
    page.set_viewport_size(SIZES[size])  # type: ignore[arg-type]  # sizes as Playwright has them
    return page


def photograph(page: Page, name: str, *, whole: bool = True) -> None:
    """Save a screenshot in $KIBITZ_SCREENSHOTS if it is set."""
    folder = os.environ.get("KIBITZ_SCREENSHOTS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=whole)


def check_page(page: Page) -> None:
    """Nothing is wider than the screen, and axe finds nothing serious."""
    widths = page.evaluate("[document.documentElement.scrollWidth, window.innerWidth]")
    assert widths[0] <= widths[1], "the page is wider than the screen"
    page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate("axe.run().then(({violations}) => violations)")
    serious = [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert serious == []


@pytest.mark.parametrize(("name", "options", "size"), CASES)
def test_every_rules_page_shows_its_text_and_boards(
    live: Live, new_page: NewPage, name: str, options: Mapping[str, str], size: str
) -> None:
    page = sized(new_page, size, theme="dark" if name == "horses" else "light")
    rules = live.http.get(f"{V1}/games/{name}/rules", params=dict(options)).json()
    query = "&".join(f"{option}={value}" for option, value in options.items())
    page.goto(f"/rules/{name}?{query}")
    expect(page.get_by_role("heading", level=1)).to_have_text(f"Rules: {rules['title']}")
    headings = [
        "".join(span["text"] for span in part["rows"][0][0])
        for part in rules["parts"]
        if part["kind"] == "heading"
    ]
    assert page.locator(".text :is(h2, h3)").all_inner_texts() == headings
    boards = [part for part in rules["parts"] if part["kind"] == "board"]
    expect(page.locator("figure svg.board")).to_have_count(len(boards))
    cells = page.locator("figure").first.locator("[data-cell]")
    expect(cells).to_have_count(len(rules["geometry"]["cells"]))
    photograph(page, f"rules-{name}{'-'.join(options.values())}-{size}")
    check_page(page)


def test_a_board_plays_its_move_and_takes_it_back(page: Page) -> None:
    page.goto("/rules/draughts?variant=english")
    figure = page.locator("figure", has_text="must capture")
    pieces = figure.locator(".board-occupant")
    expect(pieces).to_have_count(3)
    expect(figure.locator(".board-mark-taken")).to_have_count(1)
    expect(figure.locator(".board-arrow")).to_have_count(1)
    figure.get_by_role("button", name=re.compile("Play ")).click()
    expect(pieces).to_have_count(2)
    expect(figure.locator(".board-arrow")).to_have_count(0)
    label = figure.locator("svg").get_attribute("aria-label") or ""
    assert label.startswith("Board after 11x18: Black must capture.")
    figure.get_by_role("button", name="Back").click()
    expect(pieces).to_have_count(3)
    for _ in range(3):  # a picture is no stop for the Tab key
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement?.tagName") in ("BUTTON", "A")


def test_the_text_keeps_its_styles_and_spaces(page: Page) -> None:
    page.goto("/rules/hopper")
    paragraph = page.locator(".text p").first
    expect(paragraph).to_have_text(
        "Be the last to hop. No hop left means you lose; see frogs.", use_inner_text=True
    )
    expect(paragraph.locator("strong")).to_have_text("No hop left")
    expect(paragraph.locator("em")).to_have_text("you lose")
    link = paragraph.get_by_role("link", name="frogs")
    expect(link).to_have_attribute("href", "https://example.org/frogs")
    expect(page.locator(".text ol li")).to_have_count(2)
    expect(page.locator(".text table td")).to_have_text(["7", "2"])
    expect(page.locator("figure image").first).to_be_visible()  # the frog's own picture


def test_another_variant_has_another_address_and_text(page: Page) -> None:
    page.goto("/")
    link = page.locator("article", has_text="German draughts (Dame)").get_by_role(
        "link", name="Rules"
    )
    plain = page.locator("li", has_text="sticks")
    expect(plain).to_be_visible()
    expect(plain.get_by_role("link", name="Rules")).to_have_count(0)  # it has no rules text
    link.click()
    expect(page).to_have_url(re.compile("/rules/draughts$"))
    page.get_by_text("Variants and options").click()
    page.get_by_label("Variant", exact=True).select_option("frisian")
    expect(page).to_have_url(re.compile(r"/rules/draughts\?variant=frisian$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules: Frisian draughts")
    expect(page.get_by_text("10 x 10 squares")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Rules: German draughts (Dame)")
    page.get_by_role("link", name="Play German draughts (Dame)").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("New game: German draughts (Dame)")
    page.get_by_label("Variant", exact=True).select_option("thai")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Thai"))
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page).to_have_url(re.compile(r"/rules/draughts\?variant=thai$"))


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/rules/chess", "chess"),
        ("/rules/%E0%A4%A", ""),
        ("/rules/draughts?variant=klingon", "klingon"),
        ("/rules/sticks", "This game has no rules text."),
    ],
)
def test_an_address_without_rules_says_so(page: Page, address: str, words: str) -> None:
    page.goto(address)
    place = page.get_by_text(words) if "rules text" in words else page.get_by_role("alert")
    expect(place).to_be_visible()
    assert words in place.inner_text()


@pytest.mark.parametrize("size", SIZES)
def test_the_question_mark_opens_the_rules_in_play(
    live: Live, new_page: NewPage, size: str
) -> None:
    page = sized(new_page, size, theme="dark" if size == "desktop" else "light")
    session_page = open_session(live, Mouse(page), "draughts", {"variant": "english", "size": 6})
    session_page.present()
    button = page.get_by_role("button", name="Rules of this game")
    button.click()
    panel = page.get_by_role("dialog", name="Rules: English draughts (checkers)")
    expect(panel).to_be_visible()
    expect(panel.get_by_text("6 x 6 squares")).to_be_visible()
    expect(panel.locator("figure svg.board").first).to_be_visible()
    photograph(page, f"play-rules-{size}", whole=False)
    check_page(page)
    box = panel.bounding_box()
    board = page.locator(".square svg").bounding_box()
    assert box is not None
    assert board is not None
    if size == "desktop":  # the board stays in sight, and the game goes on
        assert board["x"] + board["width"] <= box["x"]
        assert board["y"] + board["height"] <= DESKTOP["height"]
        assert page.evaluate(UNCOVERED, [box["x"], box["width"], box["height"]]) == []
        move = session_page.present()["legal_moves"][0]
        assert session_page.play(move)["ply"] == 2
        expect(panel).to_be_visible()
    else:
        assert (box["width"], box["height"]) == (PHONE["width"], PHONE["height"])
    panel.get_by_role("button", name="Close").click()
    expect(panel).to_have_count(0)
    expect(button).to_be_focused()
    page.keyboard.press("?")
    expect(panel).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)


def test_a_capture_is_called_mandatory_only_if_other_pieces_could_move(
    live: Live, page: Page
) -> None:
    session_page = open_session(live, Mouse(page), "draughts", {}, position="W:W22,32:B17,1")
    session_page.present()
    expect(page.get_by_label("22, white man, must capture")).to_be_visible()
    other = open_session(live, Mouse(page), "draughts", {}, position="W:W22:B17,18,25,26,1")
    other.present()
    expect(page.get_by_label("22, white man, can move")).to_be_visible()
    expect(page.locator(".square .is-forced")).to_have_count(0)
