"""The search's messages."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "bad_limit": "{name} cannot be {value!r}: expected {expected}.",
    "perft_of_history": "Cannot count the lines of {game}: it forbids repetition, so its legal "
    "moves depend on the earlier positions. Count those of the same game with repeats=0.",
    "too_many_moves": "{game} has a position with more than {limit} moves, too many for the "
    "compiled search. Use Engine(game, compiled=False).",
}
