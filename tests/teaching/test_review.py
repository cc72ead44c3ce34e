"""Reviews: what they say of a move is true, and a proof is never overruled."""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import Game, Limit, LimitError, Player, Seat, Session
from kibitz.teaching.review.judgements import Judged
from kibitz.teaching.review.marks import MARKS, accuracy, is_turn, mark_of
from kibitz.teaching.review.review_report import Review
from kibitz.teaching.review.reviewer import Reviewing, review
from kibitz.teaching.review.totals import totals

TICTACTOE = kibitz.game("tictactoe")
FULLY = Limit(depth=9)
QUICKLY = Limit(nodes=3_000)


def played(game: Game, *moves: str, **settings_: Any) -> Session:
    session = Session(game, **settings_)
    for move in moves:
        session.push(move)
    return session


def by_levels(game: Game, levels: list[str], seed: int, most: int = 200) -> Session:
    """A game between steps of the ladder."""
    players = [Player(game, name, seed=seed + i, memory=4) for i, name in enumerate(levels)]
    session = Session(
        game,
        seed=seed if game.is_seeded else None,
        seats=[Seat("engine", level=name) for name in levels],
    )
    while session.outcome() is None and session.ply < most:
        session.push(players[session.turn].play(session).move)
    return session


@st.composite
def random_games(draw: st.DrawFn) -> Session:
    session = Session(TICTACTOE)
    for _ in range(draw(st.integers(1, 9))):
        if session.outcome() is None:
            session.push(draw(st.sampled_from(session.legal_moves)))
    return session


@cache
def solved(state: Any) -> int:
    """1, 0 or -1: how a game ends with best play, for whoever moves."""
    moves = list(TICTACTOE.moves(state))
    if not moves:
        return TICTACTOE.payoff(state, state.turn)
    return max(-solved(TICTACTOE.play(state, move)) for move in moves)


def truth(session: Session, ply: int, mover: int) -> int:
    """How the position after `ply` moves ends with best play, for `mover`."""
    state = list(session.replay())[ply].state
    return solved(state) if state.turn == mover else -solved(state)


@settings(max_examples=25)
@given(random_games())
def test_with_proofs_a_move_is_bad_exactly_where_it_changed_the_result(session: Session) -> None:
    found = review(session, FULLY)
    assert found.is_whole
    for judged in found.moves:
        before = truth(session, judged.ply - 1, judged.turn)
        after = truth(session, judged.ply, judged.turn)
        assert judged.before == (before + 1) / 2
        assert judged.after == (after + 1) / 2
        assert (judged.mark == "blunder") == (after < before)
        assert judged.is_turning_point == (after < before)


@settings(max_examples=15)
@given(random_games(), st.sampled_from([Limit(depth=1), Limit(depth=3), Limit(nodes=50)]))
def test_chances_are_consistent_however_little_was_searched(session: Session, limit: Limit) -> None:
    found = review(session, limit)
    for judged in found.moves:
        assert 0.0 <= judged.after <= judged.before <= 1.0
        assert judged.mark in MARKS
    assert [point.ply for point in found.chances] == list(range(len(session.line) + 1))
    for side in found.sides:
        assert side.accuracy is None or 0.0 < side.accuracy <= 100.0


def test_a_lost_position_has_nothing_to_lose_and_does_not_count() -> None:
    # O answers the corner on an edge and is lost from then on.
    found = review(played(TICTACTOE, "0", "1", "4", "8", "3", "5", "6"), FULLY)
    marks = {judged.ply: judged.mark for judged in found.moves}
    assert marks[2] == "blunder"
    assert not any(judged.is_bad for judged in found.moves if judged.ply != 2)
    assert [judged.has_choice for judged in found.moves if judged.side == "O"] == [
        True,
        False,
        False,
    ]
    x, o = found.sides
    assert (x.accuracy, o.blunder) == (100.0, 1)
    assert o.accuracy is not None
    assert o.accuracy < 20


def test_a_slower_win_is_good_and_a_quicker_one_best() -> None:
    # X can win at once with 2; 3 forks and wins a move later.
    session = Session(TICTACTOE, "XX./O../O..")
    session.push("4")
    found = review(session, FULLY)
    assert found.moves[0].mark == "good"
    assert found.moves[0].loss == 0.0
    session = Session(TICTACTOE, "XX./O../O..")
    session.push("2")
    assert review(session, FULLY).moves[0].mark == "best"


def test_a_forced_move_is_best_and_does_not_count() -> None:
    session = Session(TICTACTOE, "XOX/XOO/OX.")
    session.push("8")
    (judged,) = review(session).moves
    assert (judged.mark, judged.has_choice, judged.best) == ("best", False, None)
    assert review(session).sides[0].accuracy is None


def test_undone_moves_of_the_line_are_reviewed_too() -> None:
    session = played(TICTACTOE, "4", "1", "0", "8")
    session.undo(3)
    found = review(session, FULLY)
    assert [judged.move for judged in found.moves] == ["4", "1", "0", "8"]
    assert found.outcome is None


