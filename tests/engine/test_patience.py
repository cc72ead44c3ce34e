"""A search ends although a rule does not return, wherever the rule is called."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from kibitz import DRAW, Engine, Game, KibitzError, Limit, Snapshot
from kibitz.core import watchdog
from tests import toys


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watchdog, "PATIENCE", 0.5)


def stuck(at: int, turn: int = 0) -> Game:
    """A heap of 40, whose `moves` hangs in one position."""
    base = toys.nim(40)

    def moves(state: toys.Heap) -> Iterator[int]:
        while state.left == at and state.turn == turn:
            pass
        for count in range(1, 4):
            if count <= state.left:
                yield count

    def play(state: toys.Heap, move: int) -> toys.Heap:
        return toys.Heap(left=state.left - move, turn=1 - state.turn)

    def tie(state: toys.Heap, player: int) -> int:
        return DRAW

    return Game("stuck", base.start, moves, play, tie, base.evaluate)


@pytest.fixture
def trusting(monkeypatch: pytest.MonkeyPatch) -> None:
    """No first look: it would find these mistakes first."""
    for module in ("engine.engine", "session.session"):
        monkeypatch.setattr(f"kibitz.{module}.look_at", lambda game: None)


@pytest.mark.usefixtures("trusting")
@pytest.mark.parametrize(
    ("left", "turn", "limit"),
    [
        (40, 0, Limit(time=0.3)),  # the position that is searched
        (40, 0, Limit(depth=30)),
        (37, 1, Limit(time=0.3)),  # one of the first nodes
        (37, 1, Limit(depth=30)),
        (20, 0, Limit(time=0.3)),  # a node of a thread
        (20, 0, Limit(depth=30)),
    ],
)
def test_an_interpreted_search_ends_with_the_line(left: int, turn: int, limit: Limit) -> None:
    game = stuck(left, turn)
    engine = Engine(game, compiled=False)
    with pytest.raises(KibitzError, match=r"A rule of stuck did not return within 0.5 s") as caught:
        engine.play(Snapshot(game.initial()), limit)
    assert "(test_patience.py, line " in str(caught.value)
    assert caught.value.code == "rule_does_not_return"


@pytest.mark.usefixtures("trusting")
def test_a_compiled_search_ends_and_the_next_one_is_refused() -> None:
    """Compiled code cannot be interrupted: its thread runs on."""
    game = compiled_game()
    engine = Engine(game, compiled=True)
    engine.prepare()
    for _ in range(2):
        with pytest.raises(KibitzError, match="A rule of claims did not return within"):
            engine.play(Snapshot(game.initial()), Limit(depth=6))


def compiled_game() -> Game:
    """A game whose compiled `play` spins for seconds after a few moves, not for ever."""
    base = toys.claims()

    def play(state: toys.Claim, move: int) -> toys.Claim:
        taken = state.taken | 1 << move
        spins = 0
        if taken == 0b111:
            for number in range(1 << 31):
                spins += (number * 2654435761 ^ spins) >> 7 & 3
        return toys.Claim(taken=taken, lead=state.lead + (spins & 1), turn=1 - state.turn)

    return Game("claims", base.start, base.moves, play, base.payoff, base.evaluate)


@pytest.mark.usefixtures("trusting")
def test_the_threads_of_interpreted_searches_end() -> None:
    game = stuck(20)
    with pytest.raises(KibitzError):
        Engine(game, compiled=False).play(Snapshot(game.initial()), Limit(depth=30))
    for thread in threading.enumerate():
        if thread.name.startswith("kibitz-search"):
            thread.join(5)
            assert not thread.is_alive()
