"""Seats the adaptive player in a session, within the clock and the settings of its seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kibitz.core.errors import LimitError
from kibitz.core.types import Side
from kibitz.engine.lines import Line
from kibitz.session.opponent import Opponent
from kibitz.session.seats import Seat
from kibitz.session.session import Session
from kibitz.teaching.adaptive.adaptive_player import ADAPTIVE, AdaptivePlayer


class AdaptiveOpponent(Opponent):
    """Plays each move at the step of the ladder that the adaptive player chooses."""

    def __init__(self, side: AdaptivePlayer, seat: Seat) -> None:
        super().__init__(side.game, replace(seat, level="", skill=""))
        self._adaptive = side
        self._steps: dict[str, Opponent] = {}

    def play(self, session: Session) -> Line:
        """The move that it would play, with its line; does not change the session."""
        step = self._adaptive.step(session)
        if step not in self._steps:
            seat = replace(self._seat, level=step, seed=self._adaptive.seed)
            self._steps[step] = Opponent(self._game, seat)
        return self._steps[step].play(session)


def the_person(seats: Sequence[Seat]) -> Side:
    """The side of the only person in the game; LimitError if there are none or several."""
    people = [side for side, seat in enumerate(seats) if seat.kind == "person"]
    if len(people) != 1:
        expected = (
            f"another level, because adaptive needs exactly one person and there are {len(people)}"
        )
        raise LimitError("bad_setting", name="level", value=ADAPTIVE, expected=expected)
    return people[0]
