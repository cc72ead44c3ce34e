"""Hints: the ladder ends at the move that there is, and gives it away no sooner."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

import kibitz
from kibitz import Engine, FinishedError, Game, Limit, Snapshot
from kibitz.core.messages import catalogue
from kibitz.core.text import format_move, parse_move, parse_state
from kibitz.search.reference import minimax
from kibitz.search.switches import Switches
from kibitz.teaching.hints import RUNGS, Hint
from tests.teaching.checker import HUGE, valued
from tests.teaching.samples import LONGEST, playing
from tests.toys import pot, trades

# The game, and to how many plies moves are told apart.
GAMES: dict[str, tuple[Game, int]] = {
    "tictactoe": (kibitz.game("tictactoe"), 9),
    "connect4": (kibitz.game("connect4"), 4),
    "draughts": (kibitz.game("draughts"), 5),
    "morris": (kibitz.game("morris"), 2),
    "horses": (kibitz.game("horses"), 8),
    "tiles": (kibitz.game("tiles"), 6),
}
LAST = 5  # positions of a game that are looked at, from its end


def result(views: tuple[Game, Game], state: Any, move: int, depth: int) -> int | None:
    """How the game ends after `move` with best play: 1, 0, -1; None where that is too far.

    `views`: the game where everything unfinished is worth much, and where it is worth as little.
    """
    found = []
    for game in views:
        value = minimax(game, game.play(state, move), depth - 1, side=state.turn).value
        found.append((value > 0) - (value < 0) if abs(value) != HUGE else None)
    return found[0] if found[0] == found[1] else None


def only_move(game: Game, views: tuple[Game, Game], state: Any, depth: int) -> int | None:
    """The one move that wins, or the one that does not lose; None where there is none such."""
    moves = list(game.moves(state))
    results = {move: result(views, state, move, depth) for move in moves}
    winning = [move for move in moves if results[move] == 1]
    holding = [move for move in moves if results[move] != -1]
    others_known = all(results[move] is not None for move in moves if move not in winning)
    # Without margins the engine takes the win that it sees; a win that is further does not matter.
    if len(winning) == 1 and (others_known or game.margin is None):
        return winning[0]
    is_known = game.margin is None or (holding and results[holding[0]] is not None)
    if not winning and len(holding) == 1 and is_known:
        return holding[0]
    return None


def only_move_positions(game: Game, depth: int, seed: int) -> Iterator[tuple[Any, int]]:
    """Positions with several moves, of which only one will do, from the ends of games."""
    chance = random.Random(seed)
    engine = Engine(game)
    views = valued(game, HUGE), valued(game, -HUGE)
    seen = set()
    while True:
        path = playing(game, engine, chance)
        for snapshot in path[-LAST:] if len(path) < LONGEST else ():
            legal = list(game.moves(snapshot.state))
            if len(legal) < 2 or snapshot.state in seen:
                continue
            seen.add(snapshot.state)
            move = only_move(game, views, snapshot.state, depth)
            if move is not None:
                yield snapshot.state, move


# What the rungs say, read as a person reads them.

PLACES: dict[str, Callable[[int, int, int, int], bool]] = {
    "on the left": lambda x, y, columns, rows: 2 * x + 1 < columns,
    "on the right": lambda x, y, columns, rows: 2 * x + 1 > columns,
    "in the middle column": lambda x, y, columns, rows: 2 * x + 1 == columns,
    "in the upper half": lambda x, y, columns, rows: 2 * y + 1 < rows,
    "in the lower half": lambda x, y, columns, rows: 2 * y + 1 > rows,
    "in the middle row": lambda x, y, columns, rows: 2 * y + 1 == rows,
    "at the left or right edge": lambda x, y, columns, rows: x in (0, columns - 1),
    "away from the left and right edges": lambda x, y, columns, rows: 0 < x < columns - 1,
    "at the top or bottom edge": lambda x, y, columns, rows: y in (0, rows - 1),
    "away from the top and bottom edges": lambda x, y, columns, rows: 0 < y < rows - 1,
}


def changed_cells(game: Game, state: Any, move: int) -> tuple[set[int], set[int]]:
    """The cells that the mover's pieces leave and reach."""
    board = game.geometry
    assert board is not None
    mine = {piece.letter for piece in board.pieces if piece.side == state.turn}
    before, after = (
        {cell for cell, mark in enumerate(board.occupants(at)) if mark in mine}
        for at in (state, game.play(state, move))
    )
    return before - after, after - before


