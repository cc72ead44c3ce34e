"""`kibitz play`: a game in the terminal, against the engine or between people."""

from __future__ import annotations

import contextlib
from argparse import Namespace
from collections.abc import Callable

from kibitz.cli import output, takebacks
from kibitz.cli.adaptive import read_adaptive
from kibitz.cli.game_files import GameFiles, note_format
from kibitz.cli.play_output import MORE_KEYS, JsonReporter, Reporter, TextReporter
from kibitz.cli.play_session import read_play_session
from kibitz.cli.teaching import HintLadder
from kibitz.core.errors import KibitzError, OptionError, RecordError
from kibitz.core.text import expected_moves, parse_move
from kibitz.core.types import Side
from kibitz.engine.engine import Engine
from kibitz.session.negotiation import OfferKind
from kibitz.session.opponent import Opponent
from kibitz.session.seats import Seat
from kibitz.session.session import Session
from kibitz.teaching.adaptive.adaptive_opponent import AdaptiveOpponent
from kibitz.teaching.adaptive.adaptive_player import ADAPTIVE, AdaptivePlayer

_QUIT = ("q", "quit", "exit")
_UNDO = ("u", "undo")
_REDO = ("r", "redo")
_HINT = ("h", "hint")
_HELP = ("?", "help")
_KEYS = (*_QUIT, *_UNDO, *_REDO, *_HINT, *_HELP, "resign", "draw", "moves", "rules", "why")


def play(arguments: Namespace) -> None:
    """Play a game until it ends or the person quits."""
    session = read_play_session(arguments)
    engine = Engine(
        session.game,
        search=arguments.search,
        threads=arguments.threads,
        opponents=arguments.opponents,
    )
    reporter: Reporter = JsonReporter() if arguments.json else TextReporter()
    with contextlib.suppress(ImportError):
        import readline  # noqa: F401 - line editing for `input`, where the system has it
    files = GameFiles(session, arguments.save, arguments.svg, arguments.load)
    if arguments.save is not None and not arguments.json:
        note_format(session, arguments.save)
    adaptive = read_adaptive(arguments, session)
    wait = arguments.seed is not None
    TerminalGame(session, engine, reporter, files, adaptive=adaptive, wait=wait).run()


