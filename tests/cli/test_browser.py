from __future__ import annotations

import socket
import sys
import threading

import pytest

from kibitz.cli import browser


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that were opened; the browser is not."""
    found: list[str] = []
    monkeypatch.setattr("webbrowser.open", found.append)
    return found


def wait_for_threads(before: set[threading.Thread]) -> None:
    for thread in set(threading.enumerate()) - before:
        thread.join(60)


def test_page_is_opened_once_somebody_listens(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "has_desktop", lambda: True)
    before = set(threading.enumerate())
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        browser.open_when_ready("127.0.0.1", port, f"http://127.0.0.1:{port}")
        wait_for_threads(before)
    assert opened == [f"http://127.0.0.1:{port}"]


def test_page_is_not_opened_where_nobody_listens(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "has_desktop", lambda: True)
    monkeypatch.setattr(browser, "_TIMEOUT", 0.3)
    before = set(threading.enumerate())
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    browser.open_when_ready("127.0.0.1", port, "http://nowhere")
    wait_for_threads(before)
    assert opened == []


def test_nothing_is_opened_without_a_desktop(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser, "has_desktop", lambda: False)
    before = set(threading.enumerate())
    browser.open_when_ready("127.0.0.1", 1, "http://nowhere")
    assert set(threading.enumerate()) == before
    assert opened == []


@pytest.mark.parametrize(
    ("platform", "display", "expected"),
    [("linux", "", False), ("linux", ":0", True), ("darwin", "", True), ("win32", "", True)],
)
def test_desktop_is_recognised(
    monkeypatch: pytest.MonkeyPatch, platform: str, display: str, expected: bool
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setenv("DISPLAY", display)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert browser.has_desktop() is expected
