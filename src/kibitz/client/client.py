"""The client: `kibitz.Client(url)`."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias
from urllib.parse import parse_qs, quote, urlsplit

from kibitz.client.document_reading import limit_fields, read_line, seat_fields
from kibitz.client.remote_analysis import RemoteAnalysis
from kibitz.client.remote_errors import RequestError, error_of
from kibitz.client.remote_session import RemoteSession
from kibitz.core import files
from kibitz.core.contract import Game
from kibitz.core.text import format_state
from kibitz.engine.lines import Line
from kibitz.search.deepening import Opponents
from kibitz.search.limits import DEFAULT_SECONDS, Limit
from kibitz.session.clock import TimeControl
from kibitz.session.formats import JSON
from kibitz.session.negotiation import Takebacks
from kibitz.session.seats import Seat
from kibitz.session.session import Session

RemotePosition: TypeAlias = RemoteSession | Session


class Client:
    """A Kibitz server: its sessions and analyses, under the same names as in Python.

    - `url`: the address of the server, such as "http://127.0.0.1:8000".
    - `timeout`: the seconds to wait for a response.
    - `patience`: how many seconds to keep retrying a request while the server is busy or cannot be
      reached. No command is carried out twice.

    Errors are those of Python, such as `kibitz.IllegalMoveError`; a `kibitz.RequestError` is one
    that only exists over HTTP.
    """

    def __init__(self, url: str, *, timeout: float = 60.0, patience: float = 10.0) -> None:
        # Imported here, because every program that imports kibitz would load an HTTP library.
        from kibitz.client.connection import Connection

        self._connection = Connection(url, timeout, patience)

    @property
    def url(self) -> str:
        """The address of the server."""
        return self._connection.url

    def names(self) -> list[str]:
        """The names of the server's games."""
        return [game["name"] for game in self._connection.get("/games")["games"]]

    # Sessions.

    def session(
        self,
        game: Game | str,
        state: str | None = None,
        *,
        seed: int | None = None,
        moves: Sequence[str] = (),
        seats: Sequence[Seat] | None = None,
        clock: TimeControl | None = None,
        takebacks: Takebacks | None = None,
        help: bool = True,  # noqa: A002 - the name in the API
    ) -> RemoteSession:
        """Create a session in which this client plays for all the people.

        `game`: its name, or a game with options, such as `kibitz.game("draughts",
        variant="russian")`. `moves`: played first; they can be undone. `help`: whether engine help
        is allowed during the game; only people can play without it. The other arguments are those
        of `kibitz.Session`.
        """
        body = {
            **_game_fields(game),
            "position": state,
            "seed": seed,
            "moves": list(moves) or None,
            "seats": None if seats is None else list(map(seat_fields, seats)),
            "clock": None if clock is None else str(clock),
            "takebacks": takebacks,
            "help": None if help else False,
        }
        return self._created("/sessions", body)

    def open(self, session: str, secrets: Mapping[str, str] | None = None) -> RemoteSession:
        """A session of the server: its id, its address or an invitation.

        `secrets`: the secret of every side to play; an invitation contains one. Without any, the
        session can only be read.
        """
        parts = urlsplit(session)
        session_id = parts.path.rstrip("/").rpartition("/")[2]
        found = RemoteSession(self._connection, {"id": session_id}, {}).refresh()
        invited = parse_qs(parts.fragment).get("secret", [])
        sides = {
            self._connection.get(f"/sessions/{session_id}/seat", secret)["side"]: secret
            for secret in invited
        }
        found.secrets = {**sides, **(secrets or {})}
        return found

    def from_json(self, data: Mapping[str, Any]) -> RemoteSession:
        """Continue a session that `kibitz.Session.to_json` wrote, on the server."""
        return self._created("/sessions/import", {"record": dict(data)})

    def load(self, path: str | os.PathLike[str], game: Game | str | None = None) -> RemoteSession:
        """Continue the session in a file on the server; `game` as in `kibitz.Session.load`."""
        name, text = files.suffix(path), files.read_text(path)
        named = {} if game is None else _game_fields(game)
        if name.casefold() == JSON:
            try:
                return self._created("/sessions/import", {"record": json.loads(text), **named})
            except json.JSONDecodeError:
                pass  # the server says what is wrong with the text
        return self._created("/sessions/import", {"text": text, "format": name, **named})

    def _created(self, path: str, body: Mapping[str, Any]) -> RemoteSession:
        given = {name: value for name, value in body.items() if value is not None}
        found = self._connection.post(path, given)
        secrets = {seat["side"]: seat["secret"] for seat in found["secrets"]}
        return RemoteSession(self._connection, found["session"], secrets)

    # Analyses.

    def play(
        self,
        position: RemotePosition,
        limit: Limit | None = None,
        opponents: Opponents = "paranoid",
    ) -> Line:
        """The best move, with its score and line. The default limit is one second."""
        return self.analyse(
            position, Limit(time=DEFAULT_SECONDS) if limit is None else limit, 1, opponents
        )[0]

    def analyse(
        self,
        position: RemotePosition,
        limit: Limit,
        multipv: int = 1,
        opponents: Opponents = "paranoid",
    ) -> list[Line]:
        """The `multipv` best lines, best first, within the server's limits."""
        body = {**_position_fields(position), **_settings(limit, multipv, opponents)}
        return [read_line(line) for line in self._connection.post("/analyses", body)["lines"]]

    def analysis(
        self,
        position: RemotePosition,
        limit: Limit | None = None,
        multipv: int = 1,
        opponents: Opponents = "paranoid",
    ) -> RemoteAnalysis:
        """Start an analysis, which yields its lines as the search deepens."""
        body = {**_position_fields(position), **_settings(limit, multipv, opponents)}
        return RemoteAnalysis(self._connection, body)

    def analyse_all(
        self,
        positions: Sequence[RemotePosition],
        limit: Limit,
        multipv: int = 1,
        opponents: Opponents = "paranoid",
    ) -> Iterator[list[Line]]:
        """Analyse up to 32 positions in one request; yield the lines of each, in order.

        Raises the error of a position when it is that position's turn.
        """
        fields = [_position_fields(position) for position in positions]
        body = {"positions": fields, **_settings(limit, multipv, opponents)}
        for event in self._connection.events("/analyses/batch", body):
            if event.kind == "problem":
                raise error_of(event.data)
            if event.kind == "analysis":
                yield [read_line(line) for line in event.data["lines"]]

    def tree(
        self,
        position: RemotePosition,
        depth: int = 2,
        *,
        pruning: bool = True,
        ordering: bool = False,
        events: bool = False,
    ) -> dict[str, Any]:
        """The recorded tree of a textbook search as JSON, with its `events` in order if wanted."""
        switches = {"depth": depth, "pruning": pruning, "ordering": ordering, "events": events}
        return self._connection.post("/trees", {**_position_fields(position), **switches})

    def lessons(self) -> list[dict[str, Any]]:
        """The lessons of the server: id, title and topic of each."""
        found: list[dict[str, Any]] = self._connection.get("/lessons")["lessons"]
        return found

    def lesson(self, lesson_id: str) -> dict[str, Any]:
        """A lesson with its computed figures, as JSON."""
        return self._connection.get(f"/lessons/{quote(lesson_id, safe='')}")

    def knowledge(self, position: RemotePosition) -> dict[str, Any]:
        """What the opening book and the endgame tables contain about a position, as JSON."""
        return self._connection.post("/positions/knowledge", _position_fields(position))

    def review(
        self, session: RemotePosition, limit: Limit | None = None, *, explains: bool = False
    ) -> dict[str, Any]:
        """A review of a game as JSON, which the server keeps; see `kibitz.review`."""
        game: dict[str, Any] = {"record": session.to_json()}
        if isinstance(session, RemoteSession):
            game = {"session": session.id}
        body = {**game, "words": explains, "limit": None if limit is None else limit_fields(limit)}
        return self._connection.post("/reviews", body)

    def __repr__(self) -> str:
        return f"kibitz.Client({self.url!r})"


def _game_fields(game: Game | str) -> dict[str, Any]:
    if isinstance(game, Game):
        return {"game": game.name, "options": dict(game.settings)}
    return {"game": game}


def _position_fields(position: RemotePosition) -> dict[str, Any]:
    """A position as JSON. A local session is sent as its first position and its moves."""
    if isinstance(position, RemoteSession):
        return {"session": position.id}
    if not isinstance(position, Session):
        raise RequestError("no_remote_position", value=position)
    first = position.earlier[0] if position.ply else position.state
    return {
        **_game_fields(position.game),
        "position": format_state(position.game, first),
        "moves": list(position.moves),
    }


def _settings(limit: Limit | None, multipv: int, opponents: Opponents) -> dict[str, Any]:
    return {"limit": limit_fields(limit), "lines": multipv, "opponents": opponents}
