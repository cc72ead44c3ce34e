"""Classes as people write them for textbook minimax: mutable, each in a style of its own."""

from __future__ import annotations

import copy
from typing import Any

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class MarkTicTacToe:
    """Infinite evaluations, marks of a person and a machine, tuples as moves."""

    def __init__(self, human: Any = "X", ai: Any = "O") -> None:
        self.board: list[list[Any]] = [[None] * 3 for _ in range(3)]
        self.human_player_mark = human
        self.ai_player_mark = ai
        self.current_player = human

    def get_possible_moves(self, player_piece: Any) -> list[tuple[int, int]]:
        return [(r, c) for r in range(3) for c in range(3) if self.board[r][c] is None]

    def make_move(self, move: tuple[int, int], player_piece: Any) -> None:
        row, column = move
        self.board[row][column] = player_piece
        is_human = player_piece == self.human_player_mark
        self.current_player = self.ai_player_mark if is_human else self.human_player_mark

    def _winner(self) -> Any:
        cells = [cell for row in self.board for cell in row]
        for a, b, c in LINES:
            if cells[a] is not None and cells[a] == cells[b] == cells[c]:
                return cells[a]
        return None

    def is_game_over(self) -> bool:
        return self._winner() is not None or not self.get_possible_moves(None)

    def check_win_condition(self) -> str | None:
        winner = self._winner()
        if winner is None:
            return "draw" if self.is_game_over() else None
        return "ai_wins" if winner == self.ai_player_mark else "human_wins"

    def evaluate_board(self, ai_player_piece: Any) -> float:
        winner = self._winner()
        if winner is not None:
            return float("inf") if winner == ai_player_piece else float("-inf")
        middle = self.board[1][1]
        return 0 if middle is None else 0.5 if middle == ai_player_piece else -0.5


class QuietTicTacToe:
    """No attribute says who plays or who moves."""

    def __init__(self) -> None:
        self.board = [" "] * 9

    def available_moves(self) -> list[int]:
        return [cell for cell in range(9) if self.board[cell] == " "]

    def make_move(self, position: int, player: str) -> None:
        self.board[position] = player

    def undo_move(self, position: int) -> None:
        self.board[position] = " "

    def check_winner(self) -> str | None:
        for mark in ("X", "O"):
            for a, b, c in LINES:
                if self.board[a] == self.board[b] == self.board[c] == mark:
                    return mark
        return None


class LoopTicTacToe(QuietTicTacToe):
    """`current_player` is there, but only a main loop would change it."""

    def __init__(self) -> None:
        super().__init__()
        self.current_player = "X"

    def print_board(self) -> None:
        for row in range(3):
            print(" | ".join(self.board[3 * row : 3 * row + 3]))  # noqa: T201

    def is_board_full(self) -> bool:
        return " " not in self.board


