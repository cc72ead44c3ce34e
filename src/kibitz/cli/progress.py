"""How a match goes, on standard error: a bar where somebody is looking, else a line at times."""

from __future__ import annotations

import math
import sys
import time

from kibitz.cli import output
from kibitz.match.elo import Advantage
from kibitz.match.match import Match

_BAR = 24  # characters
_WIDTH = 110
_SHOWN_SECONDS = 0.2  # between two pictures of the bar
_TOLD_SECONDS = 30.0  # between two lines where nobody is looking


class MatchProgress:
    """Shows the running score of a match."""

    def __init__(self, *, title: str = "", is_quiet: bool = False) -> None:
        self._title = f"{title} " if title else ""
        self._is_watched = sys.stderr.isatty()
        self._is_quiet = is_quiet
        self._began = 0.0  # when the first game was finished: before that, everything starts
        self._last = 0.0
        self._first = 0  # games that were finished then, those of the record among them

    def show(self, match: Match) -> None:
        """One more game is finished."""
        now = time.monotonic()
        if self._first == 0:
            self._first, self._began, self._last = match.played, now, now
        pause = _SHOWN_SECONDS if self._is_watched else _TOLD_SECONDS
        if self._is_quiet or now - self._last < pause:
            return
        self._last = now
        text = self._title + self._text(match, now - self._began)
        if self._is_watched:
            filled = _BAR * match.played // match.games
            text = f"[{'#' * filled}{'.' * (_BAR - filled)}] {text}"
            output.note(f"\r{text[:_WIDTH]:<{_WIDTH}}", end="")
        else:
            output.note(text)

    def clear(self) -> None:
        """Take the bar away."""
        if self._is_watched and not self._is_quiet and self._first:
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
