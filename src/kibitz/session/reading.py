"""Reading a session from a JSON document: every move is replayed and checked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, get_args

from kibitz.core.contract import MOST_PLAYERS, Game
from kibitz.core.documents import check_document, parse_json
from kibitz.core.errors import KibitzError, RecordError
from kibitz.core.text import parse_move, parse_state
from kibitz.core.types import Side, State
from kibitz.engine.engine import OPPONENTS
from kibitz.engine.lines import Line, Warrant
from kibitz.engine.search_choice import SEARCHES
from kibitz.games.game_ref import GameId
from kibitz.games.registry import named
from kibitz.games.trust import LONGEST_PATH, NO_TRUST, Trust
from kibitz.search.deepening import SearchKind
from kibitz.search.limits import Limit
from kibitz.session.clock import TimeControl
from kibitz.session.history import History, HistoryNode
from kibitz.session.negotiation import Ending, Offer, OfferKind, Reason, Takebacks
from kibitz.session.record_fields import RecordFields
from kibitz.session.seats import LONGEST_NAME, LONGEST_SKILL, Kind, Seat, make_seats
from kibitz.session.session_record import FORMAT, LONGEST_LINE, VERSION, SessionRecord

LONGEST_POSITION = 4_000  # characters
LONGEST_MOVE = 200  # characters; users' games may have long moves
MOST_MOVES = 100_000  # in all branches together
MOST_PLIES = 10**9
_WARRANT = re.compile(r"(proven|table|depth|sampled)(?: ([0-9]{1,9}))?", re.ASCII)


def parse_document(text: str, source: str) -> Any:
    """Parse a JSON text; raises RecordError if it is invalid."""
    try:
        return parse_json(text)
    except ValueError as problem:
        raise RecordError("record_damaged", source=source, problem=str(problem)) from None


def read_record(
    data: Mapping[str, Any],
    game: Game | None = None,
    source: str = "This record",
    trust: Trust = NO_TRUST,
) -> SessionRecord:
    """The record in a JSON document; raises RecordError with the reason if it is invalid.

    If it names a file with the rules of its game, the file is run only if `trust` includes it.
    """
    try:
        check_document(data)
    except ValueError as problem:
        raise RecordError("record_damaged", source=source, problem=str(problem)) from None
    fields = RecordFields(data, "", source)
    fields.one_of("format", (FORMAT,))
    version = fields.whole("version", 1)
    if version > VERSION:
        raise RecordError(
            "record_from_future", source=source, version=version, what="the format", known=VERSION
        )
    rules = _rules(fields.inner("game"), game, source, trust)
    seed = fields.whole("seed") if rules.is_seeded else fields.optional_whole("seed")
    history = History(rules, _start(fields, rules, seed), _clock(fields))
    history.path[0].ending = _ending(fields, rules, history.path[0])
    _replay(fields, history)
    history.go(fields.whole("ply", 0, len(history.path) - 1))
    takebacks: Takebacks = fields.one_of("takebacks", get_args(Takebacks))
    return SessionRecord(
        history=history,
        seed=seed,
        seats=_seats(fields, rules),
        takebacks=takebacks,
        offers=_offers(fields, history, takebacks),
        elapsed=fields.seconds("elapsed"),
    )


def _rules(fields: RecordFields, game: Game | None, source: str, trust: Trust) -> Game:
    """The game of the record: `game`, one that Kibitz includes, or one from a trusted file."""
    name, version = fields.text("name", LONGEST_NAME), fields.whole("version", 1)
    settings = fields.settings("settings")
    file = None if fields.value("file") is None else fields.text("file", LONGEST_PATH)
    if game is None and file is not None and not file.endswith(".py"):
        raise RecordError("record_needs_game", source=source, name=name, file=file)
    if game is None:
        try:
            game = named(name, settings) if file is None else trust.load(file, settings, source)
        except RecordError:
            raise
        except KibitzError as problem:
            fields.refuse("", str(problem))
        if file is None:
            _check_own(fields, game)
    for option in game.settings if game.name == name else ():
        if option not in settings:
            fields.refuse(f"settings.{option}", "the option is missing")
    recorded, loaded = GameId.read(name, settings, version, game), GameId.of(game)
    if recorded.key != loaded.key:
        raise RecordError(
            "record_other_rules",
            source=source,
            other=str(recorded),
            expected=str(loaded),
            works="Load it with that game, or without naming a game",
        )
    if version > game.version:
        raise RecordError(
            "record_from_future",
            source=source,
            version=version,
            what=f"the rules of {name}",
            known=game.version,
        )
    if version < game.version:
        raise RecordError(
            "record_other_rules",
            source=source,
            other=f"version {version} of {recorded}",
            expected=f"version {game.version}",
            works="Load it with the version of Kibitz that saved it",
        )
    return game


def _check_own(fields: RecordFields, game: Game) -> None:
    """Raise RecordError unless name and settings are exactly as Kibitz would write them."""
    if fields.text("name") != game.name:
        fields.refuse("name", f"expected {game.name!r}, got {fields.text('name')!r}")
    values = {option.name: option.default for option in game.options} | dict(game.settings)
    for option, value in fields.value("settings").items():
        expected = values[option]
        if value != expected or type(value) is not type(expected):
            fields.refuse(f"settings.{option}", f"expected {expected!r}, got {value!r}")


def _start(fields: RecordFields, game: Game, seed: int | None) -> State:
    own = game.initial(seed or 0)
    if fields.value("start") is None:
        return own
    try:
        return parse_state(game, fields.text("start", LONGEST_POSITION))
    except RecordError:
        raise
    except KibitzError as problem:
        fields.refuse("start", str(problem))


def _clock(fields: RecordFields) -> TimeControl | None:
    found = fields.optional_inner("clock")
    if found is None:
        return None
    try:
        return TimeControl(
            total=found.optional_seconds("total"),
            increment=found.seconds("increment"),
            per_move=found.optional_seconds("per_move"),
        )
    except RecordError:
        raise
    except KibitzError as problem:
        fields.refuse("clock", str(problem))


def _seats(fields: RecordFields, game: Game) -> tuple[Seat, ...]:
    try:
        return make_seats(game, [_seat(seat) for seat in fields.objects("seats", MOST_PLAYERS)])
    except RecordError:
        raise
    except KibitzError as problem:
        fields.refuse("seats", str(problem))


def _seat(fields: RecordFields) -> Seat:
    limit = fields.optional_inner("limit")
    return Seat(
        kind=fields.one_of("kind", get_args(Kind)),
        name=fields.text("name", LONGEST_NAME),
        level=fields.text("level", LONGEST_NAME),
        seed=fields.optional_whole("seed"),
        limit=None
        if limit is None
        else Limit(
            time=limit.optional_seconds("time"),
            depth=limit.optional_whole("depth"),
            nodes=limit.optional_whole("nodes"),
        ),
        threads=fields.whole("threads"),
        memory=fields.whole("memory"),
        opponents=fields.one_of("opponents", OPPONENTS),
        search=_search(fields),
        skill=fields.text("skill", LONGEST_SKILL) if fields.has("skill") else "",
    )


def _search(fields: RecordFields) -> SearchKind | None:
    """The search of an engine's seat, which older records lack."""
    if not fields.has("search") or fields.value("search") is None:
        return None
    chosen: SearchKind = fields.one_of("search", SEARCHES)
    return chosen


