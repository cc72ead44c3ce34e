"""A session on a server, with the names of `kibitz.Session`."""

from __future__ import annotations

import json
import os
import time
import uuid
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self

from kibitz.client.document_reading import (
    RemoteGame,
    RemoteMove,
    RemotePresence,
    read_game,
    read_move,
    read_offer,
    read_outcome,
    read_seat,
    seat_fields,
)
from kibitz.client.document_updates import apply_update
from kibitz.client.remote_errors import RequestError
from kibitz.core import files
from kibitz.core.errors import LimitError
from kibitz.core.outcome import Outcome
from kibitz.core.types import Ply, Side
from kibitz.session.clock import Readings, TimeControl
from kibitz.session.formats import JSON
from kibitz.session.negotiation import Offer, Takebacks
from kibitz.session.seats import Seat

if TYPE_CHECKING:
    from kibitz.client.connection import Connection, StreamEvent


class RemoteSession:
    """A session on a server, as of the last response. `kibitz.Client` makes it.

    The names are those of `kibitz.Session`. Engines in its seats play on the server: `wait` returns
    once they have. `secrets` maps the name of each side that this client plays to its secret.
    """

    def __init__(
        self, connection: Connection, document: Mapping[str, Any], secrets: Mapping[str, str]
    ) -> None:
        self._connection = connection
        self.document: Mapping[str, Any] = document
        self.secrets: Mapping[str, str] = dict(secrets)

    @property
    def id(self) -> str:
        """The id of the session on its server."""
        return str(self.document["id"])

    @property
    def url(self) -> str:
        """The address of the session's page, for spectators."""
        return f"{self._connection.url}/sessions/{self.id}"

    @property
    def version(self) -> int:
        """The version of the session; every change increases it."""
        return int(self.document["version"])

    # The position.

    @property
    def game(self) -> RemoteGame:
        """The game: its name, title, settings and sides."""
        return read_game(self.document["game"])

    @property
    def position(self) -> str:
        """The position in one line of text."""
        return str(self.document["position"])

    @property
    def turn(self) -> Side:
        """The number of the side to move; 0 moves first."""
        return int(self.document["turn"])

    @property
    def side(self) -> str:
        """The name of the side to move."""
        return str(self.document["side"])

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """Every legal move; empty if the game is over."""
        return tuple(move["move"] for move in self.document["legal_moves"])

    def outcome(self) -> Outcome | None:
        """The outcome, or None if the game is unfinished."""
        return read_outcome(self.document["outcome"], self.game.sides)

    # Moves.

    def push(self, move: str) -> None:
        """Play a move for the side to move."""
        self._change("moves", {"move": move}, self.turn)

    @property
    def ply(self) -> Ply:
        """The number of moves played so far."""
        return int(self.document["ply"])

    @property
    def history(self) -> tuple[RemoteMove, ...]:
        """The moves played so far, with their times and evaluations."""
        return tuple(read_move(move) for move in self.document["history"])

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played so far."""
        return tuple(move["move"] for move in self.document["history"])

    @property
    def line(self) -> tuple[str, ...]:
        """The moves played so far and those that `redo` would play."""
        return (*self.moves, *self.document["undone"])

    def undo(self, count: int = 1) -> None:
        """Take back the last `count` moves; they can be redone."""
        self._change("undo", {"count": count}, None)

    def redo(self, count: int = 1) -> None:
        """Replay the next `count` undone moves of the line."""
        self._change("redo", {"count": count}, None)

    # The players.

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players, one seat per side."""
        return tuple(map(read_seat, self.document["seats"]))

    def sit(self, side: str | Side, seat: Seat) -> None:
        """Replace the player of a side, or set the name of the person who plays it.

        Only this client's own seats and those of engines can be changed. `secrets` then contains
        the secret of a person who takes the place of an engine.
        """
        if not isinstance(seat, Seat):
            expected = "kibitz.Seat(...)"
            raise LimitError("bad_setting", name="seat", value=seat, expected=expected)
        number = self.game.sides.index(self._side_name(side))
        before = self.seats[number]
        if before.kind == seat.kind == "person":
            self._change("seat", {"name": seat.name}, side)
            return
        name = self.game.sides[number]
        own = name if before.kind == "person" or not self._people() else self._people()[0]
        body = {"player": number, "seat": seat_fields(seat)}
        found = self._post("players", body, own)
        self.document = found["session"]
        given = {entry["side"]: entry["secret"] for entry in found["secrets"]}
        self.secrets = {**self.secrets, **given}

    def _people(self) -> list[str]:
        """The sides that this client plays as a person."""
        seats = zip(self.game.sides, self.seats, strict=True)
        return [side for side, seat in seats if seat.kind == "person" and side in self.secrets]

    @property
    def has_help(self) -> bool:
        """Whether engine help is allowed during the game."""
        return bool(self.document.get("help", True))

    @property
    def takebacks(self) -> Takebacks:
        """Whether takebacks are "free", need consent ("ask") or are not allowed ("never")."""
        found: Takebacks = self.document["takebacks"]
        return found

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The open offers; the next move, undo or redo removes them."""
        sides = self.game.sides
        return tuple(read_offer(offer, sides) for offer in self.document["offers"])

    def resign(self, side: str | Side | None = None) -> None:
        """Resign the game for `side`, by default the side to move."""
        self._change("resign", {}, self.turn if side is None else side)

    def offer_draw(self, side: str | Side | None = None) -> None:
        """Offer a draw on behalf of `side`, by default the side to move."""
        self._change("draw", {"action": "offer"}, self.turn if side is None else side)

    def accept_draw(self, side: str | Side) -> None:
        """Accept the draw offer."""
        self._change("draw", {"action": "accept"}, side)

    def decline_draw(self, side: str | Side) -> None:
        """Decline the draw offer."""
        self._change("draw", {"action": "decline"}, side)

    def withdraw_draw(self, side: str | Side) -> None:
        """Withdraw the draw offer that `side` has made."""
        self._change("draw", {"action": "withdraw"}, side)

    def request_takeback(self, side: str | Side, count: int | None = None) -> None:
        """Ask to take back `count` moves; by default, all from the last move of `side` on."""
        self._change("takeback", {"action": "request", "count": count}, side)

    def accept_takeback(self, side: str | Side) -> None:
        """Accept the takeback."""
        self._change("takeback", {"action": "accept"}, side)

    def decline_takeback(self, side: str | Side) -> None:
        """Decline the takeback."""
        self._change("takeback", {"action": "decline"}, side)

    def withdraw_takeback(self, side: str | Side) -> None:
        """Withdraw the request for a takeback that `side` has made."""
        self._change("takeback", {"action": "withdraw"}, side)

    # Rematches.

    def offer_rematch(self, side: str | Side) -> None:
        """Offer a rematch after the game. It begins once all people have accepted."""
        self._change("rematch", {"action": "offer"}, side)

    def accept_rematch(self, side: str | Side) -> None:
        """Accept a rematch."""
        self._change("rematch", {"action": "accept"}, side)

    def decline_rematch(self, side: str | Side) -> None:
        """Decline a rematch."""
        self._change("rematch", {"action": "decline"}, side)

    def withdraw_rematch(self, side: str | Side) -> None:
        """Withdraw the offer of a rematch."""
        self._change("rematch", {"action": "withdraw"}, side)

    def rematch(self) -> RemoteSession | None:
        """The session of the rematch, with this client's seats; None if it has not begun."""
        found = self.document.get("rematch")
        if found is None or found["session"] is None:
            return None
        path = f"/sessions/{self.id}/rematch"
        seats = [self._connection.get(path, secret) for secret in self.secrets.values()]
        secrets = {seat["side"]: seat["secret"] for seat in seats}
        return RemoteSession(self._connection, {"id": found["session"]}, secrets).refresh()

    def presence(self) -> RemotePresence:
        """Who has the session's page open."""
        found = self._connection.get(f"/sessions/{self.id}/presence")
        sides = tuple(self.game.sides[player] for player in found["players"])
        return RemotePresence(sides, int(found["spectators"]))

    # Time.

    @property
    def clock(self) -> TimeControl | None:
        """The time control; None without a clock."""
        clock = self.document["clock"]
        return None if clock is None else TimeControl.parse(clock["control"])

    @property
    def readings(self) -> Readings | None:
        """The seconds that every side has left, by this machine's clock; None if not timed."""
        clock = self.document["clock"]
        if clock is None:
            return None
        left = list(map(float, clock["left"]))
        if clock["running"]:
            passed = max(0.0, time.time() - clock["as_of"])
            left[self.turn] = max(0.0, left[self.turn] - passed)
        return tuple(left)

    # Changes by others.

    @property
    def is_thinking(self) -> bool:
        """Whether an engine still has to move, answer an offer, or learn from the game."""
        return bool(self.document["thinking"])

    @property
    def is_preparing(self) -> bool:
        """Whether the game is being compiled while the engine to move searches slowly.

        The clock is stopped meanwhile.
        """
        return bool(self.document.get("preparing", False))

    def refresh(self) -> Self:
        """Read the session again."""
        self.document = self._connection.get(f"/sessions/{self.id}")
        return self

    def wait(self) -> Self:
        """Wait until no engine has anything left to do."""
        if self.is_thinking:
            next((None for _ in self.follow() if not self.is_thinking), None)
        return self

    def follow(self) -> Iterator[Self]:
        """Yield this session now and after every change by others, until it is deleted.

        A lost connection is re-established.
        """
        last_id: str | None = None
        path = f"/sessions/{self.id}/events?events=changes"
        while True:
            try:
                for event in self._connection.events(path, last_id=last_id):
                    is_first, last_id = last_id is None, event.id
                    if self._apply(event) or is_first:
                        yield self
            except RequestError as error:
                if error.code != "unreachable":
                    raise
            # Raises an error if the session is gone, or the server stays unreachable.
            self._connection.get(f"/sessions/{self.id}")

    def _apply(self, event: StreamEvent) -> bool:
        """Apply an event to the document; return whether that changed it."""
        before = self.version
        if event.kind == "session" and event.data["version"] > before:
            self.document = event.data
        elif event.kind == "update":
            updated = apply_update(self.document, event.data)
            if updated is None:
                self.refresh()
            else:
                self.document = updated
        return self.version > before

    # Files.

    def to_text(self, format_name: str = JSON) -> str:
        """The session as the text of a file: JSON, or a file format of the game such as "pdn"."""
        path = f"/sessions/{self.id}/export"
        return str(self._connection.get(path, format=format_name)["text"])

    def to_json(self) -> dict[str, Any]:
        """The session as a JSON object, which `kibitz.Session.from_json` reads."""
        found: dict[str, Any] = json.loads(self.to_text())
        return found

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the session to a file, as JSON or in the game's format with that file extension."""
        files.replace_text(path, self.to_text(files.suffix(path)))

    def __str__(self) -> str:
        return str(self.document["drawing"])

    def __repr__(self) -> str:
        return f"<RemoteSession of {self.game.name} after {self.ply} moves at {self.url}>"

    def _change(self, command: str, body: Mapping[str, Any], side: str | Side | None) -> None:
        """Send a command for a side; None means any side of this client."""
        self.document = self._post(command, body, side)

    def _post(
        self, command: str, body: Mapping[str, Any], side: str | Side | None
    ) -> dict[str, Any]:
        """The response to a command for a side."""
        secret = self._secret(side)
        path = f"/sessions/{self.id}/{command}"
        key = uuid.uuid4().hex  # so that a retry does nothing twice
        return self._connection.post(path, dict(body), secret, Idempotency_Key=key)

    def _side_name(self, side: str | Side) -> str:
        sides = self.game.sides
        if type(side) is int and 0 <= side < len(sides):
            return sides[side]
        names = [one for one in sides if one.casefold() == str(side).casefold()]
        if not names:
            expected = " or ".join(sides)
            raise LimitError("bad_setting", name="side", value=side, expected=expected)
        return names[0]

    def _secret(self, side: str | Side | None) -> str:
        if side is None:
            name = next(iter(self.secrets), self.side)
        else:
            name = self._side_name(side)
        if name not in self.secrets:
            own = f"it plays {', '.join(self.secrets)}" if self.secrets else "it is a spectator"
            raise RequestError("no_seat_secret", side=name, works=own)
        return self.secrets[name]
