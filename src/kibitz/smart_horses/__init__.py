"""Smart Horses as a class and a few functions, the way textbooks write them.

Moves change a `GameState` in place, squares are (row, column) from the top left corner, and
`minimax_alpha_beta` is the search. White is the computer and maximises; black is the human. The
rules and the evaluation are those of `kibitz.game("horses")`, and the search is the reference
search.

>>> state = GameState("amateur", seed=29)
>>> state.white_knight, state.max_depth
((1, 1), 4)
>>> found = find_best_move(state)
>>> found.move, found.nodes_evaluated, found.depth_reached
((3, 2), 322, 4)
>>> state.make_move("white", found.move)
>>> state.white_score, state.current_player, state.board[(1, 1)]
(5, 'black', 'destroyed')
"""

from kibitz.smart_horses.game_search import (
    BestMove,
    evaluate_game_state,
    find_best_move,
    minimax_alpha_beta,
)
from kibitz.smart_horses.game_state import (
    KNIGHT_MOVES,
    GameState,
    count_valid_moves,
    get_knight_moves,
)

__all__ = [
    "KNIGHT_MOVES",
    "BestMove",
    "GameState",
    "count_valid_moves",
    "evaluate_game_state",
    "find_best_move",
    "get_knight_moves",
    "minimax_alpha_beta",
]
