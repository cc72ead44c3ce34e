"""Time controls, and the stopwatch that measures a turn."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from kibitz.core.errors import LimitError
from kibitz.core.renamed import renamed_arguments
from kibitz.core.types import Side

TimeSource: TypeAlias = Callable[[], float]  # seconds, never decreasing; the origin does not matter
Readings: TypeAlias = tuple[float, ...]  # seconds left for each side

EXAMPLES = "300, 300+5 (5 more after every move), 10/move or 300+5,10/move"
_MOST = 10.0**9  # seconds, about thirty years
_CAUTION = 0.75  # the largest share of the available time for one move
_MOVES_AHEAD = 25  # moves that the remaining time has to cover
_NUMBER = r"([0-9]{1,9}(?:\.[0-9]{1,3})?)"


def is_seconds(value: object) -> bool:
    """Whether `value` is a valid number of seconds."""
    return type(value) in (int, float) and 0 <= value <= _MOST  # type: ignore[operator] # a number


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A time control: a total, an increment after each move, and a limit per move, in seconds.

    >>> control = TimeControl.parse("300+5")
    >>> control, str(control)
    (TimeControl(total=300.0, increment=5.0, per_move=None), '300+5')
    """

    total: float | None = None
    increment: float = 0.0
    per_move: float | None = None

    def __post_init__(self) -> None:
        for name in ("total", "per_move"):
            value = getattr(self, name)
            if value is not None and (not is_seconds(value) or value == 0):
                raise LimitError(
                    "bad_setting", name=name, value=value, expected="seconds, more than 0"
                )
        if not is_seconds(self.increment) or (self.increment and self.total is None):
            expected = "seconds, together with a total"
            raise LimitError(
                "bad_setting", name="increment", value=self.increment, expected=expected
            )
        if self.total is None and self.per_move is None:
            expected = "a total or per_move, in seconds"
            raise LimitError("bad_setting", name="time control", value=None, expected=expected)

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Parse "300", "300+5", "10/move" or "300+5,10/move"; raises LimitError otherwise."""
        pattern = rf"(?:{_NUMBER}(?:\+{_NUMBER})?)?(?:(?:^|(?<=[0-9]),){_NUMBER}/move)?"
        found = re.fullmatch(pattern, text.replace(" ", ""), re.ASCII) if text.strip() else None
        if not found:
            raise LimitError("bad_setting", name="clock", value=text, expected=EXAMPLES)
        total, increment, per_move = (float(part) if part else None for part in found.groups())
        return cls(total, increment or 0.0, per_move)

    def __str__(self) -> str:
        parts = []
        if self.total is not None:
            more = f"+{_short(self.increment)}" if self.increment else ""
            parts.append(f"{_short(self.total)}{more}")
        if self.per_move is not None:
            parts.append(f"{_short(self.per_move)}/move")
        return ",".join(parts)

    def start(self, players: int) -> Readings:
        """The clock readings at the start of a game."""
        first = self.total if self.total is not None else self.per_move
        assert first is not None
        return (float(first),) * players

    @renamed_arguments(player="side")
    def left(self, readings: Readings, side: Side, used: float) -> float:
        """The time left for `side` after `used` seconds of a turn; 0 if time is up."""
        most = readings[side] if self.per_move is None else min(readings[side], self.per_move)
        return max(0.0, most - used)

    def share(self, left: float) -> float:
        """A reasonable time to spend on one move with `left` seconds remaining.

        >>> TimeControl(total=100, increment=2).share(100)
        5.5
        """
        spent = math.inf if self.per_move is None else _CAUTION * self.per_move
        if self.total is not None:
            spent = min(spent, left / _MOVES_AHEAD + _CAUTION * self.increment)
        return max(0.001, min(spent, _CAUTION * left))

    @renamed_arguments(player="side")
    def after(self, readings: Readings, side: Side, used: float) -> Readings:
        """The clock readings after `side` has moved, within its time, in `used` seconds."""
        if self.total is None:
            return readings
        own = round(readings[side] - used + self.increment, 3)
        return (*readings[:side], own, *readings[side + 1 :])


def _short(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


class Stopwatch:
    """Measures the current turn; it can be paused."""

    def __init__(self, now: TimeSource) -> None:
        self._now = now
        self._before = 0.0  # seconds of this turn before the last pause
        self._began: float | None = now()  # None while paused

    @property
    def elapsed(self) -> float:
        """The seconds that this turn has taken, rounded down to milliseconds."""
        running = 0.0 if self._began is None else max(0.0, self._now() - self._began)
        return math.floor((self._before + running) * 1000 + 1e-6) / 1000

    def restart(self, elapsed: float = 0.0) -> None:
        """Start a turn, or continue one that has taken `elapsed` seconds."""
        self._before = elapsed
        self._began = self._now()

    def pause(self, elapsed: float | None = None) -> None:
        """Stop until `resume` or `restart`; `elapsed` replaces the measured seconds."""
        self._before = self.elapsed if elapsed is None else elapsed
        self._began = None

    def resume(self) -> None:
        """Continue after `pause`."""
        if self._began is None:
            self._began = self._now()
