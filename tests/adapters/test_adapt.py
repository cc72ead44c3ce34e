"""Adapted classes: the values of unpruned minimax over the classes themselves."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

import kibitz
from kibitz.adapters.content import freeze
from kibitz.core.score import is_decided, plies_to_end
from kibitz.search.reference import minimax
from kibitz.testing import check
from tests.adapters.styles import (
    Again,
    Dame,
    Horses,
    LoopTicTacToe,
    MarkTicTacToe,
    Player,
    QuietTicTacToe,
    SharedTileBoard,
    ThreeMen,
    TileBoard,
)

WON = 10**9  # beyond every evaluation; less a ply for every move


@dataclass(frozen=True)
class Style:
    """A class, and how a person who knows it would search it."""

    make: Callable[[], Any]
    players: Callable[[Any], list[Any]]
    moves: Callable[[Any, Any], list[Any]]
    play: Callable[[Any, Any, Any], None]
    is_over: Callable[[Any], bool]
    result: Callable[[Any, Any], int]  # of a finished game, to a player
    evaluate: Callable[[Any, Any], float]
    turn: Callable[[Any, int], int]  # the seat after a move of this seat
    depth: int
    given: dict[str, Any] = field(default_factory=dict)  # to `adapt`

    def truth(self, position: Any, seat: int, depth: int, root: int, ply: int = 0) -> float:
        players = self.players(position)
        moves = [] if self.is_over(position) else self.moves(position, players[seat])
        if not moves:
            return self.result(position, players[root]) * (WON - ply)
        if depth == 0:
            return self.evaluate(position, players[root])
        values = []
        for place in range(len(moves)):
            after = copy.deepcopy(position)
            mover = self.players(after)[seat]
            self.play(after, self.moves(after, mover)[place], mover)
            values.append(self.truth(after, self.turn(after, seat), depth - 1, root, ply + 1))
        return max(values) if seat == root else min(values)


def of_winner(winner: Callable[[Any], Any]) -> Callable[[Any, Any], int]:
    def result(position: Any, player: Any) -> int:
        found = winner(position)
        return 0 if found in (None, "draw", "tie") else 1 if found == player else -1

    return result


def of_scores(position: Any, player: Any) -> int:
    scores = [position.evaluate(one) for one in position.players]
    own = position.evaluate(player)
    return -1 if own < max(scores) else 0 if scores.count(own) > 1 else 1


def in_turn(position: Any, seat: int) -> int:
    return 1 - seat


def marks(make: Callable[[], Any], depth: int, **given: Any) -> Style:
    return Style(
        make, lambda _: ["X", "O"],
        lambda it, _: it.available_moves(), lambda it, move, player: it.make_move(move, player),
        lambda it: it.check_winner() is not None, of_winner(lambda it: it.check_winner()),
        lambda *_: 0, in_turn, depth, given,
    )  # fmt: skip


def tiles(make: Callable[[list[Player]], Any], count: int, depth: int) -> Style:
    names = ("ann", "ben", "cid", "dot")[:count]
    return Style(
        lambda: make([Player(name, order) for order, name in enumerate(names)]),
        lambda it: it.players,
        lambda it, player: it.possible_moves_for_player(player),
        lambda it, move, _: it.execute_move(move),
        lambda it: None not in it.owners, of_scores,
        lambda it, player: 2 * it.evaluate(player) - sum(map(it.evaluate, it.players)),
        lambda it, seat: (seat + 1) % count, depth,
    )  # fmt: skip


def pieces(make: Callable[[], Any], players: list[Any], depth: int) -> Style:
    def result(position: Any, player: Any) -> int:
        value = position.evaluate_board(player)
        return 1 if value == float("inf") else -1 if value == float("-inf") else 0

    name = "get_all_possible_moves" if hasattr(make(), "get_all_possible_moves") else None
    return Style(
        make, lambda _: players,
        lambda it, player: getattr(it, name or "get_possible_moves")(player),
        lambda it, move, player: it.make_move(move, player),
        lambda it: it.is_game_over(), result, lambda it, player: it.evaluate_board(player),
        lambda it, _: players.index(it.current_player), depth,
    )  # fmt: skip


STYLES = {
    "marks X and O": pieces(MarkTicTacToe, ["X", "O"], 4),
    "marks 1 and -1": pieces(lambda: MarkTicTacToe(1, -1), [1, -1], 4),
    "marks 1 and 2": pieces(lambda: MarkTicTacToe(1, 2), [1, 2], 3),
    "dame": pieces(Dame, ["W", "B"], 5),
    "turn kept by a loop": marks(LoopTicTacToe, 5),
    "nothing said": marks(QuietTicTacToe, 4, players=("X", "O")),
    "horses": Style(
        Horses, lambda _: ["white", "black"],
        lambda it, player: it.get_valid_moves(player),
        lambda it, move, player: it.make_move(player, move),
        lambda it: it.game_over, of_winner(lambda it: it.winner),
        lambda it, player: (it.white_score - it.black_score) * (1 if player == "white" else -1),
        in_turn, 6,
    ),
    "three men": Style(
        ThreeMen, lambda _: [1, -1], lambda it, _: it.legal_moves(),
        lambda it, move, _: it.apply_move(move), lambda it: it.winner is not None,
        lambda it, player: {None: -1 if it.to_move == player else 1, "draw": 0}.get(
            it.winner, 1 if it.winner == player else -1
        ),
        lambda it, player: it.evaluate(player), in_turn, 4,
    ),
    "two commanders": tiles(TileBoard, 2, 5),
    "three commanders": tiles(SharedTileBoard, 3, 4),
    "four commanders": tiles(TileBoard, 4, 4),
    "twice running": Style(
        Again, lambda _: [1, 2], lambda it, _: it.get_possible_moves(),
        lambda it, move, _: it.make_move(move), lambda it: it.is_game_over(),
        lambda it, player: 1 if it.last == player else -1,
        lambda it, player: it.evaluate_board(player), lambda it, _: it.current_player - 1, 7,
    ),
}  # fmt: skip


def value_of(game: kibitz.Game, state: Any, depth: int, *, pruning: bool = True) -> float:
    value = minimax(game, state, depth, pruning=pruning).value
    if not is_decided(value):
        return value / game.unit
    return (WON - plies_to_end(value)) * (1 if value > 0 else -1)


@pytest.mark.parametrize("name", STYLES)
def test_values_are_those_of_unpruned_minimax_over_the_class(name: str) -> None:
    style = STYLES[name]
    game = kibitz.adapt(style.make(), **style.given)
    chance = random.Random(name)
    for number in range(6):
        state, position, seat = game.initial(), style.make(), 0
        for _ in range(number * (2 if name == "dame" else 1)):
            moves = list(game.moves(state))
            if not moves:
                break
            place = chance.randrange(len(moves))
            state = game.play(state, moves[place])
            player = style.players(position)[seat]
            style.play(position, style.moves(position, player)[place], player)
            seat = style.turn(position, seat)
        assert state.turn == seat
        depth = style.depth
        expected = style.truth(position, seat, depth, seat)
        assert value_of(game, state, depth) == pytest.approx(expected, abs=2e-6)
        for move in minimax(game, state, depth).line[:1]:
            after = copy.deepcopy(position)
            mover = style.players(after)[seat]
            place = list(game.moves(state)).index(move)
            style.play(after, style.moves(after, mover)[place], mover)
            chosen = style.truth(after, style.turn(after, seat), depth - 1, seat, 1)
            assert chosen == pytest.approx(expected, abs=2e-6)


@pytest.mark.parametrize("name", STYLES)
def test_an_adapted_class_keeps_the_contract_and_its_object_is_not_changed(name: str) -> None:
    own = STYLES[name].make()
    before = freeze(own)
    game = kibitz.adapt(own, **STYLES[name].given)
    if name != "dame":  # which has no rule against going on for ever
        check(game, games=4, positions=60)
    session = kibitz.Session(game)
    line = kibitz.Engine(game).play(session, kibitz.Limit(depth=2))
    session.push(line.move)
    assert session.moves == (line.move,)
    session.undo()
    assert freeze(own) == before
    assert str(session)


@pytest.mark.parametrize("name", ["marks X and O", "turn kept by a loop", "nothing said"])
def test_perfect_play_draws_tic_tac_toe(name: str) -> None:
    game = kibitz.adapt(STYLES[name].make(), **STYLES[name].given)
    best = kibitz.Engine(game).play(kibitz.Session(game), kibitz.Limit(depth=9))
    assert (best.value, str(best.warrant)) == ("draws", "proven")
    assert game.sides == ("X", "O")


def test_a_session_shows_what_the_class_prints() -> None:
    session = kibitz.Session(kibitz.adapt(LoopTicTacToe))
    session.push(4)
    session.push("8")
    assert str(session) == "  |   |  \n  | X |  \n  |   | O"
    assert session.position == ".../.X./..O"


def test_a_board_of_squares_by_row_and_column_is_drawn_row_by_row() -> None:
    own = Horses()
    lines = str(kibitz.Session(kibitz.adapt(own))).splitlines()
    assert len(lines) == 5
    assert lines[1].split() == [str(own.board[1, column]) for column in range(4)]
    assert len({len(line) for line in lines[:4]}) == 1
    assert "white_knight=(0, 0)" in lines[4]
    del own.board[3, 0]
    assert str(kibitz.Session(kibitz.adapt(own))).splitlines()[3].split()[0] == "."
    own.board["bonus"] = 3  # type: ignore[index]
    assert "'bonus': 3" in str(kibitz.Session(kibitz.adapt(own)))


def test_moves_are_read_however_they_are_bracketed() -> None:
    session = kibitz.Session(kibitz.adapt(Dame()))
    assert "4,1-3,0" in session.legal_moves
    session.push("((4, 1), (3, 0))")
    with pytest.raises(kibitz.InvalidMoveError, match="legal moves are"):
        session.push("7,7")
    assert session.moves == ("4,1-3,0",)


def test_moves_without_equality_or_text_are_told_apart() -> None:
    game = kibitz.adapt(TileBoard([Player("ann", 0), Player("ben", 1)]))
    assert kibitz.Session(game).legal_moves == tuple(f"take:{tile}" for tile in range(7))
    assert game.sides == ("ann", "ben")


def test_a_shallow_copy_method_is_not_trusted() -> None:
    class Shallow(LoopTicTacToe):
        def copy(self) -> Shallow:
            return copy.copy(self)  # shares the board

    own = Shallow()
    game = kibitz.adapt(own)
    assert value_of(game, game.initial(), 9) == 0
    assert own.board == [" "] * 9


def test_equal_positions_are_equal_whatever_led_to_them() -> None:
    game = kibitz.adapt(LoopTicTacToe())

    def after(*moves: int) -> Any:
        state = game.initial()
        for move in moves:
            state = game.play(state, move)
        return state

    assert after(0, 1, 2) == after(2, 1, 0)
    assert hash(after(0, 1, 2)) == hash(after(2, 1, 0))
    assert after(0, 1) != after(1, 0)
    assert after() != "a board"


def test_what_cannot_be_found_can_be_given() -> None:
    class Bare:
        def __init__(self) -> None:
            self.cells = [0, 0, 0]

        def legal(self) -> list[int]:
            return [cell for cell in range(3) if not self.cells[cell]]

        def available_moves(self) -> list[int]:
            return self.legal()

        def make_move(self, position: int, player: int) -> None:
            self.cells[position] = player

        def check_winner(self) -> None:
            return None

    with pytest.raises(kibitz.ContractError, match="players=") as caught:
        kibitz.adapt(Bare())
    assert caught.value.code == "unknown_players"
    game = kibitz.adapt(
        Bare(), players=(7, 9), moves_first=9, evaluate=lambda it, mark: it.cells.count(mark),
        stuck=kibitz.LOSS, name="bare", unit=10,
    )  # fmt: skip
    assert game.sides == ("9", "7")
    assert game.name == "bare"
    state = game.play(game.initial(), 0)
    assert state.board.cells == [9, 0, 0]
    assert game.evaluate(state, 0) == 10
    assert value_of(game, game.initial(), 9) == WON - 3  # the second player cannot go on
    assert value_of(kibitz.adapt(Bare(), players=[7, 9]), state, 0) == 0


@pytest.mark.parametrize(
    ("keyword", "value"),
    [
        ("players", ["X"]),
        ("players", ["X", "X"]),
        ("players", 2),
        ("moves_first", "Z"),
        ("stuck", 1),
        ("unit", 0),
        ("unit", True),
    ],
)
def test_a_keyword_out_of_its_range_is_refused(keyword: str, value: Any) -> None:
    with pytest.raises(kibitz.LimitError, match=keyword):
        kibitz.adapt(LoopTicTacToe(), **{keyword: value})


def test_what_is_missing_is_named_style_by_style_the_nearest_first() -> None:
    class Half:
        def get_possible_moves(self) -> list[int]:
            return []

        def make_move(self, move: int) -> None: ...

        def is_game_over(self) -> bool:
            return True

    with pytest.raises(kibitz.ContractError) as caught:
        kibitz.adapt(Half())
    styles = str(caught.value.message.params["missing"]).split("; ")
    assert styles[0].endswith("get_possible_moves lacks evaluate_board")
    assert len(styles) == 5
    assert "available_moves lacks available_moves, check_winner" in str(caught.value)
    with pytest.raises(kibitz.ContractError, match="int has none of the interfaces"):
        kibitz.adapt(3)
    assert kibitz.adapt(Half(), players=("A", "B"), evaluate=lambda *_: 0).sides == ("A", "B")


def test_a_class_that_needs_arguments_is_told_so() -> None:
    with pytest.raises(kibitz.ContractError, match=r"adapt\(TileBoard\(\.\.\.\)\)"):
        kibitz.adapt(TileBoard)


def test_a_method_that_fails_is_reported_with_its_reason() -> None:
    class Broken(LoopTicTacToe):
        def available_moves(self) -> list[int]:
            raise KeyError("cell")

    with pytest.raises(kibitz.ContractError, match="KeyError: 'cell'"):
        kibitz.adapt(Broken())


def test_moves_that_change_the_class_itself_are_noticed() -> None:
    class Global(LoopTicTacToe):
        cells = [" "] * 9

        def available_moves(self) -> list[int]:
            return [cell for cell in range(9) if self.cells[cell] == " "]

        def make_move(self, position: int, player: str) -> None:
            self.cells[position] = player

    with pytest.raises(kibitz.ContractError, match="changes the original"):
        kibitz.adapt(Global())


def test_an_evaluation_that_is_no_number_is_refused() -> None:
    with pytest.raises(kibitz.ContractError, match="expected a number"):
        kibitz.adapt(LoopTicTacToe(), evaluate=lambda *_: float("nan"))
    with pytest.raises(kibitz.ContractError, match="'good'"):
        kibitz.adapt(LoopTicTacToe(), evaluate=lambda *_: "good")  # type: ignore[arg-type]


def test_a_winner_who_does_not_play_is_refused() -> None:
    class Strange(LoopTicTacToe):
        def check_winner(self) -> str | None:
            return "zebra" if self.board[0] != " " else None

    game = kibitz.adapt(Strange(), unit=1)
    with pytest.raises(kibitz.ContractError, match="zebra"):
        game.play(game.initial(), 0)


def test_infinite_evaluations_of_unfinished_games_stay_below_wins() -> None:
    game = kibitz.adapt(LoopTicTacToe(), evaluate=lambda it, mark: float("inf"))
    value = minimax(game, game.initial(), 1).value
    assert not is_decided(value)
    assert value > 0


@pytest.mark.parametrize(("size", "unit"), [(0.25, 10**6), (5_000.5, 10**6), (10**6, 10**3)])
def test_the_unit_leaves_room_for_large_evaluations(size: float, unit: int) -> None:
    game = kibitz.adapt(LoopTicTacToe(), evaluate=lambda it, mark: size)
    assert game.unit == unit
    assert game.evaluate(game.initial(), 0) == size * unit