def test_a_session_without_moves_has_an_empty_review() -> None:
    found = review(Session(TICTACTOE))
    assert (found.moves, found.chances, found.is_whole) == ((), (), True)
    assert [side.accuracy for side in found.sides] == [None, None]
    assert ElementTree.fromstring(found.svg()).tag.endswith("svg")


def test_a_resigned_game_keeps_its_outcome_and_the_last_position_is_searched() -> None:
    session = played(TICTACTOE, "4", "0", "8")
    session.resign()
    found = review(session, FULLY)
    assert str(found.outcome) == "X wins by resignation"
    assert found.chances[-1].chances == 0.5  # the position itself is a draw


def test_the_better_line_and_the_reasons_are_given() -> None:
    found = review(played(TICTACTOE, "4", "1", "0"), FULLY, explains=True)
    blunder = found.moves[1]
    assert blunder.best is not None
    assert blunder.best.move in "0268"
    assert blunder.claims[0].code == "allows_win"
    assert found.moves[0].claims == ()
    assert [judged.ply for judged in found.turning_points] == [2]


def test_more_than_two_players_are_judged_by_their_own_chances() -> None:
    game = kibitz.game("tiles", players=3)
    session = by_levels(game, ["2", "4", "6"], seed=5)
    found = review(session, QUICKLY)
    assert found.is_whole
    assert [judged.turn for judged in found.moves] == [
        position.state.turn for position in list(session.replay())[:-1]
    ]
    assert all(judged.after <= judged.before for judged in found.moves)
    last = [point for point in found.chances if point.ply == len(session.line)]
    outcome = session.outcome()
    assert outcome is not None
    assert {point.side: point.chances for point in last} == {
        player: (payoff + 1) / 2 for player, payoff in enumerate(outcome.payoffs)
    }
    assert found.svg().count("<polyline") == 3
    session.undo()
    going = Session(game, seed=5)
    going.push(session.line[0])
    assert {point.side for point in review(going, QUICKLY).chances if point.ply == 1} == {0, 1}


@pytest.mark.parametrize("name", ["connect4", "draughts"])
def test_nothing_is_lost_after_a_proof_that_all_is_lost(name: str) -> None:
    """However little is searched: a move after one that is proven to win loses nothing."""
    proofs = 0
    for seed in range(8):
        session = by_levels(kibitz.game(name), ["3", "4"], seed)
        for limit in (Limit(nodes=300), Limit(nodes=5_000)):
            moves = review(session, limit).moves
            for one, following in pairwise(moves):
                if one.after == 1.0 and one.turn != following.turn:
                    proofs += 1
                    assert following.loss == 0.0
                    assert following.mark in ("best", "good")
    assert proofs > 20


def test_a_review_repeats_itself() -> None:
    session = by_levels(kibitz.game("connect4"), ["2", "3"], seed=1)
    reviews = [review(session, QUICKLY) for _ in range(2)]
    judged = [[(one.mark, one.before, one.after) for one in found.moves] for found in reviews]
    assert judged[0] == judged[1]


def test_the_review_leaves_the_session_alone() -> None:
    session = played(TICTACTOE, "4", "1", "0")
    before = session.to_json()
    review(session, QUICKLY)
    after = session.to_json()
    assert {**before, "elapsed": 0} == {**after, "elapsed": 0}


def test_progress_is_told_and_a_stop_keeps_what_is_done() -> None:
    session = played(TICTACTOE, "4", "1", "0", "8", "6")
    told = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done == 2:
            raise KeyboardInterrupt

    reviewing = Reviewing(session, QUICKLY)
    with pytest.raises(KeyboardInterrupt):
        reviewing.run(progress)
    found = reviewing.report()
    assert told == [(1, 5), (2, 5)]
    assert not found.is_whole
    assert [judged.ply for judged in found.moves] == [4, 5]
    assert ElementTree.fromstring(found.svg()).tag.endswith("svg")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ((None,), "session cannot be None: expected a kibitz.Session"),
        ((Session(TICTACTOE), 5), "limit cannot be 5"),
        ((Session(TICTACTOE), Limit()), "expected Limit"),
    ],
)
def test_what_cannot_be_reviewed_is_refused(arguments: tuple[Any, ...], text: str) -> None:
    with pytest.raises(LimitError, match=text):
        review(*arguments)


def test_the_json_holds_all_of_it() -> None:
    found = review(played(TICTACTOE, "4", "1", "0", "8", "6"), FULLY, explains=True)
    data = json.loads(json.dumps(found.as_dict()))
    assert data["game"]["name"] == "tictactoe"
    assert data["turning_points"] == [2]
    assert data["moves"][1]["mark"] == "blunder"
    assert data["moves"][1]["loss"] == 0.5
    assert data["moves"][1]["best"]["line"]
    assert data["sides"][1]["blunder"] == 1
    assert len(data["chances"]) == 6


