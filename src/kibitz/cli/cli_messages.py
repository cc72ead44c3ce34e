"""The messages of the command line."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "no_rules_text": "{game} has no rules text. Add one with Game(rules=...); the page "
    "docs/board_and_rules.md describes it.",
    "moved_option": "{option} is now {command}. Run it in a source checkout of Kibitz.",
    "bad_new_name": "Cannot call a game {name!r}: {problem}. Choose another name, such as "
    "pawn_race.",
    "new_folder_taken": "The folder {folder!r} already exists and is not empty. Kibitz has not "
    "changed it. Choose another one with --folder.",
    "bad_option_form": "Expected an option as name=value, got {text!r}. For example: {example}.",
    "nothing_to_play": "Expected a game or a saved session. `kibitz play GAME` starts a game, "
    "`kibitz play --load FILE` continues a saved one.",
    "bad_key": "Cannot do {typed!r}: {expected}.",
    "record_exists": "{path!r} already exists. Kibitz has not changed it. Continue a saved game "
    "with `kibitz play --load {path!r} --save {path!r}`, or use another name.",
    # reviews and matches
    "nothing_to_review": "{source} has no game with moves. Play some, or use another file.",
    "no_game_number": "{source} has no game {number}: expected a number from 1 to {count}.",
    "match_without_players": "Expected at least two players, got {count}. Repeat --player, for "
    "example --player 5 --player 6.",
    "match_without_game": "Expected a game to play. Name it before the players, for example "
    "`kibitz match GAME --player 5 --player 6`.",
    "match_of_other_rules": "{source} is the record of a match of {other}: expected {expected}. "
    "{works}.",
    # endgame tables and opening books
    "no_table": "No endgame table for {game}. {works}.",
    "unknown_table": "No endgame table {name!r} in {folder!r}: {known}.",
    "not_in_table": "The endgame tables for {game} do not include the position {position!r}. "
    "{works}.",
    "other_book": "{path!r} is a book with {what} {there!r}: expected {asked!r}. Choose another "
    "file with --out, or remove this one.",
    # the server
    "server_missing": "The server needs packages that are not installed ({problem}). Run "
    "pip install 'kibitz[server]'.",
}
