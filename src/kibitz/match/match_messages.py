"""The messages of matches: players, records, and worker processes."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # players and rules
    "bad_player": "Cannot read the player {text!r}: {problem}. Expected a level, random, "
    "FILE.py:FUNCTION, or KEY=VALUE pairs joined by commas. The keys are {keys}; plain and "
    "baseline set all techniques together.",
    "no_player_file": "No file {path!r}. Write a player as a Python file and its function, for "
    "example bot.py:choose.",
    "no_player_function": "{path!r} does not define a function {name!r}. A player is a function "
    "(game, position) that returns a move.",
    "match_file_differs": "{path!r} has changed since the match was made. Restore it on every "
    "machine that plays, or start a new match.",
    "match_differs": "{path!r} is the record of another match: {differences}. Use its settings, or "
    "another file.",
    "match_running": "Another process is writing {path!r}. Wait for it, or use another file.",
    "match_damaged": "{source} is damaged: {problem}. Kibitz has not changed the file. Delete the "
    "damaged line to continue without it.",
    "match_game_moved": "Cannot load the game of {source}: {problem}. If the game file has moved, "
    "add --game FILE to --replay.",
    "no_match_record": "{source} is not a match record. Kibitz has not changed it. Use another "
    "file.",
    "no_match_game": "{source} has no finished game {number}: {known}.",
    "not_replayed": "Game {number} of {source} cannot be replayed: {problem}.",
    "match_without_tables": "No endgame tables of {game} to adjudicate by. Build some with "
    "`kibitz solve`.",
    # playing
    "match_game_failed": "Game {number} of the match failed: {problem}. `kibitz check` finds "
    "mistakes in rules.",
    "workers_lost": "The workers died {count} times in a row without finishing a game. A player or "
    "the rules may crash the process, memory may be short, or the program that runs the match may "
    'lack `if __name__ == "__main__":`.',
    "cluster_missing": "A cluster needs a package that is not installed ({problem}). Run "
    "pip install 'kibitz[cluster]'.",
    "no_cluster": "No cluster answers at {address!r}: {problem}. Start one with `dask scheduler` "
    "and `dask worker ADDRESS`.",
}
