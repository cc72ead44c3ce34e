"""The web app in a real Chromium: its size, the time until it can be used, the cost of an update.

python -m benchmarks.web
"""

from __future__ import annotations

import importlib.util
import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.load import running

_FLAGS = ("--no-sandbox", "--headless", "--disable-gpu", "--disable-background-networking")
_LOADS = 7
_TREES = 3
_PLIES = 30
_PAUSE = 40  # milliseconds between two updates
_GAME = {"game": "draughts", "options": {"variant": "international"}}


class Measured(NamedTuple):
    """The measured figures."""

    kilobytes: float  # transferred by the first load, compressed, with the API's answers
    interactive: float  # seconds until a game can be chosen, the median
    tree: float  # seconds until the search tree of 2,801 nodes is drawn, the median
    update: float  # milliseconds of the page's main thread for one position on the largest board


def measure() -> Measured:
    """Measure everything, with a separate server and browser."""
    _build()
    with running(None, 1) as server, _browser() as browser:
        address = f"http://127.0.0.1:{server.port}"
        _load(browser, address)  # warms up the server
        loads = [_load(browser, address) for _ in range(_LOADS)]
        trees = [_tree(browser, address) for _ in range(_TREES)]
        page = browser.new_page(reduced_motion="reduce")
        update = _update(page, address)
    interactive = median(seconds for _, seconds in loads)
    return Measured(loads[0][0] / 1000, interactive, median(trees), update)


def _build() -> None:
    script = Path(__file__).parents[1] / "web" / "build_app.py"
    described = importlib.util.spec_from_file_location("build_app", script)
    assert described is not None
    assert described.loader is not None
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    module.build()


@contextmanager
def _browser() -> Iterator[Browser]:
    program = shutil.which("chromium")
    if program is None:
        raise SystemExit("Chromium is missing: on Debian, apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(_FLAGS))
        yield browser
        browser.close()


def _load(browser: Browser, address: str) -> tuple[float, float]:
    """Bytes and seconds of a first visit, with an empty browser cache."""
    context = browser.new_context()
    page = context.new_page()
    sizes: list[float] = []
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address, wait_until="commit")
    page.locator("ul.games a").first.wait_for()
    milliseconds: float = page.evaluate("performance.now()")
    page.wait_for_load_state("networkidle")
    context.close()
    return sum(sizes), milliseconds / 1000


def _tree(browser: Browser, address: str) -> float:
    """Seconds from choosing depth 4 without pruning until that tree of Connect Four is shown."""
    page = browser.new_page(viewport={"width": 360, "height": 740}, reduced_motion="reduce")
    page.goto(f"{address}/tree/connect4")
    page.get_by_test_id("step").wait_for()
    page.get_by_label("Alpha-beta pruning").uncheck()
    page.get_by_test_id("summary").filter(has_text="57 of 57 nodes").wait_for()
    before: float = page.evaluate("performance.now()")
    page.get_by_role("slider", name="Depth").fill("4")
    page.get_by_test_id("summary").filter(has_text="2,801").wait_for()
    after: float = page.evaluate("performance.now()")
    page.close()
    return (after - before) / 1000


def _update(page: Page, address: str) -> float:
    """The main thread's milliseconds for a new position: the maximum of stepping and playing."""
    with httpx.Client(base_url=f"{address}/api/v1", timeout=60) as client:
        people = _People(client)
        people.play(_PLIES)
        for invitation in people.invitations:
            page.goto("about:blank")
            page.goto(invitation)
            page.locator("button.move").nth(_PLIES - 1).wait_for()
        _step(page, "[")  # fetch every position once
        _step(page, "]")
        metrics = page.context.new_cdp_session(page)
        # The thread's CPU time: the server and its database use the same cores.
        metrics.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = _task_seconds(metrics.send("Performance.getMetrics"))
        _step(page, "[")
        _step(page, "]")
        between = _task_seconds(metrics.send("Performance.getMetrics"))
        people.play(_PLIES, lambda: page.wait_for_timeout(_PAUSE))
        page.locator("button.move").nth(2 * _PLIES - 1).wait_for()
        after = _task_seconds(metrics.send("Performance.getMetrics"))
    return 1000 * max((between - before) / (2 * _PLIES), (after - between) / _PLIES)


class _People:
    """A session between two people."""

    def __init__(self, client: httpx.Client) -> None:
        created = client.post("/sessions", json=_GAME).raise_for_status().json()
        self._client = client
        self._now = created["session"]
        self._secrets = {entry["player"]: entry["secret"] for entry in created["secrets"]}
        self._chance = random.Random(1)
        self.invitations = [entry["invitation"] for entry in created["secrets"]]

    def play(self, count: int, pause: Callable[[], None] = lambda: None) -> None:
        """Play some moves, with a pause after each."""
        for _ in range(count):
            now = self._now
            by = {"Authorization": f"Bearer {self._secrets[now['turn']]}"}
            move = {"move": self._chance.choice(now["legal_moves"])["move"]}
            answer = self._client.post(f"/sessions/{now['id']}/moves", json=move, headers=by)
            self._now = answer.raise_for_status().json()
            pause()


def _step(page: Page, key: str) -> None:
    for _ in range(_PLIES):
        page.keyboard.press(key)
        page.wait_for_timeout(_PAUSE)


def _task_seconds(answer: Any) -> float:
    found = {metric["name"]: metric["value"] for metric in answer["metrics"]}
    return float(found["TaskDuration"])


if __name__ == "__main__":
    print(measure())
