"""One whole game of every kind in readable text: a change of rules shows as a difference.

`make golden` writes the texts anew.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import kibitz
from kibitz import Game, Session

FOLDER = Path(__file__).parent.parent / "golden"
MOST_LINES = 80


def playthrough(game: Game) -> str:
    """A random game, the same every time, with its position after each move."""
    chance = random.Random(2026)
    session = Session(game, seed=1)
    lines = [f"{game!r}, version {game.version}", str(session), session.position]
    while session.outcome() is None and len(lines) < MOST_LINES - 12:
        moves = session.legal_moves
        move = chance.choice(moves)
        session.push(move)
        lines.append(f"{move}  of {len(moves)}  {session.position}")
    lines += [str(session), f"outcome: {session.outcome()}"]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", kibitz.names())
def test_the_game_goes_as_it_always_went(name: str) -> None:
    file = FOLDER / f"{name}.txt"
    text = playthrough(kibitz.game(name))
    if os.environ.get("KIBITZ_WRITE_GOLDEN"):
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
    assert text == file.read_text()
