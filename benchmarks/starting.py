"""Processor time of fresh processes until a game can be played, without and with a cache."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
GAMES = (
    "tictactoe",
    "connect4",
    "tiles",
    "horses",
    "morris",
    "draughts",
    "draughts variant=english",
    "draughts variant=russian",
    "draughts variant=international",
    "tests/chess.py",
)
FIRST = 2.0  # maximum processor seconds until the first answer
EDIT = 0.5  # maximum after an edit of `evaluate`, as a share of the time to full speed
_TIMEOUT = 300.0

# Prints the processor time of the process, including its start and imports.
_SCRIPT = """
import sys, time
from dataclasses import replace
import kibitz
mode, name, *options = sys.argv[1:]
game = kibitz.game(name, **dict(option.split("=") for option in options))
if mode == "edit":
    rule, weights = game.evaluate, game.weights
    inner = getattr(rule, "function", rule)
    if weights is None:
        def evaluate(state, player):
            return inner(state, player) + (1 if player == state.turn else -1)
    else:
        def evaluate(state, player, weights):
            return inner(state, player, weights) + (1 if player == state.turn else -1)
    edited = kibitz.Evaluation(evaluate, mirrored=game.mirrored, weights=weights)
    game = replace(game, evaluate=edited, explain=None)
engine = kibitz.Engine(game)
if mode == "first":
    line = engine.play(kibitz.Session(game), kibitz.Limit(time=0.3))
    assert not line.compiled
else:
    engine.prepare()
    assert engine.is_compiled
print(time.process_time())
"""


@dataclass(frozen=True)
class Start:
    """Processor seconds of one game."""

    game: str
    first: float  # until the first answer, after a search of 0.3 s, with an empty cache
    full: float  # until the compiled search is ready, with an empty cache
    edit: float  # the same after an edit of `evaluate`
    warm: float  # the same from the disk


def starts() -> Iterator[Start]:
    """The figures of every game."""
    for game in GAMES:
        with tempfile.TemporaryDirectory() as folder:
            first = _seconds("first", game, folder, background="1")
            _wait_for_code(Path(folder))
        with tempfile.TemporaryDirectory() as folder:
            full, edit, warm = (_seconds(mode, game, folder) for mode in ("full", "edit", "warm"))
        yield Start(game, first, full, edit, warm)


def _seconds(mode: str, game: str, folder: str, background: str = "0") -> float:
    variables = {**os.environ, "KIBITZ_CACHE": folder, "KIBITZ_BACKGROUND": background}
    command = [sys.executable, "-c", _SCRIPT, mode, *game.split()]
    run = subprocess.run(
        command, env=variables, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
    )
    return float(run.stdout)


def _wait_for_code(folder: Path) -> None:
    """Wait until the background process of the first answer has compiled the game."""
    give_up = time.monotonic() + _TIMEOUT
    while not list(folder.glob("*.code")) and time.monotonic() < give_up:
        time.sleep(0.1)
    time.sleep(0.5)  # for the process to end
