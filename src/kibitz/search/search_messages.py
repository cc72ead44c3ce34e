"""The search's messages."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "bad_limit": "{name} cannot be {value!r}: expected {expected}.",
    "too_many_moves": "{game} has a position with more than {limit} moves, too many for the "
    "compiled search. Use Engine(game, compiled=False).",
}
