"""Back and forth in the terminal: from one turn of a person to another."""

from __future__ import annotations

import re
from typing import NoReturn

from kibitz.core.errors import HistoryError, OptionError
from kibitz.session.session import Session


def times(typed: str, text: str) -> int:
    """How many times a key is meant: once, unless a number follows it."""
    if not text:
        return 1
    if not re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) or int(text) == 0:
        expected = f"`{typed.split()[0]}` takes a whole number from 1, or no argument"
        raise OptionError("bad_key", typed=typed, expected=expected)
    return int(text)


def behind(session: Session, people: frozenset[int]) -> list[int]:
    """How many moves back the positions are in which a person was to move, the last one first."""
    turns = reversed([state.turn for state in session.earlier])
    return [count for count, turn in enumerate(turns, 1) if turn in people]


def undo(session: Session, people: frozenset[int], count: int) -> None:
    """Go back, so many times, to the last position in which a person was to move."""
    stops = behind(session, people)
    if session.takebacks == "free" and count > len(stops):
        _refuse("nothing_to_undo", count, len(stops))
    session.undo(stops[count - 1] if count <= len(stops) else count)


def request_takeback(session: Session, count: int) -> None:
    """Ask for the moves back to the one to move's own last one, or so many of theirs."""
    stops = behind(session, frozenset({session.turn}))
    if stops and count > len(stops):
        _refuse("nothing_to_undo", count, len(stops))
    session.request_takeback(session.turn, stops[count - 1] if stops else None)


def redo(session: Session, people: frozenset[int], count: int) -> None:
    """Go forwards, so many times, to where a person was to move next, or to the last position."""
    turns = [position.state.turn for position in session.replay()][session.ply + 1 :]
    last = len(turns)
    stops = [ahead for ahead, turn in enumerate(turns, 1) if turn in people or ahead == last]
    if session.takebacks == "free" and count > len(stops):
        _refuse("nothing_to_redo", count, len(stops))
    session.redo(stops[count - 1] if count <= len(stops) else count)


def _refuse(code: str, count: int, available: int) -> NoReturn:
    works = f"Give a number from 1 to {available}" if available else "There are none"
    raise HistoryError(code, count=count, available=available, works=works)
