"""Games of a match: a function of the specification and the number, whatever went before."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.errors import KibitzError, LimitError, OptionError, RecordError, TableError
from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line, Warrant
from kibitz.engine.position import Position
from kibitz.games.game_ref import GameRef, find_game
from kibitz.match.adjudication import Adjudicator, Agreement
from kibitz.match.match import Match
from kibitz.match.playing import MatchBoard, play_game
from kibitz.match.replay import Recorded
from kibitz.tables.endgame_tables import open_tables
from kibitz.tables.solving import solve
from kibitz.tables.stored_table import store
from tests import toys
from tests.match.files import course, play, write_files

# Nim with one pile in a list, and a player that tries its move there without taking it back.
PILES = """
from kibitz import LOSS, WIN, Game

class State:
    def __init__(self, piles, turn):
        self.piles, self.turn = piles, turn
    def __eq__(self, other):
        return (self.piles, self.turn) == (other.piles, other.turn)
    def __hash__(self):
        return hash((*self.piles, self.turn))

def moves(state):
    return range(1, min(3, state.piles[0]) + 1)

def play(state, move):
    return State([state.piles[0] - move], 1 - state.turn)

def payoff(state, player):
    return LOSS if player == state.turn else WIN

def evaluate(state, player):
    return 0

GAME = Game("piles", State([9], 0), moves, play, payoff, evaluate)
"""
SPOILS = """
def choose(game, position):
    position.state.piles[0] -= 1
    return 1
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("game", "options", "players"),
    [
        ("connect4", {}, ["nodes=2000", "depth=3,killers=off"]),
        ("connect4", {}, ["6", "hard"]),
        ("tictactoe", {}, ["random", "plain,depth=2"]),
        ("horses", {"players": 3}, ["2", "opponents=maxn,depth=2", "random"]),
        ("morris", {}, ["evaluation=classic,nodes=500", "easy"]),
    ],
)
def test_a_game_is_the_same_whatever_its_board_played_before(
    game: str, options: dict[str, Any], players: list[str]
) -> None:
    match = Match(kibitz.game(game, **options), players, seed=4, plies=60)
    used = MatchBoard(match.specification)
    games = {number: used.play(number) for number in (5, 0, 3)}
    again = {number: used.play(number) for number in (3, 5)}
    fresh = MatchBoard(match.specification).play(5)
    assert course(games[5]) == course(again[5]) == course(fresh)
    assert course(games[3]) == course(again[3])
    assert course(games[5])[1:] != course(games[0])[1:]


def test_the_seed_changes_the_games() -> None:
    one, other = (Match("connect4", ["3", "random"], games=4, seed=seed) for seed in (1, 2))
    assert list(map(course, play(one))) != list(map(course, play(other)))


def test_a_player_with_a_seed_of_its_own_errs_alike_in_every_game() -> None:
    players = ["random,seed=1", "random,seed=2"]
    match = Match("tictactoe", players, games=4, opening_plies=0)
    moves = [result.moves for result in play(match)]
    assert moves[0] == moves[2]
    assert moves[1] == moves[3]


def test_both_games_of_an_opening_begin_alike_with_the_sides_exchanged() -> None:
    results = play(Match("horses", ["1", "2"], games=6))
    for first, second in zip(results[::2], results[1::2], strict=True):
        assert first.opening == second.opening
        assert first.seats == second.seats[::-1]
    assert len({result.opening.seed for result in results}) == 3


def test_a_game_that_takes_too_long_is_a_draw() -> None:
    results = play(Match("draughts", ["random", "random"], games=4, plies=12))
    for result in results:
        assert (result.reason, result.payoffs, result.plies) == ("length", (DRAW, DRAW), 12)


def test_games_end_by_repetition_and_clock_too() -> None:
    match = Match("morris", ["depth=1", "depth=1"], games=12, plies=400)
    reasons = {result.reason for result in play(match)}
    assert reasons <= {"rules", "repetition", "clock", "length"}
    assert match.standings.reasons


