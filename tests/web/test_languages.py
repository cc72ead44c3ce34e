"""Every text is in the catalogue, and fits when another language makes it longer.

The pages are opened in the pseudo-language, whose texts are longer and recognisable.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.live import Live, Table
from tests.web.conftest import CUSTOM_GAMES, ROOT, NewPage
from tests.web.session_page import PERSON, WEAK

SCRIPT = (Path(__file__).parent / "page_texts.js").read_text()
SETTINGS = '{"pace": 0, "language": "pseudo"}'
TEXTS = ROOT / "web" / "src" / "strings" / "server.json"
BUSY = ".side [aria-busy=true]"


def test_texts_match_the_server(build_app: ModuleType, tmp_path: Path) -> None:
    build_app.write_texts(tmp_path / "server.json")
    written = (tmp_path / "server.json").read_text()
    assert written == TEXTS.read_text(), "run `make types`"


def texts(page: Page) -> list[str]:
    """What is wrong with the texts of a page, games of the tests aside."""
    own = [path.stem.casefold() for path in CUSTOM_GAMES.glob("*.py")]
    found: list[str] = page.evaluate(SCRIPT)
    return [text for text in found if not any(name in text.casefold() for name in own)]


def begin(live: Live, page: Page, game: str, **more: Any) -> Table:
    seats = more.pop("seats", [PERSON, WEAK])
    session = live.begin(game, *seats, seed=7, **more)
    secret = next(iter(session.secrets.values()), "")
    page.goto(f"/sessions/{session.id}" + (f"#secret={secret}" if secret else ""))
    expect(page.locator("[data-version]")).to_be_visible()
    return session


def cell(page: Page, number: int) -> Locator:
    return page.locator(f'.square [data-cell="{number}"]')


def home(live: Live, page: Page) -> None:
    page.goto("/")
    expect(page.locator("article")).to_have_count(8)


def new(live: Live, page: Page, game: str) -> None:
    page.goto(f"/new/{game}")
    expect(page.locator(".picture svg")).to_be_visible()
    page.locator("summary").click()
    page.locator("select[id^=seat]").last.select_option("engine")


def settings(live: Live, page: Page) -> None:
    page.goto("/")
    page.locator("header button").last.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def mine(live: Live, page: Page) -> None:
    for position in ("XX./OO./...", "XOX/XOO/O.X"):
        session = begin(live, page, "tictactoe", position=position)
        cell(page, 2 if position == "XX./OO./..." else 7).click()
        expect(page.locator(".over").first).to_be_visible()
    begin(live, page, "draughts", seats=[PERSON, PERSON])
    page.goto("/games")
    expect(page.locator("article")).to_have_count(3)
    page.locator("article button").last.click()
    expect(page.locator("article")).to_have_count(2)
    assert session.id


def received(live: Live, page: Page) -> None:
    page.goto("/games#games=W1siYSIsIkdhbWUiLDEseyIwIjoicyJ9XV0")
    expect(page.locator("main .panel button").first).to_be_visible()


def missing(live: Live, page: Page) -> None:
    page.goto("/a")
    expect(page.locator("main h1")).to_be_visible()


def unknown(live: Live, page: Page) -> None:
    page.goto("/sessions/nowhere")
    expect(page.locator("main h1")).to_be_visible()


def rules(live: Live, page: Page) -> None:
    page.goto("/rules/draughts")
    expect(page.locator("main h1")).to_be_visible()
    page.locator("summary").click()


def watched(live: Live, page: Page) -> None:
    begin(live, page, "tictactoe", seats=[WEAK, WEAK])


def invited(live: Live, page: Page) -> None:
    page.goto("/new/tiles")
    page.locator("#seat-black").select_option("link")
    page.locator("button.start").click()
    expect(page.locator("[data-version]")).to_be_visible()


def offered(live: Live, page: Page) -> None:
    begin(live, page, "connect4", seats=[PERSON, PERSON])
    page.locator(".actions [aria-label]").click()
    expect(page.locator(".offer")).to_be_visible()


def resigning(live: Live, page: Page) -> None:
    begin(live, page, "horses")
    page.locator(".actions [aria-label] + button").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def tree(live: Live, page: Page) -> None:
    page.goto("/tree/tictactoe?position=XOX/O../...")
    expect(page.locator("[data-count]").first).to_be_visible()
    page.keyboard.press("]")


PAGES: dict[str, Callable[[Live, Page], None]] = {
    "home": home,
    "settings": settings,
    "mine": mine,
    "received": received,
    "missing": missing,
    "unknown": unknown,
    "rules": rules,
    "tree": tree,
    "watched": watched,
    "invited": invited,
    "offered": offered,
    "resigning": resigning,
    **{
        f"new-{game}": lambda live, page, game=game: new(live, page, game)  # type: ignore[misc]
        for game in ("tictactoe", "connect4", "draughts", "morris", "horses", "tiles")
    },
}


@pytest.fixture
def page(new_page: NewPage) -> Page:
    found = new_page(phone=True)
    found.add_init_script(f"localStorage.setItem('kibitz.settings', '{SETTINGS}')")
    return found


@pytest.mark.parametrize("name", PAGES)
def test_page_has_all_texts_from_the_catalogue(live: Live, page: Page, name: str) -> None:
    PAGES[name](live, page)
    assert texts(page) == []


# For each game a position, its start by default, and a cell that cannot be selected in it.
POSITIONS: dict[str, dict[str, Any]] = {
    "tictactoe": {"position": "X../.O./...", "illegal": 0},
    "connect4": {},
    "draughts": {"illegal": 31},
    "morris": {},
    "horses": {"illegal": 20},
    "tiles": {},
}


@pytest.mark.parametrize("game", POSITIONS)
def test_game_has_all_texts_from_the_catalogue(live: Live, page: Page, game: str) -> None:
    case = POSITIONS[game]
    position = case.get("position")
    session = begin(live, page, game, **({"position": position} if position else {}))
    assert texts(page) == []
    if case.get("illegal") is not None:
        cell(page, case["illegal"]).click()
        expect(page.get_by_role("alert")).to_be_visible()
        assert texts(page) == []
    for rungs in (1, 2, 3, 4):
        page.keyboard.press("h")
        expect(page.locator("dl.rungs dd")).to_have_count(rungs)
    assert texts(page) == []
    page.locator("[aria-labelledby=learn-heading] .row button").nth(1).click()
    expect(page.locator(".explanation li").first).to_be_visible()
    terms = page.locator(".explanation summary")
    if terms.count() > 0:
        terms.click()
    page.locator("[aria-labelledby=engine-heading] input").check()
    expect(page.locator("[aria-labelledby=engine-heading] ol li").first).to_be_visible()
    assert texts(page) == []
    move = session.read()["legal_moves"][-1]
    for step in move["path"]:
        cell(page, step).click()
    expect(page.locator(".move").first).to_be_visible()
    session.settled()
    assert texts(page) == []
    page.locator(".actions [aria-label] + button").click()
    page.get_by_role("dialog").locator("button").last.click()
    expect(page.get_by_test_id("result")).to_be_visible()
    assert texts(page) == []
