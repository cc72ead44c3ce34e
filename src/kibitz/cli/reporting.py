"""What is told at the table: to people as text, to programs as JSON."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from kibitz.cli import output
from kibitz.core.contract import LOSS
from kibitz.core.errors import KibitzError
from kibitz.core.messages import Message
from kibitz.engine.lines import Line
from kibitz.session.session import Session
from kibitz.teaching.hints import Rung

KEYS = "Keys: q quit, u undo, h hint, ? help."
MORE_KEYS = (
    "Keys: q quit, u undo (u 3: three times), r redo, h hint. Commands: "
    "resign, draw (offer a draw), "
    "moves (list them), save FILE."
)


class Reporter:
    """Tells what happens at the table."""

    def welcome(self, session: Session, people: frozenset[int]) -> None:
        """The game begins."""

    def position(self, session: Session) -> None:
        """Somebody is to move."""

    def thinking(self, session: Session) -> None:
        """The engine begins to think."""

    def engine_moved(self, side: str, line: Line) -> None:
        """The engine has moved."""

    def hint(self, line: Line, rung: Rung) -> None:
        """A hint was asked for: the next rung of the ladder that leads to `line`."""

    def moves(self, session: Session) -> None:
        """The moves were asked for."""

    def answered(self, kind: str, is_accepted: bool) -> None:
        """An offer was answered."""

    def saved(self, path: str) -> None:
        """The session was saved because somebody asked for it."""

    def refused(self, error: KibitzError) -> None:
        """What was typed cannot be done."""

    def over(self, session: Session, people: frozenset[int]) -> None:
        """The game has ended."""

    def finished(self, session: Session, people: frozenset[int], can_undo: bool) -> None:
        """A game was loaded that is over."""
        self.over(session, people)

    def adapted(self, level: float, why: Sequence[Message]) -> None:
        """The adaptive opponent says at what level it plays next, and why."""

    def left(self) -> None:
        """The person has left."""

    def prompt(self, session: Session) -> str:
        """What stands before the place where moves are typed."""
        return ""

    def question(self, side: str, kind: str) -> str:
        """What stands before the place where an offer is answered."""
        return ""

    def farewell(self) -> str:
        """What stands before the place where one undoes a finished game or leaves."""
        return ""


class TextReporter(Reporter):
    """For people."""

    def welcome(self, session: Session, people: frozenset[int]) -> None:
        """Say who plays what, and how."""
        sides = session.game.sides
        yours = " and ".join(sides[side] for side in sorted(people))
        who = f"You are {yours}." if people else "The engine plays itself."
        title = session.game.title or session.game.name
        output.result(f"{title}. {who} {KEYS}\n")

    def position(self, session: Session) -> None:
        """Draw the board."""
        output.result(f"{session}\n")

    def thinking(self, session: Session) -> None:
        """Say that it takes a moment, where somebody is looking."""
        if sys.stdout.isatty():
            output.note("Thinking ...", end="\r")

    def engine_moved(self, side: str, line: Line) -> None:
        """Say what it played and what it thinks of it."""
        output.result(f"{side} plays {line.move}  ({line.value}, {line.warrant})\n")

    def hint(self, line: Line, rung: Rung) -> None:
        """Say no more than this rung does."""
        output.result(f"hint: {rung.text}")

    def moves(self, session: Session) -> None:
        """Say what can be played, and what has been."""
        output.result(f"Legal moves: {' '.join(session.legal_moves)}")
        if session.moves:
            output.result(f"Played: {' '.join(session.moves)}")

    def answered(self, kind: str, is_accepted: bool) -> None:
        """Say how."""
        output.result(f"The {kind} is {'accepted' if is_accepted else 'declined'}.")

    def saved(self, path: str) -> None:
        """Say where."""
        output.result(f"Saved: {path}")

    def refused(self, error: KibitzError) -> None:
        """Say why, and what would be accepted, but not which position: it stands above."""
        params = error.message.params
        noise = f" in {params.get('game')} position {params.get('position')!r}"
        output.result(str(error).replace(noise, "", 1))

    def over(self, session: Session, people: frozenset[int]) -> None:
        """Draw the board and say who won."""
        self.position(session)
        output.result(ending(session, people))

    def finished(self, session: Session, people: frozenset[int], can_undo: bool) -> None:
        """Say who won, and whether that is the last word."""
        self.over(session, people)
        if not can_undo:
            name = session.game.name
            output.note(f"No move to undo. Start a new game with `kibitz play {name}`.")

    def adapted(self, level: float, why: Sequence[Message]) -> None:
        """Say it in sentences."""
        for said in why:
            output.result(said.text)

    def left(self) -> None:
        """Say goodbye."""
        output.result("\nGoodbye.")

    def prompt(self, session: Session) -> str:
        """Ask for a move."""
        readings = session.readings
        time = "" if readings is None else f" ({clock_text(readings[session.turn])} left)"
        return f"{session.side}{time}, your move: "

    def question(self, side: str, kind: str) -> str:
        """Ask for yes or no."""
        return f"{side}, do you accept the {kind}? (y/n) "

    def farewell(self) -> str:
        """Ask for one or the other."""
        return "u to undo and play on, q to quit: "


def clock_text(seconds: float) -> str:
    """A time as clocks show it.

    >>> clock_text(304.6), clock_text(9.25)
    ('5:04', '9.2')
    """
    if seconds < 10:
        return f"{int(seconds * 10) / 10}"
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def ending(session: Session, people: frozenset[int]) -> str:
    """How the game ended, in words."""
    outcome = session.outcome()
    assert outcome is not None
    text = f"It's a {outcome}." if LOSS not in outcome.payoffs else f"{outcome}."
    if len(people) != 1:
        return text
    (person,) = people
    if outcome.winner == person:
        how = "" if outcome.reason == "rules" else f"{outcome}: "
        return f"{how}You win! ({session.game.sides[person]})"
    return f"{text} You lost." if outcome.payoffs[person] == LOSS else text


class JsonReporter(Reporter):
    """For programs: one JSON object a line."""

    def position(self, session: Session) -> None:
        """The position and what can be played."""
        readings = session.readings
        output.result_json(
            {
                "event": "position",
                "position": session.position,
                "turn": session.side,
                "moves": list(session.legal_moves),
                **({} if readings is None else {"clock": list(readings)}),
            }
        )

    def engine_moved(self, side: str, line: Line) -> None:
        """The engine's move."""
        output.result_json({"event": "move", "side": side, **line.as_dict()})

    def hint(self, line: Line, rung: Rung) -> None:
        """The hint."""
        output.result_json({"event": "hint", **line.as_dict(), "rung": rung.as_dict()})

    def moves(self, session: Session) -> None:
        """The legal moves and those played."""
        legal, played = list(session.legal_moves), list(session.moves)
        output.result_json({"event": "moves", "moves": legal, "played": played})

    def answered(self, kind: str, is_accepted: bool) -> None:
        """The answer to an offer."""
        output.result_json({"event": "answer", "offer": kind, "accepted": is_accepted})

    def saved(self, path: str) -> None:
        """The file."""
        output.result_json({"event": "saved", "file": path})

    def refused(self, error: KibitzError) -> None:
        """The refusal, by its code."""
        output.result_json({"event": "refused", "error": error.code, "message": str(error)})

    def over(self, session: Session, people: frozenset[int]) -> None:
        """The outcome."""
        outcome = session.outcome()
        assert outcome is not None
        winner = None if outcome.winner is None else session.game.sides[outcome.winner]
        output.result_json(
            {
                "event": "over",
                "position": session.position,
                "winner": winner,
                "reason": outcome.reason,
                "moves": list(session.moves),
            }
        )

    def adapted(self, level: float, why: Sequence[Message]) -> None:
        """The level and the reasons, by their codes."""
        reasons = [{"code": said.code, "params": said.params, "text": said.text} for said in why]
        output.result_json({"event": "adapted", "level": level, "why": reasons})

    def left(self) -> None:
        """The person has left."""
        output.result_json({"event": "left"})
