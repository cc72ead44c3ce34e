"""Reviews in the background, their progress, and how they are kept; books and endgame tables."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.text import format_move
from kibitz.engine.book import book_of
from kibitz.server.store.database import Database
from kibitz.server.store.expiry import Expiry
from kibitz.server.store.migrate import migrate
from kibitz.server.store.review_store import ReviewStore
from tests.server.conftest import NewDatabase
from tests.server.live import V1, Live, serving, until

ASYNC = {"Prefer": "respond-async"}
MOVES = ("4", "1", "0", "8", "6")


def ask(live: Live, what: str, body: dict[str, Any], status: int = 200, **headers: str) -> Any:
    answer = live.http.post(f"{V1}/{what}", json=body, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


def played(live: Live, moves: tuple[str, ...] = MOVES, **more: Any) -> str:
    found = ask(live, "sessions", {"game": "tictactoe", "moves": list(moves), **more}, 201)
    session: str = found["session"]["id"]
    return session


def finished(live: Live, review_id: str) -> dict[str, Any]:
    def look() -> dict[str, Any] | None:
        found: dict[str, Any] = live.http.get(f"{V1}/reviews/{review_id}").json()
        return found if found["status"] == "done" else None

    return until(look)


def test_a_review_in_the_background_reports_its_progress_and_is_kept(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db"), tmp_path / "log", {}) as live:
        body = {"session": played(live)}
        started = ask(live, "reviews", body, 202, **ASYNC)
        assert (started["length"], started["review"]) == (5, None)
        events = []
        with live.http.stream("GET", f"{V1}/reviews/{started['id']}/events") as stream:
            for line in stream.iter_lines():
                if line.startswith("data:"):
                    events.append(json.loads(line.removeprefix("data:")))
        assert [event["status"] for event in events[:-1]] == ["running"] * (len(events) - 1)
        done = events[-1]
        assert (done["status"], done["judged"]) == ("done", 5)
        assert finished(live, started["id"]) == done
        marks = [move["mark"] for move in done["review"]["moves"]]
        assert marks == ["best", "blunder", "best", "best", "best"]
        again = ask(live, "reviews", body, 202, **ASYNC)
        assert (again["id"], again["status"]) == (None, "done")
        assert again["review"] == done["review"]
        live.stop()
        live.start()
        # The same moves in another session are the same game, also for a request that waits.
        other = {"session": played(live)}
        assert ask(live, "reviews", other) == done["review"]
        assert ask(live, "reviews", other, 202, **ASYNC)["id"] is None
        # Other moves are another game.
        assert ask(live, "reviews", {"session": played(live, MOVES[:4])}, 202, **ASYNC)["id"]


def test_a_review_of_a_game_without_help_waits_for_its_end(live: Live) -> None:
    session = played(live, MOVES[:2], help=False)
    for headers in ({}, ASYNC):
        assert ask(live, "reviews", {"session": session}, 403, **headers)["code"] == "no_help"
    assert ask(live, "positions/knowledge", {"session": session}, 403)["code"] == "no_help"


def test_a_review_is_not_an_analysis(live: Live) -> None:
    started = ask(live, "analyses", {"game": "tictactoe"}, 202, **ASYNC)
    for path in (f"{V1}/reviews/{started['id']}", f"{V1}/reviews/{started['id']}/events"):
        answer = live.http.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_review")
    assert live.http.get(f"{V1}/reviews/%F0%9F%98%80").json()["code"] == "no_review"


def test_a_session_starts_after_moves_that_can_be_undone(live: Live) -> None:
    body = {"game": "connect4", "moves": ["d", "d", "c"], "takebacks": "free"}
    found = ask(live, "sessions", body, 201)
    session, secret = found["session"], found["secrets"][0]["secret"]
    assert [move["move"] for move in session["history"]] == ["d", "d", "c"]
    undone = ask(
        live, f"sessions/{session['id']}/undo", {"count": 2}, Authorization=f"Bearer {secret}"
    )
    assert undone["ply"] == 1
    assert ask(live, "sessions", {**body, "moves": ["d", "x"]}, 422)["code"] == "unreadable_move"


def test_the_opening_book_and_the_tables_are_looked_up(live: Live) -> None:
    found = ask(live, "positions/knowledge", {"game": "connect4"})
    assert found["table"] is None
    game = kibitz.game("connect4")
    book, session = book_of(game), kibitz.Session(game)
    assert book is not None
    known = book.find(game, session.state)
    expected = [format_move(game, session.state, one.line[0]) for one in known]
    assert expected
    assert [move["move"] for move in found["book"]] == expected
    over = {"game": "tictactoe", "moves": list(MOVES)}
    nothing = ask(live, "positions/knowledge", over)
    assert (nothing["book"], nothing["table"], nothing["moves"]) == ([], None, [])


@pytest.mark.parametrize("position", ["W:WK1,K2:BK32", "W:W27:B6"])
def test_verdicts_of_the_endgame_tables_are_those_of_the_engine(live: Live, position: str) -> None:
    game = kibitz.game("draughts", variant="english")
    session = kibitz.Session(game, position)
    known = kibitz.Engine(game).knowledge
    assert known is not None
    options = {"variant": "english"}
    found = ask(
        live,
        "positions/knowledge",
        {"game": "draughts", "options": options, "position": session.position},
    )
    verdict = known.verdict(session.state)
    expected = None if verdict is None else {**verdict.as_dict(), "value": str(verdict)}
    assert found["table"] == expected
    after = known.verdicts(session.state)
    assert len(found["moves"]) == sum(one is not None for one in after.values())


def test_reviews_expire_and_the_oldest_make_room(new_database: NewDatabase) -> None:
    database = Database(new_database())
    migrate(database)
    times = iter((100.0, 200.0, 86_400.0 * 40))
    store = ReviewStore(database, lambda: next(times))
    store.keep("old", "1", most=2)
    store.keep("middle", "2", most=2)
    store.keep("new", "3", most=2)
    assert [store.read(name) for name in ("old", "middle", "new")] == [None, "2", "3"]
    Expiry(database, 30, 0, now=lambda: 86_400.0 * 41).run()
    assert [store.read(name) for name in ("middle", "new")] == [None, "3"]
    database.close()