def test_players_may_come_one_after_the_other() -> None:
    match = Match("tictactoe", (str(step) for step in (1, 2)))
    assert [one.name for one in match.contestants] == ["1", "2"]


def test_an_engine_is_warm_before_it_is_timed() -> None:
    calls = []

    class Watched(Engine):
        def play(self, position: Position, limit: kibitz.Limit | None = None) -> Line:
            calls.append(limit)
            return super().play(position, limit)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kibitz.match.players.Engine", Watched)
        board = MatchBoard(Match("tictactoe", ["random", "nodes=50"]).specification)
    first = course(board.play(0))
    assert calls[:2] == [kibitz.Limit(depth=1), kibitz.Limit(nodes=50)]
    assert course(board.play(0)) == first
    assert calls.count(kibitz.Limit(depth=1)) == 1


def test_efforts_are_kept_for_every_seat() -> None:
    (result, *_) = play(Match("connect4", ["random", "depth=2"], games=2))
    assert result.seats == (0, 1)
    assert result.nodes[0] == 0
    assert result.nodes[1] > 10
    assert sum(result.turns) == len(result.moves)
    assert result.plies == len(result.moves) + len(result.opening.moves)
    assert all(seconds > 0 for seconds in result.seconds)


# functions


def test_functions_give_moves_by_number_and_as_text() -> None:
    results = play(Match("tictactoe", ["bots.py:first", "bots.py:text"], games=4))
    assert {result.reason for result in results} == {"rules"}


def test_a_function_that_draws_lots_repeats_itself() -> None:
    players = ["bots.py:lot", "bots.py:lot,name=other"]
    one, other = (Match("tictactoe", players, games=4) for _ in range(2))
    assert list(map(course, play(one))) == list(map(course, play(other)))


@pytest.mark.parametrize(
    ("function", "problem"),
    [
        ("raises", "RuntimeError: I have no idea"),
        ("leaves", "SystemExit: 3"),
        ("illegal", "No move 99 in position"),
        ("truth", "No move True in position"),
        ("unreadable", "Cannot read the move 'what?'"),
        ("nothing", "No move None in position"),
        ("generator_exit", "GeneratorExit: bye"),
        ("huge", "No move of type int, which cannot be shown, in position"),
        ("odd", "No move: a Odd that is not a whole number (RuntimeError: no index"),
        ("hidden", "No move of type Hidden, which cannot be shown, in position"),
        ("silent", "Silent, which cannot be shown"),
        ("surrogate", r"RuntimeError: \ud800 bad"),
    ],
)
def test_a_function_that_errs_loses_and_the_reason_is_kept(function: str, problem: str) -> None:
    match = Match("tictactoe", ["random", f"bots.py:{function}"], games=2)
    for result in play(match):
        seat = result.seats.index(1)
        assert (result.reason, result.culprit) == ("error", seat)
        assert result.payoffs[seat] == LOSS
        assert result.payoffs[1 - seat] == WIN
        assert problem in result.problem
    assert match.standings.rows[1].faults == 2
    assert match.standings.first_fault is not None
    assert match.standings.first_fault.number == 0


def test_functions_that_draw_lots_repeat_themselves_in_several_threads() -> None:
    players = ["bots.py:lot", "bots.py:lot,name=other"]
    expected = play(Match("tictactoe", players, games=40))
    match = Match("tictactoe", players, games=40)
    with ThreadPoolExecutor(4) as executor:
        list(match.run(executor))
    assert [course(match.results[number]) for number in range(40)] == list(map(course, expected))


