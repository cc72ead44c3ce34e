"""`kibitz play`: a game in the terminal, against the engine or against each other."""

from __future__ import annotations

import contextlib
import os
import sys
from argparse import Namespace
from collections.abc import Callable

from kibitz.cli import output
from kibitz.cli.arguments import read_limit, read_session
from kibitz.core.contract import LOSS
from kibitz.core.errors import KibitzError, OptionError
from kibitz.core.text import expected_moves
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.search.limits import Limit
from kibitz.session.session import Session

PLAY_SECONDS = 1.0
HINT = Limit(time=0.3)
KEYS = "q quits, u undoes, h hints"


def play(arguments: Namespace) -> None:
    """Play a game to its end, or until the person has had enough."""
    limit = read_limit(arguments, PLAY_SECONDS)
    session = read_session(arguments)
    people = read_seats(session, arguments.side)
    engine = Engine(session.game, threads=arguments.threads, opponents=arguments.opponents)
    reporter: Reporter = JsonReporter() if arguments.json else TextReporter()
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - lets people edit what they type, where the system has it
    picture = Picture(arguments.svg) if arguments.svg else None
    Table(session, people, engine, limit, reporter, picture=picture).run()


class Picture:
    """The board as an SVG file, kept up to date while the game goes on."""

    def __init__(self, path: str) -> None:
        self._path = path

    def draw(self, session: Session) -> None:
        """Write the file aside and rename it, so that a viewer never sees half of it."""
        aside = f"{self._path}.part"
        try:
            with open(aside, "w", encoding="utf-8") as file:
                file.write(session.svg())
            os.replace(aside, self._path)
        except OSError as problem:
            raise OptionError(
                "bad_option",
                name="svg",
                game=session.game.name,
                value=self._path,
                expected=f"a file that can be written ({problem.strerror})",
            ) from None


def read_seats(session: Session, side: str) -> frozenset[int]:
    """The players that people move for: first, second, a side's name, both (all), or none."""
    sides = session.game.sides
    seats = {"first": {0}, "second": {1}, "both": set(range(len(sides))), "none": set()}
    seats.update({name.casefold(): {player} for player, name in enumerate(sides)})
    wanted = side.casefold()
    if wanted not in seats:
        raise OptionError(
            "bad_option",
            name="side",
            game=session.game.name,
            value=side,
            expected=", ".join(["first", "second", *sides, "both or none"]),
        )
    return frozenset(seats[wanted])


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

    def hint(self, line: Line) -> None:
        """A hint was asked for."""

    def refused(self, error: KibitzError) -> None:
        """What was typed cannot be done."""

    def over(self, session: Session, people: frozenset[int]) -> None:
        """The game has ended."""

    def left(self) -> None:
        """The person has left."""

    def prompt(self, session: Session) -> str:
        """What stands before the place where moves are typed."""
        return ""


class TextReporter(Reporter):
    """For people."""

    def welcome(self, session: Session, people: frozenset[int]) -> None:
        """Say who plays what, and how."""
        sides = session.game.sides
        yours = " and ".join(sides[player] for player in sorted(people))
        who = f"You are {yours}." if people else "The engine plays itself."
        title = session.game.title or session.game.name
        output.result(f"{title}. {who} {KEYS}.\n")

    def position(self, session: Session) -> None:
        """Draw the board."""
        output.result(f"{session}\n")

    def thinking(self, session: Session) -> None:
        """Say that it takes a moment, where somebody is looking."""
        if sys.stdout.isatty():
            output.note("thinking ...", end="\r")

    def engine_moved(self, side: str, line: Line) -> None:
        """Say what it played and what it thinks of it."""
        output.result(f"{side} plays {line.move}  ({line.value}, {line.warrant})\n")

    def hint(self, line: Line) -> None:
        """Say what the engine would play."""
        output.result(f"hint: {output.line_text(line)}")

    def refused(self, error: KibitzError) -> None:
        """Say why, and what would be accepted."""
        output.result(f"{error}")

    def over(self, session: Session, people: frozenset[int]) -> None:
        """Draw the board and say who won."""
        self.position(session)
        output.result(ending(session, people))

    def left(self) -> None:
        """Say goodbye."""
        output.result("\nGoodbye.")

    def prompt(self, session: Session) -> str:
        """Ask for a move."""
        return f"{session.side}, your move: "


