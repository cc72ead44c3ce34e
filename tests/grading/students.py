"""Searches as students write them, in several shapes; all are right."""

from __future__ import annotations

ALPHA_BETA = """
def alphabeta(position, depth, alpha, beta, maximizing):
    if position.is_over():
        winner = position.winner()
        if winner is None:
            return 0
        return 1000 + depth if winner == 0 else -1000 - depth
    if depth == 0:
        return position.evaluate(0)
    if maximizing:
        best = float("-inf")
        for move in position.legal_moves():
            value = alphabeta(position.play(move), depth - 1, alpha, beta, False)
            best = max(best, value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
    best = float("inf")
    for move in position.legal_moves():
        value = alphabeta(position.play(move), depth - 1, alpha, beta, True)
        best = min(best, value)
        beta = min(beta, best)
        if alpha >= beta:
            break
    return best
"""

NEGAMAX = """
def negamax(position, depth, alpha, beta):
    if position.is_over():
        return (0, None) if position.winner() is None else (-1000 - depth, None)
    if depth == 0:
        return position.evaluate(position.turn), None
    best, best_move = float("-inf"), None
    for move in position.legal_moves():
        position.make_move(move)
        value = -negamax(position, depth - 1, -beta, -alpha)[0]
        position.undo_move()
        if value > best:
            best, best_move = value, move
        alpha = max(alpha, value)
        if alpha >= beta:
            break
    return best, best_move
"""

BOARD = """
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
"""

# A list as the board, marked and cleared in place; the machine plays O.
LIST_BOARD = (
    BOARD
    + """
HUMAN, AI = "X", "O"

def new_board():
    return [" "] * 9

def check_winner(board):
    for a, b, c in LINES:
        if board[a] != " " and board[a] == board[b] == board[c]:
            return board[a]
    return None

def available_moves(board):
    return [cell for cell in range(9) if board[cell] == " "]

def minimax(board, depth, is_maximizing):
    winner = check_winner(board)
    if winner == AI:
        return 10 - depth
    if winner == HUMAN:
        return depth - 10
    if " " not in board:
        return 0
    if is_maximizing:
        best = -100
        for move in available_moves(board):
            board[move] = AI
            best = max(best, minimax(board, depth + 1, False))
            board[move] = " "
    else:
        best = 100
        for move in available_moves(board):
            board[move] = HUMAN
            best = min(best, minimax(board, depth + 1, True))
            board[move] = " "
    return best

def best_move(board):
    best, chosen = -100, None
    for move in available_moves(board):
        board[move] = AI
        value = minimax(board, 0, False)
        board[move] = " "
        if value > best:
            best, chosen = value, move
    return chosen
"""
)

# A class for the game and one for the player.
TWO_CLASSES = (
    BOARD
    + """
class TicTacToe:
    def __init__(self):
        self.board = [" "] * 9
        self.to_move = "X"

    @property
    def winner(self):
        for a, b, c in LINES:
            if self.board[a] != " " and self.board[a] == self.board[b] == self.board[c]:
                return self.board[a]
        return None

    def legal_moves(self):
        if self.winner:
            return []
        return [cell for cell in range(9) if self.board[cell] == " "]

    def apply_move(self, cell):
        self.board[cell] = self.to_move
        self.to_move = "O" if self.to_move == "X" else "X"

    def copy(self):
        other = TicTacToe()
        other.board, other.to_move = list(self.board), self.to_move
        return other


class Computer:
    def __init__(self, mark):
        self.mark = mark

    def get_best_move(self, game):
        maximizing = game.to_move == self.mark
        values = []
        for move in game.legal_moves():
            after = game.copy()
            after.apply_move(move)
            value = self.minimax(after, 1, not maximizing, float("-inf"), float("inf"))
            values.append((value, move))
        pick = max if maximizing else min
        return pick(values, key=lambda pair: pair[0])[1]

    def minimax(self, game, ply, maximizing, alpha, beta):
        if game.winner:
            return 100 - ply if game.winner == self.mark else ply - 100
        if not game.legal_moves():
            return 0
        for move in game.legal_moves():
            after = game.copy()
            after.apply_move(move)
            value = self.minimax(after, ply + 1, not maximizing, alpha, beta)
            if maximizing:
                alpha = max(alpha, value)
            else:
                beta = min(beta, value)
            if beta <= alpha:
                break
        return alpha if maximizing else beta
"""
)

# Functions of a board of rows, with one function for each side, as in university courses.
FUNCTIONS = """
import copy, math
X, O, EMPTY = "X", "O", None

def initial_state():
    return [[EMPTY] * 3 for _ in range(3)]

def player(board):
    cells = [cell for row in board for cell in row]
    return X if cells.count(X) == cells.count(O) else O

def actions(board):
    return {(r, c) for r in range(3) for c in range(3) if board[r][c] is EMPTY}

def result(board, action):
    after = copy.deepcopy(board)
    after[action[0]][action[1]] = player(board)
    return after

def winner(board):
    lines = board + [list(column) for column in zip(*board)]
    lines += [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for line in lines:
        if line[0] and line.count(line[0]) == 3:
            return line[0]
    return None

def terminal(board):
    return winner(board) is not None or all(all(row) for row in board)

def utility(board):
    return {X: 1, O: -1, None: 0}[winner(board)]

def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda action: min_value(result(board, action)))
    return min(actions(board), key=lambda action: max_value(result(board, action)))

def max_value(board):
    if terminal(board):
        return utility(board)
    return max(min_value(result(board, action)) for action in actions(board))

def min_value(board):
    if terminal(board):
        return utility(board)
    return min(max_value(result(board, action)) for action in actions(board))
"""

# Results as dictionaries, moves as well as values from one function.
DICTIONARIES = (
    BOARD
    + """
human, computer = "X", "O"
board = [" "] * 9

def is_winner(board, mark):
    return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)

def minimax(board, depth, player):
    if is_winner(board, computer):
        return {"score": 10 - depth}
    if is_winner(board, human):
        return {"score": depth - 10}
    empty = [cell for cell in range(9) if board[cell] == " "]
    if not empty:
        return {"score": 0}
    results = []
    for cell in empty:
        board[cell] = player
        found = minimax(board, depth + 1, human if player == computer else computer)
        board[cell] = " "
        results.append({"index": cell, "score": found["score"]})
    pick = max if player == computer else min
    return pick(results, key=lambda one: one["score"])
"""
)
