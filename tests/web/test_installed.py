"""The installed app: its manifest and icons, and how it opens without a connection."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from playwright.sync_api import Page, expect

from tests.server.live import Live, until
from tests.web.conftest import ROOT, NewPage

STORED = "caches.match('{}').then((found) => found !== undefined)"


def installed(page: Page) -> None:
    """Open a page whose service worker is in charge."""
    page.goto("/new/tictactoe")
    until(lambda: page.evaluate("navigator.serviceWorker.controller !== null") or None)
    until(lambda: page.evaluate(STORED.format("/")) or None)


def test_manifest_names_icons_of_the_given_sizes(live: Live, page: Page) -> None:
    page.goto("/")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    assert address is not None
    manifest = live.http.get(address).json()
    assert manifest["start_url"] == "/"
    assert manifest["display"] == "standalone"
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        found = live.http.get(icon["src"])
        assert found.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = struct.unpack(">II", found.content[16:24])
            assert icon["sizes"] == f"{width}x{height}"


def test_theme_colour_follows_the_setting(page: Page) -> None:
    colours = "[...document.querySelectorAll('meta[name=theme-color]')].map(({content}) => content)"
    page.goto("/")
    assert len({*page.evaluate(colours)}) == 2
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Dark").check()
    assert {*page.evaluate(colours)} == {"#1a1917"}
    body = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert body == "rgb(26, 25, 23)"


def test_first_page_has_no_service_worker(new_page: NewPage) -> None:
    page = new_page(is_installed=True)
    page.goto("/")
    expect(page.get_by_role("button", name="Play").first).to_be_visible()
    assert (
        page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    )


def test_app_opens_without_a_connection_and_says_so(new_page: NewPage) -> None:
    page = new_page(is_installed=True)
    installed(page)
    page.context.set_offline(True)
    page.goto("/games")
    expect(page.get_by_role("heading", name="My games")).to_be_visible()
    page.goto("/")
    expect(page.get_by_text("You are offline.")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("button", name="Play").first).to_be_visible()
    expect(page.get_by_text("You are offline.")).to_have_count(0)


def test_answers_of_the_server_are_never_stored(new_page: NewPage) -> None:
    page = new_page(is_installed=True)
    installed(page)
    page.reload()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_enabled()
    stored: list[str] = page.evaluate(
        """async () => {
            const found = [];
            for (const name of await caches.keys()) {
                const keys = await (await caches.open(name)).keys();
                found.push(...keys.map(({url}) => new URL(url).pathname));
            }
            return found;
        }"""
    )
    assert "/" in stored
    assert [path for path in stored if path != "/" and not path.startswith("/static/")] == []


class _Site:
    """A site with one page, a script and the service worker, which can be replaced and stopped."""

    def __init__(self) -> None:
        self.files: dict[str, tuple[str, str]] = {}
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                kind, text = site.files.get(self.path, ("text/plain", ""))
                self.send_response(200 if text else 404)
                self.send_header("Content-Type", kind)
                self.end_headers()
                self.wfile.write(text.encode())

            def log_message(self, *_: object) -> None:
                """Print nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def publish(self, version: str) -> None:
        script = f"/static/assets/{version}.js"
        page = f'<!doctype html><body><script src="{script}"></script></body>'
        worker = (ROOT / "web" / "public" / "service-worker.js").read_text()
        self.files = {
            "/": ("text/html", page),
            script: ("text/javascript", f"document.body.append('{version}')"),
            "/service-worker.js": ("text/javascript", worker),
        }


@pytest.fixture
def site() -> Iterator[_Site]:
    found = _Site()
    yield found
    found.server.shutdown()
    found.server.server_close()


def test_new_version_is_used_at_once(new_page: NewPage, site: _Site) -> None:
    """A stored page must not hide a newer one, nor may files of an older one pile up."""
    page = new_page(is_installed=True)
    site.publish("old")
    page.goto(site.address)
    page.evaluate("navigator.serviceWorker.register('/service-worker.js').then(() => null)")
    until(lambda: page.evaluate(STORED.format("/static/assets/old.js")) or None)
    site.publish("new")
    page.goto(site.address)
    expect(page.locator("body")).to_have_text("new")
    until(lambda: page.evaluate(STORED.format("/static/assets/new.js")) or None)
    until(lambda: None if page.evaluate(STORED.format("/static/assets/old.js")) else True)
    site.files = {}
    page.context.set_offline(True)
    page.goto(site.address)
    expect(page.locator("body")).to_have_text("new")


def test_icons_are_small() -> None:
    folder = ROOT / "web" / "public"
    assert sum(path.stat().st_size for path in folder.iterdir()) < 100_000
    json.loads((folder / "manifest.webmanifest").read_text())
