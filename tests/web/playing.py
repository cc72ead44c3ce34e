"""Whole games in the browser, by whatever hands."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from typing import Any

from playwright.sync_api import Page, expect

from tests.server.live import Live, Table, until
from tests.web.hands import Hands

# Every game, small enough to be played to its end, and one for three.
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


class Sitting:
    """Somebody at a table in the browser."""

    def __init__(self, live: Live, hands: Hands, session: str) -> None:
        self.hands = hands
        self.page = hands.page
        self.table = Table(live, session, {}, {})

    def present(self) -> dict[str, Any]:
        """The session once no engine has to do anything and the page shows it."""
        found = self.table.settled()
        self.page.locator(f'[data-version="{found["version"]}"]').wait_for()
        return found

    def button(self, name: str) -> Any:
        return self.page.get_by_role("button", name=name, exact=True)

    def enter(self, move: Mapping[str, Any]) -> None:
        for cell in move["path"]:
            self.hands.touch(cell)

    def play(self, move: Mapping[str, Any]) -> dict[str, Any]:
        """Enter a move; the session when it is one's turn again."""
        before = self.table.read()["version"]
        self.enter(move)
        return self.after(before)

    def after(self, version: int) -> dict[str, Any]:
        """The session once it is later than this version."""
        until(lambda: True if self.table.read()["version"] > version else None)
        return self.present()

    def act(self, name: str) -> dict[str, Any]:
        """Press a button that changes the session."""
        before = self.table.read()["version"]
        self.hands.press(self.button(name))
        return self.after(before)

    def hint(self) -> None:
        self.hands.press(self.button("Hint"))
        expect(self.page.locator("dl.rungs dd").first).to_be_visible()


def begin(
    live: Live, hands: Hands, name: str, options: Mapping[str, int | str], **more: Any
) -> Sitting:
    """Come to a table by its invitation: a person first, weak engines in the other seats."""
    players = int(options.get("players", 2))
    more.setdefault("seats", [PERSON, *[WEAK] * (players - 1)])
    table = live.begin(name, *more.pop("seats"), options=dict(options), seed=7, **more)
    secret = next(iter(table.secrets.values()))
    hands.page.goto(f"http://127.0.0.1:{live.port}/sessions/{table.id}#secret={secret}")
    return Sitting(live, hands, table.id)


def session_of(page: Page) -> str:
    """The session that a page shows."""
    page.wait_for_url(re.compile("/sessions/"))
    return page.url.rsplit("/", 1)[-1]


class ShortGameError(AssertionError):
    """The person was out after one move, so that nothing could be tried on the way."""


def play_to_the_end(sitting: Sitting, *, is_reloaded: bool = False) -> dict[str, Any]:
    """Play a whole game, with all that can be done on the way; how it ended."""
    lot = random.Random(3)
    before, now = None, sitting.present()
    turns = 0
    while now["outcome"] is None:
        refused = None
        if before is not None and turns == 1:
            if now["takebacks"] == "free":
                _go_back_and_forth(sitting, before, now)
            sitting.hint()
            refused = _take_back(sitting, now, lot.choice(now["legal_moves"]))
        if turns == 2 and is_reloaded:
            sitting.page.reload()
            assert sitting.present() == now
        moves = [move for move in now["legal_moves"] if move["move"] != refused]
        move = lot.choice(moves or now["legal_moves"])
        before, now = now, sitting.play(move)
        assert _moves(now)[: before["ply"] + 1] == [*_moves(before), move["move"]]
        turns += 1
    if turns < 2:
        raise ShortGameError
    expect(sitting.page.get_by_test_id("status")).to_have_text(now["outcome"]["sentence"])
    return now


def _moves(session: Mapping[str, Any]) -> list[str]:
    return [played["move"] for played in session["history"]]


def _is_at(session: Mapping[str, Any], place: Mapping[str, Any]) -> bool:
    """Whether a session stands where it stood before."""
    fields = ("position", "board", "turn", "ply", "history", "legal_moves", "outcome", "offers")
    return all(session[field] == place[field] for field in fields)


def _go_back_and_forth(sitting: Sitting, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    """Undo what has been played since one's last turn, and redo it."""
    earlier = sitting.act("Undo")
    assert _is_at(earlier, before)
    assert earlier["undone"] == _moves(now)[before["ply"] :]
    later = sitting.act("Redo")
    assert _is_at(later, now)
    assert later["undone"] == []


def _take_back(sitting: Sitting, now: Mapping[str, Any], move: Mapping[str, Any]) -> str:
    """Play a move and take it back, at will or with the engines' consent; the move.

    The page offers the one way or the other, as the session's policy is.
    """
    later = sitting.play(move)
    assert _moves(later)[: now["ply"] + 1] == [*_moves(now), move["move"]]
    ways = {"free": "Undo", "ask": "Ask to take back"}
    way = ways.pop(now["takebacks"])
    expect(sitting.button(*ways.values())).to_have_count(0)
    taken = sitting.act(way)
    assert _is_at(taken, now)
    assert taken["undone"] == _moves(later)[now["ply"] :]
    expect(sitting.page.locator(".move.undone")).to_have_text(taken["undone"])
    found: str = move["move"]
    return found
