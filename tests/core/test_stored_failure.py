"""Rules that fail to compile: later processes know it, and every command says it once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from kibitz import CompileError, Game
from kibitz.cli.main import main
from kibitz.search.builds import search_build


class Pile(NamedTuple):
    sticks: int
    turn: int


def broken(most: int) -> Game:
    """A game that Numba cannot compile."""

    def moves(state: Pile) -> Iterator[int]:
        yield from range(1, min(most, state.sticks) + 1)

    def play(state: Pile, move: int) -> Pile:
        return Pile(state.sticks - move, 1 - state.turn)

    def payoff(state: Pile, side: int) -> int:
        return -1 if side == state.turn else 1

    return Game("broken", Pile(9, 0), moves, play, payoff, lambda state, side: 0)


def test_a_failure_is_known_until_the_rules_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    with pytest.raises(CompileError) as first:
        search_build(broken(3)).compile(is_announced=False)
    with pytest.raises(CompileError) as again:  # a game of its own, so not from this process
        search_build(broken(3)).load()
    assert str(again.value) == str(first.value)
    assert again.value.code == "not_compilable"
    assert search_build(broken(2)).load() is None
    (stored,) = (tmp_path / "cache").glob("*.failed")
    stored.write_bytes(b"damaged")
    assert search_build(broken(3)).load() is None


FILE = """
from typing import NamedTuple
from kibitz import Game

class State(NamedTuple):
    sticks: {kind}
    turn: int

def moves(state):
    {moves}

def play(state, move):
    return State({rest}, 1 - state.turn)

GAME = Game("slow", State({start}, 0), moves, play, lambda s, side: 2 * (side != s.turn) - 1,
            lambda s, side: 0)
"""
STATE = {
    "kind": "tuple",
    "moves": "yield from range(1, min(3, len(state.sticks)) + 1)",
    "rest": "state.sticks[move:]",
    "start": '("stick",) * 7',
}
RULE = {
    "kind": "int",
    "moves": "yield from range(1, min(3, state.sticks) + 1)",
    "rest": "state.sticks - move",
    "start": "7",
}


@pytest.mark.filterwarnings("always::kibitz.core.errors.KibitzWarning")
@pytest.mark.parametrize(
    "command",
    [
        "hint {file} --time 0.1",
        "analyse {file} --time 0.1",
        "explain {file} --time 0.1",
        "perft {file} 3",
        "solve {file}",
        "check {file} --games 2",
        "report {file} --games 1 --level 1",
        "match {file} --player 1 --player 2 --games 2",
    ],
)
@pytest.mark.parametrize("parts", [STATE, RULE], ids=["state", "rule"])
def test_every_command_says_once_what_is_not_compiled(
    command: str,
    parts: dict[str, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path / "tables"))
    file = tmp_path / "slow.py"
    file.write_text(FILE.format(**parts))
    code = main(command.format(file=file).split())
    said = capsys.readouterr().err
    assert code == (1 if parts is RULE and command.startswith("check") else 0)
    assert said.count("Cannot compile") == 1, said
    assert "the state of slow" in said if parts is STATE else "moves of slow" in said
