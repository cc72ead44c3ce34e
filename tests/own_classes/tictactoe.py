"""Tic-Tac-Toe as a class that textbook minimax searches."""

from __future__ import annotations

import math

import kibitz

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class TicTacToe:
    """Three marks in a row win."""

    def __init__(self) -> None:
        self.board = [" "] * 9
        self.human_player_mark = "X"
        self.ai_player_mark = "O"
        self.current_turn = "X"

    def get_possible_moves(self, player_mark: str) -> list[int]:
        return [cell for cell, mark in enumerate(self.board) if mark == " "]

    def make_move(self, move: int, player_mark: str) -> None:
        self.board[move] = player_mark
        self.current_turn = "O" if player_mark == "X" else "X"

    def _winner(self) -> str | None:
        for one, two, three in LINES:
            if self.board[one] != " " and self.board[one] == self.board[two] == self.board[three]:
                return self.board[one]
        return None

    def is_game_over(self) -> bool:
        return self._winner() is not None or " " not in self.board

    def check_win_condition(self) -> str | None:
        winner = self._winner()
        if winner is None:
            return "draw" if self.is_game_over() else None
        return "ai_wins" if winner == self.ai_player_mark else "human_wins"

    def evaluate_board(self, ai_player_mark: str) -> float:
        winner = self._winner()
        if winner is None:
            return 0
        return math.inf if winner == ai_player_mark else -math.inf


GAME = kibitz.adapt(TicTacToe())
