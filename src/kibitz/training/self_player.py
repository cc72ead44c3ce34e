"""Plays games of one game against itself, in this process."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kibitz.compiling.function_pointer import FunctionPointer
from kibitz.compiling.signature import INTS
from kibitz.compiling.state_check import state_failure
from kibitz.core.contract import Game
from kibitz.core.errors import LimitError
from kibitz.core.states import position_words, state_functions
from kibitz.core.types import Memory
from kibitz.engine.knowledge import Knowledge, knowledge
from kibitz.search.builds import Build, search_build
from kibitz.search.endgame import TableProbe
from kibitz.search.evaluation_call import set_weights
from kibitz.search.memory import GENERATION, MAX_HISTORY, MEMORY_WORDS
from kibitz.search.switches import Switches
from kibitz.search.transposition_table import new_table
from kibitz.search.typical_change import typical_change
from kibitz.training import self_play_driver as driver
from kibitz.training.position_records import PlayedGame, record_type
from kibitz.training.self_play_settings import SelfPlaySettings

_TABLE_BYTES = 1 << 20
_SCORE_LIMIT = 30_000_000  # scores in records are clamped to this; only decided ones reach it
_MASK = (1 << 62) - 1


@dataclass(frozen=True)
class _DriverBuilder:
    """Creates the driver; equal for equal probes, so that its build is found again."""

    probe: TableProbe | None

    def __call__(self, game: Game) -> Any:
        return driver.self_play_function(game, FunctionPointer(), self.probe)


@lru_cache(maxsize=16)
def _driver_build(game: Game, probe: TableProbe | None) -> Build:
    return Build(
        game, _DriverBuilder(probe), (INTS,) * 5
    )  # job, memory, endgame tables, keys, records


def require_trainable(game: Game) -> None:
    """Raise LimitError or CompileError unless `game` can be played by the compiled driver."""
    if not game.has_integer_states():
        raise state_failure(game)
    if game.forbids_repetition:
        raise LimitError("self_play_of_history", game=game.name)


class SelfPlayer:
    """Plays numbered games with compiled rules, or with interpreted ones for tests."""

    def __init__(self, game: Game, settings: SelfPlaySettings, *, is_compiled: bool = True) -> None:
        require_trainable(game)
        self._game = game
        self._settings = settings
        self._pack: Any = state_functions(game).pack
        known = knowledge(game) if settings.adjudicate else None
        probe = None if known is None else known.probe
        self._known: Knowledge | None = None if probe is None else known
        self._rows = settings.plies * (position_words(game) + driver.RECORD_WORDS)
        search = search_build(game, switches=Switches(), probe=probe)
        if is_compiled:
            self._begin(search.compile(), _driver_build(game, probe).compile())
        else:
            self._begin_interpreted(search, probe)

    def _begin(self, search: Any, play: Any) -> None:
        """Allocate the memory of compiled functions, and write its addresses to the job."""
        import numpy as np

        self._search = search  # keeps the machine code alive
        self._play = play
        self._table: Memory = new_table(_TABLE_BYTES)
        self._memory: Memory = np.zeros(MEMORY_WORDS, np.int64)
        words = None if self._known is None else self._known.words
        self._endgame: Memory = np.zeros(1, np.int64) if words is None else words
        self._keys: Memory = np.zeros(MAX_HISTORY, np.int64)
        self._records: Memory = np.zeros(max(self._rows, 1), np.int64)
        self._job: Memory = np.zeros(driver.JOB_WORDS, np.int64)
        self._job[driver.SEARCH] = search.address
        arrays = {
            driver.MEMORY: self._memory,
            driver.TABLE: self._table,
            driver.ENDGAME: self._endgame,
        }
        for at, words in arrays.items():
            self._job[at], self._job[at + 1] = words.ctypes.data, len(words)

    def _begin_interpreted(self, search: Build, probe: TableProbe | None) -> None:
        """The same with lists, whose items are Python integers, and with interpreted functions."""
        function: Any = search.function()
        width = position_words(self._game)
        self._memory = [0] * MEMORY_WORDS
        self._table = [0] * (_TABLE_BYTES // 64)
        words = None if self._known is None else self._known.words
        self._endgame = [0] if words is None else words.tolist()
        self._keys = [0] * MAX_HISTORY
        self._records = [0] * max(self._rows, 1)
        self._job = [0] * driver.JOB_WORDS
        self._job[driver.ENDGAME + 1] = len(self._endgame)
        tables = self._table if probe is None else (self._table, self._endgame)

        def call(numbers: tuple[int, ...]) -> int:
            position, rest = numbers[:width], numbers[width : width + 5]
            return function(position, *rest, self._memory, tables)  # type: ignore[no-any-return]

        self._play = driver.self_play_function(self._game, FunctionPointer(call), probe)

    def play(self, number: int) -> PlayedGame:
        """Play the game with this number."""
        game, settings, job = self._game, self._settings, self._job
        if isinstance(self._table, list):
            self._table[:] = [0] * len(self._table)
        else:
            self._table.fill(0)  # so that a game does not depend on the games before it
        self._memory[GENERATION] = 0
        job[driver.SEED] = settings.seed * 0x1_0000_0001 + number & _MASK
        job[driver.MOVE_NODES] = settings.nodes
        job[driver.MOST_DEPTH] = settings.depth
        job[driver.LEAST_OPENING] = settings.least_opening
        job[driver.MOST_OPENING] = settings.most_opening
        job[driver.RANDOM_MOVES] = settings.random_moves
        job[driver.MOST_PLIES] = settings.plies
        job[driver.ADJUDICATES] = int(settings.adjudicate)
        job[driver.TYPICAL] = typical_change(game)
        job[driver.QUIESCENCE] = Switches().quiescence_plies
        set_weights(game, job, driver.EVALUATION, driver.EVALUATION + 1)
        if self._known is None:
            job[driver.ENDGAME + 1] = 0
        start = self._pack(game.initial(settings.seed + number))
        count = self._play(start, job, self._memory, self._endgame, self._keys, self._records)
        return self._played(number, int(count))

    def _played(self, number: int, count: int) -> PlayedGame:
        """The game that was just played, with its records as a NumPy array."""
        import numpy as np

        job, width = self._job, position_words(self._game)
        row = width + driver.RECORD_WORDS
        payoffs = tuple(int(job[driver.PAYOFFS + side]) for side in range(self._game.players))
        rows = np.array(self._records[: count * row], np.int64).reshape(count, row)
        found: Any = np.zeros(count, record_type(width))
        found["position"] = rows[:, :width]
        found["score"] = np.clip(rows[:, width + driver.SCORE], -_SCORE_LIMIT, _SCORE_LIMIT)
        found["move"] = rows[:, width + driver.MOVE]
        found["ply"] = rows[:, width + driver.PLY]
        sides = rows[:, width + driver.SIDE]
        found["side"] = sides
        found["flags"] = rows[:, width + driver.FLAGS]
        found["result"] = np.array(payoffs, np.int8)[sides]
        return PlayedGame(
            number=number,
            payoffs=payoffs,
            plies=int(job[driver.PLIES]),
            reason=int(job[driver.REASON]),
            nodes=int(job[driver.SEARCHED]),
            records=found,
        )
