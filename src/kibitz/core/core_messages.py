"""The sentences of the core: options, rules, moves, positions, settings and files."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # games and options
    "unknown_option": "{game} has no option {name!r}: {known}.",
    "bad_option": "Option {name!r} of {game} cannot be {value!r}: expected {expected}.",
    "unknown_evaluation": "{game} has no evaluation {name!r}: {known}.",
    "no_game_object": "Cannot use {value!r} as the game for {what}. Make a game with "
    "kibitz.game(name).",
    "bad_contract": "Kibitz cannot use this game: {problem}.",
    "bad_rules_text": "The rules text of {game} has a mistake in the block of line {line}: "
    "{problem}.",
    "no_weights": "The evaluation of {game} has no weights. Add some with "
    "Evaluation(evaluate, weights=...).",
    # moves and positions
    "unreadable_move": "Cannot read the move {text!r} in {game} position {position!r}: {expected}.",
    "illegal_move": "No move {text!r} in {game} position {position!r}: {expected}.",
    "ambiguous_move": "The move {text!r} is ambiguous in {game} position {position!r}: it can mean "
    "{candidates}. Write one of them in full.",
    "unreadable_position": "Cannot read the {game} position {text!r}: {problem}.",
    "no_setup": "{game} positions cannot be set up by placing pieces. Give the position as text, "
    "such as {example!r}.",
    "bad_placement": "Cannot set up this {game} position: {problem}.",
    "game_over": "Cannot play {text!r} in {game} position {position!r}: the game is over "
    "({outcome}). {works}.",
    "nothing_to_search": "No move to search for in {game} position {position!r}: the game is over "
    "({outcome}).",
    "reading_too_long": "Reading this takes longer than {seconds} s. Send fewer moves or plies, or "
    "a position with fewer captures.",
    # settings and files
    "bad_setting": "{name} cannot be {value!r}: expected {expected}.",
    "record_unreadable": "Cannot read {source}: {problem}.",
    "record_unwritable": "Cannot write {path!r}: {problem}.",
    "unknown_level": "{game} has no level {name!r}: its levels are {known}.",
}
