"""One finished game of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.types import Move, Payoff
from kibitz.match.openings import Opening

# How a game of a match can end: as sessions do, or because of the match.
REASONS = ("rules", "repetition", "clock", "length", "adjudication", "error")


@dataclass(frozen=True, slots=True)
class Result:
    """How one game went. Everything but its number and opening is given seat by seat."""

    number: int
    seats: tuple[int, ...]  # the contestant of every player, by its place in the match
    opening: Opening
    moves: tuple[Move, ...]  # after the opening, by the rules' numbers
    payoffs: tuple[Payoff, ...]
    reason: str
    problem: str = ""  # what went wrong, where a contestant's error ended it
    culprit: int | None = None  # the seat of that contestant
    turns: tuple[int, ...] = ()  # moves of every player
    seconds: tuple[float, ...] = ()
    nodes: tuple[int, ...] = ()

    @property
    def plies(self) -> int:
        """Moves in all, those of the opening among them."""
        return len(self.opening.moves) + len(self.moves)

    def as_dict(self) -> dict[str, Any]:
        """The game as a line of the record has it."""
        return {
            "number": self.number,
            "seats": list(self.seats),
            "opening": {"seed": self.opening.seed, "moves": list(self.opening.moves)},
            "moves": list(self.moves),
            "payoffs": list(self.payoffs),
            "reason": self.reason,
            "problem": self.problem,
            "culprit": self.culprit,
            "plies": self.plies,
            "turns": list(self.turns),
            "seconds": [round(value, 4) for value in self.seconds],
            "nodes": list(self.nodes),
        }

    @classmethod
    def from_dict(cls, found: object) -> Result:
        """The game of a line; ValueError, which says what is wrong, otherwise."""
        if not isinstance(found, dict) or not isinstance(found.get("opening"), dict):
            raise ValueError("it is no game")
        opening = found["opening"]
        result = cls(
            number=_number(found, "number"),
            seats=_numbers(found, "seats"),
            opening=Opening(_number(opening, "seed"), _numbers(opening, "moves")),
            moves=_numbers(found, "moves"),
            payoffs=_numbers(found, "payoffs"),
            reason=str(found.get("reason")),
            problem=str(found.get("problem", "")),
            culprit=None if found.get("culprit") is None else _number(found, "culprit"),
            turns=_numbers(found, "turns"),
            seconds=_amounts(found, "seconds"),
            nodes=_numbers(found, "nodes"),
        )
        seats = len(result.seats)
        parts: tuple[Sequence[object], ...] = (
            result.payoffs,
            result.turns,
            result.seconds,
            result.nodes,
        )
        if seats < 2 or any(len(part) != seats for part in parts):
            raise ValueError("it does not say of everybody how it went")
        if result.number < 0 or result.reason not in REASONS:
            raise ValueError("its number or the reason of its end is none")
        if not set(result.payoffs) <= {WIN, DRAW, LOSS}:
            raise ValueError("its payoffs are none")
        return result


def _number(found: dict[str, Any], name: str) -> int:
    value = found.get(name)
    if type(value) is not int:
        raise ValueError(f"{name} is {value!r}, no whole number")
    return value


def _numbers(found: dict[str, Any], name: str) -> tuple[int, ...]:
    values = found.get(name)
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise ValueError(f"{name} is no list of whole numbers")
    return tuple(values)


def _amounts(found: dict[str, Any], name: str) -> tuple[float, ...]:
    values = found.get(name)
    if not isinstance(values, list) or any(type(value) not in (int, float) for value in values):
        raise ValueError(f"{name} is no list of numbers")
    return tuple(map(float, values))
