"""The sentences of sessions: undo and redo, offers, seats, and files."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    # back and forth
    "nothing_to_undo": "Cannot undo {count} of {available} moves. {works}.",
    "nothing_to_redo": "Cannot redo {count} of {available} undone moves. {works}.",
    "no_such_ply": "Cannot go to ply {ply!r}: expected a whole number from 0 to {last}.",
    "no_branch": "Cannot switch to {move!r}: {works}.",
    # what the players agree on
    "already_over": "The game is over ({outcome}), so {what} is not possible. {works}.",
    "no_own_move": "{side} has not played a move to take back. {works}.",
    "takebacks_by_consent": "Cannot {what}: in this session the other players must agree to a "
    "takeback. Ask with request_takeback(side); replay() shows the moves.",
    "takebacks_never": "Cannot {what}: this session does not allow takebacks. replay() shows the "
    "moves.",
    "takebacks_free": "Takebacks are free in this session. Use undo().",
    "open_offer": "{side} has already offered a {kind}. Answer with accept_{kind}(side) or "
    "decline_{kind}(side).",
    "no_offer": "There is no open {kind} offer: none was made, or a move has been played since. "
    "Make one with {works}.",
    "not_offered": "{side} has no {kind} offer to withdraw: {maker} made it.",
    "not_asked": "{side} has no {kind} offer to answer: waiting for {waiting}.",
    "bad_seats": "Expected {players} seats as kibitz.Seat(...), one for each player, got {got}.",
    # files
    "record_damaged": "{source} is damaged: {problem}.",
    "record_from_future": "{source} has version {version} of {what}, and this Kibitz supports "
    "{known}. Update Kibitz to load it.",
    "record_other_rules": "{source} is a game of {other}: expected {expected}. {works}.",
    "record_needs_game": "{source} is a game of {name!r} from {file}, which Kibitz does not "
    "include. Pass the game too: Session.load(path, game=...), or kibitz play --load FILE --game "
    "GAME.py.",
    "record_without_text": "Cannot save this session of {game}: its first position cannot be "
    "written as text. Start from the game's first position, or give the game a notation.",
    "text_needs_game": "{source} does not name its game. Choose the game and its options, or begin "
    "the text with a line such as Game: NAME.",
    "neither_position_nor_moves": "{source} is not a position: {problem}. Nor does it contain "
    "moves: {expected}.",
    "no_format": "{game} has no file format {format!r}: {known}.",
}