def test_what_a_function_prints_is_kept_out_of_the_results(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = Path("bots.py").read_text()
    Path("loud.py").write_text("print('loaded')\n" + text)
    play(Match("tictactoe", ["random", "loud.py:prints"], games=2))
    told = capsys.readouterr()
    assert told.out == ""
    assert "loaded" in told.err
    assert "thinking" in told.err


def test_of_several_players_those_who_did_not_err_share_the_first_place() -> None:
    players = ["random", "bots.py:raises", "random,name=third"]
    for result in play(Match(kibitz.game("horses", players=3), players, games=3)):
        assert sorted(result.payoffs) == [LOSS, DRAW, DRAW]
        assert result.payoffs[result.seats.index(1)] == LOSS


@pytest.mark.parametrize(
    ("player", "code"),
    [
        ("nowhere.py:first", "no_player_file"),
        ("bots.py:missing", "no_player_function"),
        ("bots.py:number", "no_player_function"),
        ("broken.py:first", "game_file_broken"),
        ("leaves.py:first", "game_file_broken"),
    ],
)
def test_functions_that_are_none_are_refused_at_once(player: str, code: str) -> None:
    Path("broken.py").write_text("def first(:")
    Path("leaves.py").write_text("raise GeneratorExit")
    with pytest.raises(KibitzError) as refusal:
        Match("tictactoe", ["1", player])
    assert refusal.value.code == code


def test_a_file_that_was_edited_is_not_played_with() -> None:
    match = Match("tictactoe", ["random", "bots.py:first"], games=2)
    Path("bots.py").write_text(Path("bots.py").read_text() + "\n# edited\n")
    with pytest.raises(RecordError) as refusal:
        play(match)
    assert refusal.value.code == "match_file_differs"


# games of strangers


def test_a_strangers_game_is_played_from_its_file_by_name_or_as_an_object() -> None:
    by_path = play(Match("sticks.py", ["3", "random"], games=4))
    as_object = play(Match(kibitz.game("sticks.py"), ["3", "random"], games=4))
    assert list(map(course, by_path)) == list(map(course, as_object))
    assert find_game(Path("sticks.py")).file == str(Path("sticks.py").resolve())


def test_rules_of_a_shipped_game_are_found_with_their_options() -> None:
    game = kibitz.game("draughts", variant="russian")
    rules = find_game(game)
    assert rules.source == "draughts"
    assert rules.load() is game
    assert find_game(rules) is rules


def test_a_game_of_a_program_is_refused_because_workers_cannot_load_it() -> None:
    with pytest.raises(OptionError) as refusal:
        Match(toys.nim(), ["1", "2"])
    assert refusal.value.code == "match_needs_source"
    with pytest.raises(KibitzError, match="as the game for"):
        find_game(7)  # type: ignore[arg-type]


def test_a_mistake_in_a_strangers_rules_names_the_game(folder: Path) -> None:
    text = (folder / "sticks.py").read_text()
    broken = text.replace("return State(", "assert state.sticks != 7\n    return State(")
    (folder / "broken.py").write_text(broken)
    match = Match("broken.py", ["random"] * 2, opening_plies=0, balance=0.0)
    with pytest.raises(KibitzError, match="of the match failed: AssertionError"):
        play(match)


@pytest.mark.parametrize(
    ("payoff", "problem"),
    [
        ("5", "payoff returns 5: expected WIN, DRAW or LOSS"),
        ("True", "payoff returns True"),
        ("WIN", "expected one WIN and the rest LOSS"),
    ],
)
def test_payoffs_that_are_none_are_told(folder: Path, payoff: str, problem: str) -> None:
    text = (folder / "sticks.py").read_text()
    assert text.count("return LOSS if") == 1
    (folder / "odd.py").write_text(
        text.replace("return LOSS if", f"return {payoff} if player < 9 or")
    )
    with pytest.raises(KibitzError, match=problem):
        play(Match("odd.py", ["random"] * 2, games=2))


def test_numbers_of_other_kinds_are_kept_as_whole_numbers(folder: Path) -> None:
    text = (folder / "sticks.py").read_text()
    assert text.count("yield take") == 1
    assert text.count("LOSS if") == 1
    text = text.replace("yield take", "yield np.int64(take)").replace("LOSS if", "1.0 * LOSS if")
    (folder / "loose.py").write_text(f"import numpy as np\n{text}")
    match = Match("loose.py", ["random"] * 2, games=4, record="loose.jsonl")
    assert len(play(match)) == 4
    assert len(list(Recorded("loose.jsonl", trust=["."]).replay())) == 4


def test_a_game_that_is_over_at_the_start_is_told(folder: Path) -> None:
    text = (folder / "sticks.py").read_text()
    assert text.count("State(15, 0)") == 1
    (folder / "over.py").write_text(text.replace("State(15, 0)", "State(0, 0)"))
    with pytest.raises(KibitzError, match="the game is over"):
        play(Match("over.py", ["random"] * 2, games=2))


def test_a_function_may_do_with_its_position_what_it_likes(folder: Path) -> None:
    (folder / "piles.py").write_text(PILES)
    (folder / "spoils.py").write_text(SPOILS)
    match = Match("piles.py", ["spoils.py:choose", "random"], games=6, record="piles.jsonl")
    assert len(play(match)) == 6
    assert match.standings.rows[0].faults == 0
    assert len(list(Recorded("piles.jsonl", trust=["."]).replay())) == 6


def test_an_interrupt_that_a_function_raises_is_its_error() -> None:
    match = Match("tictactoe", ["bots.py:interrupts", "random"], games=2)
    assert [result.reason for result in play(match)] == ["error", "error"]
    assert all("KeyboardInterrupt" in one.problem for one in match.results.values())


def test_what_stands_beside_a_player_belongs_to_it(folder: Path) -> None:
    bot = "from brain import pick\ndef choose(game, position):\n"
    bot += "    return pick(list(game.moves(position.state)))\n"
    for name, index in (("v1", 0), ("v2", -1)):
        (folder / name).mkdir()
        (folder / name / "bot.py").write_text(bot)
        (folder / name / "brain.py").write_text(f"def pick(moves):\n    return moves[{index}]\n")
    match = Match("connect4", ["v1/bot.py:choose", "v2/bot.py:choose"], games=2, opening_plies=0)
    game = kibitz.game("connect4")
    for result in play(match):
        state = game.initial()
        for move in result.moves:
            moves = list(game.moves(state))
            assert move == moves[0 if result.seats[state.turn] == 0 else -1]
            state = game.play(state, move)
    (folder / "v1" / "brain.py").write_text("def pick(moves):\n    return moves[1]\n")
    with pytest.raises(RecordError, match=r"brain\.py' has changed"):
        match.specification.check_files()


def test_a_match_is_kept_by_a_thread_until_another_is_played() -> None:
    first = Match("tictactoe", ["random", "1"], games=2).specification
    second = Match("tictactoe", ["random", "2"], games=2).specification
    one = play_game(first, 0)
    play_game(second, 0)
    assert course(play_game(first, 0)) == course(one)
    assert GameRef("tictactoe").file is None


# adjudication


def line(score: float | None = None, win_in: int | None = None, loss_in: int | None = None) -> Line:
    return Line("a", score, win_in, loss_in, Warrant("depth", 3), 3, 1, 0.0, ("a",))


def test_a_game_that_both_think_won_by_the_same_one_for_long_enough_is_won() -> None:
    judge = Adjudicator(Agreement(5.0, 4), None)
    said = [(0, line(6)), (1, line(-5)), (0, line(win_in=9)), (1, line(loss_in=8))]
    heard = [judge.add(player, text) for player, text in said]
    assert heard == [None, None, None, (WIN, LOSS)]


@pytest.mark.parametrize("doubt", [line(4.9), line(-6.0), None])
def test_whoever_doubts_it_begins_the_count_anew(doubt: Line | None) -> None:
    judge = Adjudicator(Agreement(5.0, 3), None)
    heard = [
        judge.add(0, line(-9)),
        judge.add(1, line(9)),
        judge.add(0, None if doubt is None else line(4.9)),
    ]
    heard += [judge.add(1, line(9)), judge.add(0, line(-9))]
    assert heard == [None] * 5
    assert judge.add(1, line(9)) == (LOSS, WIN)


def test_one_side_alone_is_no_agreement() -> None:
    judge = Adjudicator(Agreement(5.0, 2), Agreement(0.5, 2))
    assert [judge.add(0, line(9)) for _ in range(5)] == [None] * 5
    assert [judge.add(1, line(0.1)) for _ in range(5)] == [None] * 5


def test_a_game_that_both_think_even_for_long_enough_is_drawn() -> None:
    judge = Adjudicator(None, Agreement(0.5, 3))
    heard = [judge.add(0, line(0.5)), judge.add(1, line(-0.2)), judge.add(0, line(0))]
    assert heard == [None, None, (DRAW, DRAW)]
    assert judge.add(1, line(loss_in=4)) is None


def test_matches_are_adjudicated() -> None:
    match = Match("draughts", ["depth=3", "depth=1"], games=4, adjudicate=(3, 4))
    results = play(match)
    assert any(result.reason == "adjudication" for result in results)
    whole = play(Match("draughts", ["depth=3", "depth=1"], games=4))
    for short, long in zip(results, whole, strict=True):
        assert short.moves == long.moves[: len(short.moves)]


def test_endgame_tables_adjudicate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = kibitz.game("tictactoe")
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path))
    store(solve(game), tmp_path)
    results = play(Match(game, ["random", "random"], games=20, adjudicate_tables=True))
    assert len({result.payoffs for result in results}) > 1
    for result in results:
        assert (result.reason, len(result.moves)) == ("adjudication", 1)
        state = game.initial()
        for move in (*result.opening.moves, *result.moves):
            state = game.play(state, move)
        tables = open_tables(game)
        assert tables is not None
        verdict = tables.probe(state)
        assert verdict is not None
        assert result.payoffs[state.turn] == verdict.result == -result.payoffs[1 - state.turn]


