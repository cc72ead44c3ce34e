"""`kibitz bench`: positions of every game, and nothing that would be ignored."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kibitz.games.bench_positions import CASES
from kibitz.games.registry import game, names
from tests.cli.test_cli import kibitz_
from tests.strangers import NIM

__all__ = ["kibitz_"]


def test_every_game_has_positions() -> None:
    assert {case.name for case in CASES} == set(names())
    variants = [case.options["variant"] for case in CASES if case.name == "draughts"]
    assert variants == [
        variant
        for variant in ("english", "german", "russian", "international")
        for _ in ("first position", "ending")
    ]


def test_another_name_of_a_game_means_the_same_positions() -> None:
    from kibitz.engine.bench import cases_of

    assert cases_of(game("dame")) == tuple(case for case in CASES if case.name == "draughts")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ("bench tictactoe --time 3", "time cannot be 3.0: expected nothing: the positions of"),
        ("bench nim.py --time 0", "time cannot be 0.0: expected seconds up to 3600"),
        ("bench --peers", "kibitz bench --peers is now python -m benchmarks.peers. "),
        ("bench draughts --variant thai", "unrecognized arguments: --variant thai"),
        ("bench tictactoe --option rows=4", "unrecognized arguments: --option rows=4"),
        ("bench horses --seed 3", "unrecognized arguments: --seed 3"),
    ],
)
def test_what_would_be_ignored_is_refused(
    kibitz_: Any,
    tmp_path: Any,
    monkeypatch: pytest.MonkeyPatch,
    arguments: str,
    text: str,
) -> None:
    (tmp_path / "nim.py").write_text(NIM)
    monkeypatch.chdir(tmp_path)
    ran = kibitz_(*arguments.split())
    assert (ran.code, ran.out) == (2, "")
    assert text in ran.err


def test_a_game_of_a_file_is_measured_from_its_start(kibitz_: Any, tmp_path: Any) -> None:
    file = tmp_path / "nim.py"
    file.write_text(NIM)
    found = kibitz_("bench", str(file), "--time", "0.1", "--json").json
    assert (found["game"], found["compiled"]) == ("nim", True)
    assert found["compile_seconds"] > 0
    assert found["nodes"] > 0
    assert found["nodes_per_second"] > 0
    # How deep depends on the time.
    assert 1 <= found["perft_depth"] <= 10
    assert found["leaves"] > 0
    assert found["leaves_per_second"] > 0
    text = kibitz_("bench", str(file), "--time", "0.1").out
    assert "nim: compiled in " in text
    assert "playouts per second" in text  # its evaluation is constant
    assert re.search(r"leaves per second \(perft \d+, \d+ leaves in ", text)


def test_a_game_that_is_not_compiled_is_measured_too(kibitz_: Any, tmp_path: Any) -> None:
    file = tmp_path / "nim.py"
    value = "return int(str(state.sticks)) * (1 if player == state.turn else -1)"
    file.write_text(NIM.replace("return 0", value))
    ran = kibitz_("bench", str(file), "--time", "0.1")
    assert "nim: not compiled, so these are the speeds of Python. Cannot compile" in ran.out
    assert "nodes per second" in ran.out
    found = kibitz_("bench", str(file), "--time", "0.1", "--json").json
    assert (found["compiled"], found["compile_seconds"]) == (False, None)


def test_a_game_that_forbids_repetition_is_measured_too(kibitz_: Any, tmp_path: Any) -> None:
    """Perft refuses such games, and the bench did with it."""
    file = tmp_path / "nim.py"
    file.write_text(NIM.replace("payoff, evaluate)", "payoff, repeats='illegal')"))
    found = kibitz_("bench", str(file), "--time", "0.1", "--json").json
    assert found["leaves"] > 0
    assert (found["compiled"], found["search"]) == (True, "mcts")
    assert "playouts per second" in kibitz_("bench", str(file), "--time", "0.1").out
