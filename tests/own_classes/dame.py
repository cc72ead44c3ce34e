"""Dame on eight times eight squares, as a class that textbook minimax searches."""

from __future__ import annotations

import itertools
import math

import kibitz

SIZE = 8
ROWS = 3  # of men for each side
Square = tuple[int, int]
Move = tuple[Square, ...]


class Dame:
    """Men step and capture forwards, kings in all directions; captures are mandatory."""

    def __init__(self) -> None:
        self.board = [[self._first(row, column) for column in range(SIZE)] for row in range(SIZE)]
        self.human_player_piece = "W"
        self.ai_player_piece = "B"
        self.current_player = "W"
        self.quiet_moves = 0

    @staticmethod
    def _first(row: int, column: int) -> str:
        if (row + column) % 2 == 0 or ROWS <= row < SIZE - ROWS:
            return " "
        return "b" if row < ROWS else "w"

    def _at(self, square: Square) -> str | None:
        row, column = square
        return self.board[row][column] if 0 <= row < SIZE and 0 <= column < SIZE else None

    def _directions(self, piece: str) -> list[Square]:
        forward = -1 if piece.upper() == "W" else 1
        rows = (forward,) if piece.islower() else (-1, 1)
        return [(down, right) for down in rows for right in (-1, 1)]

    def _captures(self, path: Move, piece: str, taken: frozenset[Square]) -> list[Move]:
        row, column = path[-1]
        found = []
        for down, right in self._directions(piece):
            over, to = (row + down, column + right), (row + 2 * down, column + 2 * right)
            victim, free = self._at(over), self._at(to)
            is_enemy = victim not in (None, " ") and str(victim).upper() != piece.upper()
            if is_enemy and over not in taken and (free == " " or to == path[0]):
                found += self._captures((*path, to), piece, taken | {over})
        return found or ([path] if len(path) > 1 else [])

    def get_all_possible_moves(self, player_piece: str) -> list[Move]:
        captures: list[Move] = []
        steps: list[Move] = []
        for row in range(SIZE):
            for column in range(SIZE):
                piece = self.board[row][column]
                if piece.upper() != player_piece:
                    continue
                captures += self._captures(((row, column),), piece, frozenset())
                for down, right in self._directions(piece):
                    to = (row + down, column + right)
                    if self._at(to) == " ":
                        steps.append(((row, column), to))
        return captures or steps

    def make_move(self, move: Move, player_piece: str) -> None:
        piece = self._at(move[0]) or " "
        self.board[move[0][0]][move[0][1]] = " "
        is_capture = False
        for (row, column), (to_row, to_column) in itertools.pairwise(move):
            if abs(to_row - row) == 2:
                is_capture = True
                self.board[(row + to_row) // 2][(column + to_column) // 2] = " "
        last_row, last_column = move[-1]
        is_crowned = last_row == (0 if player_piece == "W" else SIZE - 1)
        self.board[last_row][last_column] = piece.upper() if is_crowned else piece
        self.quiet_moves = 0 if is_capture or piece.islower() else self.quiet_moves + 1
        self.current_player = "B" if player_piece == "W" else "W"

    def is_game_over(self) -> bool:
        return self.quiet_moves >= 20 or not self.get_all_possible_moves(self.current_player)

    def check_win_condition(self) -> str | None:
        if not self.is_game_over():
            return None
        if self.quiet_moves >= 20:
            return "draw"
        return "human_wins" if self.current_player == self.ai_player_piece else "ai_wins"

    def evaluate_board(self, ai_player_piece: str) -> float:
        ended = self.check_win_condition()
        if ended == "draw":
            return 0
        if ended is not None:
            is_won = (ended == "ai_wins") == (ai_player_piece == self.ai_player_piece)
            return math.inf if is_won else -math.inf
        other = "B" if ai_player_piece == "W" else "W"
        return self._material(ai_player_piece) - self._material(other)

    def _material(self, player_piece: str) -> int:
        cells = [cell for row in self.board for cell in row]
        return cells.count(player_piece.lower()) + 3 * cells.count(player_piece)


GAME = kibitz.adapt(Dame())
