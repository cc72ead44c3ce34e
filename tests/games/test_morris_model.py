"""The Morris family against a plain model: dictionaries, point names and copies, no bits."""

from __future__ import annotations

import copy
import random
from itertools import combinations, pairwise
from typing import Any

import pytest

from kibitz import LOSS, WIN, Game
from kibitz.core.text import format_move, parse_move
from kibitz.games.morris import morris

SQUARES = {
    "outer": "a7 d7 g7, g7 g4 g1, g1 d1 a1, a1 a4 a7",
    "middle": "b6 d6 f6, f6 f4 f2, f2 d2 b2, b2 b4 b6",
    "inner": "c5 d5 e5, e5 e4 e3, e3 d3 c3, c3 c4 c5",
}
SPOKES = "d7 d6 d5, g4 f4 e4, d1 d2 d3, a4 b4 c4"
DIAGONALS = "a7 b6 c5, g7 f6 e5, g1 f2 e3, a1 b2 c3"
PLAIN = ", ".join([*SQUARES.values(), SPOKES])
SMALL = (
    "a5 c5 e5, e5 e3 e1, e1 c1 a1, a1 a3 a5, b4 c4 d4, d4 d3 d2, d2 c2 b2, b2 b3 b4, "
    "c5 c4, e3 d3, c1 c2, a3 b3"
)
LINES = {
    "three": "a3 b3 c3, a2 b2 c2, a1 b1 c1, a3 a2 a1, b3 b2 b1, c3 c2 c1, a3 b2 c1, c3 b2 a1",
    "six": SMALL,
    "seven": f"{SMALL}, c4 c3 c2, b3 c3 d3",
}
# Stones of a side, and what differs from Nine Men's Morris.
FACTS: dict[str, tuple[int, str]] = {
    "three": (3, "no-flying mill-wins"),
    "six": (6, "no-flying"),
    "seven": (7, "no-flying"),
    "nine": (9, ""),
    "lasker": (10, "slides-early"),
    "twelve": (12, "diagonals"),
    "morabaraba": (12, "diagonals takes-each"),
    "russian": (9, "mills-serve-once"),
    "dooz": (12, "diagonals from-hand"),
    "cheng_san_qi": (9, "no-flying"),
    "da_san_qi": (12, "diagonals no-flying marks takes-any second-first"),
    "zhi_qi": (12, "diagonals full-takes blocked-takes"),
    "experimental": (12, "diagonals no-flying takes-any second-first full-takes"),
}
OTHER = {"white": "black", "black": "white"}


