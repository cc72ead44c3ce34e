"""Every refusal of Kibitz: its code and its English sentence.

A sentence says what was expected, what came and what would work. The code and the parameters
travel with it, so that a program can act on it and a translation can replace it. Games have
sentences of their own; they build a `Message` where they refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

ENGLISH: Mapping[str, str] = {
    # games and options
    "unknown_game": "no game {name!r}: known games are {known}; a file like mygame.py works too",
    "game_file_missing": "no game file {path!r}: give the path of a Python file that defines GAME",
    "game_file_broken": "cannot load {path!r}: {problem}",
    "game_file_without_game": "{path!r} defines no GAME: end it with GAME = Game(...)",
    "unknown_option": "{game} has no option {name!r}: {known}",
    "bad_option": "option {name!r} of {game} cannot be {value!r}: expected {expected}",
    "bad_option_form": "expected an option as name=value, got {text!r}: for example {example}",
    "unknown_evaluation": "{game} has no evaluation {name!r}: {known}",
    "too_large": "a {game} board of {rows} x {columns} has {cells} cells, at most {limit} fit: "
    "{works} works",
    "no_game_object": "{what} needs a game, got {value!r}: make one with kibitz.game(name)",
    "bad_contract": "this is no game for Kibitz: {problem}",
    # moves and positions
    "unreadable_move": "cannot read the move {text!r} in {game} position {position!r}: {expected}",
    "illegal_move": "no move {text!r} in {game} position {position!r}: {expected}",
    "ambiguous_move": "the move {text!r} can mean {candidates} in {game} position {position!r}: "
    "write one of them in full",
    "unreadable_position": "cannot read the {game} position {text!r}: {problem}",
    "game_over": "the game is over ({outcome}) in {game} position {position!r}: "
    "no move {text!r} can be played; undo first or start a new session",
    "nothing_to_search": "the game is over ({outcome}) in {game} position {position!r}: "
    "there is no move to find",
    "no_position": "an engine needs a session or a snapshot of {game}, got {value}: "
    "give it Session(game) or Snapshot(state)",
    "nothing_to_undo": "cannot undo {count} of {available} moves: {works}",
    "nothing_to_redo": "cannot redo {count} of {available} undone moves: {works}",
    # limits and engines
    "bad_limit": "{name} cannot be {value!r}: expected {expected}",
    "unknown_level": "{game} has no level {name!r}: its levels are {known}",
    "other_game": "this engine plays {game}, the position is one of {other}: "
    "make an engine for that game",
    "engine_busy": "this engine is searching already: wait for it, stop it, or make another engine",
    "bad_setting": "{name} cannot be {value!r}: expected {expected}",
    "not_compilable": "cannot compile {function} of {game} ({file}, line {line}): {problem}; "
    "{advice}",
    "too_many_moves": "{game} has a position with more than {limit} moves: "
    "the compiled search cannot hold them; use Engine(game, compiled=False)",
    # the conformance suite
    "not_conforming": "{game} breaks the contract: {problem}\n  after the moves: {line}\n"
    "  in the position: {position}",
}


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with its code and parameters: a refusal, a reason or an explanation."""

    code: str
    text: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.text


def message(code: str, **params: object) -> Message:
    """The sentence of Kibitz's own with this code, its parameters filled in.

    >>> str(message("unknown_game", name="chess", known="connect4, tictactoe"))
    "no game 'chess': known games are connect4, tictactoe; a file like mygame.py works too"
    """
    return Message(code, ENGLISH[code].format(**params), params)
