"""The secrets of seats that the server derives, and the tickets for event streams.

The server stores only hashes of secrets. Those that it must send again later are derived from its
key, so that they can be recomputed.
"""

from __future__ import annotations

import hmac

from kibitz.core.types import Side
from kibitz.server.auth import SecretHasher
from kibitz.server.http_errors import SeatError

_TICKET_LENGTH = 32  # characters of the proof


class SeatKeys:
    """Derives secrets and tickets with the server's key."""

    def __init__(self, hasher: SecretHasher) -> None:
        self._hasher = hasher

    def hash(self, secret: str) -> str:
        """The hash that is stored for a secret."""
        return self._hasher.hash(secret)

    def new_seat(self, session_id: str, version: int, side: Side) -> str:
        """The secret that a seat gets from the change of players that made this version."""
        return self._hasher.derived(f"seat {session_id} {version} {side}")

    def rematch(self, session_id: str, secret_hash: str) -> str:
        """The secret in the rematch `session_id` for the player of an earlier secret."""
        return self._hasher.derived(f"rematch {session_id} {secret_hash}")

    def ticket(self, session_id: str, side: Side) -> str:
        """Proof of which player opened an event stream. It gives no other rights."""
        proof = self._hasher.hash(f"ticket {session_id} {side}")
        return f"{side}-{proof[:_TICKET_LENGTH]}"

    def ticket_side(self, session_id: str, ticket: str) -> Side:
        """The side that a ticket belongs to."""
        number = ticket.partition("-")[0]
        side = int(number) if number.isascii() and number.isdigit() and len(number) < 3 else 0
        if not hmac.compare_digest(ticket.encode(), self.ticket(session_id, side).encode()):
            raise SeatError("unknown_ticket", session=session_id)
        return side
