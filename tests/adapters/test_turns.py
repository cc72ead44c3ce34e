"""Whose turn it is, however a class says it."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

import kibitz
from kibitz.search.reference import minimax
from tests.adapters.habits import IndexedTable, LoopNumbers, PerPlayer
from tests.adapters.styles import Dame, MarkTicTacToe


def turns(game: kibitz.Game, count: int) -> list[str]:
    session, sides = kibitz.Session(game), []
    for _ in range(count):
        sides.append(session.side)
        session.push(session.legal_moves[0])
    return sides


def said(*words: Any) -> type[Dame]:
    """Dame whose `current_player` says the one of two words that means W, or B."""

    class Said(Dame):
        def __init__(self) -> None:
            self.side = "W"
            super().__init__()

        @property
        def current_player(self) -> Any:
            return words["WB".index(self.side)]

        @current_player.setter
        def current_player(self, piece: str) -> None:
            self.side = piece

        def is_game_over(self) -> bool:
            return not self.get_all_possible_moves(self.side)

        def check_win_condition(self) -> str | None:
            if not self.is_game_over():
                return None
            return "human_wins" if self.side == self.ai_player_piece else "ai_wins"

        def evaluate_board(self, ai_player_piece: str) -> float:
            if self.is_game_over():
                return float("-inf") if self.side == ai_player_piece else float("inf")
            return self._count(ai_player_piece) - self._count("WB".replace(ai_player_piece, ""))

    return Said


class Toggled(MarkTicTacToe):
    """`current_player` goes from word to word, whatever is moved."""

    words: tuple[Any, Any] = (0, 1)

    def __init__(self) -> None:
        super().__init__()
        self.current_player = self.words[0]

    def make_move(self, move: tuple[int, int], player_piece: Any) -> None:
        self.board[move[0]][move[1]] = player_piece
        self.current_player = self.words[1 - self.words.index(self.current_player)]


@pytest.mark.parametrize("start", [0, 1, 2])
def test_a_place_in_the_list_of_players_means_the_class_s_own_list(start: int) -> None:
    table = IndexedTable()
    table.current_player = start
    game = kibitz.adapt(table)
    own = ["red", "green", "blue"] * 3
    assert turns(game, 6) == own[start : start + 6]
    session = kibitz.Session(game)
    while session.outcome() is None:
        session.push(session.legal_moves[-1])
    scores = session.state.board.scores
    assert str(session.outcome()) == f"{max(scores, key=scores.get)} wins"


def test_points_in_a_list_have_the_class_s_own_order() -> None:
    class Listed(IndexedTable):
        def __init__(self) -> None:
            super().__init__()
            self.current_player = 1
            self.scores: list[int] = [0, 0, 0]  # type: ignore[assignment]

        def execute_move(self, move: dict[str, int]) -> None:
            self.tiles.remove(move["tile"])
            self.scores[self.current_player] += move["tile"]
            self.current_player = (self.current_player + 1) % 3

        def get_valid_moves(self) -> list[dict[str, int]]:
            return self.possible_moves_for_player("")

        def make_move(self, move: dict[str, int]) -> None:
            self.execute_move(move)

    del_evaluate = type("Scored", (Listed,), {"evaluate": None})
    session = kibitz.Session(kibitz.adapt(del_evaluate()))
    while session.outcome() is None:
        session.push(session.legal_moves[0])
    assert session.state.board.scores == [2 + 5, 0 + 3, 1 + 4]
    assert str(session.outcome()) == "red wins"


@pytest.mark.parametrize("keywords", [{}, {"players": ("W", "B")}])
@pytest.mark.parametrize(
    "words",
    [("w", "b"), ("white", "black"), ("White", "Black"), ("human", "ai")],
    ids=str,
)
def test_words_of_the_turn_mean_the_pieces(
    words: tuple[Any, Any], keywords: dict[str, Any]
) -> None:
    for plies in (0, 3, 6):
        plain, own, chance = Dame(), said(*words)(), random.Random(plies)
        for _ in range(plies):
            move = chance.choice(plain.get_all_possible_moves(plain.current_player))
            own.make_move(move, plain.current_player)
            plain.make_move(move, plain.current_player)
        game, twin = kibitz.adapt(own, **keywords), kibitz.adapt(plain)
        assert game.sides == twin.sides
        values = [minimax(one, one.initial(), 3).value for one in (game, twin)]
        assert values[0] == values[1]
        assert kibitz.Minimax(own, 3).find_best_move(plain.current_player) == kibitz.Minimax(
            plain, 3
        ).find_best_move(plain.current_player)


def test_given_players_keep_who_is_the_person_and_who_the_machine() -> None:
    for players in (("X", "O"), ("O", "X")):
        session = kibitz.Session(kibitz.adapt(MarkTicTacToe(), players=players))
        for move in ("0,0", "1,0", "0,1", "1,1", "0,2"):
            session.push(move)
        assert str(session.outcome()) == "X wins"  # the class says "human_wins"


@pytest.mark.parametrize("words", [("this", "that"), (0, 1), (1, 2)])
@pytest.mark.parametrize("keywords", [{}, {"players": ("X", "O")}])
def test_a_turn_that_names_nobody_asks_for_the_argument_that_does(
    words: tuple[Any, Any], keywords: dict[str, Any]
) -> None:
    kind = type("Spoken", (Toggled,), {"words": words})
    with pytest.raises(kibitz.ContractError, match="moves_first='X'") as caught:
        kibitz.adapt(kind(), **keywords)
    assert caught.value.code == "unknown_turn"
    assert repr(words[0]) in str(caught.value)
    assert turns(kibitz.adapt(kind(), moves_first="O", **keywords), 3) == ["O", "X", "O"]
    own = kind()
    own.make_move((1, 1), "X")
    game = kibitz.adapt(own, turn=lambda it: "XO"[words.index(it.current_player)], **keywords)
    assert turns(game, 3) == ["O", "X", "O"]
    with pytest.raises(kibitz.LimitError, match="moves_first"):
        kibitz.adapt(kind(), moves_first="Z")
    assert kibitz.Minimax(kind(), 2).find_best_move("X") == (1, 1)


def test_a_turn_that_is_given_lets_a_player_move_twice() -> None:
    own = said("first", "second")()
    game = kibitz.adapt(own, turn=lambda it: it.side)
    twin = kibitz.adapt(Dame())
    values = [minimax(one, one.initial(), 5).value for one in (game, twin)]
    assert values[0] == values[1]


def test_a_word_that_no_move_changes_says_who_begins_or_is_asked_for() -> None:
    class Still(MarkTicTacToe):
        def make_move(self, move: tuple[int, int], player_piece: Any) -> None:
            self.board[move[0]][move[1]] = player_piece

    own = Still("W", "B")
    own.current_player = "black"
    assert turns(kibitz.adapt(own), 3) == ["B", "W", "B"]
    own.current_player = "nobody"
    with pytest.raises(kibitz.ContractError, match="moves_first"):
        kibitz.adapt(own)
    assert turns(kibitz.adapt(own, moves_first="B"), 2) == ["B", "W"]


def test_a_count_of_the_moves_needs_a_turn() -> None:
    own = PerPlayer()
    with pytest.raises(kibitz.ContractError, match="players="):
        kibitz.adapt(own)
    for played, mark in enumerate("XOXO"):
        game = kibitz.adapt(copy.deepcopy(own), turn=lambda it: "XO"[it.turn % 2])
        assert turns(game, 1) == [mark]
        own.make_move(played, mark)


def test_numbers_that_no_move_changes_name_nobody_else() -> None:
    with pytest.raises(kibitz.ContractError, match="players=") as caught:
        kibitz.adapt(LoopNumbers())
    assert caught.value.code == "unknown_players"


def test_a_winner_s_colour_means_the_piece_with_that_letter() -> None:
    class Coloured(MarkTicTacToe):
        def check_win_condition(self) -> str | None:
            found = super().check_win_condition()
            return {"human_wins": "White wins", "ai_wins": "Black wins"}.get(found or "", found)

    session = kibitz.Session(kibitz.adapt(Coloured("W", "B")))
    for move in ("0,0", "1,0", "0,1", "1,1", "2,2", "1,2"):
        session.push(move)
    assert str(session.outcome()) == "B wins"
