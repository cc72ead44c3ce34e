"""The session for `kibitz play`: new or loaded from a file, with its seats filled."""

from __future__ import annotations

from argparse import Namespace

from kibitz.cli.arguments import push_moves, read_game, read_limit
from kibitz.cli.trust import settle_game
from kibitz.core.errors import LimitError, OptionError, RecordError
from kibitz.engine.levels import level
from kibitz.games.registry import game
from kibitz.search.limits import DEFAULT_SECONDS
from kibitz.session.clock import TimeControl
from kibitz.session.seats import Seat
from kibitz.session.session import Session
from kibitz.teaching.adaptive.adaptive_player import ADAPTIVE


def read_play_session(arguments: Namespace) -> Session:
    """Create or load the session; fill its seats and pause its clock."""
    settle_game(arguments)
    session = _load(arguments) if arguments.load is not None else _new(arguments)
    session.pause()
    push_moves(session, arguments.moves)
    session.pause()
    return session


def _new(arguments: Namespace) -> Session:
    """A new session."""
    if arguments.game is None:
        raise OptionError("nothing_to_play")
    clock = None if arguments.clock is None else TimeControl.parse(arguments.clock)
    engine = _engine(arguments)
    session = Session(read_game(arguments), arguments.position, seed=arguments.seed, clock=clock)
    people = _people(session, arguments.side or "first")
    _check_level(session, arguments)
    for side in range(session.game.players):
        if side not in people:
            session.sit(side, engine)
    return session


def _load(arguments: Namespace) -> Session:
    """Load a session; the arguments may replace players."""
    named = arguments.game
    options = arguments.option or arguments.variant or arguments.players
    is_strict = named is not None and (options or named.endswith(".py"))
    rules = read_game(arguments) if is_strict else None
    session = Session.load(arguments.load, rules, trust=arguments.trust)
    for name in ("position", "seed", "clock"):
        if getattr(arguments, name) is not None:
            raise OptionError(
                "bad_option",
                name=name,
                game=session.game.name,
                value=getattr(arguments, name),
                expected="no value with --load, because the file has its own",
            )
    if named is not None and game(named).name != session.game.name:
        raise RecordError(
            "record_other_rules",
            source=repr(arguments.load),
            other=session.game.name,
            expected=named,
            works="Name the game of the file, or omit it",
        )
    _reseat(session, arguments)
    return session


def _check_level(session: Session, arguments: Namespace) -> None:
    """Refuse an unknown level, or a limit higher than the level's own."""
    if arguments.level is None:
        return
    own = None if arguments.level == ADAPTIVE else level(session.game, arguments.level)
    for name in ("time", "depth", "nodes"):
        given = getattr(arguments, name)
        if given is None:
            continue
        if own is None:
            expected = f"no value with level {ADAPTIVE}"
            raise LimitError("bad_setting", name=name, value=given, expected=expected)
        most = getattr(own, name)
        if most is not None and given > most:
            expected = f"at most {most} with level {own.name}: a limit can only make a level weaker"
            raise LimitError("bad_setting", name=name, value=given, expected=expected)


def _reseat(session: Session, arguments: Namespace) -> None:
    _check_level(session, arguments)
    people = frozenset(i for i, seat in enumerate(session.seats) if seat.kind == "person")
    if arguments.side is not None:
        people = _people(session, arguments.side)
    limits = (arguments.time, arguments.depth, arguments.nodes)
    is_new_engine = arguments.level is not None or limits != (None, None, None)
    for side, seat in enumerate(session.seats):
        if side in people and seat.kind == "engine":
            session.sit(side, Seat())
        elif side not in people and (is_new_engine or seat.kind == "person"):
            session.sit(side, _engine(arguments))


def _engine(arguments: Namespace) -> Seat:
    """The seat of the engine that the arguments describe."""
    limits = (arguments.time, arguments.depth, arguments.nodes)
    is_leveled = arguments.level is not None and limits == (None, None, None)
    limit = None if is_leveled else read_limit(arguments, DEFAULT_SECONDS)  # a level has its own
    return Seat(
        "engine",
        level=arguments.level or "",
        seed=arguments.seed,
        limit=limit,
        threads=arguments.threads,
        opponents=arguments.opponents,
        search=arguments.search,
    )


def _people(session: Session, side: str) -> frozenset[int]:
    """The sides that people play: first, second, a side's name, both (all sides), or none."""
    sides = session.game.sides
    seats = {"first": {0}, "second": {1}, "both": set(range(len(sides))), "none": set()}
    seats.update({name.casefold(): {number} for number, name in enumerate(sides)})
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
