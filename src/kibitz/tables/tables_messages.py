"""Messages about endgame tables and solving games."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "not_for_two": "Cannot solve {game}: it has {players} players, and only games for two can be "
    "solved.",
    "solve_of_history": "Cannot solve {game}: it forbids repetition, so the value of a position "
    "depends on the earlier positions.",
    "states_not_hashable": "Cannot solve {game}: its states are not hashable ({problem}). Make "
    "them tuples, or give their class a __hash__ method.",
    "too_many_positions": "{game} has more than {count} positions, too many for {memory} GB. Raise "
    "--memory, or solve a smaller board or a later --position.",
    "too_little_memory": "Solving {game} needs {needed} GB of memory, but only {memory} GB are "
    "allowed. Raise --memory, or solve fewer pieces.",
    "not_by_pieces": "Cannot solve {game} by its number of pieces: {reason}.",
    "no_gpu": "No GPU can be used ({problem}). --device cpu solves without one.",
    "bad_memory": "Memory cannot be {value!r}: expected gigabytes, more than 0.",
    "table_damaged": "The endgame table {file!r} is damaged: {problem}. Remove it with `kibitz "
    "tables remove`, then rebuild it with `kibitz solve`.",
    "table_from_future": "{file!r} is an endgame table of version {version}, and this Kibitz "
    "supports {known}. Update Kibitz to read it.",
    "table_other_rules": "{file!r} is an endgame table for {other}: expected one for {expected}.",
    "table_of_older_rules": "{file!r} was built before the rules of {game} changed. Rebuild it "
    "with `kibitz solve`.",
    "table_unwritable": "Cannot write {file!r}: {problem}.",
}