def fits_nudge(game: Game, state: Any, move: int, hint: Hint) -> bool:
    code = hint.rungs[0].code.removeprefix("nudge_")
    words = game.vocabulary
    if words is None or code not in words.nudges:
        return True  # it speaks of the position
    return code in {fact.message.code for fact in words.facts(state, move)}


def fits_piece(game: Game, state: Any, move: int, hint: Hint) -> bool:
    rung, board = hint.rungs[1], game.geometry
    if rung.code in ("piece_of_two", "piece_forced"):
        return True
    if rung.code == "piece_not_these":
        return format_move(game, state, move) not in str(rung.params["moves"]).split(", ")
    assert board is not None
    left, reached = changed_cells(game, state, move)
    if rung.code == "piece_pair":
        return {board.cells[cell].name for cell in left} <= {*map(str, rung.params.values())}
    if rung.code == "piece_on":
        return {board.cells[cell].name for cell in left} == {rung.params["cell"]}
    cells = left if rung.code == "piece_from" else reached
    size = (board.columns, board.rows)
    return all(
        PLACES[place](board.cells[cell].x, board.cells[cell].y, *size)
        for place in str(rung.params["place"]).split(", ")
        for cell in cells
    )


def assert_keeps_the_secret(game: Game, state: Any, hint: Hint) -> None:
    legal = list(game.moves(state))
    best = parse_move(game, state, hint.move)
    fitting = [move for move in legal if fits_nudge(game, state, move, hint)]
    narrower = [move for move in fitting if fits_piece(game, state, move, hint)]
    for left, rung in ((fitting, hint.rungs[0]), (narrower, hint.rungs[1])):
        assert best in left
        assert len(left) >= min(2, len(legal)), (rung, state)
        assert len(left) == rung.fits
        assert not re.search(rf"(?<!\w){re.escape(hint.move)}(?!\w)", rung.text, re.IGNORECASE)
    assert hint.rungs[2].text == f"Play {hint.move}."
    assert hint.rungs[3].text.startswith(hint.move)


def check_only_moves(name: str, count: int, seed: int) -> None:
    game, depth = GAMES[name]
    engine = Engine(game)
    for state, move in islice(only_move_positions(game, depth, seed), count):
        hint = engine.hint(Snapshot(state), Limit(depth=depth + 1))
        assert hint.move == format_move(game, state, move), state
        assert_keeps_the_secret(game, state, hint)


@pytest.mark.parametrize("name", GAMES)
def test_the_ladder_ends_at_the_only_move_and_gives_it_away_no_sooner(name: str) -> None:
    check_only_moves(name, 5, seed=1)


@pytest.mark.deep
@pytest.mark.parametrize("name", GAMES)
def test_the_ladder_ends_at_the_only_move_of_100_positions(name: str) -> None:
    check_only_moves(name, 100, seed=2)


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_a_game_can_be_hinted_at_without_giving_the_move_away(name: str) -> None:
    game, _ = GAMES[name]
    engine = Engine(game)
    for snapshot in playing(game, engine, random.Random(5))[:25]:
        assert_keeps_the_secret(game, snapshot.state, engine.hint(snapshot, Limit(depth=2)))


@pytest.mark.parametrize("name", GAMES)
def test_nudges_have_no_word_that_could_be_a_move(name: str) -> None:
    game = GAMES[name][0]
    words = game.vocabulary
    assert words is not None
    general = [text for code, text in catalogue().items() if code.startswith("nudge_")]
    assert game.explain is not None
    terms = game.explain(game.initial(), 0)
    for text in [*words.nudges.values(), *general, *PLACES, *terms]:
        assert not re.search(r"\d|\b\w\b", text), text


def test_a_win_in_several_ways_may_be_told() -> None:
    game = kibitz.game("tictactoe")
    state = parse_state(game, "XX./XOO/.O.")
    hint = Engine(game).hint(Snapshot(state), Limit(depth=5))
    assert hint.rungs[0].code == "nudge_win"
    wins = [
        move
        for move in game.moves(state)
        if minimax(game, game.play(state, move), 4, side=0).value > 0
    ]
    assert len(wins) >= 2


def test_one_legal_move_needs_no_secret() -> None:
    game = kibitz.game("tictactoe")
    hint = Engine(game).hint(Snapshot(parse_state(game, "XOX/XOO/OX.")), Limit(depth=2))
    assert hint.rungs[0].text == "You have only one legal move."
    assert hint.rungs[1].code == "piece_forced"
    assert hint.move == "8"