def _replay(fields: RecordFields, history: History) -> None:
    """Play every move of the tree, then follow the chosen branches."""
    chosen: list[tuple[HistoryNode, int]] = []
    trail = [-1]  # indexes of the moves before the cursor
    for index, entry in enumerate(fields.objects("moves", MOST_MOVES)):
        after = entry.whole("after", -1, index - 1)
        if after not in trail:
            entry.refuse("after", "expected complete branches, one after the other")
        del trail[trail.index(after) + 1 :]
        history.go(len(trail) - 1)
        parent = history.here
        _play(entry, history)
        trail.append(index)
        if entry.flag("chosen"):
            chosen.append((parent, len(parent.branches) - 1))
    _choose(fields, history, chosen)


def _play(entry: RecordFields, history: History) -> None:
    game, state = history.game, history.here.state
    text, side, seconds = (
        entry.text("move", LONGEST_MOVE),
        entry.text("side"),
        entry.optional_seconds("seconds"),
    )
    if history.here.outcome is not None:
        entry.refuse("move", f"{text!r} cannot follow: the game was over")
    if side != game.sides[state.turn]:
        entry.refuse("side", f"expected {game.sides[state.turn]!r}, got {side!r}")
    if history.left(seconds or 0.0) == 0:
        entry.refuse("seconds", f"{seconds} s are more than were left")
    try:
        number = parse_move(game, state, text, history.earlier)
    except KibitzError as problem:
        entry.refuse("move", str(problem))
    if history.here.branch(number) is not None:
        entry.refuse("move", f"{text!r} occurs twice")
    history.add(number, seconds, _evaluation(entry))
    played, clock = history.here.played, entry.value("clock")
    assert played is not None
    if clock != (None if played.clock is None else list(played.clock)):
        entry.refuse("clock", f"{clock} does not follow from the times of the moves")
    history.here.ending = _ending(entry, game, history.here)


