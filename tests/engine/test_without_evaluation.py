"""Games without an evaluation work everywhere: levels, teaching, files, commands and matches."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import Engine, Limit, LimitError, Player, Seat, Session
from kibitz.cli.main import main
from kibitz.core.evaluation import no_evaluation
from kibitz.core.level import STEPS
from kibitz.engine.compile_order import CompileOrder
from kibitz.engine.ladder import EFFORT_TABLE, TREE_EFFORTS, ladder
from kibitz.engine.lines import Line, Warrant
from kibitz.match.contestant import Contestant
from kibitz.match.openings import Openings, usual_balance
from kibitz.teaching.explanations.sampled_claims import differ, percent, sampled_headline
from kibitz.teaching.review.chances import Curve
from tests.own_games.hex import hex_game

HEX = hex_game(4)
TICTACTOE = replace(kibitz.game("tictactoe"), evaluate=no_evaluation)

STICKS = """
from typing import NamedTuple
from kibitz import LOSS, WIN, Game

class State(NamedTuple):
    sticks: int
    turn: int

def moves(state):
    for take in (1, 2, 3):
        if take <= state.sticks:
            yield take

def play(state, move):
    return State(sticks=state.sticks - move, turn=1 - state.turn)

def payoff(state, side):
    return LOSS if side == state.turn else WIN

