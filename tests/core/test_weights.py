"""Weights as data: an evaluation's numbers, handed to compiled code when a search begins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz import (
    CompileError,
    ContractError,
    Engine,
    Evaluation,
    Game,
    Limit,
    OptionError,
    RecordError,
    Session,
    Switches,
)
from kibitz.core.bits import popcount
from kibitz.core.weights import Weights
from kibitz.match.specification import specify
from kibitz.search.builds import on_compile
from kibitz.search.switches import PLAIN
from kibitz.testing import check

BASE = kibitz.game("connect4", rows=4, columns=4)
LAST = 10**6 - 1


def evaluate(state: Any, player: int, weights: Any) -> int:
    """Discs by the first two weights, and the last weight for the mover."""
    value = weights[0] * popcount(state.mine) - weights[1] * popcount(state.theirs)
    value += weights[len(weights) - 1]
    return int(value if player == state.turn else -value)


def explain(state: Any, player: int, weights: Any) -> dict[str, int]:
    return {"all": evaluate(state, player, weights)}


def game_with(weights: Any, function: Callable[..., int] = evaluate) -> Game:
    judged = Evaluation(function, explain, weights=weights)
    return Game("weighted", BASE.start, BASE.moves, BASE.play, BASE.payoff, judged)


@pytest.fixture
def builds() -> list[str]:
    """The games that are compiled from now on."""
    found: list[str] = []
    on_compile(lambda game, is_done: None if is_done else found.append(game.name))
    return found


def score(engine: Engine) -> float:
    found = engine.play(Session(engine.game), Limit(depth=3)).score
    assert found is not None
    return found


def test_everybody_calls_with_two_arguments() -> None:
    game = game_with((3, 2, 10))
    state = game.play(game.initial(), next(iter(game.moves(game.initial()))))
    assert game.evaluate(state, state.turn) == 3 * 0 - 2 * 1 + 10
    assert game.explain is not None
    assert game.explain(state, state.turn) == {"all": 8}
    check(game, positions=40)


def test_other_weights_change_the_score_and_compile_nothing(cache: Path, builds: list[str]) -> None:
    first = game_with((3, 2, 10))
    engine = Engine(first)
    before = score(engine)
    assert builds == ["weighted"]
    assert first.weights is not None
    first.weights[2] = 500
    changed = score(engine)
    other = first.with_weights((3, 2, 500))
    again = score(Engine(other))
    assert before != changed == again
    assert builds == ["weighted"]
    for one in (first, other):
        assert again == score(Engine(one, compiled=False))


def test_a_million_weights_are_read_from_a_mapped_file(
    cache: Path, tmp_path: Path, builds: list[str]
) -> None:
    values = np.zeros(LAST + 1, np.int16)
    values[[0, 1, LAST]] = 3, 2, 321
    np.save(tmp_path / "weights.npy", values)
    game = game_with(tmp_path / "weights.npy")
    weights = game.weights
    assert weights is not None
    assert (len(weights), weights.element, weights[LAST]) == (LAST + 1, "int16", 321)
    for switches in (Switches(), PLAIN):
        found = score(Engine(game, switches=switches, compiled=True))
        assert found == score(Engine(game, switches=switches, compiled=False))
    values[LAST] = 7
    other = game.with_weights(values)
    assert score(Engine(other, compiled=True)) == score(Engine(other, compiled=False))
    assert builds == ["weighted"] * 2  # the strong search and the plain one


@pytest.mark.parametrize("opponents", ["maxn", "reply"])
def test_models_of_several_players_use_them(cache: Path, opponents: Any) -> None:
    game = game_with((3, 2, 77))
    session = Session(game)
    found = [
        Engine(game, opponents=opponents, compiled=how).play(session, Limit(depth=3)).score
        for how in (True, False)
    ]
    assert found[0] == found[1]


def test_compiled_code_cannot_write_them() -> None:
    def careless(state: Any, player: int, weights: Any) -> int:
        weights[0] = 1
        return 0

    with pytest.raises(CompileError, match="Weights are read-only"):
        Engine(game_with((1, 2), careless), compiled=True).prepare()
    game = game_with((1, 2), careless)
    with pytest.raises(TypeError):
        game.evaluate(game.initial(), 0)


@pytest.mark.parametrize(
    ("weights", "problem"),
    [
        ((1.5,), "integers of 32 bits"),
        ((1 << 31,), "integers of 32 bits"),
        (7, "integers of 32 bits"),
        (np.zeros(3), "int16 or int32"),
        (np.zeros((2, 2), np.int16), "2 dimensions"),
        (np.zeros(6, np.int32)[::2], "int16 or int32"),
        ("/nowhere/weights.npy", "cannot be read: No such file"),
    ],
)
def test_other_weights_are_refused(weights: Any, problem: str) -> None:
    with pytest.raises(ContractError, match=problem):
        game_with(weights)


def test_a_file_that_holds_no_weights_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npy"
    path.write_text("nonsense")
    with pytest.raises(ContractError, match="cannot be read"):
        game_with(path)


def test_a_game_without_weights_gets_none() -> None:
    rules = (BASE.moves, BASE.play, BASE.payoff, lambda state, player: 0)
    with pytest.raises(OptionError, match="has no weights"):
        Game("plain", BASE.start, *rules).with_weights((1,))


GAME_FILE = """
from kibitz import Evaluation, Game, game
base = game("tictactoe")
def evaluate(state, player, weights):
    return weights[0] if player == state.turn else -weights[0]
GAME = Game("own", base.start, base.moves, base.play, base.payoff,
            Evaluation(evaluate, weights={path!r}))
"""


def test_a_match_notices_that_a_file_of_weights_was_edited(tmp_path: Path) -> None:
    weights, file = tmp_path / "weights.npy", tmp_path / "own.py"
    np.save(weights, np.array([1, 2, 3], np.int32))
    file.write_text(GAME_FILE.format(path=str(weights)))
    found, _ = specify(
        str(file),
        ["nodes=10", "nodes=20"],
        seed=1,
        opening_plies=None,
        balance=None,
        plies=50,
        adjudicate=None,
        adjudicate_draws=None,
    )
    assert {str(weights), str(file)} <= {path for path, _ in found.files}
    found.check_files()
    np.save(weights, np.array([1, 2, 4], np.int32))
    with pytest.raises(RecordError, match=r"weights\.npy"):
        found.check_files()


def test_a_digest_changes_with_a_weight() -> None:
    weights = Weights((1, 2, 3))
    before = weights.digest()
    assert before == Weights((1, 2, 3)).digest()
    weights[1] = 5
    assert weights.digest() != before
    assert list(weights) == [1, 5, 3]
