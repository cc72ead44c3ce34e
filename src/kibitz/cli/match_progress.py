"""The progress of a match on standard error: a bar on a terminal, otherwise occasional lines."""

from __future__ import annotations

import math
import sys
import time

from kibitz.cli import output
from kibitz.match.elo import Advantage
from kibitz.match.match import Match

_BAR = 24  # characters
_WIDTH = 110
_BAR_SECONDS = 0.2  # between two updates of the bar
_LINE_SECONDS = 30.0  # between two lines


class MatchProgress:
    """Shows the current score of a match."""

    def __init__(self, *, title: str = "", is_quiet: bool = False) -> None:
        self._title = f"{title} " if title else ""
        self._is_terminal = sys.stderr.isatty()
        self._is_quiet = is_quiet
        self._began = 0.0  # when the first game finished; starting the workers takes time
        self._last = 0.0
        self._first = 0  # games finished by then, including recorded ones

    def show(self, match: Match) -> None:
        """Show the score after a finished game, unless it was updated a moment ago."""
        now = time.monotonic()
        if self._first == 0:
            self._first, self._began, self._last = match.played, now, now
        pause = _BAR_SECONDS if self._is_terminal else _LINE_SECONDS
        if self._is_quiet or now - self._last < pause:
            return
        self._last = now
        text = self._title + self._text(match, now - self._began)
        if self._is_terminal:
            filled = _BAR * match.played // match.games
            text = f"[{'#' * filled}{'.' * (_BAR - filled)}] {text}"
            output.note(f"\r{text[:_WIDTH]:<{_WIDTH}}", end="")
        else:
            output.note(text)

    def clear(self) -> None:
        """Remove the bar."""
        if self._is_terminal and not self._is_quiet and self._first:
            output.note(f"\r{'':<{_WIDTH}}\r", end="")

    def _text(self, match: Match, seconds: float) -> str:
        rate = max(match.played - self._first, 1) / max(seconds, 1e-3)
        parts = [f"{match.played} of {match.games}"]
        advantage = match.tally.advantage()
        if advantage is not None:
            parts.append(f"{100 * advantage.share:.1f} %")
            parts.append(f"Elo {elo_text(advantage)}")
        if match.tally.test is not None:
            parts.append(f"ratio {match.tally.test.ratio:+.2f}")
        parts.append(f"{rate:.1f} games/s")
        parts.append(f"{_duration((match.games - match.played) / rate)} left")
        return "  ".join(parts)


def elo_text(advantage: Advantage) -> str:
    """A difference in Elo with its standard error.

    >>> elo_text(Advantage(0.75, 0.02, (0.71, 0.79), 1.0))
    '+191 ± 19'
    >>> elo_text(Advantage(1.0, 0.1, (0.8, 1.0), 1.0))
    'above +241'
    """
    if math.isfinite(advantage.elo):
        return f"{advantage.elo:+.0f} ± {advantage.elo_error:.0f}"
    low, high = advantage.elo_interval
    return f"above {low:+.0f}" if advantage.elo > 0 else f"below {high:+.0f}"


def _duration(seconds: float) -> str:
    """A rough duration.

    >>> _duration(42), _duration(4000)
    ('42 s', '1 h 7 min')
    """
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 60 else f"{minutes // 60} h {minutes % 60} min"
