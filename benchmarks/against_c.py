"""Perft of games on 64 cells, compared with plain C programs of the same algorithm."""

from __future__ import annotations

import importlib
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from kibitz import Game
from kibitz.core.states import state_functions
from kibitz.search.compiled import compiled_perft

SOURCES = Path(__file__).parent / "c"
ROUNDS = 7  # the programs alternate, so that both meet the same load


class Case(NamedTuple):
    """A game of `tests/own_games` with the depth of its perft, and the largest factor allowed."""

    name: str
    depth: int
    most: float


class Found(NamedTuple):
    """The seconds of one count: of Kibitz, and of the C program by the options of gcc."""

    case: Case
    leaves: int
    ours: float
    theirs: dict[str, float]


# Half of the factors of 4.4 and 3.8 that games with two halves of a board had.
CASES = (Case("othello", 10, 2.2), Case("breakthrough", 6, 1.9))
OPTIONS = ("-O2", "-O2 -march=native")


def measure() -> Iterator[Found]:
    """Measure every case; nothing without gcc."""
    if shutil.which("gcc") is None:
        print("gcc is not installed.")
        return
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            yield _measured(case, Path(folder))


def _measured(case: Case, folder: Path) -> Found:
    programs = {}
    for number, options in enumerate(OPTIONS):
        programs[options] = folder / f"{case.name}{number}"
        source = SOURCES / f"{case.name}.c"
        command = ["gcc", *options.split(), str(source), "-o", str(programs[options])]
        subprocess.run(command, check=True)
    game: Game = importlib.import_module(f"tests.own_games.{case.name}").game
    function, control = compiled_perft(game), np.zeros(8, np.int64)
    position = state_functions(game).pack(game.initial())
    ours: list[float] = []
    theirs: dict[str, list[float]] = {options: [] for options in OPTIONS}
    for _ in range(ROUNDS):
        began = time.process_time()
        leaves = int(function(position, case.depth, control))
        ours.append(time.process_time() - began)
        for options, program in programs.items():
            command = [str(program), str(case.depth)]
            answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout
            count, seconds = answer.split()
            if int(count) != leaves:
                raise SystemExit(f"{case.name}: {leaves} leaves, but {count} in C")
            theirs[options].append(float(seconds))
    best = {options: min(seconds) for options, seconds in theirs.items()}
    return Found(case, leaves, min(ours), best)