class Model:
    """One playing."""

    def __init__(self, variant: str) -> None:
        stones, facts = FACTS[variant]
        self.facts = facts.split()
        drawn = LINES.get(variant, PLAIN + (f", {DIAGONALS}" if "diagonals" in facts else ""))
        self.lines = [line.split() for line in drawn.split(", ")]
        self.mills = [line for line in self.lines if len(line) == 3]
        self.board: dict[str, str] = {point: "" for line in self.lines for point in line}
        self.hand = {"white": stones, "black": stones}
        self.owes: set[str] = set()
        self.served: set[tuple[str, str]] = set()
        self.turn = "white"

    def points(self, side: str) -> list[str]:
        return [point for point, owner in self.board.items() if owner == side]

    def near(self, point: str) -> list[str]:
        pairs = [pair for line in self.lines for pair in pairwise(line)]
        return [b if a == point else a for a, b in pairs if point in (a, b)]

    def mills_of(self, side: str, point: str) -> list[list[str]]:
        return [m for m in self.mills if point in m and all(self.board[p] == side for p in m)]

    def takable(self, side: str) -> list[str]:
        stones = self.points(side)
        loose = [point for point in stones if not self.mills_of(side, point)]
        return stones if "takes-any" in self.facts or not loose else loose

    def is_lost(self) -> bool:
        side, other = self.turn, OTHER[self.turn]
        if "mill-wins" in self.facts and any(self.mills_of(other, p) for p in self.points(other)):
            return True
        if len(self.points(side)) + self.hand[side] < 3:
            return True
        return not self.legal()

    def shifts(self) -> list[tuple[str, str]]:
        """From and to, from "" where a stone is placed."""
        side = self.turn
        free = self.points("")
        placed = [("", point) for point in free] if self.hand[side] else []
        if self.hand[side] and "slides-early" not in self.facts:
            return placed
        flies = "no-flying" not in self.facts and not self.hand[side]
        flies = flies and len(self.points(side)) == 3
        return placed + [
            (a, b)
            for a in self.points(side)
            for b in (free if flies else self.near(a))
            if b in free
        ]

    def legal(self) -> list[str]:
        side, other = self.turn, OTHER[self.turn]
        if side in self.owes:
            return [f"x{point}" for point in self.takable(other)]
        found = []
        for start, end in self.shifts():
            text = f"{start}-{end}" if start else end
            after = copy.deepcopy(self)
            count = after.shift(start, end)
            preys = sorted(self.takable(other))
            if "mill-wins" in self.facts or not preys:
                count = 0
            if "from-hand" in self.facts and not start and self.hand[other]:
                count = 0
            count = min(count, len(preys) if "takes-each" in self.facts else 1)
            for chosen in combinations(preys, count):
                found.append("".join([text, *(f"x{prey}" for prey in chosen)]))
        if not found and "blocked-takes" in self.facts:
            own = self.points(side)
            found = [f"x{p}" for p in self.points(other) if any(n in own for n in self.near(p))]
        return found

    def shift(self, start: str, end: str) -> int:
        """Move or place a stone; how many mills that may be used it closes."""
        if start:
            self.board[start] = ""
        else:
            self.hand[self.turn] -= 1
        self.board[end] = self.turn
        made = self.mills_of(self.turn, end)
        if "mills-serve-once" not in self.facts:
            return len(made)
        names = {(self.turn, "".join(mill)) for mill in made}
        fresh = names - self.served
        self.served |= names
        return len(fresh)

    def push(self, text: str) -> None:
        side, other = self.turn, OTHER[self.turn]
        shift, *preys = text.split("x")
        was_placing = "" not in (shift,) and "-" not in shift
        owed = side in self.owes
        if shift:
            start, _, end = shift.rpartition("-")
            mills = self.shift(start, end)
            if "from-hand" in self.facts and not start and mills and self.hand[other]:
                self.hand[other] -= 1
        for prey in preys:
            self.board[prey] = "marked" if "marks" in self.facts and was_placing else ""
        self.owes.discard(side)
        ends_placing = was_placing and self.hand == {"white": 0, "black": 0}
        if ends_placing:
            for point in self.points("marked"):
                self.board[point] = ""
            is_full = not self.points("")
            if is_full and "full-takes" in self.facts:
                self.owes = {"white", "black"}
            if "second-first" in self.facts and (not is_full or self.owes):
                return  # the second player, who has just placed the last stone, goes on
        if not shift and not owed and len(self.points(other)) >= 3:
            return  # a blocked side that has taken a stone moves on
        self.turn = other


def same_moves(game: Game, state: Any, model: Model) -> dict[str, int]:
    """The moves by their text, if both have the same ones."""
    ours = {_sorted(format_move(game, state, move)): move for move in game.moves(state)}
    assert len(ours) == len(list(game.moves(state)))
    theirs = [] if model.is_lost() else [_sorted(text) for text in model.legal()]
    assert sorted(ours) == sorted(theirs)
    return ours


def _sorted(text: str) -> str:
    """The text with the stones that it takes in alphabetical order."""
    head, *preys = text.split("x")
    return "x".join([head, *sorted(preys)])


def compare_game(variant: str, chance: random.Random, is_peaceful: bool) -> int:
    """Play a random game in both, taking stones as little as possible where asked to."""
    game, model = morris(variant), Model(variant)
    state = game.initial()
    for ply in range(120):
        ours = same_moves(game, state, model)
        assert ("white", "black")[state.turn] == model.turn
        if not ours:
            assert (game.payoff(state, state.turn), game.payoff(state, 1 - state.turn)) == (
                LOSS,
                WIN,
            )
            return ply
        quiet = [text for text in ours if "x" not in text]
        text = chance.choice(quiet if quiet and is_peaceful else sorted(ours))
        assert parse_move(game, state, text) == ours[text]
        state = game.play(state, ours[text])
        model.push(text)
    return 120


@pytest.mark.parametrize("variant", FACTS)
def test_random_games_have_the_moves_of_the_model(variant: str) -> None:
    chance = random.Random(variant)
    for number in range(4):
        compare_game(variant, chance, is_peaceful=number % 2 == 1)


@pytest.mark.deep
@pytest.mark.parametrize("variant", FACTS)
def test_many_random_games_have_the_moves_of_the_model(variant: str) -> None:
    chance = random.Random(f"{variant} again")
    for number in range(100):
        compare_game(variant, chance, is_peaceful=number % 2 == 1)
