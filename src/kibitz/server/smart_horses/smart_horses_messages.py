"""The messages of the Smart Horses API."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
    "missing_field": "{where} is missing: expected {expected}.",
    "knight_destroyed": "The {side} knight is on {square}, which is destroyed: expected another "
    "square.",
    "score_too_large": (
        "{side}_score cannot be {score}: expected -{limit} to {limit} on this board."
    ),
    "other_depth": "The max_depth cannot be {depth} with difficulty {difficulty}: expected "
    "{expected}.",
    "not_over": "The field game_over is true, but {side} can move: expected false.",
    "other_winner": "The winner cannot be {winner!r}: on this board it is {found}.",
    "stuck_to_move": "{side} cannot move, so it is not {side}'s turn: expected {other} to move, "
    "and {penalty} points less for {side}.",
    "machines_turn": "It is the machine's turn (white), not the player's. POST "
    "/api/game/machine-move finds its move. To play a move of yours, send a game state with "
    'current_player "black".',
}
