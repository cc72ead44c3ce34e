"""Does each step of the ladder beat the step below it?

    python -m benchmarks.ladder [--games 100] [--steps 1-8] [GAME ...]

Every pair plays from the same random openings with both sides; a score above one half is reached.
The steps from 9 on think long: give them an hour. `make ladder` plays them all.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt

import kibitz
from kibitz.core.text import parse_move

GAMES = {
    "connect4": {},
    "horses": {},
    "tiles": {},
    "morris": {},
    "draughts": {"variant": "english"},
}
OPENING_PLIES = 2
MOST_PLIES = 300  # a game that takes longer is a draw


@dataclass(frozen=True)
class Score:
    """How a step did against the one below."""

    game: str
    step: int
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def share(self) -> float:
        return (self.wins + self.draws / 2) / self.games

    @property
    def error(self) -> float:
        """One standard error of the share."""
        square = (self.wins + self.draws / 4) / self.games - self.share**2
        return sqrt(max(square, 0) / self.games)

    def __str__(self) -> str:
        verdict = "reached" if self.share > 0.5 else "MISSED"
        return (
            f"{self.game:<10} {self.step:>2} against {self.step - 1:<2} "
            f"{100 * self.share:5.1f} % ± {100 * self.error:.1f}   "
            f"+{self.wins} ={self.draws} -{self.losses}   {verdict}"
        )


def play_one(name: str, step: int, number: int) -> int:
    """The payoff of `step` in one game against the step below; even numbers begin."""
    game = kibitz.game(name, **GAMES[name])
    seat = number % 2
    players = [kibitz.Player(game, str(step - 1), seed=2 * number) for _ in range(2)]
    players[seat] = kibitz.Player(game, str(step), seed=2 * number + 1)
    lot = random.Random(number // 2)
    state = game.initial(number // 2)
    earlier: list[object] = []
    outcome = None
    while len(earlier) < MOST_PLIES and outcome is None:
        if len(earlier) < OPENING_PLIES:
            move = lot.choice(list(game.moves(state)))
        else:
            line = players[state.turn].play(kibitz.Snapshot(state, earlier))
            move = parse_move(game, state, line.move)
        earlier.append(state)
        state = game.play(state, move)
        outcome = game.outcome(state, earlier)
    return 0 if outcome is None else outcome.payoffs[seat]


def measure(names: Sequence[str], steps: Sequence[int], games: int) -> Iterator[Score]:
    """The score of every step against the one below, game by game."""
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for name in names:
            for step in steps:
                jobs = [pool.submit(play_one, name, step, number) for number in range(games)]
                payoffs = [job.result() for job in jobs]
                yield Score(name, step, payoffs.count(1), payoffs.count(0), payoffs.count(-1))


def main() -> int:
    """Print every score; 1 if one is not above one half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", metavar="GAME", nargs="*", default=list(GAMES), choices=GAMES)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--steps", default="1-8")
    arguments = parser.parse_args()
    low, high = map(int, arguments.steps.split("-"))
    missed = 0
    for score in measure(arguments.names, range(low + 1, high + 1), arguments.games):
        print(score, flush=True)
        missed += score.share <= 0.5
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
