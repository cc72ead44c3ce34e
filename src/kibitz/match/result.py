"""One finished game of a match."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.types import Move, Payoff, Side
from kibitz.match.openings import Opening
from kibitz.match.specification import MOST, MOST_CONTESTANTS

# How a game can end: like a session, or by length, adjudication or an error.
REASONS = ("rules", "repetition", "clock", "length", "adjudication", "error")
_MOST_MOVES = 1_000_000
_LONGEST_PROBLEM = 4_000  # characters
_MOST_EFFORT = 1 << 63  # limit for a player's moves and nodes in one game


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game. Tuples other than `moves` have one item for each side."""

    number: int
    seats: tuple[int, ...]  # for every side, the index of its contestant in the match
    opening: Opening
    moves: tuple[Move, ...]  # after the opening, as numbers
    payoffs: tuple[Payoff, ...]
    reason: str
    problem: str = ""  # the error of a contestant that ended the game
    culprit: int | None = None  # the seat of that contestant
    turns: tuple[int, ...] = ()  # the number of moves of every side
    seconds: tuple[float, ...] = ()
    nodes: tuple[int, ...] = ()

    @property
    def plies(self) -> int:
        """The number of moves, including the opening."""
        return len(self.opening.moves) + len(self.moves)

    def as_dict(self) -> dict[str, Any]:
        """The game as a line of the record."""
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
    def from_dict(cls, found: object, contestants: int = MOST_CONTESTANTS) -> Result:
        """Parse a line of the record; raises ValueError with the problem if it is invalid."""
        if not isinstance(found, dict) or not isinstance(found.get("opening"), dict):
            raise ValueError("it is not a game")
        opening = found["opening"]
        result = cls(
            number=_number(found, "number"),
            seats=_numbers(found, "seats"),
            opening=Opening(_number(opening, "seed"), _numbers(opening, "moves")),
            moves=_numbers(found, "moves"),
            payoffs=_numbers(found, "payoffs"),
            reason=str(found.get("reason")),
            problem=_problem(found),
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
            raise ValueError("it does not have a result for every player")
        if any(not 0 <= seat < contestants for seat in result.seats):
            expected = f"players from 0 to {contestants - 1}"
            raise ValueError(f"seats is {list(result.seats)}, expected {expected}")
        if not 0 <= result.number < MOST or result.reason not in REASONS:
            raise ValueError("its number or the reason for its end is invalid")
        if result.culprit not in (range(seats) if result.reason == "error" else (None,)):
            expected = f"a seat from 0 to {seats - 1} for an error, otherwise none"
            raise ValueError(f"culprit is {result.culprit}, expected {expected}")
        if any(not 0 <= count < _MOST_EFFORT for count in (*result.turns, *result.nodes)):
            raise ValueError("its turns or nodes are not counts")
        if not set(result.payoffs) <= {WIN, DRAW, LOSS}:
            raise ValueError("its payoffs are invalid")
        return result


def _number(found: dict[str, Any], name: str) -> int:
    value = found.get(name)
    if type(value) is not int:
        raise ValueError(f"{name} is {value!r}, not a whole number")
    return value


def _numbers(found: dict[str, Any], name: str) -> tuple[int, ...]:
    values = found.get(name)
    if not isinstance(values, list) or any(type(value) is not int for value in values):
        raise ValueError(f"{name} is not a list of whole numbers")
    if len(values) > _MOST_MOVES:
        raise ValueError(f"{name} is a list of {len(values)}, expected at most {_MOST_MOVES}")
    return tuple(values)


def _problem(found: dict[str, Any]) -> str:
    value = found.get("problem", "")
    if not isinstance(value, str) or len(value) > _LONGEST_PROBLEM:
        raise ValueError(f"problem is not text of at most {_LONGEST_PROBLEM} characters")
    return value


def _amounts(found: dict[str, Any], name: str) -> tuple[float, ...]:
    values = found.get(name)
    if not isinstance(values, list) or any(type(value) not in (int, float) for value in values):
        raise ValueError(f"{name} is not a list of numbers")
    if any(not 0 <= value <= sys.float_info.max for value in values):
        raise ValueError(f"{name} is not a list of finite numbers")
    return tuple(map(float, values))


def lost_by(culprit: Side, players: int) -> tuple[Payoff, ...]:
    """The payoffs after an error of `culprit`: the other players share first place."""
    others = WIN if players == 2 else DRAW
    return tuple(LOSS if side == culprit else others for side in range(players))
