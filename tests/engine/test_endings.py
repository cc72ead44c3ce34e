"""Endings that have to be won: an engine that leads must not walk to and fro until it is a draw."""

from __future__ import annotations

import random

import kibitz
from kibitz import Engine, Limit, Session

GAMES = 10
PLIES = 160


def three_kings_against_two(game: kibitz.Game, lot: random.Random) -> Session:
    """Kings set up at random, black with three of them; nobody can take."""
    while True:
        *ours, first, second = lot.sample(range(1, 33), 5)
        kings = ",".join(f"K{square}" for square in ours)
        sides = f":WK{first},K{second}:B{kings}"
        views = [Session(game, side + sides) for side in "BW"]
        takes = ["x" in move for view in views for move in view.legal_moves]
        if takes and not any(takes):
            return views[0]


def test_three_kings_beat_two() -> None:
    game = kibitz.game("draughts", variant="english")
    lot = random.Random(7)
    black = game.sides.index("black")
    won = 0
    for _ in range(GAMES):
        session = three_kings_against_two(game, lot)
        engine = Engine(game, memory=4)
        while session.outcome() is None and session.ply < PLIES:
            session.push(engine.play(session, Limit(nodes=20_000)).move)
        outcome = session.outcome()
        won += outcome is not None and outcome.payoffs[black] > 0
    # Without a reason to come near it won one of these.
    assert won >= GAMES - 2
