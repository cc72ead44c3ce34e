"""More than two players: paranoid, max^n and best reply against their unpruned references."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import DRAW, LOSS, WIN, Engine, Game, Limit, LimitError, Session, Snapshot, Switches
from kibitz.core.score import INFINITY, decided
from kibitz.core.score import WIN as WON
from kibitz.engine.search_workers import REFERENCES
from kibitz.search.best_reply import best_reply_function
from kibitz.search.builds import search_build
from kibitz.search.deepening import Opponents
from kibitz.search.maxn import maxn_function
from kibitz.search.memory import MAX_PLAYERS, MEMORY_WORDS, VECTORS
from kibitz.search.reference_models import MaxN
from kibitz.search.transposition_table import BUCKET
from kibitz.search.workers import CompiledWorker
from tests import toys
from tests.strategies import positions

GAMES = {
    "pot for two": toys.pot(2),
    "pot for three": toys.pot(3),
    "claims": toys.claims(),
    "ring with a clock": toys.ring(limit=7),
}
WHOLE = Switches(repetition=False, quiescence=False)  # what the references do
MODELS: tuple[Opponents, ...] = get_args(Opponents)


@lru_cache
def worker(name: str, model: Opponents) -> CompiledWorker:
    import numpy as np

    game = GAMES[name]
    function = search_build(game, opponents=model, switches=WHOLE, boundscheck=True).compile()
    return CompiledWorker(game, function, np.zeros(BUCKET << 8, np.int64))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=40)
@given(data=st.data())
def test_compiled_models_have_the_value_of_their_reference(
    name: str, model: Opponents, data: st.DataObject
) -> None:
    game = GAMES[name]
    state, earlier = data.draw(positions(game))
    depth = data.draw(st.integers(1, 6))
    search = REFERENCES[model](game, state.turn, pruning=False)
    value, line = search.value(state, depth, -INFINITY, INFINITY, 0)
    one = worker(name, model)
    one.table[:] = 0
    one.start(state, earlier, WHOLE, 1)
    one.set_exact(True)
    assert one.value(depth, -INFINITY, INFINITY, []) == value
    if model != "paranoid":
        assert one.nodes <= search.nodes
    if model == "maxn":
        assert one.line() == line
        vector = [int(one._memory[VECTORS + player]) for player in range(game.players)]
        assert vector == MaxN(game, state.turn).vector(state, depth)[0]


@pytest.mark.parametrize(
    ("model", "builder"), [("maxn", maxn_function), ("reply", best_reply_function)]
)
@settings(max_examples=10)
@given(data=st.data())
def test_models_visit_the_same_nodes_interpreted(
    model: Opponents, builder: Any, data: st.DataObject
) -> None:
    game = GAMES["pot for three"]
    state, earlier = data.draw(positions(game))
    slow = CompiledWorker(game, builder(game), [0] * BUCKET, memory=[0] * MEMORY_WORDS)
    fast = worker("pot for three", model)
    for one in (slow, fast):
        one.start(state, earlier, Switches(), 1)
        one.value(5, -INFINITY, INFINITY, [])
    assert (slow.nodes, slow.line(), slow.unsure) == (fast.nodes, fast.line(), fast.unsure)


class Kings(NamedTuple):
    """Two plies: the second player cannot win, but decides who does."""

    ply: int
    choice: int
    turn: int


def kingmaking(*, is_tie: bool = False) -> Game:
    """The first chooses whether the second may choose; the second makes first or third win."""

    def moves(state: Kings) -> Any:
        if state.ply == 0:
            yield 0  # take half: a tie of first and third
            yield 1  # let the second player choose
        elif state.ply == 1 and state.choice == 1:
            yield 2  # the third player wins
            yield 3  # the first player wins

    def play(state: Kings, move: int) -> Kings:
        return Kings(ply=state.ply + 1, choice=move, turn=(state.turn + 1) % 3)

    def payoff(state: Kings, player: int) -> int:
        if state.choice == 0:
            return LOSS if player == 1 else DRAW
        winner = 2 if state.choice == 2 else 0
        return WIN if player == winner else LOSS

    def evaluate(state: Kings, player: int) -> int:
        return 0

    return Game(
        "kings", Kings(0, 0, 0), moves, play, payoff, evaluate, sides=("one", "two", "three")
    )


def test_a_kingmaker_takes_the_first_of_equals_and_the_models_differ() -> None:
    """Both of the second player's moves lose: max^n takes the first, which makes three win."""
    game = kingmaking()
    for model in MODELS:
        line = Engine(game, opponents=model, memory=1).play(Session(game), Limit(depth=4))
        assert (line.move, line.score) == ("0", 0)
    vector, best = MaxN(game, 0).vector(game.initial(), 2)
    assert (vector, best) == ([0, decided(LOSS, 1, 0), 0], [0])


