"""Building opening books: searches every position that can be reached by good moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from kibitz.core.contract import Game
from kibitz.core.errors import BookError, LimitError, MoveError
from kibitz.core.finished import require_unfinished
from kibitz.core.score import LOSS, WIN, decided, is_decided
from kibitz.core.text import parse_move
from kibitz.core.types import Move, Score, State
from kibitz.engine.book import Book, BookEntry, image_of, key_after, key_of
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.engine.position import Snapshot
from kibitz.games.game_ref import GameId, own_digest
from kibitz.search.deepening import SearchKind
from kibitz.search.limits import DEFAULT_SECONDS, Limit
from kibitz.search.tree import UNIT
from kibitz.search.typical_change import typical_change

_SAMPLED_CHANGE = UNIT // 5  # a usual change of a sampled score by a quiet move


@dataclass(frozen=True, slots=True)
class Plan:
    """The size of a book and the effort of its searches."""

    plies: int = 6  # how deep it goes into the game
    positions: int = 200  # the maximum; positions nearest to the start come first
    width: int = 4  # the maximum number of moves per position
    slack: float = 0.25  # how much worse than the best, in typical quiet changes
    limit: Limit = field(default_factory=lambda: Limit(time=DEFAULT_SECONDS))  # for one position
    search: SearchKind | None = None  # as for `kibitz.Engine`

    def __post_init__(self) -> None:
        for name in ("plies", "positions", "width"):
            value = getattr(self, name)
            if type(value) is not int or value < 1:
                expected = "a whole number from 1"
                raise LimitError("bad_limit", name=name, value=value, expected=expected)

    def __str__(self) -> str:
        limits = ((self.limit.time, "s"), (self.limit.depth, "plies"), (self.limit.nodes, "nodes"))
        effort = ", ".join(f"{value:g} {unit}" for value, unit in limits if value is not None)
        bounds = f"{self.plies} plies, {self.positions} positions, {self.width} moves"
        by = "" if self.search is None else f", {self.search}"
        return f"{bounds}, slack {self.slack:g}, {effort} each{by}"


def new_book(game: Game, plan: Plan) -> Book:
    """An empty book for `game`."""
    if game.is_seeded:
        raise BookError("no_opening", game=game.name)
    if game.players != 2 or not game.has_integer_states():
        raise BookError("no_book_possible", game=game.name)
    require_unfinished(game, game.initial())
    return Book(*GameId.of(game), own_digest(game), str(plan))


def make_book(
    game: Game, plan: Plan, book: Book, keep: Callable[[Book], None], threads: int = 1
) -> Iterator[tuple[int, int]]:
    """Add the positions of the plan that `book` lacks; yield (positions done, positions to go).

    `keep` is called after each added position and can save the book. The same plan always builds
    the same book if it has no time limit and uses one thread.
    """
    engine = Engine(game, search=plan.search, threads=threads, memory=128, wait=True)
    level = {key_of(game, image_of(game, game.initial())): image_of(game, game.initial())}
    seen: set[str] = set()
    for ply in range(plan.plies):
        below: dict[str, State] = {}
        is_last = ply == plan.plies - 1
        for place, (key, state) in enumerate(level.items(), 1):
            if len(seen) >= plan.positions:
                return
            seen.add(key)
            if key not in book.positions:
                book.positions[key] = _search(engine, state, plan)
                keep(book)
            for move in book.positions[key].moves:
                after = image_of(game, game.play(state, _move_of(book, game, state, move)))
                known = key_of(game, after)
                if known not in seen and game.outcome(after) is None:
                    below.setdefault(known, after)
            left = len(level) - place + (0 if is_last else len(below))
            yield len(seen), min(plan.positions - len(seen), left)
        level = below


def _move_of(book: Book, game: Game, state: State, text: str) -> Move:
    """Parse a move of a book; raises BookError if it is not legal."""
    try:
        return parse_move(game, state, text)
    except MoveError as problem:
        raise BookError("no_book", path=book.source, problem=str(problem)) from None


def _search(engine: Engine, state: State, plan: Plan) -> BookEntry:
    """Search a position: its best move, and the moves that are nearly as good."""
    game = engine.game
    engine.clear()  # an interrupted and resumed build must produce the same book
    # Of moves that are mirror images of each other, search only one.
    ends = {key_after(game, state, move): move for move in reversed(list(game.moves(state)))}
    moves = [move for move in game.moves(state) if move in ends.values()]
    lines = engine.analyse(Snapshot(state), plan.limit, min(plan.width, len(moves)), only=moves)
    scores = {line.move: _units(game, line) for line in lines}
    best = max(scores.values())
    change = _SAMPLED_CHANGE if engine.search == "mcts" else typical_change(game)
    slack = 0 if is_decided(best) else int(plan.slack * change)
    good = {move: score for move, score in scores.items() if score >= best - slack}
    return BookEntry(lines[0].depth, good)


def _units(game: Game, line: Line) -> Score:
    """The score of a line in evaluation units; forced wins and losses exceed all evaluations."""
    if line.win_in is not None:
        return decided(WIN, line.win_in, 0)
    if line.loss_in is not None:
        return decided(LOSS, line.loss_in, 0)
    unit = game.unit if line.interval is None else UNIT
    return round((line.score or 0) * unit)
