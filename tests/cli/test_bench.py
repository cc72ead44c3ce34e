"""`kibitz bench`: positions of every game, and nothing that would be ignored."""

from __future__ import annotations

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
        (
            "bench nim.py",
            "The benchmark has no positions of nim: choose one of connect4, draughts, ",
        ),
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
