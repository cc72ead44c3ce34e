"""The output of `kibitz play`: the events of a game as text or JSON, and the prompts."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TypeAlias

from kibitz.cli import output
from kibitz.cli.rules import rules_of
from kibitz.core.contract import LOSS
from kibitz.core.errors import KibitzError
from kibitz.core.messages import Message
from kibitz.engine.lines import Line
from kibitz.session.session import Session
from kibitz.teaching.hints import Rung

KEYS = "Keys: q quit, u undo, h hint, ? help."
MORE_KEYS = (
    "Keys: q quit, u undo (u 3: three times), r redo, h hint. Commands: resign, draw (offer a "
    "draw), moves (list them), rules (how "
    "to play), save FILE."
)


class TextReporter:
    """Reports the events of a game as text."""

    def welcome(self, session: Session, people: frozenset[int]) -> None:
        """The game begins: print its title, the sides and the keys."""
        sides = session.game.sides
        yours = " and ".join(sides[side] for side in sorted(people))
        who = f"You are {yours}." if people else "The engine plays itself."
        title = session.game.title or session.game.name
        output.result(f"{title}. {who} {KEYS}\n")

    def position(self, session: Session) -> None:
        """A person is to move: draw the board."""
        output.result(f"{session}\n")

    def thinking(self, session: Session) -> None:
        """The engine begins its search: print a note on a terminal."""
        if sys.stdout.isatty():
            output.note("Thinking ...", end="\r")

    def engine_moved(self, side: str, line: Line) -> None:
        """The engine has moved: print its move and evaluation."""
        output.result(f"{side} plays {line.move}  ({line.plain_value}, {line.basis})\n")

    def hint(self, line: Line, rung: Rung) -> None:
        """A hint was requested: print this step of the hint that leads to `line`."""
        output.result(f"hint: {rung.text}")

    def moves(self, session: Session) -> None:
        """The moves were requested: print the legal moves and those played."""
        output.result(f"Legal moves: {' '.join(session.legal_moves)}")
        if session.moves:
            output.result(f"Played: {' '.join(session.moves)}")

    def rules(self, session: Session) -> None:
        """The rules were requested: print them with their boards."""
        output.result(f"{rules_of(session.game)}\n")

    def answered(self, kind: str, is_accepted: bool) -> None:
        """An offer was answered: print the answer."""
        output.result(f"The {kind} is {'accepted' if is_accepted else 'declined'}.")

    def saved(self, path: str) -> None:
        """The session was saved on request: print the file."""
        output.result(f"Saved: {path}")

    def refused(self, error: KibitzError) -> None:
        """A move or command is refused: print the error without the position."""
        params = error.message.params
        noise = f" in {params.get('game')} position {params.get('position')!r}"
        output.result(str(error).replace(noise, "", 1))

    def over(self, session: Session, people: frozenset[int]) -> None:
        """The game is over: draw the board and print the result."""
        self.position(session)
        output.result(ending(session, people))

    def finished(self, session: Session, people: frozenset[int], can_undo: bool) -> None:
        """A loaded game is over: print the result, and a note if no move can be undone."""
        self.over(session, people)
        if not can_undo:
            name = session.game.name
            output.note(f"No move to undo. Start a new game with `kibitz play {name}`.")

    def adapted(self, level: float, why: Sequence[Message]) -> None:
        """The adaptive opponent has a new level: print the reasons."""
        for reason in why:
            output.result(reason.text)

    def left(self) -> None:
        """The person has quit: print a goodbye."""
        output.result("\nGoodbye.")

    def prompt(self, session: Session) -> str:
        """The prompt for a move."""
        readings = session.readings
        time = "" if readings is None else f" ({clock_text(readings[session.turn])} left)"
        return f"{session.side}{time}, your move: "

    def question(self, side: str, kind: str) -> str:
        """The prompt for the answer to an offer."""
        return f"{side}, do you accept the {kind}? (y/n) "

    def undo_prompt(self) -> str:
        """The prompt after a finished game."""
        return "u to undo and play on, q to quit: "


def clock_text(seconds: float) -> str:
    """Format a time like a chess clock.

    >>> clock_text(304.6), clock_text(9.25)
    ('5:04', '9.2')
    """
    if seconds < 10:
        return f"{int(seconds * 10) / 10}"
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


def ending(session: Session, people: frozenset[int]) -> str:
    """The result of the game as a sentence."""
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


class JsonReporter:
    """Reports the events of a game as lines of JSON, without prompts."""

    def welcome(self, session: Session, people: frozenset[int]) -> None:
        """The game begins: print nothing."""

    def position(self, session: Session) -> None:
        """A person is to move: print the position, the legal moves and the clock."""
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

    def thinking(self, session: Session) -> None:
        """The engine begins its search: print nothing."""

    def engine_moved(self, side: str, line: Line) -> None:
        """The engine has moved: print its line."""
        output.result_json({"event": "move", "side": side, **line.as_dict()})

    def hint(self, line: Line, rung: Rung) -> None:
        """A hint was requested: print the line and the step."""
        output.result_json({"event": "hint", **line.as_dict(), "rung": rung.as_dict()})

    def moves(self, session: Session) -> None:
        """The moves were requested: print the legal moves and those played."""
        legal, played = list(session.legal_moves), list(session.moves)
        output.result_json({"event": "moves", "moves": legal, "played": played})

    def rules(self, session: Session) -> None:
        """The rules were requested: print their text."""
        output.result_json({"event": "rules", "text": session.game.rules})

    def answered(self, kind: str, is_accepted: bool) -> None:
        """An offer was answered: print the answer."""
        output.result_json({"event": "answer", "offer": kind, "accepted": is_accepted})

    def saved(self, path: str) -> None:
        """The session was saved on request: print the file."""
        output.result_json({"event": "saved", "file": path})

    def refused(self, error: KibitzError) -> None:
        """A move or command is refused: print the error."""
        output.result_json({"event": "refused", "error": error.code, "message": str(error)})

    def over(self, session: Session, people: frozenset[int]) -> None:
        """The game is over: print the outcome."""
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

    def finished(self, session: Session, people: frozenset[int], can_undo: bool) -> None:
        """A loaded game is over: print the outcome."""
        self.over(session, people)

    def adapted(self, level: float, why: Sequence[Message]) -> None:
        """The adaptive opponent has a new level: print it with the reasons."""
        reasons = [{"code": one.code, "params": one.params, "text": one.text} for one in why]
        output.result_json({"event": "adapted", "level": level, "why": reasons})

    def left(self) -> None:
        """The person has quit: print nothing."""
        output.result_json({"event": "left"})

    def prompt(self, session: Session) -> str:
        """No prompt for a move."""
        return ""

    def question(self, side: str, kind: str) -> str:
        """No prompt for the answer to an offer."""
        return ""

    def undo_prompt(self) -> str:
        """No prompt after a finished game."""
        return ""


Reporter: TypeAlias = TextReporter | JsonReporter
