from __future__ import annotations

import importlib.util
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from filelock import FileLock
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.server.live import Live, serving

ROOT = Path(__file__).parents[2]
CUSTOM_GAMES = Path(__file__).parent / "custom_games"
FLAGS = (
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE = {"width": 360, "height": 740}
DESKTOP = {"width": 1280, "height": 800}

NewPage = Callable[..., Page]

expect.set_options(timeout=60_000)  # much longer than any action takes


def load_build() -> ModuleType:
    """Load the build script."""
    described = importlib.util.spec_from_file_location("build_app", ROOT / "web" / "build_app.py")
    assert described is not None
    assert described.loader is not None
    found = importlib.util.module_from_spec(described)
    described.loader.exec_module(found)
    return found


@pytest.fixture(scope="session")
def build_app() -> ModuleType:
    """The build script, after building the app and installing its packages."""
    found = load_build()
    lock = ROOT / "build" / "web.lock"  # ignored by git
    lock.parent.mkdir(exist_ok=True)
    with FileLock(lock):
        found.install()
        found.build()
    return found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = shutil.which("chromium")
    if program is None:
        pytest.skip("Chromium is missing: on Debian, apt install chromium")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture(scope="session")
def live(build_app: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server shared by all tests, which also serves custom games."""
    folder = tmp_path_factory.mktemp("server")
    paths = ":".join(str(path) for path in sorted(CUSTOM_GAMES.glob("*.py")))
    settings = {"KIBITZ_POLL": "0.05", "KIBITZ_GAMES": paths}
    with serving(str(folder / "games.db"), folder / "log", settings) as found:
        yield found


@pytest.fixture
def new_page(browser: Browser, live: Live) -> Iterator[NewPage]:
    """Open pages, each in its own browser context; fail if any page raises an error."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(*, phone: bool = False, theme: str = "light", is_installed: bool = False) -> Page:
        context = browser.new_context(
            base_url=f"http://127.0.0.1:{live.port}",
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]  # sizes as Playwright has them
            has_touch=phone,
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce",
            service_workers="allow" if is_installed else "block",
        )
        context.set_default_timeout(60_000)
        # Replies are shown at once, unless a test is about their pace.
        context.add_init_script(
            "localStorage.getItem('kibitz.settings') ?? "
            "localStorage.setItem('kibitz.settings', '{\"pace\": 0}')"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page()


@pytest.fixture
def phone(new_page: NewPage) -> Page:
    return new_page(phone=True)
