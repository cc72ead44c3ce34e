"""Tic-Tac-Toe and taking tiles, each class with other habits; all are drawn or won alike."""

from __future__ import annotations

import copy
import enum
import math
from typing import Any

from tests.adapters.styles import LINES


def winner_on(cells: list[Any], blank: Any) -> Any:
    for a, b, c in LINES:
        if cells[a] != blank and cells[a] == cells[b] == cells[c]:
            return cells[a]
    return None


class InParts:
    """`make_move(row, col)` without a player; a tie is a winner of that name; answers True."""

    def __init__(self) -> None:
        self.board = [[""] * 3 for _ in range(3)]
        self.current_player = "X"
        self.winner: str | None = None

    def get_valid_moves(self) -> list[tuple[int, int]]:
        return [(row, col) for row in range(3) for col in range(3) if not self.board[row][col]]

    def make_move(self, row: int, col: int) -> bool:
        if self.board[row][col]:
            return False
        self.board[row][col] = self.current_player
        self.winner = self.check_winner()
        self.current_player = "O" if self.current_player == "X" else "X"
        return True

    def check_winner(self) -> str | None:
        cells = [cell for row in self.board for cell in row]
        found: str | None = winner_on(cells, "")
        return found or ("Tie" if "" not in cells else None)


class InPartsForPlayer:
    """`make_move(row, col, player)`; the turn stands nowhere but in `current_player`, unchanged."""

    def __init__(self) -> None:
        self.board = [[""] * 3 for _ in range(3)]
        self.current_player = "X"

    def get_valid_moves(self, player: str) -> list[list[int]]:
        return [[row, col] for row in range(3) for col in range(3) if not self.board[row][col]]

    def make_move(self, row: int, col: int, player: str) -> None:
        self.board[row][col] = player

    def get_winner(self) -> str | None:
        found: str | None = winner_on([cell for row in self.board for cell in row], "")
        return found


class Numbers:
    """1 and -1, nothing says who moves, nobody is 0."""

    def __init__(self) -> None:
        self.board = [0] * 9

    def available_moves(self) -> list[int]:
        return [cell for cell in range(9) if self.board[cell] == 0]

    def make_move(self, position: int, player: int) -> None:
        self.board[position] = player

    def undo_move(self, position: int) -> None:
        self.board[position] = 0

    def check_winner(self) -> int:
        sums = [sum(self.board[cell] for cell in line) for line in LINES]
        return 1 if 3 in sums else -1 if -3 in sums else 0


class AnyMarks:
    """Takes any two marks and hands back the one that has won."""

    def __init__(self) -> None:
        self.board: list[Any] = [None] * 9

    def available_moves(self) -> list[int]:
        return [cell for cell in range(9) if self.board[cell] is None]

    def make_move(self, position: int, player: Any) -> None:
        self.board[position] = player

    def check_winner(self) -> Any:
        return winner_on(self.board, None)


class AnyNumbers(AnyMarks):
    """Counts with the marks: letters will not do."""

    def check_winner(self) -> Any:
        for line in LINES:
            total = sum(self.board[cell] or 0 for cell in line)
            if abs(total) == len(line):
                return total // len(line)
        return None


class LoopNumbers(Numbers):
    """A `current_player` that no move changes."""

    def __init__(self) -> None:
        super().__init__()
        self.current_player = 1


class OwnNumbers(LoopNumbers):
    """An optional player."""

    def make_move(self, position: int, player: int | None = None) -> None:
        self.board[position] = player or self.current_player
        self.current_player *= -1


class Side(enum.Enum):
    """The two sides."""

    WHITE = 1
    BLACK = 2


class Enumerated:
    """Sides of an enumeration; a full board has no winner."""

    def __init__(self) -> None:
        self.board: list[Side | None] = [None] * 9
        self.to_move = Side.WHITE
        self.winner: Side | None = None

    def legal_moves(self) -> list[int]:
        return [] if self.winner else [cell for cell in range(9) if self.board[cell] is None]

    def clone(self) -> Enumerated:
        twin = type(self)()
        twin.board, twin.to_move, twin.winner = self.board[:], self.to_move, self.winner
        return twin

    def apply_move(self, move: int) -> Any:
        self.board[move] = self.to_move
        self.winner = winner_on(self.board, None)
        self.to_move = Side.BLACK if self.to_move is Side.WHITE else Side.WHITE


class HandedBack(Enumerated):
    """`apply_move` hands back the next position and changes nothing."""

    def apply_move(self, move: int) -> HandedBack:
        twin = self.clone()
        assert isinstance(twin, HandedBack)
        Enumerated.apply_move(twin, move)
        return twin


