"""Games in which repetition is illegal: every search against brute force with the whole history."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import Engine, Game, Limit, LimitError, Plain, Snapshot, Switches, TableError
from kibitz.core.score import WIN as WON
from kibitz.core.score import decided
from kibitz.engine.search_workers import REFERENCES
from kibitz.search.deepening import Opponents
from kibitz.search.perft import divide, plain_perft
from kibitz.search.reference import minimax
from kibitz.tables.solving import solve
from tests import toys

GO = toys.line_go(4)
WALKERS = toys.walkers()
DUEL = toys.walkers(2, size=4)
GAMES = {"line_go": GO, "walkers": WALKERS, "duel": DUEL}
FULL_WIDTH = Switches(quiescence=False)


def legal(game: Game, states: list[Any]) -> list[int]:
    """The moves that lead to a state that is not among `states`, the last of which is the root."""
    moves = list(game.moves(states[-1]))
    return [move for move in moves if game.play(states[-1], move) not in states]


def brute(game: Game, states: list[Any], depth: int, side: int, ply: int = 0) -> int:
    """The paranoid value for `side`, by looking at every line with its whole history."""
    state = states[-1]
    if not list(game.moves(state)):
        return decided(game.payoff(state, side), ply, 0)
    if depth == 0:
        return int(game.evaluate(state, side))
    values = [
        brute(game, [*states, game.play(state, move)], depth - 1, side, ply + 1)
        for move in legal(game, states)
    ]
    if not values:
        return 0
    return max(values) if state.turn == side else min(values)


@st.composite
def histories(draw: st.DrawFn, game: Game) -> list[Any]:
    """The states of a random game in which no state occurs twice, up to an unfinished one."""
    states = [game.initial()]
    for _ in range(draw(st.integers(0, 24))):
        # Passing ends the game, so it is rare.
        moves = [
            move for move in legal(game, states) if list(game.moves(game.play(states[-1], move)))
        ]
        if not moves:
            break
        number = draw(st.integers(0, len(moves) - 1))
        states.append(game.play(states[-1], moves[number]))
    return states


@lru_cache
def engine(name: str, model: Opponents, compiled: bool, switches: Switches | Plain) -> Engine:
    return Engine(GAMES[name], opponents=model, compiled=compiled, switches=switches, wait=compiled)


def units(line: Any) -> int:
    """The score of a line in units of the search."""
    if line.win_in is not None:
        return decided(WON, line.win_in, 0)
    if line.loss_in is not None:
        return decided(-WON, line.loss_in, 0)
    return int(line.score)


@pytest.mark.parametrize("name", ["line_go", "duel"])
@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("switches", [FULL_WIDTH, Plain(), Plain(transposition_table=False)])
@settings(max_examples=25)
@given(data=st.data())
def test_searches_see_the_moves_that_the_history_allows(
    name: str, compiled: bool, switches: Switches | Plain, data: st.DataObject
) -> None:
    game = GAMES[name]
    states = data.draw(histories(game))
    depth = data.draw(st.integers(1, 5 if compiled else 3))
    state, earlier = states[-1], tuple(states[:-1])
    value = brute(game, states, depth, state.turn)
    assert minimax(game, state, depth, earlier=earlier).value == value

    chosen = engine(name, "paranoid", compiled, switches)
    chosen.clear()
    line = chosen.play(Snapshot(state, earlier), Limit(depth=depth))
    assert line.moves[0] in legal(game, states)
    if line.depth == depth:  # a forced end may be found at a smaller depth
        assert units(line) == value
    after = [*states, game.play(state, line.moves[0])]
    assert brute(game, after, depth - 1, state.turn, 1) == value
    for move in line.moves:  # the whole line is legal
        assert move in legal(game, states)
        states = [*states, game.play(states[-1], move)]


@settings(max_examples=40)
@given(data=st.data())
def test_a_used_transposition_table_does_not_change_the_answer(data: st.DataObject) -> None:
    chosen = engine("duel", "paranoid", True, FULL_WIDTH)  # it keeps the entries of other games
    states = data.draw(histories(DUEL))
    state = states[-1]
    line = chosen.play(Snapshot(state, tuple(states[:-1])), Limit(depth=7))
    value = brute(DUEL, states, line.depth, state.turn)
    assert units(line) == value


@settings(max_examples=15)
@given(data=st.data())
def test_analyses_list_the_legal_moves_only(data: st.DataObject) -> None:
    states = data.draw(histories(GO))
    position = Snapshot(states[-1], tuple(states[:-1]))
    lines = engine("line_go", "paranoid", True, FULL_WIDTH).analyse(position, Limit(depth=2), 99)
    assert sorted(line.moves[0] for line in lines) == sorted(legal(GO, states))


@pytest.mark.parametrize("model", ["paranoid", "maxn", "reply"])
@settings(max_examples=15)
@given(data=st.data())
def test_models_of_three_players_agree_with_their_reference(
    model: Opponents, data: st.DataObject
) -> None:
    states = data.draw(histories(WALKERS))
    position = Snapshot(states[-1], tuple(states[:-1]))
    depth = data.draw(st.integers(1, 4))
    fast = engine("walkers", model, True, FULL_WIDTH).play(position, Limit(depth=depth))
    search = REFERENCES[model](WALKERS, states[-1].turn, pruning=False, earlier=states[:-1])
    value, line = search.value(states[-1], fast.depth, -(1 << 40), 1 << 40, 0)
    assert units(fast) == value
    for found in (fast.moves, line):
        at = states
        for move in found:
            assert move in legal(WALKERS, at)
            at = [*at, WALKERS.play(at[-1], move)]


def test_a_position_in_which_every_move_repeats_is_drawn() -> None:
    game = toys.walkers(can_pass=False)
    state = game.initial()
    children = tuple(game.play(state, move) for move in game.moves(state))
    outcome = game.outcome(state, children)
    assert outcome is not None
    assert (outcome.reason, outcome.payoffs) == ("repetition", (0, 0, 0))
    assert minimax(game, state, 3, earlier=children).value == 0


def test_counts_and_tables_refuse_such_games() -> None:
    for count in (
        lambda: plain_perft(GO, GO.initial(), 2),
        lambda: list(divide(GO, GO.initial(), 2)),
    ):
        with pytest.raises(LimitError, match="forbids repetition"):
            count()
    with pytest.raises(TableError, match="Cannot solve line_go: it forbids repetition"):
        solve(GO)


@pytest.mark.parametrize("compiled", [True, False])
@settings(max_examples=25)
@given(data=st.data())
def test_a_tree_search_plays_only_moves_that_the_history_allows(
    compiled: bool, data: st.DataObject
) -> None:
    states = data.draw(histories(GO))
    position = Snapshot(states[-1], tuple(states[:-1]))
    chosen = Engine(GO, search="mcts", memory=1, compiled=compiled, seed=1, wait=compiled)
    lines = chosen.analyse(position, Limit(nodes=2_000 if compiled else 100), 9)
    assert sorted(line.moves[0] for line in lines) == sorted(legal(GO, states))
    for line in lines:
        at = states
        for move in line.moves:
            assert move in legal(GO, at)
            at = [*at, GO.play(at[-1], move)]


def whole_value(game: Game, states: list[Any]) -> int:
    """The result with best play, by looking at every game that can follow."""
    state = states[-1]
    if not list(game.moves(state)):
        return game.payoff(state, state.turn)
    return max(
        -whole_value(game, [*states, game.play(state, move)]) for move in legal(game, states)
    )


def test_a_tree_search_proves_what_brute_force_finds() -> None:
    game = toys.line_go(3)
    states = [game.initial()]
    proven = 0
    while list(game.moves(states[-1])):
        position = Snapshot(states[-1], tuple(states[:-1]))
        engine = Engine(game, search="mcts", memory=8, wait=True)
        line = engine.play(position, Limit(nodes=200_000))
        if line.warrant.is_certain:
            proven += 1
            result = 1 if line.win_in is not None else -1 if line.loss_in is not None else 0
            assert result == whole_value(game, states)
        states.append(game.play(states[-1], legal(game, states)[0]))
    assert proven > 3
