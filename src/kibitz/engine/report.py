"""A performance report for the levels of a game, measured in games against themselves."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from kibitz.core.contract import Game
from kibitz.core.errors import CompileError, LimitError
from kibitz.core.level import Level
from kibitz.core.states import state_functions
from kibitz.core.types import Depth, State
from kibitz.engine.player import Player
from kibitz.engine.position import Snapshot
from kibitz.search.compiled import compiled_perft
from kibitz.search.deepening import SearchKind
from kibitz.search.perft import plain_perft

_OPENING_PLIES = 2  # random moves, so that games differ
_SLOW_DEPTH = 3  # the maximum depth for counting the tree of an uncompiled game
_MOST_PLIES = 400


@dataclass(frozen=True, slots=True)
class LevelReport:
    """Averages over the moves that one level played."""

    level: str
    depth: Depth | None  # plies, if the level has a fixed depth
    moves: int  # the number of measured moves
    nodes: float  # positions visited per move
    milliseconds: float
    slowest: float  # milliseconds of the slowest move
    saved: float | None  # the share of the full tree that was not visited
    branching: float  # legal moves per position
    length: float  # plies per game


def report(
    game: Game,
    levels: Sequence[Level],
    *,
    games: int = 2,
    seed: int = 0,
    search: SearchKind | None = None,
    on_progress: Callable[[str], None] = lambda text: None,
) -> Iterator[LevelReport]:
    """Measure each of `levels` in `games` games against itself; yield a row for each."""
    if type(games) is not int or games < 1:
        raise LimitError("bad_setting", name="games", value=games, expected="a whole number from 1")
    size_of = _tree_counter(game)
    for level in levels:
        player = Player(game, level, seed=seed, search=search)
        player.engine.prepare()
        nodes: list[int] = []
        seconds: list[float] = []
        trees: list[int | None] = []
        branching: list[int] = []
        lengths: list[int] = []
        for number in range(games):
            on_progress(f"level {level.name}, game {number + 1} of {games}")
            earlier: list[State] = []
            state = _opening(game, seed + number, earlier)
            while len(earlier) < _MOST_PLIES and game.outcome(state, earlier) is None:
                began = time.perf_counter()
                choice = player.choose(Snapshot(state, earlier))
                if not choice.is_random:
                    seconds.append(time.perf_counter() - began)
                    nodes.append(choice.line.nodes)
                    trees.append(size_of(state, level.depth if level.is_plain else None))
                branching.append(len(game.legal_moves(state, earlier)))
                earlier.append(state)
                state = game.play(state, choice.line.moves[0])
            lengths.append(len(earlier))
        whole = [tree for tree in trees if tree is not None]
        is_counted = bool(whole) and len(whole) == len(nodes)
        yield LevelReport(
            level=level.name,
            depth=level.depth if level.is_plain else None,
            moves=len(nodes),
            nodes=fmean(nodes) if nodes else 0.0,
            milliseconds=1000 * fmean(seconds) if seconds else 0.0,
            slowest=1000 * max(seconds, default=0.0),
            saved=max(0.0, 1 - sum(nodes) / sum(whole)) if is_counted else None,
            branching=fmean(branching) if branching else 0.0,
            length=fmean(lengths),
        )


def _opening(game: Game, seed: int, earlier: list[State]) -> State:
    """A position after a few random moves; the states before it are appended to `earlier`."""
    rng = random.Random(seed)  # noqa: S311 - no secret
    state = game.initial(seed)
    for _ in range(_OPENING_PLIES):
        after = game.play(state, rng.choice(game.legal_moves(state, earlier)))
        if game.outcome(after, [*earlier, state]) is not None:
            break
        earlier.append(state)
        state = after
    return state


def _tree_counter(game: Game) -> Callable[[State, Depth | None], int | None]:
    """A function that counts the positions in a full tree, or returns None if it is too slow."""
    if game.forbids_repetition:
        return lambda state, depth: None  # the size depends on the earlier positions
    try:
        function = compiled_perft(game)
    except CompileError:
        return lambda state, depth: (
            None
            if depth is None or depth > _SLOW_DEPTH
            else sum(plain_perft(game, state, plies) for plies in range(depth + 1))
        )
    import numpy as np

    pack = state_functions(game).pack
    control = np.zeros(8, np.int64)

    def count(state: State, depth: Depth | None) -> int | None:
        if depth is None:
            return None
        lines = (int(function(pack(state), plies, control)) for plies in range(1, depth + 1))
        return 1 + sum(lines)

    return count


COLUMNS = ("level", "depth", "moves", "nodes", "ms", "slowest ms", "saved", "branching", "plies")


def cells_of(row: LevelReport) -> tuple[str, ...]:
    """The cells of a row as text, in the order of COLUMNS."""
    return (
        row.level,
        "" if row.depth is None else str(row.depth),
        str(row.moves),
        f"{row.nodes:,.0f}",
        f"{row.milliseconds:.2f}",
        f"{row.slowest:.2f}",
        "" if row.saved is None else f"{100 * row.saved:.1f} %",
        f"{row.branching:.1f}",
        f"{row.length:.0f}",
    )


def as_text(rows: Sequence[LevelReport]) -> str:
    """The report as text for a terminal."""
    table = [COLUMNS, *map(cells_of, rows)]
    widths = [max(len(line[index]) for line in table) for index in range(len(COLUMNS))]
    return "\n".join(
        "  ".join(
            text.ljust(width) if index == 0 else text.rjust(width)
            for index, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in table
    )


def as_markdown(rows: Sequence[LevelReport]) -> str:
    """The report as a Markdown table."""
    rule = ("---", *("--:" for _ in COLUMNS[1:]))
    return "\n".join(f"| {' | '.join(line)} |" for line in (COLUMNS, rule, *map(cells_of, rows)))


def as_dicts(rows: Sequence[LevelReport]) -> list[dict[str, object]]:
    """The report as JSON objects."""
    return [asdict(row) for row in rows]