def test_the_picture_is_whole_and_can_be_read_aloud() -> None:
    found = review(played(TICTACTOE, "4", "1", "0", "8", "6", "2", "3"), FULLY)
    root = ElementTree.fromstring(found.svg())
    space = "{http://www.w3.org/2000/svg}"
    assert root.findtext(f"{space}title") == "Tic-Tac-Toe: winning chances"
    described = root.findtext(f"{space}desc") or ""
    assert "turning points: 2. 1" in described
    assert len(root.findall(f"{space}g")) == len(found.turning_points) == 1
    (line,) = root.findall(f"{space}polyline")
    assert len(line.attrib["points"].split()) == 8
    assert "prefers-color-scheme" in found.svg()
    assert "http" not in found.svg().replace("http://www.w3.org/2000/svg", "")
    assert found._repr_svg_() == found.svg()


def test_names_in_the_picture_are_escaped() -> None:
    session = Session(TICTACTOE, seats=[Seat(name="<&>"), Seat()])
    session.push("4")
    assert ElementTree.fromstring(review(session, QUICKLY).svg()) is not None


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_larger_loss_never_has_a_better_mark(one: float, other: float) -> None:
    low, high = sorted((one, other))
    ranks = [MARKS.index(mark_of(loss, is_best=False)) for loss in (low, high)]
    assert ranks[0] <= ranks[1]
    found = [accuracy([loss]) for loss in (low, high)]
    assert found[0] is not None
    assert found[1] is not None
    assert found[0] >= found[1]


@pytest.mark.parametrize(
    ("before", "after", "is_turning"),
    [(1.0, 0.5, True), (0.5, 0.0, True), (0.7, 0.62, False), (0.7, 0.58, True), (0.3, 0.0, True)],
)
def test_turning_points_change_who_is_ahead_or_swing_far(
    before: float, after: float, is_turning: bool
) -> None:
    assert is_turn(before, after) == is_turning


def test_totals_count_games_scores_and_accuracy_by_name() -> None:
    seats = [Seat(name="Anna"), Seat(name="Ben")]
    won = played(TICTACTOE, "4", "1", "0", "8", "6", "2", "3", seats=seats)
    going = played(TICTACTOE, "4", "0", seats=list(reversed(seats)))
    anna, ben = totals([review(session, FULLY) for session in (won, going)])
    assert (anna.name, anna.games, anna.finished, anna.score) == ("Anna", 2, 1, 1.0)
    assert (ben.name, ben.score) == ("Ben", 0.0)
    assert anna.accuracy == 100.0
    assert anna.as_dict()["accuracy"] == 100.0
    assert totals([]) == []


def mean_accuracies(game: Game, weak: str, strong: str, games: int, limit: Limit) -> list[float]:
    """The mean accuracy of each step; every start is played from both sides."""
    found: dict[str, list[float]] = {weak: [], strong: []}
    for number in range(games):
        levels = [weak, strong] if number % 2 == 0 else [strong, weak]
        judged = review(by_levels(game, levels, seed=10 * (number // 2)), limit)
        for name, side in zip(levels, judged.sides, strict=True):
            if side.accuracy is not None:
                found[name].append(side.accuracy)
    return [sum(found[name]) / len(found[name]) for name in (weak, strong)]


@pytest.mark.parametrize(
    ("name", "weak", "strong"),
    [("connect4", "2", "4"), ("connect4", "4", "6"), ("tiles", "3", "5")],
)
def test_the_stronger_step_is_the_more_accurate(name: str, weak: str, strong: str) -> None:
    low, high = mean_accuracies(kibitz.game(name), weak, strong, 10, Limit(nodes=10_000))
    assert low + 2 < high


PAIRS = [("2", "4"), ("3", "5"), ("4", "6"), ("5", "7"), ("6", "8")]


@pytest.mark.deep
@pytest.mark.parametrize(("weak", "strong"), PAIRS)
@pytest.mark.parametrize("name", ["connect4", "tiles", "horses", "morris", "draughts"])
def test_accuracy_ranks_the_steps_of_the_ladder_over_fifty_games(
    name: str, weak: str, strong: str
) -> None:
    low, high = mean_accuracies(kibitz.game(name), weak, strong, 50, Limit(nodes=20_000))
    assert low < high


def test_random_play_is_less_accurate_than_the_engine() -> None:
    lot, game = random.Random(3), kibitz.game("connect4")
    session, player = Session(game), Player(game, "6", seed=1)
    while session.outcome() is None:
        session.push(player.play(session).move if session.turn else lot.choice(session.legal_moves))
    found: Review = review(session, QUICKLY)
    random_side, engine_side = (side.accuracy for side in found.sides)
    assert random_side is not None
    assert engine_side is not None
    assert random_side < engine_side
    assert all(isinstance(judged, Judged) for judged in found.moves)


def test_tables_of_perfect_play_judge_what_was_given_away() -> None:
    """Six Men's Morris is solved: only e1 holds the draw."""
    game = kibitz.game("morris", variant="six")
    for move, is_good in (("e1", True), ("a3", False)):
        session = Session(game, "o.x/..x/...x/o../.o. w 3 3 0")
        session.push(move)
        judged = review(session, Limit(depth=1)).moves[0]
        assert judged.best is not None
        assert (judged.best.move, str(judged.best.warrant)) == ("e1", "table")
        assert (judged.mark in ("blunder", "mistake")) != is_good, judged.mark
