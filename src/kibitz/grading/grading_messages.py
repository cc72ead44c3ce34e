"""The sentences of grading: errors about a file that cannot be graded."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "no_search_found": "Found no minimax or alpha-beta in {path!r}: its functions are {known}. "
    "Expected a recursive function such as minimax(state, depth, maximizing), or a function or "
    "method such as best_move(board). Name it with --function.",
    "no_such_function": "{path!r} has no function {name!r}: its functions are {known}.",
    "unknown_parameter": "Cannot tell what the parameter {parameter!r} of {function} is for. Name "
    "the parameters in order, for example --parameters position,depth,maximizing. The words are "
    "{known}.",
    "no_rules_found": "Found no rules of a game in {path!r}: {problem}. Expected a class in one of "
    "the styles of docs/adapters.md, functions such as actions, result and terminal, or a game of "
    "Kibitz, for example --game NAME.",
    "not_two_players": "Only games for two players can be graded: {game} has {count}.",
    "no_positions": "Found no position of {game} that can be graded: even those near the end have "
    "more than {most} nodes. Set a smaller --depth.",
}
