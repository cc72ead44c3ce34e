"""Measures the strength of Monte Carlo tree search at equal playouts.

    python -m benchmarks.monte_carlo
    python -m benchmarks.monte_carlo random --games 40

Each section prints its results with their goals; the exit code is 1 if a goal is missed. Everything
is seeded, so a repeated run gives the same results. Each game begins with two random moves against
flat Monte Carlo, which would otherwise repeat itself, and without any against random moves.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TypeAlias

from benchmarks.flat_monte_carlo import FlatMonteCarlo
from kibitz import Engine, Game, Limit, Plain
from kibitz import game as game_named
from kibitz.core.evaluation import no_evaluation
from kibitz.core.types import Move
from kibitz.engine.position import Snapshot
from tests.own_games import kalah, othello
from tests.own_games.breakthrough import breakthrough
from tests.own_games.hex import hex_game

PLAYOUTS = 2_000
GAMES = 200
POSITIONS = 200  # in each of five games
QUICK = 3  # plies within which no win may be missed, and no loss allowed
LATEST = 12  # the positions are at most this many plies from the end of a random game

Chooser: TypeAlias = Callable[[Snapshot], Move]


def plain_rules(game: Game) -> Game:
    """`game` without its evaluation."""
    return replace(game, evaluate=no_evaluation, margin=None)


def games() -> dict[str, Game]:
    """The games of the matches."""
    found = {
        "hex7": hex_game(7),
        "kalah": kalah.GAME,
        "othello": othello.GAME,
        "connect4": game_named("connect4"),
    }
    return {name: plain_rules(game) for name, game in found.items()}


def tree_search(game: Game, seed: int) -> Chooser:
    """Monte Carlo tree search, with an empty tree for every move."""
    engine = Engine(game, search="mcts", seed=seed, wait=True)

    def choose(position: Snapshot) -> Move:
        engine.clear()
        return engine.play(position, Limit(nodes=PLAYOUTS)).moves[0]

    return choose


def flat(game: Game, seed: int) -> Chooser:
    """Flat Monte Carlo."""
    chooser = FlatMonteCarlo(game, PLAYOUTS, seed)
    return lambda position: chooser.choose(position.state)


def at_random(game: Game, seed: int) -> Chooser:
    """Random moves."""
    generator = random.Random(seed)
    return lambda position: generator.choice(list(game.moves(position.state)))


def points(game: Game, sides: tuple[Chooser, Chooser], opening: random.Random, plies: int) -> float:
    """The points of the first side in one game that begins with `plies` random moves."""
    states = [game.initial(opening.getrandbits(31))]
    while (outcome := game.outcome(states[-1], states[:-1])) is None:
        state = states[-1]
        if len(states) <= plies:
            move = opening.choice(list(game.moves(state)))
        else:
            move = sides[state.turn](Snapshot(state, states[:-1]))
        states.append(game.play(state, move))
    return (outcome.payoffs[0] + 1) / 2


def share(
    game: Game, other: Callable[[Game, int], Chooser], count: int, plies: int, seed: int
) -> float:
    """The share of points of the tree search in `count` games, half of them with each side."""
    one, two = tree_search(game, seed), other(game, seed)
    opening = random.Random(seed)
    total = 0.0
    for number in range(count):
        is_first = number % 2 == 0
        first = points(game, (one, two) if is_first else (two, one), opening, plies)
        total += first if is_first else 1 - first
        print(f"{game.name}: {number + 1} of {count}", end="\r", file=sys.stderr)
    return total / count


def positions(game: Game, count: int, seed: int) -> Iterator[Snapshot]:
    """Positions near the end of random games."""
    generator = random.Random(seed)
    for _ in range(count):
        states = [game.initial()]
        while moves := list(game.moves(states[-1])):
            states.append(game.play(states[-1], generator.choice(moves)))
        yield Snapshot(states[-2 - generator.randrange(min(LATEST, len(states) - 1))], ())


def mistakes(game: Game, wanted: int, seed: int) -> tuple[int, int]:
    """Missed wins and allowed losses in `wanted` positions that have such a move, by minimax."""
    engine = Engine(game, search="mcts", seed=seed, wait=True)
    brute_force = Engine(game, switches=Plain(), wait=True)
    found = missed = allowed = 0
    for position in positions(game, 1_000 * wanted, seed):
        legal = list(game.moves(position.state))
        lines = brute_force.analyse(position, Limit(depth=QUICK), multipv=len(legal))
        wins = {line.moves[0] for line in lines if line.win_in is not None}
        losses = {line.moves[0] for line in lines if line.loss_in is not None}
        if not wins and len(losses) in (0, len(legal)):
            continue
        engine.clear()
        line = engine.play(position, Limit(nodes=PLAYOUTS))
        missed += bool(wins) and line.moves[0] not in wins and line.win_in is None
        allowed += not wins and line.moves[0] in losses
        found += 1
        print(f"{game.name}: {found} of {wanted}", end="\r", file=sys.stderr)
        if found == wanted:
            break
    return missed, allowed


def random_section(count: int, seed: int) -> Iterator[tuple[str, float, str, bool]]:
    """At least 97 % against random moves."""
    for name, game in games().items():
        result = share(game, at_random, count, 0, seed)
        yield f"random: {name}", result, "at least 97 %", result >= 0.97


def flat_section(count: int, seed: int) -> Iterator[tuple[str, float, str, bool]]:
    """At least 65 % against flat Monte Carlo."""
    for name, game in games().items():
        result = share(game, flat, count, 2, seed)
        yield f"flat: {name}", result, "at least 65 %", result >= 0.65


def quick_section(count: int, seed: int) -> Iterator[tuple[str, float, str, bool]]:
    """No win missed and no loss allowed within three plies, in a thousand positions."""
    found = {
        **games(),
        "tictactoe": plain_rules(game_named("tictactoe")),
        "breakthrough": plain_rules(breakthrough(6)),
    }
    del found["othello"]  # its games end when the board is full
    wanted = POSITIONS if count >= GAMES else count
    for name, game in found.items():
        missed, allowed = mistakes(game, wanted, seed)
        text = f"quick: {name} ({wanted} positions, {missed} missed, {allowed} allowed)"
        yield text, float(missed + allowed), "none", missed + allowed == 0


SECTIONS = {"random": random_section, "flat": flat_section, "quick": quick_section}


def main() -> int:
    """Run all sections, or those named; return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.monte_carlo")
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=", ".join(SECTIONS))
    parser.add_argument("--games", type=int, default=GAMES, help=f"games of a match ({GAMES})")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    unknown = sorted(set(arguments.sections) - set(SECTIONS))
    if unknown:
        parser.error(f"expected {', '.join(SECTIONS)}; got {', '.join(unknown)}")
    record = Path("build") / f"strength-{date.today()}" / "monte-carlo.jsonl"
    record.parent.mkdir(parents=True, exist_ok=True)
    failed = 0
    for name in arguments.sections or SECTIONS:
        print(f"\n{SECTIONS[name].__doc__}")
        for text, value, goal, is_reached in SECTIONS[name](arguments.games, arguments.seed):
            shown = f"{value:.0f}" if goal == "none" else f"{100 * value:.1f} %"
            print(f"{text:<64} {shown:>8}  {goal} {'reached' if is_reached else 'MISSED'}")
            failed += not is_reached
            row = {"result": text, "value": value, "games": arguments.games}
            with record.open("a") as file:
                file.write(json.dumps({**row, "seed": arguments.seed}) + "\n")
    print(f"\n{failed} goals missed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