class Dame:
    """Dame on six times six squares; a chain of captures is several moves of one player."""

    def __init__(self, size: int = 6, rows: int = 2) -> None:
        self.size = size
        self.board: list[list[str]] = [[" "] * size for _ in range(size)]
        for row in range(size):
            for column in range(size):
                if (row + column) % 2 and row < rows:
                    self.board[row][column] = "B"
                if (row + column) % 2 and row >= size - rows:
                    self.board[row][column] = "W"
        self.human_player_piece = "W"
        self.ai_player_piece = "B"
        self.current_player = "W"
        self.chain: tuple[int, int] | None = None

    def _steps(self, piece: str) -> tuple[tuple[int, int], ...]:
        forward = -1 if piece.upper() == "W" else 1
        one_way = ((forward, -1), (forward, 1))
        return one_way if piece.isupper() else (*one_way, (-forward, -1), (-forward, 1))

    def _at(self, row: int, column: int) -> str | None:
        inside = 0 <= row < self.size and 0 <= column < self.size
        return self.board[row][column] if inside else None

    def get_all_possible_moves(self, player_piece: str) -> list[Any]:
        captures, quiet = [], []
        for row in range(self.size):
            for column in range(self.size):
                piece = self.board[row][column]
                if piece.upper() != player_piece or self.chain not in (None, (row, column)):
                    continue
                for down, right in self._steps(piece):
                    near = self._at(row + down, column + right)
                    far = self._at(row + 2 * down, column + 2 * right)
                    if near == " ":
                        quiet.append(((row, column), (row + down, column + right)))
                    elif near and near.upper() != player_piece and far == " ":
                        captures.append(((row, column), (row + 2 * down, column + 2 * right)))
        return captures or ([] if self.chain else quiet)

    def make_move(self, move: Any, player_piece: str) -> None:
        (row, column), (to_row, to_column) = move
        piece = self.board[row][column]
        self.board[row][column] = " "
        is_capture = abs(to_row - row) == 2
        if is_capture:
            self.board[(row + to_row) // 2][(column + to_column) // 2] = " "
        is_crowned = piece.isupper() and to_row == (0 if piece == "W" else self.size - 1)
        self.board[to_row][to_column] = piece.lower() if is_crowned else piece
        if is_capture and not is_crowned:
            self.chain = (to_row, to_column)
            if self.get_all_possible_moves(player_piece):
                return
        self.chain = None
        self.current_player = "B" if player_piece == "W" else "W"

    def _count(self, player: str) -> int:
        worth = {player: 3, player.lower(): 5}
        return sum(worth.get(cell, 0) for row in self.board for cell in row)

    def is_game_over(self) -> bool:
        return not self.get_all_possible_moves(self.current_player)

    def check_win_condition(self) -> str | None:
        if not self.is_game_over():
            return None
        return "human_wins" if self.current_player == self.ai_player_piece else "ai_wins"

    def evaluate_board(self, ai_player_piece: str) -> float:
        other = "B" if ai_player_piece == "W" else "W"
        if self.is_game_over():
            return float("-inf") if self.current_player == ai_player_piece else float("inf")
        return self._count(ai_player_piece) - self._count(other)


class Horses:
    """Two knights who take points; the player is handed over before the move."""

    def __init__(self, size: int = 4) -> None:
        self.size = size
        self.board: dict[tuple[int, int], int | str | None] = {
            (row, column): (row * 7 + column * 5) % 9 - 4
            for row in range(size)
            for column in range(size)
        }
        self.white_knight, self.black_knight = (0, 0), (size - 1, size - 1)
        self.white_score = self.black_score = 0
        self.current_player = "white"
        self.game_over = False
        self.winner: str | None = None
        self.board[self.white_knight] = self.board[self.black_knight] = "destroyed"

    def get_valid_moves(self, knight: str) -> list[tuple[int, int]]:
        row, column = getattr(self, f"{knight}_knight")
        steps = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
        targets = [(row + down, column + right) for down, right in steps]
        return [to for to in targets if to in self.board and self.board[to] != "destroyed"]

    def make_move(self, knight: str, position: tuple[int, int]) -> None:
        points = self.board[position]
        assert isinstance(points, int)
        setattr(self, f"{knight}_score", getattr(self, f"{knight}_score") + points)
        self.board[position] = "destroyed"
        setattr(self, f"{knight}_knight", position)
        self.current_player = "black" if knight == "white" else "white"
        self._check_game_over()

    def _check_game_over(self) -> None:
        if self.get_valid_moves(self.current_player):
            return
        name = f"{self.current_player}_score"
        setattr(self, name, getattr(self, name) - 4)
        self.game_over = True
        lead = self.white_score - self.black_score
        self.winner = "white" if lead > 0 else "black" if lead < 0 else "tie"

    def copy(self) -> Horses:
        return copy.deepcopy(self)


class ThreeMen:
    """Three Men's Morris without flying: place three, then step; a row wins, no step loses."""

    def __init__(self) -> None:
        self.points: list[int | None] = [None] * 9
        self.placed = {1: 0, -1: 0}
        self.to_move = 1
        self.winner: int | str | None = None
        self.plies = 0

    def legal_moves(self) -> list[dict[str, int]]:
        if self.winner is not None:
            return []
        free = [point for point in range(9) if self.points[point] is None]
        if self.placed[self.to_move] < 3:
            return [{"to": point} for point in free]
        return [
            {"from": start, "to": end}
            for start in range(9)
            if self.points[start] == self.to_move
            for end in free
            if abs(start // 3 - end // 3) + abs(start % 3 - end % 3) == 1
        ]

    def clone(self) -> ThreeMen:
        twin = ThreeMen()
        twin.points = list(self.points)
        twin.placed = dict(self.placed)
        twin.to_move, twin.winner, twin.plies = self.to_move, self.winner, self.plies
        return twin

    def apply_move(self, move: dict[str, int]) -> None:
        if "from" in move:
            self.points[move["from"]] = None
        else:
            self.placed[self.to_move] += 1
        self.points[move.pop("to")] = self.to_move  # spoils the move it is handed
        self.plies += 1
        for line in LINES[:6]:
            if all(self.points[point] == self.to_move for point in line):
                self.winner = self.to_move
        if self.winner is None and self.plies >= 12:
            self.winner = "draw"
        self.to_move = -self.to_move

    def evaluate(self, player: int) -> float:
        own = [point for point in range(9) if self.points[point] == player]
        other = [point for point in range(9) if self.points[point] == -player]
        return sum(1 / (1 + point) for point in own) - sum(1 / (1 + point) for point in other)


class Player:
    """Somebody at the table, without equality."""

    def __init__(self, name: str, turn_order: int) -> None:
        self.name = name
        self.turn_order = turn_order


class Take:
    """A command that takes a tile of a board; it has no equality and no text."""

    def __init__(self, player: Player, tile: int) -> None:
        self.player = player
        self.tile = tile


class TileBoard:
    """Several players take tiles; neighbouring ones count double."""

    VALUES = (3, 1, 4, 1, 5, 9, 2)

    def __init__(self, players: list[Player]) -> None:
        self.owners: list[Player | None] = [None] * len(self.VALUES)
        self.players = players

    def possible_moves_for_player(self, player: Player) -> list[Take]:
        return [Take(player, tile) for tile, owner in enumerate(self.owners) if owner is None]

    def copy(self) -> TileBoard:
        twin = TileBoard(self.players)
        twin.owners = list(self.owners)
        return twin

    def execute_move(self, command: Take) -> None:
        self.owners[command.tile] = command.player

    def evaluate(self, player: Player) -> int:
        total = 0
        for tile, owner in enumerate(self.owners):
            if owner is player:
                beside = self.owners[tile - 1] if tile else None
                total += self.VALUES[tile] * (2 if beside is player else 1)
        return total


class SharedTileBoard(TileBoard):
    """Evaluates the others by a method of its own."""

    def evaluate_players_except(self, players: list[Player], player: Player) -> list[int]:
        return [self.evaluate(other) for other in players if other is not player]


class Again:
    """Nim in which taking three earns another turn; methods without the player."""

    def __init__(self, sticks: int = 9) -> None:
        self.sticks = sticks
        self.current_player = 1
        self.last = 0

    def get_possible_moves(self) -> list[list[int]]:
        return [[take] for take in (1, 2, 3) if take <= self.sticks]

    def make_move(self, move: list[int]) -> None:
        take = move.pop()  # spoils the move it is handed
        self.sticks -= take
        self.last = self.current_player
        if take != 3:
            self.current_player = 3 - self.current_player

    def is_game_over(self) -> bool:
        return self.sticks == 0

    def evaluate_board(self, player: int) -> float:
        if self.sticks == 0:
            return float("inf") if self.last == player else float("-inf")
        return self.sticks % 5 if self.current_player == player else -(self.sticks % 5)
