"""Builds: the search functions compiled for one game.

A build is looked up in this process, then in the disk cache, and then compiled, which takes
seconds. Until it is compiled, the same function can search interpreted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from threading import RLock
from types import FunctionType
from typing import TYPE_CHECKING, Any, TypeAlias

from kibitz.compiling.signature import INT, INTS, PairType, Signature, StateType
from kibitz.compiling.state_check import state_failure
from kibitz.core.contract import Game
from kibitz.core.errors import CompileError
from kibitz.core.interrupts import interrupts_kept
from kibitz.core.states import position_words
from kibitz.core.version import __version__
from kibitz.search.best_reply import best_reply_function
from kibitz.search.endgame import TableProbe
from kibitz.search.flat_evaluation import is_flat
from kibitz.search.maxn import maxn_function
from kibitz.search.mcts import mcts_function
from kibitz.search.node import node_function
from kibitz.search.plain import plain_function
from kibitz.search.switches import Plain, Switches

if TYPE_CHECKING:
    from kibitz.compiling.entry import Entry

# Called before and after a game is compiled in this process: (game, is_done).
Listener: TypeAlias = Callable[[Game, bool], None]

_MODELS = {"maxn": maxn_function, "reply": best_reply_function}
_NUMBERS = (INT,) * 5  # depth, alpha, beta, ply, top
_MAX_BUILDS = 128  # in one process

_listeners: list[Listener] = []
_results: dict[Build, Any] = {}  # compiled functions, or the errors of failed compilations
_compiling = RLock()  # Numba compiles one function at a time
_loading = RLock()


def on_compile(listener: Listener) -> None:
    """Call `listener` before and after a game is compiled. Adding it twice has no effect."""
    if listener not in _listeners:
        _listeners.append(listener)


@dataclass(frozen=True)
class Build:
    """A function to compile: `builder` creates it for a game.

    It takes a state and `arguments`. With `boundscheck` every index is checked.
    """

    game: Game
    builder: Callable[[Game], FunctionType]
    arguments: Signature
    boundscheck: bool = False

    def function(self) -> FunctionType:
        """The interpreted function."""
        return self.builder(self.game)

    @property
    def entry(self) -> Entry:
        """The function with its cache file.

        Raises CompileError if the states of the game cannot be compiled.
        """
        return _entry(self)

    def load(self) -> Any:
        """The compiled function, from this process or the disk cache; None if neither has it.

        Raises CompileError if compiling it failed, in this process or in an earlier one.
        """
        found = self._stored()
        if found is None:
            from kibitz.compiling.code_cache import CodeCache
            from kibitz.compiling.stored_failure import stored_failure

            error = stored_failure(CodeCache(), self.entry.failure_name)
            if error is not None:
                raise error
        return found

    def _stored(self) -> Any:
        """The compiled function, from this process or the disk cache; None if neither has it."""
        found = self._cached()
        if found is None:
            from kibitz.compiling.code_cache import CodeCache

            cache = CodeCache()
            # No lock here: the interpreted search calls this while another thread compiles.
            if cache.has(self.entry.name):
                with _loading:
                    found = self._cached() or self._store(self.entry.load(cache))
        return found

    def compile(self, *, is_announced: bool = True) -> Any:
        """Load or compile the function. Raises CompileError if that fails.

        A process compiles it once, and does not retry a failure of its own.
        """
        with _compiling, interrupts_kept():
            return self._stored() or self._store(self._compiled(is_announced))

    def recompile(self) -> Any:
        """Compile the function even if the disk cache has it. Raises CompileError on failure."""
        with _compiling, interrupts_kept():
            _results.pop(self, None)
            return self._store(self._compiled(is_announced=True))

    def _cached(self) -> Any:
        found = _results.get(self)
        if isinstance(found, CompileError):
            raise found
        return found

    def _store(self, found: Any) -> Any:
        if found is not None:
            _results[self] = found
            while len(_results) > _MAX_BUILDS:
                del _results[next(iter(_results))]
        return self._cached()

    def _compiled(self, is_announced: bool) -> Any:
        """The compiled function, or the error."""
        from kibitz.compiling.code_cache import CodeCache

        try:
            entry = self.entry
            listeners = tuple(_listeners) if is_announced else ()
            for listener in listeners:
                listener(self.game, False)
            try:
                return entry.compile(CodeCache())
            except Exception as failure:
                from kibitz.compiling.diagnosis import explain_failure
                from kibitz.compiling.stored_failure import store_failure

                error = explain_failure(self.game, failure)
                store_failure(CodeCache(), entry.failure_name, error)
                raise error from failure
            finally:
                for listener in listeners:
                    listener(self.game, True)
        except CompileError as error:
            return error


@lru_cache(maxsize=_MAX_BUILDS)
def _entry(build: Build) -> Entry:
    # Imported late: a game that is never compiled does not need LLVM.
    from kibitz.compiling.entry import Entry

    if not build.game.has_integer_states():
        raise state_failure(build.game)
    signature = (StateType(position_words(build.game)), *build.arguments)
    return Entry(build.function(), signature, __version__, boundscheck=build.boundscheck)


@lru_cache(maxsize=_MAX_BUILDS)
def search_build(
    game: Game,
    *,
    opponents: str = "paranoid",
    switches: Switches | Plain | None = None,
    boundscheck: bool = False,
    probe: TableProbe | None = None,
) -> Build:
    """The build of the search for `game` with this model of the opponents.

    `switches`: a `Plain` for the plain search, otherwise the techniques of the strong search; each
    combination is a separate build. `probe`: the function that probes endgame tables.
    """
    plain = Build(game, plain_function, (*_NUMBERS, INTS, INTS), boundscheck)
    if opponents != "paranoid":
        return replace(plain, builder=_MODELS[opponents])
    if isinstance(switches, Plain):
        return plain
    tables = INTS if probe is None else PairType(INTS)
    builder = _node_builder((switches or Switches()).build, probe)
    return replace(plain, builder=builder, arguments=(*_NUMBERS, INTS, tables))


@lru_cache(maxsize=_MAX_BUILDS)
def tree_build(game: Game, *, boundscheck: bool = False) -> Build:
    """The build of the Monte Carlo search for `game`."""
    builder = mcts_function if is_flat(game) else _evaluated_tree
    return Build(game, builder, (INT, INTS, INTS), boundscheck)


def _evaluated_tree(game: Game) -> FunctionType:
    """A Monte Carlo search in which the evaluation ends playouts."""
    return mcts_function(game, has_evaluation=True)


@lru_cache(maxsize=_MAX_BUILDS)  # so that builds with the same techniques are equal
def _node_builder(switches: Switches, probe: TableProbe | None) -> Callable[[Game], FunctionType]:
    return partial(node_function, switches=switches, probe=probe)
