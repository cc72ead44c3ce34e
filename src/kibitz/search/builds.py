"""Builds: what is compiled for one kind of search of one game.

A build is found in three places, in this order: in this process, on the disk, or by compiling it,
which takes seconds. Until then its rules can be searched interpreted, by the same function.
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
from kibitz.search.best_reply import best_reply_function
from kibitz.search.endgame import TableProbe
from kibitz.search.maxn import maxn_function
from kibitz.search.node import node_function
from kibitz.search.plain import plain_function
from kibitz.search.switches import Plain, Switches

if TYPE_CHECKING:
    from kibitz.compiling.entry import Entry

# Called before and after a game is compiled in this process: (game, is_done).
Listener: TypeAlias = Callable[[Game, bool], None]

_MODELS = {"maxn": maxn_function, "reply": best_reply_function}
_NUMBERS = (INT,) * 5  # depth, alpha, beta, ply, top
_MOST_KEPT = 128  # builds in one process

_listeners: list[Listener] = []
_results: dict[Build, Any] = {}  # compiled functions, or the errors that compiling gave
_compiling = RLock()  # Numba compiles one function at a time anyway
_loading = RLock()


def on_compile(listener: Listener) -> None:
    """Call `listener` before and after a game is compiled; once, however often it is given."""
    if listener not in _listeners:
        _listeners.append(listener)


@dataclass(frozen=True)
class Build:
    """What is compiled: a function that `builder` makes of a game, of a position and `arguments`.

    With `boundscheck` every index is checked.
    """

    game: Game
    builder: Callable[[Game], FunctionType]
    arguments: Signature
    boundscheck: bool = False

    def function(self) -> FunctionType:
        """The function as it is, interpreted."""
        return self.builder(self.game)

    @property
    def entry(self) -> Entry:
        """The function with the place of its code on the disk.

        CompileError where the states of the game cannot be compiled.
        """
        return _entry(self)

    def load(self) -> Any:
        """The compiled function, if this process or the disk has it; None otherwise.

        CompileError where compiling was tried here and failed.
        """
        found = self._known()
        if found is None:
            from kibitz.compiling.code_cache import CodeCache

            cache = CodeCache()
            # Looked at without a lock: the interpreted search asks while another thread compiles.
            if cache.has(self.entry.name):
                with _loading:
                    found = self._known() or self._keep(self.entry.load(cache))
        return found

    def compile(self, *, is_announced: bool = True) -> Any:
        """The compiled function, compiled now where it is not known; CompileError where that fails.

        It is compiled once in a process, and a failure is not tried again.
        """
        with _compiling, interrupts_kept():
            return self.load() or self._keep(self._compiled(is_announced))

    def _known(self) -> Any:
        found = _results.get(self)
        if isinstance(found, CompileError):
            raise found
        return found

    def _keep(self, found: Any) -> Any:
        if found is not None:
            _results[self] = found
            while len(_results) > _MOST_KEPT:
                del _results[next(iter(_results))]
        return self._known()

    def _compiled(self, is_announced: bool) -> Any:
        """The function, compiled, or the error."""
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

                raise explain_failure(self.game, failure) from failure
            finally:
                for listener in listeners:
                    listener(self.game, True)
        except CompileError as error:
            return error


@lru_cache(maxsize=_MOST_KEPT)
def _entry(build: Build) -> Entry:
    # Imported late: a game that is never compiled needs no LLVM.
    from kibitz import __version__
    from kibitz.compiling.entry import Entry

    if not build.game.has_integer_states():
        raise state_failure(build.game)
    signature = (StateType(len(build.game.initial())), *build.arguments)
    return Entry(build.function(), signature, __version__, boundscheck=build.boundscheck)


@lru_cache(maxsize=_MOST_KEPT)
def search_build(
    game: Game,
    *,
    opponents: str = "paranoid",
    switches: Switches | Plain | None = None,
    boundscheck: bool = False,
    probe: TableProbe | None = None,
) -> Build:
    """The build of the search of `game` with this model of the opponents.

    `switches`: the techniques of the strong search, each set of them a build of its own, or the
    plain search. `probe`: what looks a state up in endgame tables.
    """
    usual = Build(game, plain_function, (*_NUMBERS, INTS, INTS), boundscheck)
    if opponents != "paranoid":
        return replace(usual, builder=_MODELS[opponents])
    if isinstance(switches, Plain):
        return usual
    tables = INTS if probe is None else PairType(INTS)
    builder = _node_builder((switches or Switches()).build, probe)
    return replace(usual, builder=builder, arguments=(*_NUMBERS, INTS, tables))


@lru_cache(maxsize=_MOST_KEPT)  # so that builds with the same techniques are equal
def _node_builder(switches: Switches, probe: TableProbe | None) -> Callable[[Game], FunctionType]:
    return partial(node_function, switches=switches, probe=probe)
