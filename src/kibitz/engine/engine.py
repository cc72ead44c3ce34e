"""The engine: searches positions and returns lines of play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from threading import Lock, Thread
from weakref import ReferenceType, ref

from kibitz.core.contract import Game, require_game
from kibitz.core.errors import KibitzError, LimitError, PositionError
from kibitz.core.finished import require_unfinished
from kibitz.core.state_fields import board_problem
from kibitz.core.types import Move, State
from kibitz.engine.analysis import Analysis, Searches
from kibitz.engine.knowledge import Knowledge
from kibitz.engine.lines import Line
from kibitz.engine.patience import guarded, join
from kibitz.engine.position import Position, Snapshot
from kibitz.engine.search_bounds import current_bounds
from kibitz.engine.search_choice import search_kind
from kibitz.engine.search_workers import SearchWorkers
from kibitz.engine.tree_workers import TreeWorkers
from kibitz.games.learned import judged
from kibitz.search.builds import Build
from kibitz.search.deepening import Deepening, Opponents, SearchKind
from kibitz.search.depth_sharing import DepthSharing
from kibitz.search.limits import DEFAULT_SECONDS, Limit
from kibitz.search.switches import Plain, Switches
from kibitz.search.tree_search import TreeSearch
from kibitz.testing.first_look import look_at

OPPONENTS: tuple[Opponents, ...] = ("paranoid", "maxn", "reply")


class Engine:
    """Searches and analyses one game.

    - `evaluation`: the name of one of the game's evaluations, or of one that `kibitz train` has
      learned; None for the usual one.
    - `search`: "alphabeta", or "mcts" for Monte Carlo tree search, which needs no evaluation; a
      game that has one uses it to end playouts. None chooses "mcts" for games whose evaluation is
      missing or constant. Scores of "mcts" are mean results from -1 to 1, and `Limit.nodes` counts
      its playouts.
    - `threads`: the number of parallel searches, which share one transposition table. With "mcts",
      each has a tree, and their results are added up at the root.
    - `memory`: the size of the transposition table in megabytes, rounded down to a power of two, or
      of all trees. A full tree stops growing, but the search goes on.
    - `seed`: the seed of the random playouts of "mcts".
    - `switches`: the techniques of the search, or `Plain` for plain minimax.
    - `opponents`: the model of the opponents if there are several. "paranoid": they all play
      against the side to move. "maxn": each plays for its own result. "reply": one of them plays
      the reply that is worst for the side to move, and each of the others plays the move with the
      best evaluation for itself.
    - `compiled`: True requires the compiled search, False uses the reference search, None uses the
      compiled search if the game compiles.
    - `wait`: whether searches wait until the game is compiled, which takes seconds the first time.
      False searches with the interpreter until the compiled search can take over. None waits only
      if the search has a node limit, so that its result is always the same.

    An engine runs one search at a time; each search reuses the transposition table of the last, or
    the part of its tree below the position.
    """

    def __init__(
        self,
        game: Game,
        *,
        evaluation: str | None = None,
        search: SearchKind | None = None,
        threads: int = 1,
        memory: int = 32,
        seed: int = 0,
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
        if type(seed) is not int:
            raise LimitError("bad_setting", name="seed", value=seed, expected="a whole number")
        require_game(game, "an engine")
        self.game: Game = game if evaluation is None else judged(game, evaluation)
        self.search: SearchKind = search_kind(self.game, search, switches, opponents)
        self._memory = memory
        self._switches: Switches | Plain = switches if switches is not None else Switches()
        self._opponents: Opponents = opponents
        self._compiled = compiled
        self._wait = wait
        self._trees = (
            TreeWorkers(self.game, threads=threads, memory=memory, seed=seed, compiled=compiled)
            if self.search == "mcts"
            else None
        )
        self._search_workers = self._trees or SearchWorkers(
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
        self._failure: KibitzError | None = None  # a rule did not return

    def prepare(self) -> None:
        """Compile the game, or load code compiled earlier, and wait until that is done."""
        with self._lock:
            self._search_workers.prepare(waits=True)

    def warm_up(self) -> None:
        """Load code compiled earlier, or start compiling in the background.

        It waits only with `wait=True`. Without this call, the first search does the same.
        """
        with self._lock:
            self._search_workers.prepare(waits=self._wait is True)

    @property
    def is_compiled(self) -> bool:
        """Whether a search started now would be compiled.

        False while the game is being compiled in the background.
        """
        self.warm_up()
        return self._search_workers.is_compiled

    @property
    def is_provisional(self) -> bool:
        """Whether searches are interpreted until the game is compiled."""
        return not self._search_workers.is_ready

    @property
    def knowledge(self) -> Knowledge | None:
        """The endgame tables of the game; None if it has none."""
        return self._search_workers.knowledge

    @property
    def build(self) -> Build:
        """The build of the search that this engine uses."""
        return self._search_workers.build

    def clear(self) -> None:
        """Clear the transposition table and the move history, or the trees, of earlier searches."""
        self._search_workers.clear()

    def reseed(self, seed: int) -> None:
        """Seed the random playouts of later searches."""
        if self._trees is not None:
            self._trees.reseed(seed)

    def play(self, position: Position, limit: Limit | None = None) -> Line:
        """The best move, with its score and line. The default limit is one second.

        >>> import kibitz
        >>> game = kibitz.game("tictactoe")
        >>> kibitz.Engine(game).play(kibitz.Session(game, "XOX/O../...")).move
        '4'
        """
        return self.analyse(position, Limit(time=DEFAULT_SECONDS) if limit is None else limit)[0]

    def plain(self, switches: Plain) -> Engine:
        """A plain minimax engine for the same game, with a separate transposition table.

        It waits for compilation only if this engine has `wait=True`.
        """
        return Engine(
            self.game,
            memory=self._memory,
            switches=switches,
            compiled=self._compiled,
            wait=bool(self._wait),
        )

    def waits_for_compiling(self, limit: Limit | None) -> bool:
        """Whether a search with this limit would wait for compilation."""
        is_reproducible = isinstance(limit, Limit) and limit.nodes is not None
        return self._wait is True or (self._wait is None and is_reproducible)

    def analyse(
        self,
        position: Position,
        limit: Limit,
        multipv: int = 1,
        only: Sequence[Move] | None = None,
    ) -> list[Line]:
        """The `multipv` best lines, best first; `only` lists the allowed first moves (numbers)."""
        with self.analysis(position, limit, multipv, only) as analysis:
            return analysis.wait()

    def analysis(
        self,
        position: Position,
        limit: Limit | None = None,
        multipv: int = 1,
        only: Sequence[Move] | None = None,
    ) -> Analysis:
        """Start a search and return a stream of improving lines; it ends at the limit or `stop`."""
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
            if self._failure is not None:  # its search may still be using the memory
                raise self._failure
            active = self._active() if self._active else None
            if active is not None and not active.is_over:
                raise KibitzError("engine_busy")
            for thread in self._running:  # of a discarded analysis that is stopping
                join(self.game, thread)
            self._search_workers.prepare(waits=waits)
            analysis = guarded(self.game, self._search, position, limit, multipv, excluded)
            try:
                analysis.begin()
            except KibitzError as error:
                self._failure = error
                raise
            self._active = ref(analysis)
            self._running = analysis.threads
        if bounds is not None:
            bounds.begin(analysis)
        return analysis

    def _excluded(self, position: Position, only: Sequence[Move] | None) -> Sequence[Move]:
        """The moves of the rules that repeat a position illegally or are not among `only`."""
        if only is None and not self.game.forbids_repetition:
            return ()
        legal = guarded(self.game, self.game.legal_moves, position.state, position.earlier)
        if only is None:
            only = legal
        if not only or not set(only) <= set(legal):
            raise LimitError(
                "bad_setting", name="only", value=only, expected="the numbers of legal moves"
            )
        return [move for move in self.game.moves(position.state) if move not in only]

    def _search(
        self, position: Position, limit: Limit, multipv: int, excluded: Sequence[Move]
    ) -> Analysis:
        searches = partial(self._searches, position, limit, multipv, excluded)
        known, search_workers = self._search_workers.known, self._search_workers
        return Analysis(
            self.game,
            position.state,
            searches(),
            limit,
            before_threads=search_workers.use_large_table,
            follow=None if known is None else partial(known.continued, position.state),
            is_compiled=search_workers.is_compiled,
            take_over=None if search_workers.is_ready else partial(self._take_over, searches),
        )

    def _take_over(self, searches: Callable[[], Searches]) -> Searches | None:
        """The compiled searches once the game is compiled; None until then."""
        with self._lock:
            self._search_workers.prepare(waits=False)
            return searches() if self._search_workers.is_compiled else None

    def _searches(
        self, position: Position, limit: Limit, multipv: int, excluded: Sequence[Move]
    ) -> Searches:
        """One search for each thread."""
        if self._trees is not None:
            return self._tree_searches(self._trees, position, limit, multipv, excluded)
        found = []
        # With a depth limit the first thread searches every depth completely, without sharing.
        sharing = DepthSharing() if limit.depth is None else None
        switches = self._switches
        is_stepwise = not isinstance(switches, Plain) or switches.deepening
        is_direct = not is_stepwise and limit.depth is not None
        for index, worker in enumerate(self._search_workers.start(position)):
            deepening = Deepening(
                worker,
                self.game,
                position.state,
                switches=switches,
                opponents=self._opponents,
                line_count=multipv,
                excluded=excluded,
                # Threads that share choose their depths; otherwise every second one is a ply ahead.
                first_depth=limit.depth or 1 if is_direct else 1 + index % 2,
                max_depth=limit.depth if index == 0 else None,
                sharing=sharing,
            )
            found.append((worker, deepening))
        return found

    def _tree_searches(
        self,
        trees: TreeWorkers,
        position: Position,
        limit: Limit,
        multipv: int,
        excluded: Sequence[Move],
    ) -> Searches:
        """One Monte Carlo search for each thread."""
        workers = trees.trees(position)
        return [
            (
                worker,
                TreeSearch(
                    worker,
                    workers,
                    self.game,
                    position.state,
                    line_count=multipv,
                    excluded=excluded,
                    max_depth=limit.depth,
                ),
            )
            for worker in workers
        ]

    def check_position(self, position: Position) -> None:
        """Raise PositionError or FinishedError if this engine cannot search `position`."""
        self._checked(position)

    def _checked(self, position: Position) -> Snapshot:
        """A snapshot of `position`, after checking that it is an unfinished position of this game.

        A snapshot is faster: a session rebuilds the list of its earlier states on every access.
        """
        game = self.game
        state, earlier = getattr(position, "state", None), getattr(position, "earlier", None)
        if not isinstance(state, type(self._start)) or earlier is None:
            given = type(position).__name__ if state is None else f"the state {state!r}"
            raise PositionError("no_position", game=game.name, value=given)
        problem = board_problem(state, self._start)
        if problem:
            raise PositionError(
                "unreadable_position", game=game.name, text=str(state), problem=problem
            )
        other = getattr(position, "game", game)
        if other is not game and _rules(other) != _rules(game):
            raise PositionError("other_game", game=repr(game), other=repr(other))
        look_at(game)
        guarded(game, require_unfinished, game, state, earlier)
        return Snapshot(state, earlier)

    @cached_property
    def _start(self) -> State:
        """A starting state; cached, because a random start may be slow to create."""
        return self.game.initial()


def _rules(game: Game) -> tuple[str, dict[str, int | str]]:
    """The name and settings, which must be equal for the engine's game and a position's."""
    return game.name, dict(game.settings)


def _check(name: str, value: object, least: int, most: int) -> None:
    if type(value) is not int or not least <= value <= most:
        raise LimitError(
            "bad_setting",
            name=name,
            value=value,
            expected=f"a whole number from {least} to {most}",
        )
