"""The sentences of the adapters: errors about a class that cannot be adapted."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "unknown_class": "{name} has none of the interfaces that Kibitz can adapt: {missing}. "
    "Name its methods: adapt(..., moves=..., play=...).",
    "unknown_players": "Cannot tell who plays {name}. Pass the players in turn order, as the "
    "class names them: adapt(..., players=('X', 'O')).",
    "unknown_turn": "Cannot tell whose turn {value!r} means in {name}: the players are {players}. "
    "Pass a function that returns the player to move, adapt(..., turn=function), or, if turns "
    "alternate, the player who moves in this object: adapt(..., moves_first={example!r}).",
    "unknown_winner": "Cannot tell which player the winner {value!r} is: the players are "
    "{players}. Pass them as the class names them, adapt(..., players=[...]), or pass a "
    "function: adapt(..., winner=function).",
    "unknown_result": "Cannot tell who won a finished {name}: its evaluation is {value}. Expected "
    "infinity for a win and 0 for a draw, or adapt(..., winner=function).",
    "endless_game": "The search of {name} goes too deep: a line of play does not end. Set "
    "max_depth, or let the game end.",
    "unknown_opponent": "Cannot tell who plays against {piece!r} in {name}: its players are "
    "{known}. Add the attributes human_player_piece and ai_player_piece.",
    "bad_evaluation": "The evaluation of {name} is {value!r}: expected a number, which may be "
    "infinite.",
    "class_not_copied": "Cannot make a deep copy of a {name} ({problem}). Do not store files, "
    "locks or windows in it, or add a __deepcopy__ method.",
    "class_needs_arguments": "Cannot make a {name} without arguments ({problem}). Pass an object: "
    "adapt({name}(...)). End a file with GAME = kibitz.adapt({name}(...)).",
    "class_shares": "A move in a copy of {name} changes the original. {method} must change only "
    "the object's own data, not its class or globals.",
    "class_fails": "A method of {name} fails: {problem}. docs/adapters.md describes how "
    "methods are called; adapt(..., players=[...]) sets the players they get.",
    "no_common_moves": "Cannot tell which moves are the same. A move is {old!r} in the old game "
    "and {new!r} in the new one, and neither the texts nor the changes on the board match. Make "
    "the new game write moves like the old one, with notation=Notation(format_move=...), or read "
    "the old texts, with parse_move.",
    "no_class": "No class in {path!r} can be adapted: {missing}.",
    "several_classes": "Several classes in {path!r} can be adapted: {known}. Write "
    "{path}:{example}.",
    "no_such_class": "No class {name!r} in {path!r}: its classes are {known}.",
}
