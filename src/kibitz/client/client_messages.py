"""The sentences of the client."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "bad_address": "Cannot use {url!r} as the address of a server: expected one like "
    "http://127.0.0.1:8000.",
    "unreachable": "Cannot reach {url}: {problem}. Check the address, and whether the server is "
    "running.",
    "no_kibitz": "{url} does not answer like a Kibitz server: {problem}. Check the address, and "
    "that the server is not older than this Kibitz.",
    "no_seat_secret": "This client has no secret for {side}: {works}.",
    "no_remote_position": "Cannot send {value!r} to a server: expected a session of this client, "
    "or a kibitz.Session.",
}