def ending(session: Session, people: frozenset[int]) -> str:
    """How the game ended, in words."""
    outcome = session.outcome()
    assert outcome is not None
    text = f"It's a {outcome}." if LOSS not in outcome.payoffs else f"{outcome}."
    if len(people) != 1:
        return text
    (person,) = people
    if outcome.winner == person:
        return f"You win! ({session.game.sides[person]})"
    return f"{text} You lost." if outcome.payoffs[person] == LOSS else text


class JsonReporter(Reporter):
    """For programs: one JSON object a line."""

    def position(self, session: Session) -> None:
        """The position and what can be played."""
        output.result_json(
            {
                "event": "position",
                "position": session.position,
                "turn": session.side,
                "moves": list(session.legal_moves),
            }
        )

    def engine_moved(self, side: str, line: Line) -> None:
        """The engine's move."""
        output.result_json({"event": "move", "side": side, **line.as_dict()})

    def hint(self, line: Line) -> None:
        """The hint."""
        output.result_json({"event": "hint", **line.as_dict()})

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

    def left(self) -> None:
        """The person has left."""
        output.result_json({"event": "left"})


class Table:
    """A session with people and the engine in its seats."""

    def __init__(
        self,
        session: Session,
        people: frozenset[int],
        engine: Engine,
        limit: Limit,
        reporter: Reporter,
        ask: Callable[[str], str] = input,
        picture: Picture | None = None,
    ) -> None:
        self._session = session
        self._people = people
        self._engine = engine
        self._limit = limit
        self._reporter = reporter
        self._ask = ask
        self._picture = picture

    def run(self) -> None:
        """Play until the game is over or the person leaves."""
        session, reporter = self._session, self._reporter
        self._draw()
        reporter.welcome(session, self._people)
        try:
            while session.outcome() is None:
                self._draw()
                if session.turn not in self._people:
                    self._engine_moves()
                    continue
                reporter.position(session)
                if not self._person_moves():
                    reporter.left()
                    return
        except (EOFError, KeyboardInterrupt):
            reporter.left()
            return
        except RuntimeError as problem:
            if "lost sys.stdin" not in str(problem):
                raise
            reporter.left()  # there is nobody to ask
            return
        self._draw()
        reporter.over(session, self._people)

    def _draw(self) -> None:
        if self._picture:
            self._picture.draw(self._session)

    def _engine_moves(self) -> None:
        side = self._session.side
        if not self._people:
            self._reporter.position(self._session)
        self._reporter.thinking(self._session)
        line = self._engine.play(self._session, self._limit)
        self._session.push(line.move)
        self._reporter.engine_moved(side, line)

    def _person_moves(self) -> bool:
        """Ask until the session changes; False if the person leaves."""
        session, reporter = self._session, self._reporter
        while True:
            typed = self._ask(reporter.prompt(session)).strip()
            command = typed.casefold()
            # A game may use these letters for moves: then they are moves.
            is_move = command in (text.casefold() for text in session.legal_moves)
            try:
                if command in ("q", "quit", "exit") and not is_move:
                    return False
                if command in ("u", "undo") and not is_move:
                    self._undo()
                    return True
                if command in ("h", "hint", "?") and not is_move:
                    reporter.hint(self._engine.play(session, HINT))
                elif not typed or command == "help":
                    expected = expected_moves(session.game, session.state)
                    output.note(f"type a move: {expected}; {KEYS}")
                else:
                    session.push(typed)
                    return True
            except KibitzError as error:
                reporter.refused(error)

    def _undo(self) -> None:
        """Go back to the last position in which a person was to move."""
        session = self._session
        turns = [state.turn for state in session.earlier]
        back = next(
            (count for count, turn in enumerate(reversed(turns), 1) if turn in self._people),
            None,
        )
        session.undo(len(turns) + 1 if back is None else back)