def _choose(fields: RecordFields, history: History, chosen: list[tuple[HistoryNode, int]]) -> None:
    """Choose the branches marked as chosen; every position with moves must have exactly one."""
    count = Counter(id(parent) for parent, _ in chosen)
    nodes = [history.path[0], *(node for _, node, _ in history.walk())]
    for node in nodes:
        if count[id(node)] != (1 if node.branches else 0):
            fields.refuse("moves", "expected exactly one chosen move in every position with moves")
    for parent, branch in chosen:
        parent.chosen = branch
    history.go(0)
    history.choose(history.path[0].chosen)


def _evaluation(entry: RecordFields) -> Line | None:
    found = entry.optional_inner("evaluation")
    if found is None:
        return None
    warrant = _WARRANT.fullmatch(found.text("warrant", LONGEST_NAME))
    if warrant is None:
        found.refuse("warrant", f"cannot read {found.value('warrant')!r}")
    line = Line(
        move=found.text("move", LONGEST_MOVE),
        score=found.optional_number("score"),
        win_in=found.optional_whole("win_in", 0, MOST_PLIES),
        loss_in=found.optional_whole("loss_in", 0, MOST_PLIES),
        warrant=Warrant(warrant[1], int(warrant[2]) if warrant[2] else None),  # type: ignore[arg-type] # matched
        depth=found.whole("depth", 0, MOST_PLIES),
        nodes=found.whole("nodes", 0),
        seconds=found.seconds("seconds"),
        line=found.texts("line", LONGEST_LINE, LONGEST_MOVE),
        compiled=found.flag("compiled") if found.has("compiled") else True,
        interval=_interval(found),
        share=found.optional_number("share") if found.has("share") else None,
    )
    if line.score is None and line.win_in is None and line.loss_in is None:
        found.refuse("score", "expected a number where win_in and loss_in are null")
    return line


def _interval(found: RecordFields) -> tuple[float, float] | None:
    """The interval of a sampled score, which other scores lack."""
    if not found.has("interval"):
        return None
    ends = found.value("interval")
    is_right = (
        isinstance(ends, list) and len(ends) == 2 and all(type(x) in (int, float) for x in ends)
    )
    if not is_right:
        found.refuse("interval", f"expected two numbers, got {ends!r}")
    return float(ends[0]), float(ends[1])


def _ending(fields: RecordFields, game: Game, node: HistoryNode) -> Ending | None:
    found = fields.optional_inner("ending")
    if found is None:
        return None
    if node.outcome is not None:
        found.refuse("", "the rules had already ended the game")
    reason: Reason = found.one_of("reason", get_args(Reason))
    if reason == "agreement":
        return Ending(reason)
    return Ending(reason, _player(found, game))


def _player(fields: RecordFields, game: Game) -> Side:
    return game.sides.index(fields.one_of("side", game.sides))


def _offers(fields: RecordFields, history: History, takebacks: Takebacks) -> tuple[Offer, ...]:
    offers = tuple(_offer(found, history) for found in fields.objects("offers", MOST_PLAYERS))
    kinds = [offer.kind for offer in offers]
    if len(set(kinds)) < len(kinds) or (kinds and history.outcome is not None):
        fields.refuse("offers", "expected one offer of each kind, in an unfinished game")
    if "takeback" in kinds and takebacks != "ask":
        fields.refuse("offers", f"expected no takeback request: takebacks are {takebacks}")
    return offers


def _offer(fields: RecordFields, history: History) -> Offer:
    game = history.game
    kind: OfferKind = fields.one_of("kind", get_args(OfferKind))
    least = 1 if kind == "takeback" else 0
    offer = Offer(kind, _player(fields, game), fields.whole("count", least, least * history.ply))
    for side in fields.texts("accepted", MOST_PLAYERS):
        if side not in game.sides or game.sides.index(side) not in offer.open_to(game.players):
            fields.refuse("accepted", f"{side!r} has no offer to answer")
        offer = offer.accept(game.sides.index(side), game)
    if not offer.open_to(game.players):
        fields.refuse("accepted", "every player has already answered")
    return offer
