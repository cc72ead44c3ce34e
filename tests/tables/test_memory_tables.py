from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any, cast

import pytest

import kibitz
from kibitz import Game
from kibitz.core.score import UNKNOWN
from kibitz.core.states import state_functions
from kibitz.search.compiled import compiled
from kibitz.tables.endgame_tables import probe
from kibitz.tables.memory_tables import memory_tables
from kibitz.tables.solver import MemoryTables
from kibitz.tables.solving import solve
from kibitz.tables.stored_table import store
from kibitz.tables.verdict import Verdict
from tests import toys
from tests.tables.checker import random_states
from tests.tables.hexapawn import GAME as HEXAPAWN


def compiled_probe(game: Game, held: MemoryTables) -> Any:
    from kibitz.compiling.signature import INTS

    def build(rules: Game) -> FunctionType:
        unpack, look_up = state_functions(rules).unpack, held.probe

        def entry(position: tuple[int, ...], knowledge: Any) -> int:
            return look_up(unpack(position), knowledge)

        return cast(FunctionType, entry)

    return compiled(game, build, (INTS,))


@pytest.mark.parametrize(
    "game",
    [HEXAPAWN, toys.ring(), kibitz.game("tictactoe"), toys.claims()],
    ids=lambda game: str(game.name),
)
def test_compiled_code_finds_what_the_table_says(game: Game, tmp_path: Path) -> None:
    store(solve(game), tmp_path)
    held = memory_tables(game, tmp_path)
    assert held is not None
    function, words = compiled_probe(game, held), held.load()
    for state in random_states(game, 300, seed=1):
        value = function(tuple(state), words)
        assert value == held.probe(state, words)
        assert Verdict.of(value) == probe(game, state, tmp_path)


@pytest.mark.parametrize("variant", ["three", "six"])
def test_compiled_code_finds_what_the_tables_of_morris_say(variant: str, tmp_path: Path) -> None:
    game = kibitz.game("morris", variant=variant)
    held = memory_tables(game, tmp_path)  # those that come with Kibitz
    assert held is not None
    function, words = compiled_probe(game, held), held.load()
    for state in random_states(game, 500, seed=2, longest=40):
        assert Verdict.of(function(tuple(state), words)) == probe(game, state, tmp_path)


def test_what_no_table_holds_is_unknown(tmp_path: Path) -> None:
    store(solve(HEXAPAWN), tmp_path)
    held = memory_tables(HEXAPAWN, tmp_path)
    assert held is not None
    start, words = HEXAPAWN.initial(), held.load()
    assert held.probe(start._replace(white=0b101010), words) == UNKNOWN
    assert held.probe(start._replace(white=1 << 30), words) == UNKNOWN
    nine = kibitz.game("morris")
    held = memory_tables(nine, tmp_path)
    assert held is not None
    words = held.load()
    assert held.probe(nine.initial(), words) == UNKNOWN
    lost = nine.initial()._replace(mine=0b11, theirs=0b11100, my_hand=0, their_hand=0)
    assert Verdict.of(held.probe(lost, words)) == probe(nine, lost, tmp_path)


def test_tables_that_do_not_fit_are_left_out(tmp_path: Path) -> None:
    assert memory_tables(kibitz.game("connect4"), tmp_path) is None
    store(solve(HEXAPAWN), tmp_path)
    assert memory_tables(HEXAPAWN, tmp_path, most=100) is None
    assert memory_tables(kibitz.game("morris", variant="six"), tmp_path, most=0) is None
