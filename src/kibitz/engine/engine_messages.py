"""The sentences of the engine: levels, searches, opening books and the benchmark."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "no_position": "An engine for {game} needs a session or a snapshot, got {value}. Use "
    "Session(game) or Snapshot(state).",
    "other_game": "This engine plays {game}, but the position is from {other}. Make an engine for "
    "that game.",
    "engine_busy": "This engine is already searching. Wait for it, stop it, or make another "
    "engine.",
    "level_without_table": "The level {name!r} needs an endgame table, and {game} has none. Build "
    "one with `kibitz solve {game}` and the same options.",
    "rule_does_not_return": "A rule of {game} did not return within {seconds:g} s{where}. "
    "`kibitz check` names the rule and the position.",
    # opening books
    "book_unwritable": "Cannot write the book {path!r}: {problem}.",
    "no_book": "Cannot read the opening book {path!r}: {problem}.",
    "no_opening": "Cannot make an opening book for {game}: it starts from a random position.",
    "no_book_possible": "Cannot make an opening book for {game}: it needs two players and states "
    "of integers.",
}
