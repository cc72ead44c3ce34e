"""The engine: positions in, lines of play out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from threading import Lock, Thread
from weakref import ReferenceType, ref

from kibitz.core.contract import Game, require_game
from kibitz.core.errors import KibitzError, LimitError, PositionError
from kibitz.core.finished import require_unfinished
from kibitz.core.types import Move, State
from kibitz.engine.analysis import Analysis, Searches
from kibitz.engine.bounds import current_bounds
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.lines import Line
from kibitz.engine.position import Position, Snapshot
from kibitz.engine.workforce import Workforce
from kibitz.search.builds import Build
from kibitz.search.deepening import Deepening, Opponents
from kibitz.search.depth_sharing import DepthSharing
from kibitz.search.limits import Limit
from kibitz.search.switches import Plain, Switches

OPPONENTS: tuple[Opponents, ...] = ("paranoid", "maxn", "reply")


class Engine:
    """Plays and analyses one game.

    `threads`: searches that share one table. `memory`: the table's size in megabytes, the largest
    power of two within. `switches`: the techniques of the search,
    or `Plain` for plain minimax. `opponents`: what the others are
    thought to do where there are several: "paranoid", they all play against the one who moves;
    "maxn", everybody plays for themselves; "reply", one of them answers and the others do what
    looks best to them. `compiled`: True insists on the compiled search, False takes the reference
    search, None takes what works for the game.

    Compiling a game for the first time takes seconds. `wait`: True has the first search wait for
    it; False has the same search, interpreted, answer until the compiled one takes over; None has
    only searches with a limit in nodes wait, because they are to give the same answer every time.

    An engine does one search at a time; what it learnt stays in its table for the next.
    """

    def __init__(
        self,
        game: Game,
        *,
        threads: int = 1,
        memory: int = 32,
        switches: Switches | Plain | None = None,
        opponents: Opponents = "paranoid",
        compiled: bool | None = None,
        wait: bool | None = None,
    ) -> None:
        if opponents not in OPPONENTS:
            expected = ", ".join(map(repr, OPPONENTS))
            raise LimitError("bad_setting", name="opponents", value=opponents, expected=expected)
        _check("threads", threads, 1, 256)
        _check("memory", memory, 1, 1 << 16)
        if switches is not None and not isinstance(switches, Switches | Plain):
            expected = "kibitz.Switches(...) or kibitz.Plain(...)"
            raise LimitError("bad_setting", name="switches", value=switches, expected=expected)
        for name, value in (("compiled", compiled), ("wait", wait)):
            if value not in (None, True, False):
                expected = "True, False or None"
                raise LimitError("bad_setting", name=name, value=value, expected=expected)
        self.game = require_game(game, "an engine")
        self._memory = memory
        self._switches: Switches | Plain = switches if switches is not None else Switches()
        self._opponents: Opponents = opponents
        self._compiled = compiled
        self._wait = wait
        self._workforce = Workforce(
            self.game,
            threads=threads,
            memory=memory,
            switches=self._switches,
            opponents=opponents,
            compiled=compiled,
        )
        self._lock = Lock()
        self._active: ReferenceType[Analysis] | None = None
        self._running: Sequence[Thread] = ()

    def prepare(self) -> None:
        """Compile the game, or load what was compiled before, and wait until that is done."""
        with self._lock:
            self._workforce.prepare(waits=True)

    def warm_up(self) -> None:
        """Load what was compiled before, or begin to compile in the background.

        It waits only where the engine's searches do. A first search does the same.
        """
        with self._lock:
            self._workforce.prepare(waits=self._wait is True)

    @property
    def is_compiled(self) -> bool:
        """Whether a search that began now would be a compiled one.

        It is not while the game is being compiled in the background.
        """
        self.warm_up()
        return self._workforce.is_compiled

    @property
    def is_provisional(self) -> bool:
        """Whether it searches interpreted until the game is compiled."""
        return not self._workforce.is_ready

    @property
    def knowledge(self) -> Knowledge | None:
        """What tables of perfect play know of the game; None where there are none."""
        return self._workforce.knowledge

    @property
    def build(self) -> Build:
        """What is compiled for it."""
        return self._workforce.build

    def clear(self) -> None:
        """Forget what was learnt in earlier searches."""
        self._workforce.clear()

    def play(self, position: Position, limit: Limit | None = None) -> Line:
        """The best move, with its score and line; a second of thought by default.

        >>> import kibitz
        >>> game = kibitz.game("tictactoe")
        >>> kibitz.Engine(game).play(kibitz.Session(game, "XOX/O../...")).move
        '4'
        """
        return self.analyse(position, Limit(time=1.0) if limit is None else limit)[0]

    def plain(self, switches: Plain) -> Engine:
        """An engine for plain minimax of the same game, with a table of its own.

        It waits until the game is compiled only if all searches of this one do.
        """
        return Engine(
            self.game,
            memory=self._memory,
            switches=switches,
            compiled=self._compiled,
            wait=bool(self._wait),
        )

    def waits_for_compiling(self, limit: Limit | None) -> bool:
        """Whether a search with this limit waits until the game is compiled."""
        is_reproducible = isinstance(limit, Limit) and limit.nodes is not None
        return self._wait is True or (self._wait is None and is_reproducible)

    def analyse(
        self,
        position: Position,
        limit: Limit,
        multipv: int = 1,
        only: Sequence[Move] | None = None,
    ) -> list[Line]:
        """The `multipv` best lines, best first; `only`: of these moves, by the rules' numbers."""
        with self.analysis(position, limit, multipv, only) as analysis:
            return analysis.wait()

    def analysis(
        self,
        position: Position,
        limit: Limit | None = None,
        multipv: int = 1,
        only: Sequence[Move] | None = None,
    ) -> Analysis:
        """A stream of improving lines, until the limit, or until stopped."""
        _check("multipv", multipv, 1, 1 << 20)
        if limit is None:
            limit = Limit()
        if not isinstance(limit, Limit):
            raise LimitError("bad_limit", name="limit", value=limit, expected="Limit(time=...)")
        position = self._checked(position)
        excluded = self._excluded(position, only)
        waits = self.waits_for_compiling(limit)
        bounds = current_bounds()
        if bounds is not None:
            limit = bounds.narrow(limit)
        with self._lock:
            active = self._active() if self._active else None
            if active is not None and not active.is_over:
                raise KibitzError("engine_busy")
            for thread in self._running:
                thread.join()  # of an analysis that was dropped and is stopping
            self._workforce.prepare(waits=waits)
            analysis = self._search(position, limit, multipv, excluded)
            analysis.begin()
            self._active = ref(analysis)
            self._running = analysis.threads
        if bounds is not None:
            bounds.begin(analysis)
        return analysis

    def _excluded(self, position: Position, only: Sequence[Move] | None) -> Sequence[Move]:
        """The legal moves that are not among `only`."""
        if only is None:
            return ()
        legal = list(self.game.moves(position.state))
        if not only or not set(only) <= set(legal):
            raise LimitError(
                "bad_setting", name="only", value=only, expected="the numbers of legal moves"
            )
        return [move for move in legal if move not in only]

    def _search(
        self, position: Position, limit: Limit, multipv: int, excluded: Sequence[Move]
    ) -> Analysis:
        searches = partial(self._searches, position, limit, multipv, excluded)
        known, workforce = self._workforce.known, self._workforce
        return Analysis(
            self.game,
            position.state,
            searches(),
            limit,
            before_threads=workforce.use_large_table,
            follow=None if known is None else partial(known.continued, position.state),
            is_compiled=workforce.is_compiled,
            take_over=None if workforce.is_ready else partial(self._take_over, searches),
        )

    def _take_over(self, searches: Callable[[], Searches]) -> Searches | None:
        """The searches of the compiled function, once there is one; None until then."""
        with self._lock:
            self._workforce.prepare(waits=False)
            return searches() if self._workforce.is_compiled else None

    def _searches(
        self, position: Position, limit: Limit, multipv: int, excluded: Sequence[Move]
    ) -> Searches:
        """What every thread does."""
        found = []
        # A search with a limit in depth does all of it, as the first thread alone does it.
        sharing = DepthSharing() if limit.depth is None else None
        switches = self._switches
        is_stepwise = not isinstance(switches, Plain) or switches.deepening
        is_direct = not is_stepwise and limit.depth is not None
        for index, worker in enumerate(self._workforce.start(position)):
            deepening = Deepening(
                worker,
                self.game,
                position.state,
                switches=switches,
                opponents=self._opponents,
                line_count=multipv,
                excluded=excluded,
                # Searches that share depths choose them; otherwise every other one is a ply ahead.
                first_depth=limit.depth or 1 if is_direct else 1 + index % 2,
                max_depth=limit.depth if index == 0 else None,
                sharing=sharing,
            )
            found.append((worker, deepening))
        return found

    def check_position(self, position: Position) -> None:
        """Refuse what is no position of this game, and one in which the game is over."""
        self._checked(position)

    def _checked(self, position: Position) -> Snapshot:
        """`position` as it is now, if it is one in which this game goes on.

        A session rebuilds the list of its earlier states on every access.
        """
        game = self.game
        state, earlier = getattr(position, "state", None), getattr(position, "earlier", None)
        if not isinstance(state, self._state_type) or earlier is None:
            given = type(position).__name__ if state is None else f"the state {state!r}"
            raise PositionError("no_position", game=game.name, value=given)
        other = getattr(position, "game", game)
        if other is not game and _rules(other) != _rules(game):
            raise PositionError("other_game", game=repr(game), other=repr(other))
        require_unfinished(game, state, earlier)
        return Snapshot(state, earlier)

    @cached_property
    def _state_type(self) -> type[State]:
        """The class of the game's states; a first state may take a while to draw."""
        return type(self.game.initial())


def _rules(game: Game) -> tuple[str, dict[str, int | str]]:
    """What a position's game and an engine's have in common."""
    return game.name, dict(game.settings)


def _check(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise LimitError(
            "bad_setting",
            name=name,
            value=value,
            expected=f"a whole number from {least} to {most}",
        )
