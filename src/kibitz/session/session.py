"""A session: a game being played, with its players, offers and files."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn, get_args

from kibitz.core import files
from kibitz.core.contract import Game, require_game
from kibitz.core.errors import (
    FinishedError,
    HistoryError,
    LimitError,
    OfferError,
    PositionError,
    RecordError,
)
from kibitz.core.fields import is_whole
from kibitz.core.picture import svg, text_svg
from kibitz.core.state_fields import board_problem
from kibitz.core.text import format_board, parse_state
from kibitz.core.types import Side, State
from kibitz.games.registry import named
from kibitz.games.trust import Trust
from kibitz.session import formats
from kibitz.session.clock import TimeControl, TimeSource
from kibitz.session.formats import JSON, format_text, require_format
from kibitz.session.negotiation import Ending, Offer, OfferKind, Takebacks
from kibitz.session.plain_text import FindGame
from kibitz.session.reading import read_record
from kibitz.session.seats import Seat, make_seats
from kibitz.session.session_record import SessionRecord, write_record
from kibitz.session.timeline import Timeline
from kibitz.testing.first_look import look_at


class Session(Timeline):
    """A game being played. Only its methods change it; a method that raises changes nothing.

    - `state`: where the session starts, a state or the text of a position; by default the game's
      starting position.
    - `seed`: for games with a random start; by default random. Available as the attribute `seed`.
    - `seats`: one `Seat` per side; by default every player is a person.
    - `clock`: the time control; no clock by default.
    - `takebacks`: "free": `undo` is always allowed; "ask": the other sides have to agree; "never".
    - `now`: the function that measures time, in seconds.

    >>> import kibitz
    >>> session = Session(kibitz.game("tictactoe"))
    >>> session.push("4")
    >>> session.push("0")
    >>> print(session)
     O | 1 | 2
    -----------
     3 | X | 5
    -----------
     6 | 7 | 8
    >>> session.undo()
    >>> session.moves
    ('4',)
    """

    def __init__(
        self,
        game: Game,
        state: State | str | None = None,
        *,
        seed: int | None = None,
        seats: Sequence[Seat] | None = None,
        clock: TimeControl | None = None,
        takebacks: Takebacks = "free",
        now: TimeSource = time.monotonic,
    ) -> None:
        require_game(game, "a session")
        if seed is not None and not is_whole(seed):
            expected = "a whole number of at most 64 bits"
            raise LimitError("bad_setting", name="seed", value=seed, expected=expected)
        if not isinstance(clock, TimeControl | None):
            expected = "kibitz.TimeControl(...)"
            raise LimitError("bad_setting", name="clock", value=clock, expected=expected)
        if takebacks not in get_args(Takebacks):
            expected = " or ".join(map(repr, get_args(Takebacks)))
            raise LimitError("bad_setting", name="takebacks", value=takebacks, expected=expected)
        self.seed: int | None = (
            seed if seed is not None or not game.is_seeded else random.getrandbits(31)
        )
        self._seats = make_seats(game, seats)
        self._offers: dict[OfferKind, Offer] = {}
        look_at(game)
        super().__init__(game, _first(game, state, self.seed), clock, takebacks, now)

    # The players.

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players, one seat per side."""
        return self._seats

    def sit(self, side: str | Side, seat: Seat) -> None:
        """Replace the player of a side."""
        number = self._side_number(side)
        before, after = self._seats[:number], self._seats[number + 1 :]
        self._seats = make_seats(self.game, (*before, seat, *after))

    def _side_number(self, side: str | Side | None) -> Side:
        """The number of `side`, from its name or number; None means the side to move."""
        if side is None:
            return self.turn
        names = [name.casefold() for name in self.game.sides]
        if isinstance(side, str) and side.casefold() in names:
            return names.index(side.casefold())
        if type(side) is int and 0 <= side < self.game.players:
            return side
        expected = " or ".join(self.game.sides)
        raise LimitError("bad_setting", name="side", value=side, expected=expected)

    # Resignations and offers.

    @property
    def offers(self) -> tuple[Offer, ...]:
        """The open offers; the next move, undo or redo removes them."""
        return tuple(self._offers.values())

    def resign(self, side: str | Side | None = None) -> None:
        """Resign the game for `side`, by default the side to move."""
        number = self._side_number(side)
        self._check_going("a resignation")
        self._end(Ending("resignation", number))

    def offer_draw(self, side: str | Side | None = None) -> None:
        """Offer a draw on behalf of `side`, by default the side to move."""
        number = self._side_number(side)
        self._check_going("a draw")
        self._offer(Offer("draw", number))

    def accept_draw(self, side: str | Side) -> None:
        """Accept the draw offer; the game is drawn once all other sides have accepted."""
        if self._accept("draw", side) is not None:
            self._end(Ending("agreement"))

    def decline_draw(self, side: str | Side) -> None:
        """Decline the draw offer."""
        self._decline("draw", side)

    def withdraw_draw(self, side: str | Side) -> None:
        """Withdraw the draw offer that `side` has made."""
        self._withdraw("draw", side)

    def request_takeback(self, side: str | Side, count: int | None = None) -> None:
        """Ask to take back `count` moves; by default, all from the last move of `side` on."""
        number = self._side_number(side)
        if self.takebacks == "free":
            raise OfferError("takebacks_free")
        if self.takebacks == "never":
            raise HistoryError("takebacks_never", what="take back a move")
        self._check_going("a takeback")
        turns = [state.turn for state in reversed(self.earlier)]
        if count is None:
            count = turns.index(number) + 1 if number in turns else self._no_own_move(number)
        if type(count) is not int or not 1 <= count <= self.ply:
            works = f"Give a number from 1 to {self.ply}" if turns else "There are none"
            raise HistoryError("nothing_to_undo", count=count, available=self.ply, works=works)
        self._offer(Offer("takeback", number, count))

    def _no_own_move(self, side: Side) -> NoReturn:
        others = f"Give a count from 1 to {self.ply} to take back the others' moves"
        works = others if self.ply else "Play one first"
        raise HistoryError("no_own_move", side=self.game.sides[side], works=works)

    def accept_takeback(self, side: str | Side) -> None:
        """Accept the takeback; the moves are undone once all other sides have accepted."""
        offer = self._accept("takeback", side)
        if offer is not None:
            self._go(self.ply - offer.count)

    def decline_takeback(self, side: str | Side) -> None:
        """Decline the takeback."""
        self._decline("takeback", side)

    def withdraw_takeback(self, side: str | Side) -> None:
        """Withdraw the request for a takeback that `side` has made."""
        self._withdraw("takeback", side)

    def _offer(self, offer: Offer) -> None:
        made = self._offers.get(offer.kind)
        if made is not None:
            raise OfferError("open_offer", kind=offer.kind, side=self.game.sides[made.side])
        self._offers[offer.kind] = offer

    def _accept(self, kind: OfferKind, side: str | Side) -> Offer | None:
        """Accept an offer for one side; return it if all other sides have now accepted."""
        offer = self._open(kind).accept(self._side_number(side), self.game)
        self._offers[kind] = offer
        return None if offer.open_to(self.game.players) else offer

    def _decline(self, kind: OfferKind, side: str | Side) -> None:
        self._open(kind).check(self._side_number(side), self.game)
        del self._offers[kind]

    def _withdraw(self, kind: OfferKind, side: str | Side) -> None:
        offer, number = self._open(kind), self._side_number(side)
        if offer.side != number:
            sides = self.game.sides
            raise OfferError("not_offered", kind=kind, side=sides[number], maker=sides[offer.side])
        del self._offers[kind]

    def _open(self, kind: OfferKind) -> Offer:
        """The open offer of this kind."""
        self._check_going(f"an answer to a {kind}")
        if kind not in self._offers:
            works = "offer_draw(side)" if kind == "draw" else "request_takeback(side)"
            raise OfferError("no_offer", kind=kind, works=works)
        return self._offers[kind]

    def _check_going(self, what: str) -> None:
        outcome = self.outcome()
        if outcome is not None:
            works = self._advice()
            raise FinishedError("already_over", outcome=str(outcome), what=what, works=works)

    def _end(self, ending: Ending) -> None:
        self._history.here.ending = ending
        self._offers.clear()

    def _begin_turn(self) -> None:
        self._offers.clear()
        super()._begin_turn()

    # Files.

    def to_json(self) -> dict[str, Any]:
        """The session as a JSON object that contains everything needed to continue it."""
        return write_record(self._record())

    def _record(self) -> SessionRecord:
        return SessionRecord(
            history=self._history,
            seed=self.seed,
            seats=self._seats,
            takebacks=self.takebacks,
            offers=self.offers,
            elapsed=self._watch.elapsed,
        )

    @classmethod
    def from_json(
        cls,
        data: Mapping[str, Any],
        game: Game | None = None,
        *,
        trust: Iterable[str | os.PathLike[str]] = (),
        now: TimeSource = time.monotonic,
    ) -> Session:
        """Restore a session that `to_json` wrote: replay its moves and start its clock.

        `game`: the game, if Kibitz does not include it. `trust`: folders and Python files that may
        be run if the record names them as the source of its rules. Raises RecordError with the
        reason if the record is damaged, is from a newer version, has other rules or names a file
        that is not trusted.
        """
        return cls._of(read_record(data, game, trust=Trust(trust)), now)

    @classmethod
    def _of(cls, record: SessionRecord, now: TimeSource) -> Session:
        history = record.history
        session = cls(
            history.game,
            history.path[0].state,
            seed=record.seed,
            seats=record.seats,
            clock=history.clock,
            takebacks=record.takebacks,
            now=now,
        )
        session._history = history
        session._offers = {offer.kind: offer for offer in record.offers}
        session._watch.restart(record.elapsed)
        return session

    def to_text(self, format_name: str = JSON) -> str:
        """The session as text: JSON, "moves", "position", or a format of the game such as "pdn".

        Formats of games contain only the moves so far, the players' names and the outcome.
        """
        require_format(self.game, format_name)
        return format_text(self._record(), format_name)

    @classmethod
    def from_text(
        cls,
        text: str,
        format_name: str = JSON,
        game: Game | None = None,
        *,
        trust: Iterable[str | os.PathLike[str]] = (),
        now: TimeSource = time.monotonic,
    ) -> Session:
        """Parse the text of a file; raises RecordError with the reason if that fails."""
        require_format(game, format_name)
        return cls._of(formats.parse_text(text, format_name, game, "This text", Trust(trust)), now)

    @classmethod
    def read_any(
        cls, text: str, game: Game | None = None, find: FindGame = named
    ) -> tuple[str, list[Session]]:
        """The format of a text and its games: those of a file, a position or moves.

        `find(name, options)`: the game that a text of moves names.
        """
        name, found = formats.parse_any(text, game, "This text", find=find)
        return name, [cls._of(one, time.monotonic) for one in found]

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the session to a file, as JSON or in the game's format with that file extension.

        The file is replaced atomically. Raises RecordError if that fails.
        """
        text = format_text(self._record(), files.suffix(path))
        try:
            files.replace_text(path, text)
        except (OSError, ValueError) as problem:
            reason = getattr(problem, "strerror", None) or str(problem)
            raise RecordError("record_unwritable", path=os.fspath(path), problem=reason) from None

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str],
        game: Game | None = None,
        *,
        trust: Iterable[str | os.PathLike[str]] = (),
        now: TimeSource = time.monotonic,
    ) -> Session:
        """Load the session in a file; see `from_json` and `from_text`."""
        source = repr(os.fspath(path))
        text = files.read_text(path)
        return cls._of(
            formats.parse_text(text, files.suffix(path), game, source, Trust(trust)), now
        )

    @classmethod
    def load_all(
        cls,
        path: str | os.PathLike[str],
        game: Game | None = None,
        *,
        trust: Iterable[str | os.PathLike[str]] = (),
    ) -> list[Session]:
        """Load all sessions in a file; file formats of games may contain several."""
        source = repr(os.fspath(path))
        text = files.read_text(path)
        records = formats.parse_texts(text, files.suffix(path), game, source, Trust(trust))
        return [cls._of(record, time.monotonic) for record in records]

    # Pictures and text.

    def svg(self) -> str:
        """The board as an SVG image; shows the position as text if the game has no geometry."""
        title = f"{self.game.title or self.game.name}: {self.position}"
        if self.game.geometry is None:
            return text_svg(title)
        return svg(self.game.geometry, self.state, last=self._changed(), title=title)

    def _changed(self) -> list[int]:
        """The cells that the last move changed."""
        board = self.game.geometry
        if board is None or self.ply == 0:
            return []
        before = board.occupants(self.earlier[-1])
        after = board.occupants(self.state)
        return [cell for cell in range(len(after)) if before[cell] != after[cell]]

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return format_board(self.game, self.state)

    def __repr__(self) -> str:
        return f"<Session of {self.game!r} after {self.ply} moves>"


def _first(game: Game, state: State | str | None, seed: int | None) -> State:
    """The state in which a session starts."""
    if state is None:
        return game.initial(seed or 0)
    if isinstance(state, str):
        return parse_state(game, state)
    start = game.initial()
    expected = type(start)
    problem = f"expected a {expected.__name__} or its text, got a {type(state).__name__}"
    if isinstance(state, expected):
        problem = board_problem(state, start)
    if problem:
        raise PositionError("unreadable_position", game=game.name, text=str(state), problem=problem)
    return state
