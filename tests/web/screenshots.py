"""Saves a picture of every page in both themes and sizes, to look at.

    python -m tests.web.screenshots [FOLDER] [NAME ...]

The folder is build/screenshots by default. Names choose pages, such as `play` or `new-tiles`.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.server.live import Live, serving
from tests.web import test_accessibility
from tests.web.conftest import CUSTOM_GAMES, FLAGS, ROOT, load_build
from tests.web.input_devices import Mouse
from tests.web.session_page import open_session

SIZES = {"desktop": {"width": 1280, "height": 800}, "phone": {"width": 360, "height": 740}}
GAMES = ("tictactoe", "connect4", "draughts", "morris", "horses", "tiles")


def _form(game: str) -> Callable[[Live, Page], None]:
    def show(live: Live, page: Page) -> None:
        page.goto(f"/new/{game}")
        expect(page.locator(".picture svg")).to_be_visible()

    return show


def _rules(game: str) -> Callable[[Live, Page], None]:
    def show(live: Live, page: Page) -> None:
        page.goto(f"/rules/{game}")
        expect(page.locator("figure").first).to_be_visible()

    return show


def _game(game: str) -> Callable[[Live, Page], None]:
    def show(live: Live, page: Page) -> None:
        session_page = open_session(live, Mouse(page), game, {})
        session_page.play(session_page.present()["legal_moves"][0])
        session_page.hint()

    return show


def pages() -> dict[str, Callable[[Live, Page], None]]:
    """Every page, by name."""
    found = {
        show.__name__: show for show in (*test_accessibility.PAGES, *test_accessibility.MORE_PAGES)
    }
    for kind, make in (("new", _form), ("rules", _rules), ("game", _game)):
        found |= {f"{kind}-{game}": make(game) for game in GAMES}
    return found


@contextmanager
def _page(browser: Browser, live: Live, size: str, theme: str) -> Iterator[Page]:
    context = browser.new_context(
        base_url=f"http://127.0.0.1:{live.port}",
        viewport=SIZES[size],  # type: ignore[arg-type]  # sizes as Playwright has them
        color_scheme="dark" if theme == "dark" else "light",
        reduced_motion="reduce",
        service_workers="block",
    )
    context.add_init_script("localStorage.setItem('kibitz.settings', '{\"pace\": 0}')")
    yield context.new_page()
    context.close()


def main(arguments: list[str]) -> None:
    """Save the pictures."""
    folder = Path(arguments[0]) if arguments else ROOT / "build" / "screenshots"
    wanted = arguments[1:]
    program = shutil.which("chromium")
    if program is None:
        raise SystemExit("Chromium is missing: on Debian, apt install chromium")
    folder.mkdir(parents=True, exist_ok=True)
    load_build().build()
    settings = {"KIBITZ_GAMES": ":".join(str(path) for path in sorted(CUSTOM_GAMES.glob("*.py")))}
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        with serving(f"{place}/games.db", Path(place) / "log", settings) as live:
            for name, show in pages().items():
                if wanted and name not in wanted:
                    continue
                for size in SIZES:
                    for theme in ("light", "dark"):
                        with _page(browser, live, size, theme) as page:
                            show(live, page)
                            page.screenshot(
                                path=folder / f"{name}-{size}-{theme}.png",
                                full_page=size == "phone",
                            )
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1:])