def test_there_must_be_tables_to_adjudicate_by() -> None:
    with pytest.raises(TableError, match="No endgame tables of connect4"):
        Match("connect4", ["1", "2"], adjudicate_tables=True)


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"games": 0}, "games cannot be 0"),
        ({"plies": 0}, "plies cannot be 0"),
        ({"seed": "one"}, "seed cannot be 'one'"),
        ({"opening_plies": -1}, "opening_plies cannot be -1"),
        ({"opening_plies": 1_000_000}, "expected a whole number from 0 to 200"),
        ({"opening_plies": 4, "plies": 4}, "plies cannot be 4: expected more than opening_plies"),
        ({"plies": 2}, "plies cannot be 2: expected more than opening_plies, which is 2"),
        ({"balance": 10**400}, "balance cannot be 1000"),
        ({"balance": -1.0}, "balance cannot be -1.0"),
        ({"balance": float("nan")}, "balance cannot be nan"),
        ({"adjudicate": (0, 4)}, "more than 0 points"),
        ({"adjudicate": (5, 1)}, "a whole number from 2"),
        ({"adjudicate": 5}, "points and a number of moves"),
        ({"adjudicate_draws": (-1, 4)}, "points and a number of moves"),
        ({"sprt": (5, 1)}, "the smaller one first"),
        ({"sprt": (1,)}, "two numbers such as"),
        ({"sprt": 5}, "two numbers such as"),
        ({"sprt": (0, 10**400)}, "two numbers from -1000 to 1000"),
        ({"record": 5}, "record cannot be 5: expected the path of a file"),
        ({"players": None}, "2 to 64 players"),
        ({"players": 5}, "2 to 64 players"),
        ({"players": itertools.repeat("1")}, "2 to 64 players"),
        ({"players": ["1"]}, "2 to 64 players"),
        ({"players": "12"}, "2 to 64 players"),
        ({"players": ["1", "2", "3"], "sprt": (0, 5)}, "no value unless two players"),
        ({"game": kibitz.game("horses", players=3), "adjudicate": (5, 4)}, "more than two players"),
    ],
)
def test_settings_out_of_their_range_are_refused(settings: dict[str, Any], expected: str) -> None:
    given: dict[str, Any] = {"game": "tictactoe", "players": ["1", "2"], **settings}
    with pytest.raises(LimitError, match=expected):
        Match(**given)
