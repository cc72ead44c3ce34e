"""Undo and redo in the terminal, which stop only at a person's turn."""

from __future__ import annotations

import re
from typing import NoReturn

from kibitz.core.errors import HistoryError, OptionError
from kibitz.session.session import Session


def parse_count(typed: str, text: str) -> int:
    """The number after a key; 1 if there is none."""
    if not text:
        return 1
    if not re.fullmatch(r"[0-9]{1,6}", text, re.ASCII) or int(text) == 0:
        expected = f"`{typed.split()[0]}` takes a whole number from 1, or no argument"
        raise OptionError("bad_key", typed=typed, expected=expected)
    return int(text)


def stops_behind(session: Session, people: frozenset[int]) -> list[int]:
    """For each earlier turn of a person, latest first, how many moves to undo."""
    turns = reversed([state.turn for state in session.earlier])
    return [count for count, turn in enumerate(turns, 1) if turn in people]


def undo(session: Session, people: frozenset[int], count: int) -> None:
    """Undo to the previous turn of a person, `count` times."""
    stops = stops_behind(session, people)
    if session.takebacks == "free" and count > len(stops):
        _refuse("nothing_to_undo", count, len(stops))
    session.undo(stops[count - 1] if count <= len(stops) else count)


def request_takeback(session: Session, count: int) -> None:
    """Ask to take back the last `count` moves of the side to move and all moves since."""
    stops = stops_behind(session, frozenset({session.turn}))
    if stops and count > len(stops):
        _refuse("nothing_to_undo", count, len(stops))
    session.request_takeback(session.turn, stops[count - 1] if stops else None)


def redo(session: Session, people: frozenset[int], count: int) -> None:
    """Redo to the next turn of a person, or to the end of the line, `count` times."""
    turns = [position.state.turn for position in session.replay()][session.ply + 1 :]
    last = len(turns)
    stops = [ahead for ahead, turn in enumerate(turns, 1) if turn in people or ahead == last]
    if session.takebacks == "free" and count > len(stops):
        _refuse("nothing_to_redo", count, len(stops))
    session.redo(stops[count - 1] if count <= len(stops) else count)


def _refuse(code: str, count: int, available: int) -> NoReturn:
    works = {0: "There are none", 1: "There is only one"}.get(
        available, f"Use a number from 1 to {available}"
    )
    raise HistoryError(code, count=count, available=available, works=works)
