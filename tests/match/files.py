"""Files of strangers, and a quick way to play: what the tests of matches share."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from kibitz.match.match import Match
from kibitz.match.result import Result
from tests.strangers import NIM

STICKS = NIM.replace('"nim", State(10, 0)', '"sticks", State(15, 0)')

BOTS = """
import os, random, signal, sys
from pathlib import Path

HERE = Path(__file__).parent

def first(game, position):
    return next(iter(game.moves(position.state)))

def text(game, position):
    from kibitz.core.text import format_move
    return format_move(game, position.state, list(game.moves(position.state))[-1])

def lot(game, position):
    return random.choice(list(game.moves(position.state)))

def raises(game, position):
    raise RuntimeError("I have no idea")

def leaves(game, position):
    sys.exit(3)

def illegal(game, position):
    return 99

def truth(game, position):
    return True

def unreadable(game, position):
    return "what?"

def nothing(game, position):
    return None

def interrupts(game, position):
    raise KeyboardInterrupt

def generator_exit(game, position):
    raise GeneratorExit("bye")

def huge(game, position):
    return 10**6000

class Odd:
    def __index__(self):
        raise RuntimeError("no index")

class Hidden:
    def __repr__(self):
        raise RuntimeError("no repr")

class Silent(Exception):
    def __str__(self):
        raise RuntimeError("no str")

def odd(game, position):
    return Odd()

def hidden(game, position):
    return Hidden()

def silent(game, position):
    raise Silent

def surrogate(game, position):
    raise RuntimeError("\\ud800 bad")

def prints(game, position):
    print("thinking")
    return first(game, position)

def echoes(game, position):
    os.write(1, b"thinking")
    return first(game, position)

def dies_once(game, position):
    marker = HERE / "died"
    if len(position.earlier) > 2 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return lot(game, position)

def always_dies(game, position):
    os.kill(os.getpid(), signal.SIGKILL)

def tells_process(game, position):
    (HERE / f"process-{os.getpid()}").touch()
    return lot(game, position)

number = 7
"""


def write_files(folder: Path) -> None:
    """Put a game and players of a stranger into a folder."""
    (folder / "sticks.py").write_text(STICKS)
    (folder / "bots.py").write_text(BOTS)


def play(match: Match) -> list[Result]:
    """Play a match in this process; its games in the order of their numbers."""
    with ThreadPoolExecutor(1) as executor:
        for _ in match.run(executor):
            pass
    return [match.results[number] for number in sorted(match.results)]


def lines(path: Path) -> list[dict[str, Any]]:
    """The lines of a record."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def course(result: Result) -> tuple[object, ...]:
    """What of a game has to be the same whenever it is played."""
    return (
        result.number, result.seats, result.opening, result.moves, result.payoffs, result.reason,
        result.problem, result.turns, result.nodes,
    )  # fmt: skip