def test_ties_of_the_best_are_draws_and_the_rest_lose() -> None:
    game = toys.pot(3)
    state = game.initial()._replace(left=0, first=4, second=4, third=1)
    assert [game.payoff(state, player) for player in range(3)] == [DRAW, DRAW, LOSS]
    vector, _ = MaxN(game, 0).vector(state, 3)
    assert vector == [0, 0, decided(LOSS, 0, 0)]


class Seats(NamedTuple):
    """Three players; `play` skips the turn of a player who is out."""

    left: int
    out: int  # the player who has no turn any more; 3 for nobody
    score: int  # the first player's lead
    turn: int


def skipping() -> Game:
    """Whoever takes the last of a pile wins; taking two puts the next player out."""

    def moves(state: Seats) -> Any:
        if state.left > 0:
            yield 1
        if state.left > 1 and state.out == 3:
            yield 2

    def play(state: Seats, move: int) -> Seats:
        after = (state.turn + 1) % 3
        out = after if move == 2 else state.out
        turn = (after + 1) % 3 if after == out else after
        left = state.left - move
        return Seats(left=left, out=out, score=state.turn if left == 0 else 3, turn=turn)

    def payoff(state: Seats, player: int) -> int:
        return WIN if player == state.score else LOSS

    def evaluate(state: Seats, player: int) -> int:
        return -1 if player == state.out else 0

    return Game("seats", Seats(6, 3, 3, 0), moves, play, payoff, evaluate, sides=("a", "b", "c"))


@pytest.mark.parametrize("model", MODELS)
def test_players_who_are_out_are_passed_over(model: Opponents) -> None:
    game = skipping()
    for left in range(1, 9):
        state = game.initial()._replace(left=left)
        truth, _ = REFERENCES[model](game, 0, pruning=False).value(
            state, 12, -INFINITY, INFINITY, 0
        )
        line = Engine(game, opponents=model, memory=1).play(Snapshot(state), Limit(depth=12))
        if truth > 10**9:
            assert line.win_in == decided(WON, 0, 0) - truth
        else:
            assert line.win_in is None


def test_only_what_holds_against_everybody_is_proven() -> None:
    """A loss to a conspiracy, and what max^n expects of the others, are no proofs."""
    game = toys.pot(3, size=5)
    session = Session(game)
    for model in MODELS[1:]:
        line = Engine(game, opponents=model, memory=1).play(session, Limit(depth=9))
        assert line.warrant.kind == "depth"
    line = Engine(game, memory=1).play(session, Limit(depth=9))
    assert (line.warrant.kind == "proven") == (line.win_in is not None or line.score == 0)


@pytest.mark.parametrize("model", MODELS)
def test_the_models_play_interpreted_too(model: Opponents) -> None:
    game = toys.pot(3)
    answers = [
        Engine(game, opponents=model, compiled=compiled, memory=1).play(
            Session(game), Limit(depth=5)
        )
        for compiled in (True, False)
    ]
    assert answers[0].value == answers[1].value


@pytest.mark.parametrize("model", MODELS)
def test_several_lines_come_in_order(model: Opponents) -> None:
    game = toys.pot(3)
    lines = Engine(game, opponents=model, memory=1).analyse(
        Session(game), Limit(depth=4), multipv=3
    )
    assert len({line.move for line in lines}) == 3
    scores = [line.score for line in lines if line.score is not None]
    assert scores == sorted(scores, reverse=True)


def test_an_unknown_model_is_refused() -> None:
    with pytest.raises(LimitError, match="opponents cannot be 'friendly': expected 'paranoid'"):
        Engine(toys.pot(3), opponents="friendly")  # type: ignore[arg-type]


def test_there_is_room_for_every_player() -> None:
    assert MAX_PLAYERS >= 16