class Asked:
    """`winner` is a method, and there is no copy."""

    def __init__(self) -> None:
        self.board: list[str | None] = [None] * 9
        self.to_move = "W"

    def winner(self) -> str | None:
        found: str | None = winner_on(self.board, None)
        return found

    def legal_moves(self) -> list[str]:
        return ["abc"[cell % 3] + "123"[cell // 3] for cell in range(9) if not self.board[cell]]

    def apply_move(self, move: str) -> None:
        self.board["abc".index(move[0]) + 3 * "123".index(move[1])] = self.to_move
        self.to_move = "B" if self.to_move == "W" else "W"


class OneView:
    """An evaluation without a player speaks for the machine."""

    def __init__(self) -> None:
        self.board = [" "] * 9
        self.current_player = "B"
        self.human_player, self.ai_player = "B", "W"

    def get_possible_moves(self, player: str | None = None) -> list[int]:
        return [cell for cell in range(9) if self.board[cell] == " "]

    def make_move(self, move: int, player: str) -> None:
        self.board[move] = player
        self.current_player = "W" if player == "B" else "B"

    def is_game_over(self) -> bool:
        return winner_on(self.board, " ") is not None or " " not in self.board

    def evaluate_board(self) -> float:
        return {"W": math.inf, "B": -math.inf}.get(winner_on(self.board, " "), 0)


class Finite:
    """A finished game is worth a hundred; moves are a set."""

    def __init__(self) -> None:
        self.board = [" "] * 9
        self.human_piece, self.ai_piece = "B", "W"

    def get_all_possible_moves(self, player: str) -> set[int]:
        return {cell for cell in range(9) if self.board[cell] == " "}

    def make_move(self, move: int, piece: str) -> None:
        self.board[move] = piece

    def is_game_over(self) -> tuple[bool, Any]:
        found = winner_on(self.board, " ")
        return found is not None or " " not in self.board, found

    def evaluate_board(self, piece: str) -> int:
        found = winner_on(self.board, " ")
        return 0 if found is None else 100 if found == piece else -100


class PerPlayer:
    """`check_winner(player)` answers yes or no; `turn` counts moves."""

    def __init__(self) -> None:
        self.board = [" "] * 9
        self.human, self.ai = "X", "O"
        self.turn = 0

    def available_moves(self) -> list[int]:
        return [cell for cell in range(9) if self.board[cell] == " "]

    def make_move(self, square: int, letter: str) -> None:
        self.board[square] = letter
        self.turn += 1

    def undo_move(self, square: int) -> None:
        self.board[square] = " "
        self.turn -= 1

    def check_winner(self, player: str) -> bool:
        return any(all(self.board[cell] == player for cell in line) for line in LINES)

    def is_full(self) -> bool:
        return " " not in self.board


class InWords:
    """Says in words how it stands."""

    def __init__(self) -> None:
        self.board = [" "] * 9
        self.turn = "X"

    def get_possible_moves(self) -> list[int]:
        return [cell for cell in range(9) if self.board[cell] == " "]

    def make_move(self, move: int) -> None:
        self.board[move] = self.turn
        self.turn = "O" if self.turn == "X" else "X"

    def check_win_condition(self) -> str:
        found = winner_on(self.board, " ")
        return f"{found} wins" if found else "in_progress" if " " in self.board else "draw"

    def is_game_over(self) -> bool:
        return self.check_win_condition() != "in_progress"

    def evaluate_board(self, player: str) -> int:
        return 0


class Purse:
    """A player whose points stand in the player."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.points = 0


class Grab:
    """A command that holds its board and its player."""

    def __init__(self, table: HeldTable, player: Purse, tile: int) -> None:
        self.table, self.player, self.tile = table, player, tile

    def execute(self) -> None:
        self.table.tiles.remove(self.tile)
        self.player.points += self.tile * 3 % 5


class HeldTable:
    """Commands change the board that they hold; no copy."""

    def __init__(self, players: list[Purse]) -> None:
        self.players = players
        self.tiles = list(range(6))

    def possible_moves_for_player(self, player: Purse) -> list[Grab]:
        return [Grab(self, player, tile) for tile in self.tiles]

    def execute_move(self, command: Grab) -> None:
        command.execute()

    def evaluate(self, player: Purse) -> int:
        return player.points


class CopiedTable(HeldTable):
    """A copy that brings its own players."""

    def copy(self) -> CopiedTable:
        return copy.deepcopy(self)

    def execute_move(self, command: Grab) -> None:
        self.tiles.remove(command.tile)
        owner = next(one for one in self.players if one.name == command.player.name)
        owner.points += command.tile * 3 % 5


class IndexedTable:
    """Players are names, the turn is a place in their list, moves are dicts."""

    def __init__(self) -> None:
        self.players = ["red", "green", "blue"]
        self.current_player = 0
        self.tiles = list(range(6))
        self.scores = dict.fromkeys(self.players, 0)

    def possible_moves_for_player(self, player: str) -> list[dict[str, int]]:
        return [{"tile": tile} for tile in self.tiles]

    def copy(self) -> IndexedTable:
        return copy.deepcopy(self)

    def execute_move(self, move: dict[str, int]) -> None:
        self.tiles.remove(move["tile"])
        self.scores[self.players[self.current_player]] += move["tile"] * 3 % 5
        self.current_player = (self.current_player + 1) % 3

    def evaluate(self, player: str) -> float:
        return float(self.scores[player])

    def is_game_over(self) -> bool:
        return not self.tiles
