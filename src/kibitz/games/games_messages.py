"""Messages about finding and loading games, and about their boards and positions."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "unknown_game": "Unknown game {name!r}: choose one of {known}, or give a file like mygame.py.",
    "no_such_game": "Unknown game {name!r}: choose one of {known}.",
    "game_file_missing": "No game file {path!r}. Give the path of a Python file that defines GAME.",
    "game_file_broken": "Cannot load {path!r}: {problem}.",
    "game_file_without_game": "{path!r} does not define GAME. End it with GAME = Game(...).",
    "game_changed": "The rules of {game} in {source!r} have changed since they were loaded. "
    "Load the game again.",
    "no_learned_evaluation": "{source} is not a learned evaluation. `kibitz train` makes one.",
    "learned_from_future": "{source} has version {version} of the format; this Kibitz reads "
    "version {known}. Install a newer Kibitz.",
    "learned_for_other_rules": "{source} was learned for {rules}, not for the present rules of "
    "{game}. Train it again with `kibitz train`.",
    "learned_damaged": "{source} is damaged: {problem}. Train it again with `kibitz train`.",
    "neighbours_clash": "Cannot load {path!r}: {places} are both named {name}, and one of them is "
    "imported inside a function, where Python cannot tell them apart. Move that import to the top "
    "of the file, or rename one of them.",
    "installed_game_broken": "Cannot load the game {name!r} of the package {package} ({value}): "
    "{problem}.",
    "installed_no_game": "The entry point {name!r} of the package {package} ({value}) is of type "
    "{type}: expected a kibitz.Game.",
    "installed_other_name": "The entry point {name!r} of the package {package} ({value}) loads a "
    "game called {own!r}. Give both the same name.",
    "installed_name_bad": "The package {package} offers a game under the name {name!r}, which "
    "Kibitz ignores: a name has lower-case letters, digits and underscores, at most 60.",
    "installed_name_taken": "The package {package} offers a game called {name!r}, which Kibitz "
    "ignores because it has a game of that name.",
    "installed_twice": "Two packages offer a game called {name!r}: {one} and {other}. Kibitz uses "
    "that of {one}.",
    "file_not_trusted": "{source} needs the game file {file!r}. Kibitz does not run a file just "
    "because a record names it. If you trust it, use --game FILE (in Python "
    "game=kibitz.game(FILE)) or --trust FOLDER (in Python trust=[FOLDER]).",
    "too_large": "A {game} board of {rows} x {columns} has {cells} cells, but at most {limit} fit. "
    "{works} works.",
    "too_many_captures": "This position has more captures than Kibitz can follow (limit {limit}): "
    "{text!r}. Remove some pieces.",
    "match_needs_source": "Other processes cannot load {game}. Use a name that `kibitz games` "
    "lists, or the path of a file that ends with GAME = Game(...).",
    "knights_together": "Both knights are on {square}: expected different squares.",
}