GAME = Game("sticks", State(sticks=21, turn=0), moves, play, payoff)
"""


@pytest.fixture
def sticks(tmp_path: Path) -> str:
    file = tmp_path / "sticks.py"
    file.write_text(STICKS)
    return str(file)


def sampled(move: str, score: float, low: float, high: float) -> Line:
    return Line(
        move, score, None, None, Warrant("sampled"), 3, 100, 0.1, (move,), interval=(low, high)
    )


def test_efforts_rise_with_the_level() -> None:
    assert len(TREE_EFFORTS) == len(EFFORT_TABLE)
    steps = ladder(HEX)
    playouts = [step.playouts for step in steps[:-1]]
    assert playouts == sorted(set(playouts), key=lambda count: count or 0)
    noises = [step.noise for step in steps]
    assert noises == sorted(set(noises), reverse=True)
    assert (steps[-1].playouts, steps[-1].noise, steps[-1].time) == (None, 0.0, 1.0)


@pytest.mark.parametrize("level", ["1", "3", "6"])
def test_a_level_is_reproducible_and_varies_with_its_seed(level: str) -> None:
    session, moves = Session(HEX), set()
    for seed in range(8):
        one, other = (Player(HEX, level, seed=seed) for _ in range(2))
        line = one.play(session)
        assert line.move == other.play(session).move
        assert line.nodes == ladder(HEX)[int(level) - 1].playouts
        moves.add(line.move)
    assert len(moves) >= 3


def test_every_level_takes_a_win_in_one() -> None:
    session = Session(TICTACTOE, "XX./OO./...")
    for step in range(1, STEPS + 1):
        line = Player(TICTACTOE, str(step), seed=3).play(session)
        assert (line.move, line.win_in) == ("2", 1)


@pytest.mark.deep
@pytest.mark.parametrize(("lower", "higher"), [(1, 3), (3, 5), (4, 6)])
def test_higher_levels_win_more(lower: int, higher: int) -> None:
    players = [Player(HEX, str(step), seed=1) for step in (lower, higher)]
    points = 0
    for number in range(40):
        session, first = Session(HEX), number % 2
        for player in players:
            player.seed = number
        while session.outcome() is None:
            session.push(players[(session.turn + first) % 2].play(session).move)
        outcome = session.outcome()
        assert outcome is not None
        points += outcome.payoffs[1 - first] > 0
    assert points >= 26


def test_engines_in_seats_play_and_are_saved_with_their_search() -> None:
    seats = [
        Seat("engine", level="2", seed=1),
        Seat("engine", search="mcts", limit=Limit(nodes=50)),
    ]
    session = Session(HEX, seats=seats)
    record = session.to_json()
    assert [seat.get("search") for seat in record["seats"]] == [None, "mcts"]
    with pytest.raises(LimitError, match="search"):
        Seat("engine", search="other")  # type: ignore[arg-type]
    with pytest.raises(LimitError, match="mcts"):
        Seat("engine", search="mcts", opponents="maxn")


def test_a_sampled_evaluation_survives_saving() -> None:
    game = kibitz.game("tictactoe")
    session = Session(game)
    line = Engine(game, search="mcts").play(session, Limit(nodes=64))
    session.push(line.move, evaluation=line)
    again = Session.from_json(session.to_json())
    saved = again.line_history[0].evaluation
    assert saved is not None
    assert (saved.interval, saved.share, str(saved.warrant)) == (
        line.interval,
        line.share,
        "sampled",
    )
    broken = json.loads(json.dumps(session.to_json()))
    broken["moves"][0]["evaluation"]["interval"] = "wide"
    with pytest.raises(kibitz.RecordError, match="interval"):
        Session.from_json(broken)


def test_hints_and_explanations_compare_samples() -> None:
    teacher = kibitz.Engine(HEX)
    session = Session(HEX)
    hint = teacher.hint(session, Limit(nodes=400))
    assert hint.rung("line").text.endswith(")."), hint
    assert "sampled, " in hint.rung("line").text
    worst = teacher.analyse(session, Limit(nodes=400), multipv=16)[-1].move
    codes = {claim.code for claim in teacher.explain(session, worst, Limit(nodes=2_000)).claims}
    assert codes & {"sampled_worse", "sampled"}
    assert not codes & {"best_by", "worse_by", "best_reply"}
    difference = teacher.compare(session, worst, None, Limit(nodes=2_000)).differences[0]
    assert difference.code in ("sampled_better", "sampled_alike")
    assert str(difference.warrant) == "sampled"


def test_forced_wins_are_still_explained_by_minimax() -> None:
    session = Session(TICTACTOE, "XX./OO./...")
    explanation = kibitz.Engine(TICTACTOE).explain(session, "2", Limit(nodes=500))
    assert [claim.code for claim in explanation.claims] == ["wins_at_once"]
    other = kibitz.Engine(TICTACTOE).explain(session, "8", Limit(nodes=500))
    assert "misses_win" in {claim.code for claim in other.claims}


def test_sampled_scores_differ_only_if_their_intervals_do_not_overlap() -> None:
    one, other = sampled("a", 0.3, 0.2, 0.4), sampled("b", 0.1, 0.05, 0.15)
    near = sampled("c", 0.25, 0.15, 0.35)
    assert (percent(one), percent(other)) == (65, 55)
    assert differ(one, other)
    assert not differ(one, near)
    better = sampled_headline(other, one)
    assert better is not None
    assert better.text == "a scores 65 % in random games, b 55 %."
    alike = sampled_headline(one, near)
    assert alike is not None
    assert alike.code == "sampled_alike"
    assert sampled_headline(one, replace(other, interval=None)) is None


def test_a_sampled_score_is_a_winning_chance() -> None:
    assert Curve(1.0)(sampled("a", 0.5, 0.4, 0.6)) == 0.75
    assert sampled("a", 0.5, 0.4, 0.6).basis == "sampled, +0.40 to +0.60"
    assert sampled("a", 0.5, 0.4, 0.6).as_dict()["interval"] == [0.4, 0.6]
    assert "interval" not in replace(sampled("a", 0.5, 0, 1), interval=None).as_dict()


def test_a_review_finds_the_blunder() -> None:
    session = Session(TICTACTOE)
    for move in ("4", "1", "0", "8", "6"):
        session.push(move)
    marks = [judged.mark for judged in kibitz.review(session, Limit(nodes=3_000)).moves]
    assert marks[1] in ("mistake", "blunder")
    assert marks[4] == "best"


def test_openings_are_even_by_samples() -> None:
    balance = usual_balance(HEX)
    openings = Openings(HEX, plies=2, balance=balance, seed=1)
    assert 0 < balance < 1
    assert len(openings.opening(0).moves) == 2
    assert openings.opening(1) == Openings(HEX, plies=2, balance=balance, seed=1).opening(1)


def test_a_contestant_chooses_its_search() -> None:
    assert Contestant.parse("nodes=100").own_switches is None
    assert Contestant.parse("nodes=100,search=mcts").search == "mcts"
    assert Contestant.parse("level=3,search=mcts").search == "mcts"
    assert Contestant.parse("baseline,nodes=100").own_switches is not None


def test_a_compile_order_names_an_unusual_search(sticks: str) -> None:
    game = kibitz.game(sticks)
    orders: list[CompileOrder | None] = []
    for search in (None, "mcts", "alphabeta"):
        workers = Engine(game, search=search)._search_workers
        orders.append(workers._order(workers.build))
    assert [order and order.search for order in orders] == [None, None, "alphabeta"]
    assert orders[2] is not None
    assert CompileOrder.parse(orders[2].line()) == orders[2]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    shown = capsys.readouterr()
    return code, shown.out, shown.err


def test_commands(sticks: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "hint", sticks, "--nodes", "20000", "--json")
    found: dict[str, Any] = json.loads(out)
    assert (code, found["move"], found["win_in"], found["warrant"]) == (0, "1", 11, "proven")
    code, out, _ = run(
        capsys, "analyse", "tictactoe", "--search", "mcts", "--nodes", "90", "--multipv", "2"
    )
    assert code == 0
    assert "(sampled, " in out
    assert "90 playouts in" in out
    code, _, err = run(capsys, "hint", "tictactoe", "--search", "mcts", "--opponents", "maxn")
    assert code == 2
    assert "a setting of alpha-beta" in err
    code, out, err = run(capsys, "check", sticks, "--games", "2")
    assert code == 0
    assert "sticks has no evaluation, so the engine plays it by Monte Carlo tree search" in err
