"""Streams with `events=changes`: the document once, then what every change altered."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.client.document_updates import apply_update
from kibitz.core.errors import KibitzError
from kibitz.server.auth import SecretHasher
from kibitz.server.catalogue import Catalogue
from kibitz.server.http_errors import ServerError
from kibitz.server.sessions import session_commands as commands
from kibitz.server.sessions.loader import SessionLoader
from kibitz.server.sessions.service import Credentials, SessionService
from kibitz.server.store.database import Database
from kibitz.server.store.event_store import add_event, events_after
from kibitz.server.store.migrate import migrate
from kibitz.server.store.quotas import Quotas
from kibitz.server.store.session_store import SessionStore
from tests.server.live import Live
from tests.server.reading import Told, events, of_kind


class Played:
    """A session of people, its document at every version, and the updates between them."""

    def __init__(self, database: Database, session: kibitz.Session) -> None:
        self._database = database
        self._service = SessionService(
            SessionStore(database, Quotas(100, 100, 100, 10_000)),
            SessionLoader(Catalogue()),
            SecretHasher("0" * 32),
            2_000,
            lambda saved: None,
        )
        stored, self._secrets = self._service.create(session)
        self.id = stored.id
        self.documents = [json.loads(stored.document)]
        self.updates: list[str] = []  # as they are sent

    def do(self, command: commands.Command, side: int | None = None) -> bool:
        """Whether a command is accepted; by default of the side to move."""
        chosen = self.last["turn"] if side is None else side
        try:
            stored = self._service.change(self.id, command, Credentials(self._secrets[chosen]))
        except (KibitzError, ServerError):
            return False
        self.documents.append(json.loads(stored.document))
        last = self.deltas()[-1]
        assert last is not None
        self.updates.append(last)
        return True

    @property
    def last(self) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self.documents[-1]
        return found

    def deltas(self) -> list[str | None]:
        """What is stored of every change, from the beginning on."""
        with self._database.reading() as transaction:
            return [event.delta for event in events_after(transaction, self.id, 0)]


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    folder: Path = tmp_path_factory.mktemp("updates")
    found = Database(str(folder / "games.db"))
    migrate(found)
    yield found
    found.close()


def command_of(kind: str, number: int, document: Mapping[str, Any]) -> commands.Command:
    """A command, which need not be possible now."""
    if kind == "move":
        legal = document["legal_moves"]
        return commands.move(legal[number % len(legal)]["move"] if legal else "0")
    count = 1 + number % 3
    return {
        "undo": commands.undo(count),
        "redo": commands.redo(count),
        "resign": commands.resign(),
        "draw": commands.draw(("offer", "accept", "decline")[number % 3]),
        "takeback": commands.takeback(("request", "accept", "decline")[number % 3], None),
        "rename": commands.rename(f"Anna {count}"),
    }[kind]


KINDS = ("move", "move", "move", "undo", "redo", "resign", "draw", "takeback", "rename")


@given(
    st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 60), st.integers(0, 1)), max_size=25),
    st.sampled_from(["free", "ask"]),
    st.booleans(),
)
def test_from_any_event_on_the_updates_lead_to_the_same_document(
    database: Database, wanted: list[tuple[str, int, int]], takebacks: Any, has_clock: bool
) -> None:
    clock = kibitz.TimeControl.parse("300+5") if has_clock else None
    session = kibitz.Session(kibitz.game("connect4"), clock=clock, takebacks=takebacks)
    played = Played(database, session)
    for kind, number, side in wanted:
        played.do(command_of(kind, number, played.last), None if kind == "move" else side)
    updates = [json.loads(text) for text in played.updates]
    for reached, document in enumerate(played.documents):
        found: dict[str, Any] | None = dict(document)
        # A client that reconnects may get what it knows again.
        for update in updates[max(0, reached - 2) :]:
            assert found is not None
            found = apply_update(found, update)
        assert found == played.last


def test_an_update_after_a_missing_one_is_not_applied(database: Database) -> None:
    played = Played(database, kibitz.Session(kibitz.game("connect4")))
    for move in "dde":
        assert played.do(commands.move(move))
    second = json.loads(played.updates[1])
    assert apply_update(played.documents[0], second) is None


def test_updates_do_not_grow_with_the_game(database: Database) -> None:
    """The documents of two hundred plies do grow."""
    game = kibitz.game("morris")
    played, choice, captured = Played(database, kibitz.Session(game)), random.Random(0), 18
    for ply in range(200):
        legal = [move["move"] for move in played.last["legal_moves"]]
        wanted = [move for move in legal if ("x" in move) == (ply - captured >= 60)] or legal
        move = choice.choice(wanted)
        captured = ply if "x" in move else captured
        assert played.do(commands.move(move)), played.last["outcome"]
    # But for the legal moves, which depend on the position only.
    sizes = [
        len(text) - len(json.dumps(document["legal_moves"], separators=(",", ":")))
        for text, document in zip(played.updates, played.documents[1:], strict=True)
    ]
    assert max(sizes[-50:]) <= max(sizes[:50]) + 20
    assert len(json.dumps(played.documents[50])) * 2 < len(json.dumps(played.last))


def test_only_the_deltas_of_the_last_changes_are_kept(database: Database) -> None:
    played = Played(database, kibitz.Session(kibitz.game("connect4")))
    with database.writing() as transaction:
        for _ in range(399):
            add_event(transaction, played.id, "change", "{}", "{}")
    deltas = played.deltas()
    assert len(deltas) == 400
    assert [delta is None for delta in deltas] == [True] * 300 + [False] * 100


def stream(http: httpx.Client, path: str, last: int | None = None) -> Any:
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    return http.stream("GET", f"{path}/events", params={"events": "changes"}, headers=headers)


def test_a_stream_of_changes_begins_with_the_document_and_goes_on_with_updates(live: Live) -> None:
    table = live.begin("tictactoe", clock="300")
    with httpx.Client(base_url=live.http.base_url, timeout=60) as http:
        with stream(http, table.path) as answer:
            told = events(answer)
            first = of_kind(told, "session", "change", "update")
            assert (first.kind, first.data) == ("session", table.first)
            after = table.move("4", "X")
            update = of_kind(told, "session", "change", "update")
            assert (update.kind, update.data["what"]) == ("update", "move")
            assert apply_update(first.data, update.data) == after
            after = table.post("draw", {"action": "offer"}, "O").json()
            offer = of_kind(told, "session", "change", "update")
            assert offer.data["history"] == {"keep": 1, "add": []}
        table.move("0", "O")
        with stream(http, table.path, offer.number) as answer:
            missed: Told = of_kind(events(answer), "session", "change", "update")
            assert (missed.kind, missed.number) == ("update", offer.number + 1)
            assert apply_update(after, missed.data) == table.read()


def test_a_client_that_missed_many_changes_gets_the_document(live: Live) -> None:
    table = live.begin("connect4", {"kind": "person"}, {"kind": "person"}, takebacks="free")
    with httpx.Client(base_url=live.http.base_url, timeout=60) as http:
        with stream(http, table.path) as answer:
            first = of_kind(events(answer), "session")
        for _ in range(11):
            table.move("d", "X")
            table.post("undo", {"count": 1}, "X")
        with stream(http, table.path, first.number) as answer:
            told = events(answer)
            missed = of_kind(told, "session", "change", "update")
            assert (missed.kind, missed.data) == ("session", table.read())
            table.move("c", "X")
            assert of_kind(told, "session", "change", "update").kind == "update"


def test_other_kinds_of_events_are_refused(live: Live) -> None:
    table = live.begin("tictactoe")
    answer = live.http.get(f"{table.path}/events", params={"events": "some"})
    assert (answer.status_code, answer.json()["where"]) == (422, "query.events")