def test_a_lost_position_is_called_hard_to_hold() -> None:
    game = replace(kibitz.game("tictactoe"), vocabulary=None)
    hint = Engine(game).hint(Snapshot(parse_state(game, "X.X/.O./X.O")), Limit(depth=4))
    assert hint.rungs[0].code == "nudge_worse"


def test_the_words_of_a_game_are_used_where_nothing_is_decided() -> None:
    game = kibitz.game("morris")
    state = parse_state(game, "o.o/.../.../....x./.x./x../... w 6 6 0")
    hint = Engine(game).hint(Snapshot(state), Limit(depth=3))
    assert hint.rungs[0].code == "nudge_threatens_mill"
    assert_keeps_the_secret(game, state, hint)
    draughts = kibitz.game("draughts", variant="english")
    state = parse_state(draughts, "B:W14,15:B10,11,1,2")
    hint = Engine(draughts).hint(Snapshot(state), Limit(depth=3))
    assert hint.rungs[0].code == "nudge_captures"  # every legal move is one: no secret
    assert hint.rungs[0].fits == len(list(draughts.moves(state)))


def test_a_game_without_a_board_is_told_what_it_is_not() -> None:
    game = pot()
    hint = Engine(game).hint(Snapshot(game.initial()), Limit(depth=4))
    assert hint.rungs[1].code == "piece_not_these"
    assert hint.rungs[1].fits == 2
    assert_keeps_the_secret(game, game.initial(), hint)


def test_a_threat_is_pointed_at_and_a_move_far_better_than_the_others_too() -> None:
    game = replace(kibitz.game("tictactoe"), vocabulary=None)
    hint = Engine(game).hint(Snapshot(parse_state(game, "XX./.O./...")), Limit(depth=6))
    assert (hint.rungs[0].code, hint.rungs[0].fits) == ("nudge_danger", 6)
    horses = kibitz.game("horses")
    state = parse_state(horses, "8/3,+10,4/8/2,W,5/8/5,B,2/-4,7/8 w 0:0")
    hint = Engine(horses).hint(Snapshot(state), Limit(depth=1))
    assert (hint.move, hint.rungs[0].code) == ("d7", "nudge_sharp")  # nobody else takes points


def test_where_nothing_is_forced_the_term_that_best_play_works_on_is_named() -> None:
    game = kibitz.game("draughts", variant="english")
    hint = Engine(game).hint(Snapshot(game.initial()), Limit(depth=3))
    assert hint.rungs[0].code == "nudge_term"
    assert hint.rungs[0].params["term"] in dict(game.explain(game.initial(), 0))  # type: ignore[misc]  # it has one
    silent = replace(game, explain=None)
    hint = Engine(silent).hint(Snapshot(game.initial()), Limit(depth=3))
    assert hint.rungs[0].code == "nudge_calm"


def test_two_pieces_are_named_where_one_would_give_the_move_away() -> None:
    game = kibitz.game("draughts", variant="english")
    state = parse_state(game, "W:W21,31,32:B5,1,2")
    usual = Switches(endgame_tables=False)  # which know a better move
    found = {
        hint.rungs[1].code
        for hint in (
            Engine(game, switches=usual).hint(Snapshot(at), Limit(depth=2))
            for at in (state, parse_state(game, "W:W30,21:B22,13,1,2"))
        )
    }
    assert "piece_pair" in found


def test_without_a_board_and_with_two_moves_it_is_one_of_them() -> None:
    game = trades()
    few = replace(game, moves=lambda state: list(game.moves(state))[:2])
    hint = Engine(few, compiled=False).hint(Snapshot(few.initial()), Limit(depth=2))
    assert hint.rungs[1].code == "piece_of_two"


def test_a_hint_has_four_rungs_by_name_and_can_be_sent() -> None:
    game = kibitz.game("connect4")
    hint = Engine(game).hint(Snapshot(game.initial()), Limit(depth=4))
    assert tuple(rung.kind for rung in hint.rungs) == RUNGS
    assert hint.rung("move") is hint.rungs[2]
    sent = json.loads(json.dumps(hint.as_dict()))
    assert sent["line"]["move"] == hint.move
    assert [rung["kind"] for rung in sent["rungs"]] == list(RUNGS)
    assert str(hint).splitlines()[2] == f"move: Play {hint.move}."


def test_a_finished_game_has_no_hint() -> None:
    game = kibitz.game("tictactoe")
    with pytest.raises(FinishedError):
        Engine(game).hint(Snapshot(parse_state(game, "XXX/OO./...")))
