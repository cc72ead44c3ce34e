"""A session in the browser, used with any input device."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.live import Live, Table, until
from tests.web.input_devices import InputDevice

# Every game, small enough to be played to its end, and one with three players.
CASES: tuple[tuple[str, Mapping[str, int | str]], ...] = (
    ("tictactoe", {}),
    ("connect4", {"rows": 4, "columns": 5}),
    ("draughts", {"variant": "english", "size": 6}),
    ("morris", {"variant": "three", "clock": 4}),
    ("horses", {}),
    ("horses", {"players": 3}),
    ("tiles", {"rows": 3, "columns": 3}),
)
POLICIES = ("free", "ask")
NAMES = [f"{name}{options.get('players', '')}" for name, options in CASES]

PERSON: dict[str, Any] = {"kind": "person"}
WEAK: dict[str, Any] = {"kind": "engine", "level": "1", "seed": 1}


class SessionPage:
    """A page object: a session that is open in the browser."""

    def __init__(self, live: Live, device: InputDevice, session: str) -> None:
        self.device = device
        self.page = device.page
        self.session = Table(live, session, {}, {})

    def present(self) -> dict[str, Any]:
        """The session, once every engine has moved and the page shows it."""
        found = self.session.settled()
        self.page.locator(f'[data-version="{found["version"]}"]').wait_for()
        return found

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    def enter(self, move: Mapping[str, Any]) -> None:
        for cell in move["path"]:
            self.device.touch(cell)

    def play(self, move: Mapping[str, Any]) -> dict[str, Any]:
        """Enter a move; return the session once it is our turn again."""
        before = self.session.read()["version"]
        self.enter(move)
        return self.after(before)

    def after(self, version: int) -> dict[str, Any]:
        """The session, once it has a later version."""
        until(lambda: True if self.session.read()["version"] > version else None)
        return self.present()

    def act(self, name: str) -> dict[str, Any]:
        """Press a button that changes the session; return the session."""
        before = self.session.read()["version"]
        self.device.press(self.button(name))
        return self.after(before)

    def hint(self) -> None:
        self.device.press(self.button("Hint"))
        expect(self.page.locator("dl.rungs dd").first).to_be_visible()


def open_session(
    live: Live, device: InputDevice, name: str, options: Mapping[str, int | str], **more: Any
) -> SessionPage:
    """Open a new session by invitation: a person first, weak engines in the other seats."""
    players = int(options.get("players", 2))
    more.setdefault("seats", [PERSON, *[WEAK] * (players - 1)])
    session = live.begin(name, *more.pop("seats"), options=dict(options), seed=7, **more)
    secret = next(iter(session.secrets.values()))
    device.page.goto(f"http://127.0.0.1:{live.port}/sessions/{session.id}#secret={secret}")
    return SessionPage(live, device, session.id)


def session_of(page: Page) -> str:
    """The id of the session that a page shows."""
    page.wait_for_url(re.compile("/sessions/"))
    return page.url.rsplit("/", 1)[-1]


class ShortGameError(AssertionError):
    """The game was over after the first move, before anything else could be tried."""


def play_to_end(session_page: SessionPage, *, is_reloaded: bool = False) -> dict[str, Any]:
    """Play a game to its end, with a hint, takebacks and undo; return the final session."""
    rng = random.Random(3)
    before, now = None, session_page.present()
    turns = 0
    while now["outcome"] is None:
        refused = None
        if before is not None and turns == 1:
            if now["takebacks"] == "free":
                _go_back_and_forth(session_page, before, now)
            session_page.hint()
            refused = _take_back(session_page, now, rng.choice(now["legal_moves"]))
        if turns == 2 and is_reloaded:
            session_page.page.reload()
            assert session_page.present() == now
        moves = [move for move in now["legal_moves"] if move["move"] != refused]
        move = rng.choice(moves or now["legal_moves"])
        before, now = now, session_page.play(move)
        assert _moves(now)[: before["ply"] + 1] == [*_moves(before), move["move"]]
        turns += 1
    if turns < 2:
        raise ShortGameError
    expect(session_page.page.get_by_test_id("status")).to_contain_text(headline(now, 0))
    return now


def headline(session: Mapping[str, Any], *mine: int) -> str:
    """What the page calls the result of a session; `mine` are the players of its browser."""
    payoffs, sides = session["outcome"]["payoffs"], session["game"]["sides"]
    if 1 in payoffs:
        winner = payoffs.index(1)
        return "You win!" if mine == (winner,) else f"{sides[winner].capitalize()} wins"
    return "tie" if -1 in payoffs else "Draw"


def resign(session_page: SessionPage) -> None:
    """Resign, and confirm it."""
    session_page.button("Resign").click()
    session_page.page.get_by_role("dialog").get_by_role("button", name="Resign").click()


def _moves(session: Mapping[str, Any]) -> list[str]:
    return [played["move"] for played in session["history"]]


def _is_at(session: Mapping[str, Any], earlier: Mapping[str, Any]) -> bool:
    """Whether a session is in the same state as before."""
    fields = ("position", "board", "turn", "ply", "history", "legal_moves", "outcome", "offers")
    return all(session[field] == earlier[field] for field in fields)


def _go_back_and_forth(
    session_page: SessionPage, before: Mapping[str, Any], now: Mapping[str, Any]
) -> None:
    """Undo the moves since our last turn, and redo them."""
    earlier = session_page.act("Undo")
    assert _is_at(earlier, before)
    assert earlier["undone"] == _moves(now)[before["ply"] :]
    later = session_page.act("Redo")
    assert _is_at(later, now)
    assert later["undone"] == []


def _take_back(session_page: SessionPage, now: Mapping[str, Any], move: Mapping[str, Any]) -> str:
    """Play a move, take it back and return it.

    Depending on the session's policy, the page offers Undo or a request to the engines.
    """
    later = session_page.play(move)
    assert _moves(later)[: now["ply"] + 1] == [*_moves(now), move["move"]]
    ways = {"free": "Undo", "ask": "Request takeback"}
    way = ways.pop(now["takebacks"])
    expect(session_page.button(*ways.values())).to_have_count(0)
    taken = session_page.act(way)
    assert _is_at(taken, now)
    assert taken["undone"] == _moves(later)[now["ply"] :]
    expect(session_page.page.locator(".move.undone")).to_have_text(taken["undone"])
    found: str = move["move"]
    return found
