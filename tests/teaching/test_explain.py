"""Explanations and comparisons, by example."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

import kibitz
from kibitz import (
    DRAW,
    LOSS,
    WIN,
    ContractError,
    Engine,
    FinishedError,
    Game,
    IllegalMoveError,
    InvalidMoveError,
    Limit,
    LimitError,
    PositionError,
    Snapshot,
)
from kibitz.core.text import parse_move, parse_state
from kibitz.teaching.explanations.explanation import Explanation
from kibitz.teaching.explanations.study import study_move
from kibitz.teaching.explanations.term_claims import term_claims
from tests.teaching.checker import Case, problems
from tests.toys import pot


def at(game: Game, text: str) -> Snapshot:
    return Snapshot(parse_state(game, text))


def explain(game: Game, text: str, move: str | None = None, depth: int = 4) -> Explanation:
    return Engine(game).explain(at(game, text), move, Limit(depth=depth))


def codes(explanation: Explanation) -> set[str]:
    return {claim.code for claim in explanation.claims}


def text_of(explanation: Explanation, code: str) -> str:
    return next(claim.text for claim in explanation.claims if claim.code == code)


TICTACTOE = kibitz.game("tictactoe")
CONNECT4 = kibitz.game("connect4")
MORRIS = kibitz.game("morris")
ENGLISH = kibitz.game("draughts", variant="english")
HORSES = kibitz.game("horses")
TILES = kibitz.game("tiles")


# Any game.


def test_a_move_that_wins_at_once_needs_no_other_praise() -> None:
    found = explain(TICTACTOE, "XX./OO./...")
    assert found.move == "2"
    assert str(found) == "2 wins immediately."  # the strongest claim alone


def test_a_move_that_misses_a_win_is_told_which() -> None:
    found = explain(TICTACTOE, "XX./OO./...", "8")
    assert text_of(found, "misses_win") == "misses 2, which wins immediately"
    assert text_of(found, "allows_win").startswith("lets O win with the next move, ")


def test_the_only_move_that_does_not_lose_is_called_so() -> None:
    found = explain(TICTACTOE, "XX./.O./...")
    assert found.move == "2"
    assert {"only_move_that_does_not_lose", "blocks_line"} <= codes(found)
    assert text_of(found, "blocks_line") == "blocks the line 0-1-2"


def test_a_forced_move_and_a_draw_are_told() -> None:
    found = explain(TICTACTOE, "XOX/XOO/OX.")
    assert codes(found) == {"forced", "draws_at_once"}
    assert text_of(found, "draws_at_once") == "ends the game in a draw (rules)"


def test_a_draw_is_claimed_only_where_everything_was_searched() -> None:
    assert "draws" not in codes(explain(TICTACTOE, "X../.../...", "4", depth=3))
    assert "draws" in codes(explain(TICTACTOE, "X../.../...", "4", depth=9))


def test_a_win_by_force_carries_the_line_that_ends_in_it() -> None:
    found = Engine(CONNECT4).explain(at(CONNECT4, "/".join(
        [".......", ".......", ".......", ".......", "...OO..", "...XX.."]
    )), limit=Limit(depth=6))  # fmt: skip
    (claim,) = (claim for claim in found.claims if claim.code == "wins_in")
    assert claim.text == "wins by force in 3 plies"
    assert len(claim.line) == 3
    assert str(claim.warrant) == "proven"
    assert "double_threat" in codes(found)


def test_where_all_moves_lose_one_move_is_not_blamed() -> None:
    found = explain(TICTACTOE, "X.X/.O./X.O", "7", depth=3)
    assert "loses_in" in codes(found)
    assert "allows_win" not in codes(found)


def test_a_repetition_is_no_win() -> None:
    """A win that leads through a position which ends the game as a draw is not claimed."""
    game = kibitz.game("morris", variant="three")
    state = parse_state(game, "x.x/o.o/... w 1 1 0")
    found = Engine(game).explain(Snapshot(state), limit=Limit(depth=3))
    assert "wins_at_once" in codes(found)
    after = game.play(state, next(iter(game.moves(state))))
    assert game.outcome(after, (after, after)) is not None


# Every game's own words.


def test_a_mill_is_closed_blocked_and_threatened() -> None:
    closed = explain(MORRIS, "o.o/.../.../....x./.x./.../... w 7 7 0", "d7xf4", 2)
    assert text_of(closed, "closes_mill") == "closes the mill a7-d7-g7"
    assert text_of(closed, "takes_stone") == "takes the stone on f4"
    blocked = explain(MORRIS, "x.x/.../.../....o./.o./.../... w 7 7 0", "d7", 2)
    assert text_of(blocked, "blocks_mill") == "blocks the mill a7-d7-g7"
    begun = explain(MORRIS, "o../.../.../....x./.../.../... w 8 8 0", "g7", 2)
    assert text_of(begun, "threatens_mill") == "threatens to close the mill a7-d7-g7"


def test_a_man_is_captured_and_one_is_lost() -> None:
    taken = explain(ENGLISH, "B:W14,27:B10,1", depth=3)
    assert text_of(taken, "captures") == "captures a man"
    lost = explain(ENGLISH, "B:W22,32,31:B14,1,2", "14-18", depth=3)
    assert text_of(lost, "loses_pieces") == "loses a piece to 22x15"


def test_a_crowning_is_told() -> None:
    found = explain(ENGLISH, "B:W9,10:B27,1", "27-32", depth=3)
    assert text_of(found, "crowns") == "crowns a man on 32"


def test_points_and_ways_out_are_told() -> None:
    found = explain(HORSES, "8/3,+10,4/8/2,W,5/8/5,B,2/-4,7/8 w 0:0", "d7", 3)
    assert text_of(found, "takes_points") == "takes 10 points"
    assert text_of(found, "keeps_ways") == "leaves its own knight 5 jumps"


def test_pairs_are_made_and_denied() -> None:
    made = explain(TILES, "W2B322/2222/2222/2222", "a3", 2)
    assert text_of(made, "makes_pairs") == "scores 5 points for pairs"
    denied = explain(TILES, "W2B322/2222/2222/2222", "c4", 2)
    assert text_of(denied, "denies_pairs") == "denies black 5 points for pairs"


# Terms and marks.


def test_the_terms_are_the_evaluations_before_and_after() -> None:
    found = explain(ENGLISH, "B:W14,27:B10,1", depth=3)
    terms = {term.name: (term.before, term.after) for term in found.terms}
    assert terms["material"] == (0.0, 1.08)  # a man is worth more on an empty board
    silent = replace(TICTACTOE, explain=None)
    assert explain(silent, "XX./.O./...").terms == ()
    assert not codes(explain(silent, ".../.../...", depth=2)) & {"raises_term", "lowers_term"}
    assert str(found.terms[0]) == "material +0 -> +1.08"


def test_a_falling_term_is_no_reason_for_the_best_move() -> None:
    """The engine looks further than the plain search, which may prefer another move."""
    position = kibitz.Session(MORRIS)
    for move in ("d5", "f4", "b4", "d2"):
        position.push(move)
    engine, plain = Engine(MORRIS), Engine(MORRIS, switches=kibitz.Plain())
    limit = Limit(depth=3)
    move_to_a4 = parse_move(MORRIS, position.state, "a4")
    (best,) = engine.analyse(position, limit, only=[move_to_a4])
    study = study_move(engine, plain, position, None, best, limit)
    assert [claim.code for claim in term_claims(study)] == ["raises_term"]
    other = replace(study, is_best=False)
    assert [claim.code for claim in term_claims(other)] == ["lowers_term"]


def test_a_move_that_ends_the_game_has_no_terms() -> None:
    assert explain(ENGLISH, "B:W14:B10,1", depth=3).terms == ()


def test_marks_show_the_move_what_it_takes_and_the_reply() -> None:
    found = explain(ENGLISH, "B:W14,27:B10,1", depth=3)
    marks = {mark.kind: mark.cells for mark in found.marks}
    assert marks["move"] == ("10", "17")
    assert marks["taken"] == ("14",)
    assert marks["captures"] == ("14",)
    assert marks["reply"][0] == "27"


def test_an_explanation_can_be_sent() -> None:
    found = explain(HORSES, "8/3,+10,4/8/2,W,5/8/5,B,2/-4,7/8 w 0:0", "d7", 3)
    sent = json.loads(json.dumps(found.as_dict()))
    assert sent["move"] == "d7"
    assert sent["text"] == str(found)
    assert {claim["code"] for claim in sent["claims"]} == codes(found)
    assert {"code", "params", "text", "line", "warrant"} == set(sent["claims"][0])


# Two moves.


def test_two_moves_are_compared() -> None:
    found = Engine(TICTACTOE).compare(at(TICTACTOE, "XX./OO./..."), "8", "2", Limit(depth=4))
    (claim,) = found.differences
    assert claim.text == "2 wins immediately. 8 does not win within 4 plies."
    assert (found.mine.move, found.yours.move) == ("8", "2")
    assert str(found).splitlines()[0] == claim.text
    assert json.loads(json.dumps(found.as_dict()))["differences"][0]["code"] == claim.code


def test_without_a_second_move_the_engines_own_is_compared() -> None:
    found = Engine(TICTACTOE).compare(at(TICTACTOE, "XX./OO./..."), "8", limit=Limit(depth=4))
    assert found.yours.move == "2"


def test_a_move_compared_with_itself_is_the_same() -> None:
    found = Engine(TICTACTOE).compare(at(TICTACTOE, "XX./OO./..."), "2", limit=Limit(depth=4))
    assert [claim.code for claim in found.differences] == ["same_move"]
    assert str(found) == str(found.mine)


@pytest.mark.parametrize(
    ("position", "mine", "yours", "depth", "code"),
    [
        ("X../.../...", "4", "1", 9, "loses_where_other_does_not"),
        ("X.X/O.O/...", "1", "8", 4, "wins_where_other_does_not"),
        (".../.../...", "4", "0", 2, "better_by"),
        (".../.../...", "0", "8", 2, "equally_good"),
        ("X.X/.../..O", "1", "3", 6, "loses_sooner"),
        ("XX./.../OO.", "2", "8", 6, "wins_sooner"),
        ("X.X/.O./X.O", "5", "7", 3, "both_lose"),
        ("X../.O./..X", "1", "3", 9, "both_draw"),
        ("XX./XOO/.O.", "2", "6", 3, "both_win"),
    ],
)
def test_what_tells_two_moves_apart(
    position: str, mine: str, yours: str, depth: int, code: str
) -> None:
    snapshot = at(TICTACTOE, position)
    found = Engine(TICTACTOE).compare(snapshot, mine, yours, Limit(depth=depth))
    assert [claim.code for claim in found.differences] == [code], str(found)


def test_moves_are_given_as_text_or_as_numbers() -> None:
    engine = Engine(TICTACTOE)
    snapshot = at(TICTACTOE, "XX./OO./...")
    assert [engine.explain(snapshot, move).move for move in ("2", 2)] == ["2", "2"]
    found = engine.compare(snapshot, 8, 2)
    assert (found.mine.move, found.yours.move) == ("8", "2")
    with pytest.raises(IllegalMoveError, match="No move '0'"):
        engine.explain(snapshot, 0)


# Refusals.


def test_bad_moves_positions_and_limits_are_refused() -> None:
    engine = Engine(TICTACTOE)
    snapshot = at(TICTACTOE, "XX./OO./...")
    for ask in (
        lambda move: engine.explain(snapshot, move),
        lambda move: engine.compare(snapshot, move),
        lambda move: engine.compare(snapshot, "2", move),
    ):
        with pytest.raises(IllegalMoveError, match="Cell 0 is taken"):
            ask("0")
        with pytest.raises(InvalidMoveError, match="Cannot read the move 'x'"):
            ask("x")
    with pytest.raises(FinishedError, match="the game is over"):
        engine.explain(at(TICTACTOE, "XXX/OO./..."))
    with pytest.raises(PositionError):
        engine.explain("here")  # type: ignore[arg-type]  # what a person might try
    with pytest.raises(LimitError):
        engine.explain(snapshot, limit=3)  # type: ignore[arg-type]  # what a person might try


def test_only_legal_moves_can_be_singled_out() -> None:
    engine = Engine(TICTACTOE)
    snapshot = at(TICTACTOE, "XX./OO./...")
    for only in ([], [0], [2, 99]):
        with pytest.raises(LimitError, match="the numbers of legal moves"):
            engine.analyse(snapshot, Limit(depth=2), only=only)
    assert [engine.analyse(snapshot, Limit(depth=2), only=[8])[0].move] == ["8"]
    lines = engine.analyse(snapshot, Limit(depth=2), multipv=9, only=[7, 8])
    assert {line.move for line in lines} == {"7", "8"}


def test_a_search_that_finds_nothing_still_keeps_to_the_moves_asked_for() -> None:
    engine = Engine(CONNECT4)
    line = engine.analyse(Snapshot(CONNECT4.initial()), Limit(nodes=1), only=[0])[0]
    assert line.move == "a"


def test_a_vocabulary_of_another_kind_is_refused() -> None:
    with pytest.raises(ContractError, match="vocabulary is"):
        replace(TICTACTOE, vocabulary={"facts": 1})  # type: ignore[arg-type]  # a wrong one


# Games of strangers.


@dataclass(frozen=True)
class Sticks:
    """A position of ordinary Python objects."""

    piles: list[int]
    turn: int


def sticks(piles: list[int]) -> Game:
    """Players take any number from one pile; who takes the last one wins."""

    def moves(state: Sticks) -> Iterator[int]:
        for index, pile in enumerate(state.piles):
            yield from (index * 10 + take for take in range(1, pile + 1))

    def play(state: Sticks, move: int) -> Sticks:
        left = [*state.piles]
        left[move // 10] -= move % 10
        return Sticks(left, 1 - state.turn)

    def payoff(state: Sticks, player: int) -> int:
        return LOSS if player == state.turn else WIN

    return Game("piles", Sticks(piles, 0), moves, play, payoff, lambda state, player: 0)


def test_a_game_of_python_objects_without_words_of_its_own_is_explained() -> None:
    game = sticks([2, 2, 1])
    found = Engine(game).explain(Snapshot(game.initial()), limit=Limit(depth=6))
    assert found.move == "21"  # the nim sum
    assert {"wins_in", "only_winning_move"} <= codes(found)
    assert (found.terms, found.marks) == ((), ())
    assert problems(Case(game, game.initial(), (), "21"), found) == []
    bad = Engine(game).explain(Snapshot(game.initial()), "1", Limit(depth=6))
    assert text_of(bad, "misses_win") == "misses 21, which wins by force in 5 plies"


def test_an_expensive_game_of_python_objects_is_explained_as_far_as_can_be_afforded() -> None:
    game = sticks([7, 7, 7])
    found = Engine(game).explain(Snapshot(game.initial()), limit=Limit(depth=3))
    assert problems(Case(game, game.initial(), (), found.move), found) == []


def test_with_several_players_a_loss_is_what_the_others_can_do_together() -> None:
    game = pot()
    seen: set[str] = set()
    engine = Engine(game)
    for state in _some_states(game, 6):
        for move in map(str, game.moves(state)):
            found = engine.explain(Snapshot(state), move, Limit(depth=6))
            seen |= codes(found)
            assert problems(Case(game, state, (), move), found) == []
    assert "can_be_beaten" in seen
    assert not seen & {"loses_in", "allows_win", "draws", "only_move_that_does_not_lose"}


def _some_states(game: Game, plies: int) -> Iterator[Any]:
    states = [game.initial()]
    for _ in range(plies):
        yield from states[::5]
        states = [game.play(state, move) for state in states for move in game.moves(state)]


def test_a_tie_that_nobody_can_prevent_is_claimed() -> None:
    def ended(state: Any, player: int) -> int:
        return DRAW

    game = replace(pot(size=4), payoff=ended)
    found = Engine(game, compiled=False).explain(Snapshot(game.initial()), limit=Limit(depth=9))
    assert "holds_draw" in codes(found)