class TerminalGame:
    """A session in the terminal, with people and engines in its seats.

    `wait`: whether engines wait until the game is compiled, so that the same seed always produces
    the same moves.
    """

    def __init__(
        self,
        session: Session,
        engine: Engine,
        reporter: Reporter,
        files: GameFiles,
        ask: Callable[[str], str] = input,
        adaptive: AdaptivePlayer | None = None,
        wait: bool = False,
    ) -> None:
        self._session = session
        self._wait = wait
        self._hints = HintLadder(engine)
        self._reporter = reporter
        self._files = files
        self._ask = ask
        seats = enumerate(session.seats)
        self._people = frozenset(side for side, seat in seats if seat.kind == "person")
        self._adaptive = adaptive
        made = {seat: self._opponent(seat) for seat in session.seats if seat.kind == "engine"}
        self._opponents = {
            side: made[seat] for side, seat in enumerate(session.seats) if seat in made
        }

    def _opponent(self, seat: Seat) -> Opponent:
        if self._adaptive is not None and seat.level == ADAPTIVE:
            return AdaptiveOpponent(self._adaptive, seat)
        return Opponent(self._session.game, seat, wait=self._wait)

    def run(self) -> None:
        """Play until the game is over or the person quits."""
        was_over = self._session.outcome() is not None
        session, reporter = self._session, self._reporter
        self._files.update()
        reporter.welcome(session, self._people)
        for opponent in self._opponents.values():
            opponent.prepare()
        session.resume()
        try:
            if was_over and not self._reopen():
                return
            while session.outcome() is None:
                if session.turn not in self._people:
                    self._engine_moves()
                else:
                    reporter.position(session)
                    if not self._person_moves():
                        self._quit()
                        return
                self._update_files()
        except (EOFError, KeyboardInterrupt):
            self._quit()
            return
        except RuntimeError as problem:
            if "lost sys.stdin" not in str(problem):
                raise
            self._quit()  # standard input is closed
            return
        reporter.over(session, self._people)
        if not was_over:
            self._update_profile()

    def _reopen(self) -> bool:
        """Show the result of a finished game; return whether moves were undone to play on."""
        session, reporter = self._session, self._reporter
        stops = takebacks.stops_behind(session, self._people)
        can_undo = session.takebacks == "free" and bool(stops)
        reporter.finished(session, self._people, can_undo)
        while can_undo and session.outcome() is not None:
            typed = self._ask(reporter.undo_prompt()).strip()
            command, _, rest = typed.partition(" ")
            command = command.casefold()
            try:
                if command in _QUIT and not rest:
                    break
                if command not in _UNDO:
                    raise OptionError("bad_key", typed=typed, expected="type `u` or `q`")
                self._undo(takebacks.parse_count(typed, rest))
            except KibitzError as error:
                reporter.refused(error)
        if session.outcome() is not None:
            if can_undo:
                self._quit()
            return False
        self._update_files()
        return True

    def _update_profile(self) -> None:
        """Update the adaptive opponent after the game, and report its new level."""
        if self._adaptive is None:
            return
        (person,) = self._people
        try:
            self._adaptive.observe(self._session, person)
        except RecordError as error:
            self._reporter.refused(error)
            return
        self._reporter.adapted(self._adaptive.level, self._adaptive.why())

    def _update_files(self) -> None:
        try:
            self._files.update()
        except (RecordError, OptionError) as error:
            self._reporter.refused(error)  # the game continues; the next move retries

    def _quit(self) -> None:
        self._update_files()
        self._reporter.left()

    def _engine_moves(self) -> None:
        side = self._session.side
        if not self._people:
            self._reporter.position(self._session)
        self._reporter.thinking(self._session)
        line = self._opponents[self._session.turn].play(self._session)
        if self._session.outcome() is None:  # the engine may have lost on time
            self._session.push(line.moves[0], evaluation=line)
            self._reporter.engine_moved(side, line)

    def _person_moves(self) -> bool:
        """Read input until the session changes or ends; return False if the person quits."""
        session, reporter = self._session, self._reporter
        before = (session.ply, session.moves)
        while session.outcome() is None and before == (session.ply, session.moves):
            typed = self._ask(reporter.prompt(session)).strip()
            command, _, rest = typed.partition(" ")
            command = command.casefold()
            # In some games a command word is also a move; then the move takes precedence.
            is_move = typed.casefold() in (text.casefold() for text in session.legal_moves)
            try:
                if is_move:
                    session.push(typed)
                elif command in _QUIT and not rest:
                    return False
                else:
                    self._run_command(command, rest.strip(), typed)
            except KibitzError as error:
                reporter.refused(error)
        return True

    def _run_command(self, command: str, rest: str, typed: str) -> None:
        """Run a command, or play a move that is not spelled as in `legal_moves`."""
        session, reporter = self._session, self._reporter
        if command == "save" and rest:
            self._files.save_copy(rest)
            reporter.saved(rest)
        elif rest and (command not in _KEYS or self._is_readable(typed)):
            session.push(typed)
        elif command in _UNDO:
            self._undo(takebacks.parse_count(typed, rest))
        elif command in _REDO:
            takebacks.redo(session, self._people, takebacks.parse_count(typed, rest))
        elif rest:
            expected = f"`{command}` takes no argument. Type `?` for help"
            raise OptionError("bad_key", typed=typed, expected=expected)
        elif command in _HINT:
            reporter.hint(*self._hints.next_rung(session))
        elif command == "resign":
            session.resign()
        elif command == "draw":
            self._offer_draw()
        elif command == "why" and self._adaptive is not None:
            reporter.adapted(self._adaptive.level, self._adaptive.why())
        elif command == "moves":
            reporter.moves(session)
        elif command == "rules":
            reporter.rules(session)
        elif command in ("", "save", *_HELP):
            expected = expected_moves(session.game, session.state)
            output.note(f"Type a move: {expected}. {MORE_KEYS}")
        else:
            session.push(typed)

    def _is_readable(self, typed: str) -> bool:
        """Whether the game can parse this as a legal move."""
        try:
            parse_move(self._session.game, self._session.state, typed, self._session.earlier)
        except KibitzError:
            return False
        return True

    def _undo(self, count: int) -> None:
        """Undo to an earlier turn of a person, with the other sides' consent if required."""
        session = self._session
        if session.takebacks == "ask":
            takebacks.request_takeback(session, count)
            self._negotiate("takeback")
        else:
            takebacks.undo(session, self._people, count)

    def _offer_draw(self) -> None:
        self._session.offer_draw()
        self._negotiate("draw")

    def _negotiate(self, kind: OfferKind) -> None:
        """Ask the other sides for their consent, until one declines."""
        session = self._session
        accept = {"draw": session.accept_draw, "takeback": session.accept_takeback}[kind]
        decline = {"draw": session.decline_draw, "takeback": session.decline_takeback}[kind]
        asker = session.turn
        for side in range(session.game.players):
            if side == asker:
                continue
            if not self._consents(side, kind):
                decline(side)
                self._reporter.answered(kind, False)
                return
            accept(side)
        self._reporter.answered(kind, True)

    def _consents(self, side: Side, kind: OfferKind) -> bool:
        if side in self._opponents:
            return kind == "takeback" or self._opponents[side].accepts_draw(self._session)
        name = self._session.game.sides[side]
        return self._ask(self._reporter.question(name, kind)).strip().casefold() in ("y", "yes")
