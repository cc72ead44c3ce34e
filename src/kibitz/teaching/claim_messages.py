"""The sentences of explanations: predicates for one move, and sentences that compare two moves.

`claims` defines the exact meaning of each. A predicate follows the text of its move, so it has
neither a capital letter nor a full stop: "d3" and "wins immediately". The predicates that a game's
vocabulary adds have the same form.
"""

from __future__ import annotations

from collections.abc import Mapping

PREDICATES: Mapping[str, str] = {
    "forced": "is the only legal move",
    "wins_at_once": "wins immediately",
    "draws_at_once": "ends the game in a draw ({reason})",
    "loses_at_once": "loses immediately",
    "wins_in": "wins by force in {plies} plies",
    "loses_in": "loses by force in {plies} plies",
    "allows_win": "lets {side} win {how}, while {other} does not",
    "can_be_beaten": "loses in {plies} plies if all the others play against it",
    "draws": "draws with best play",
    "holds_draw": "secures at least a tie for first place",
    "only_winning_move": "is the only move that wins by force within {depth} plies",
    "only_move_that_does_not_lose": "is the only move that does not lose by force within {depth} "
    "plies",
    "only_safe_move": "is the only move that the others together cannot beat within {depth} plies",
    "misses_win": "misses {other}, which wins {when}",
    "best_by": "is {by} better than {other}, the next best move, at depth {depth}",
    "worse_by": "is {by} worse than {other} at depth {depth}",
    "sampled": "scores {percent} % in random games",
    "sampled_best": "scores {percent} % in random games, and {other}, the next best move, "
    "{other_percent} %",
    "sampled_worse": "scores {percent} % in random games, and {other} {other_percent} %",
    "forces_reply": "leaves {side} only one reply, {reply}",
    "threatens_win": "threatens to win immediately: {prevented}",
    "best_reply": "is best answered by {reply} at depth {depth}",
    "sampled_reply": "is best answered by {reply} in random games",
    "raises_term": 'raises the term "{term}" from {before} to {after} with best play',
    "lowers_term": 'lowers the term "{term}" from {before} to {after} with best play',
    "wins_pieces": "wins {what} by force",
    "loses_pieces": "loses {what} to {reply}",
    "exchanges": "exchanges {what}: {reply} recaptures",
    # from endgame tables
    "table_wins": "wins in {plies} plies with best play",
    "table_draws": "draws with best play",
    "table_loses": "loses in {plies} plies with best play",
    "is_table_win": "wins with best play",
    "is_table_loss": "loses with best play",
    "only_win_there_is": "is the only winning move",
    "only_drawing_move": "is the only drawing move",
    "gives_win_away": "throws away a win: {other} wins in {plies} plies",
    "gives_table_win_away": "throws away a win: {other} wins",
    "gives_draw_away": "throws away a draw: {other} draws",
    "clock_decides": "may reach the move limit before the result in the endgame tables, so the "
    "search decides",
}

SENTENCES: Mapping[str, str] = {
    "table_tells_apart": "With best play, {better} {good} and {worse} {bad}.",
    "same_move": "Both moves are {move}.",
    "wins_where_other_does_not": "{better} wins {when}. {worse} does not win within {depth} plies.",
    "wins_sooner": "{better} wins {when}. {worse} takes {other_plies} plies.",
    "loses_where_other_does_not": "{worse} loses {when}. {better} does not lose within {depth} "
    "plies.",
    "loses_sooner": "{worse} loses {when}. {better} holds out for {other_plies} plies.",
    "better_by": "{better} is {by} better than {worse} at depth {depth}.",
    "equally_good": "{one} and {other} are equally good at depth {depth}.",
    "sampled_better": "{better} scores {percent} % in random games, {worse} {other_percent} %.",
    "sampled_alike": "{one} and {other} score about the same in random games: {percent} % and "
    "{other_percent} %.",
    "both_win": "{one} and {other} both win {when}.",
    "both_lose": "{one} and {other} both lose {when}.",
    "both_draw": "{one} and {other} both draw with best play.",
}
