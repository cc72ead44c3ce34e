"""Compiled searches of a game, made once a process and kept on disk."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from threading import current_thread, main_thread
from types import FrameType, FunctionType
from typing import Any, TypeAlias

from kibitz.core.compiling.signature import INT, INTS, Pair, Position, Signature
from kibitz.core.contract import Game
from kibitz.core.errors import CompileError
from kibitz.search.count import count_function
from kibitz.search.endgame import TableProbe
from kibitz.search.maxn import maxn_function
from kibitz.search.node import node_function
from kibitz.search.plain import plain_function
from kibitz.search.reply import reply_function
from kibitz.search.switches import Plain, Switches

# Told when a game's code is not on disk and has to be compiled: (game, is_done).
Listener: TypeAlias = Callable[[Game, bool], None]

_listeners: list[Listener] = []


def on_compile(listener: Listener) -> None:
    """Have `listener` told before and after a game is compiled; once, however often it asks."""
    if listener not in _listeners:
        _listeners.append(listener)


@contextmanager
def interrupts_kept() -> Iterator[None]:
    """Put Ctrl-C off until the block is over; the second one is raised at once.

    An exception inside Numba may be printed only, or leave LLVM in a state in which it crashes;
    NumPy takes one for a broken installation. Only Python's own handler is put off: any other is
    left to its owner.
    """
    handler = signal.getsignal(signal.SIGINT)
    if current_thread() is not main_thread() or handler is not signal.default_int_handler:
        yield
        return
    arrived = []

    def remember(number: int, frame: FrameType | None) -> None:
        arrived.append(number)
        if len(arrived) > 1:
            signal.default_int_handler(number, frame)

    def report(problem: sys.UnraisableHookArgs) -> None:
        if problem.exc_type is not KeyboardInterrupt:
            print_problem(problem)

    print_problem = sys.unraisablehook
    sys.unraisablehook = report
    signal.signal(signal.SIGINT, remember)
    try:
        yield
    except Exception:
        if arrived:
            raise KeyboardInterrupt from None
        raise
    finally:
        signal.signal(signal.SIGINT, handler)
        sys.unraisablehook = print_problem
    if arrived:
        raise KeyboardInterrupt


def _tell(game: Game, is_done: bool) -> None:
    for listener in _listeners:
        listener(game, is_done)


def compiled_search(
    game: Game,
    *,
    opponents: str = "paranoid",
    switches: Switches | Plain | None = None,
    boundscheck: bool = False,
    probe: TableProbe | None = None,
) -> Any:
    """The search of `game` with this model of the opponents, compiled.

    `switches`: the techniques of the strong search, each set of them a build of its own, or the
    plain search. `probe`: what looks a state up in endgame tables. CompileError where the rules
    cannot be compiled.
    """
    if opponents != "paranoid":
        return _once(_compile_search, game, boundscheck, _MODELS[opponents])
    if isinstance(switches, Plain):
        return _once(_compile_search, game, boundscheck, plain_function)
    return _once(_compile_node, game, boundscheck, (switches or Switches()).build, probe)


def compiled_perft(game: Game, *, boundscheck: bool = False) -> Any:
    """The count of `game`, compiled; CompileError where its rules cannot be."""
    return _once(_compile_perft, game, boundscheck)


@lru_cache(maxsize=128)
def _attempt(compile_job: Callable[..., Any], *arguments: Any) -> Any:
    """The compiled function, or the error that compiling it gave: neither is tried twice."""
    try:
        with interrupts_kept():
            return compile_job(*arguments)
    except CompileError as error:
        return error


def _once(compile_job: Callable[..., Any], *arguments: Any) -> Any:
    result = _attempt(compile_job, *arguments)
    if isinstance(result, CompileError):
        raise result
    return result


_MODELS = {"maxn": maxn_function, "reply": reply_function}
_NUMBERS = (INT,) * 5  # depth, alpha, beta, ply, top


def _compile_node(
    game: Game, boundscheck: bool, switches: Switches, probe: TableProbe | None
) -> Any:
    builder = partial(node_function, switches=switches, probe=probe)
    tables = INTS if probe is None else Pair(INTS)
    return compiled(game, builder, (*_NUMBERS, INTS, tables), boundscheck)


def _compile_search(game: Game, boundscheck: bool, builder: Callable[[Game], FunctionType]) -> Any:
    return compiled(game, builder, (*_NUMBERS, INTS, INTS), boundscheck)


def _compile_perft(game: Game, boundscheck: bool) -> Any:
    return compiled(game, count_function, (INT, INTS), boundscheck)


def compiled(
    game: Game,
    builder: Callable[[Game], FunctionType],
    arguments: Signature,
    boundscheck: bool = False,
) -> Any:
    """The function that `builder` makes of `game`, of a position and `arguments`, compiled.

    It is loaded from the disk where it is kept there. CompileError where the rules cannot be
    compiled.
    """
    if not game.has_integer_states():
        state = game.initial()
        raise CompileError(
            "not_compilable",
            function="the state",
            game=game.name,
            file=type(state).__module__,
            line=0,
            problem=f"{type(state).__name__} is no NamedTuple of integers",
            advice="the reference search plays it as it is; for speed, keep the state in integers",
        )
    # Imported late: a game that is never compiled needs no LLVM.
    from kibitz import __version__
    from kibitz.core.compiling.entry import compile_entry

    began = []

    def announce() -> None:
        began.append(True)
        _tell(game, False)

    try:
        signature = (Position(len(game.initial())), *arguments)
        with interrupts_kept():
            return compile_entry(
                builder(game), signature, __version__, announce, boundscheck=boundscheck
            )
    except Exception as failure:
        from kibitz.core.compiling.diagnosis import explain_failure

        raise explain_failure(game, failure) from failure
    finally:
        if began:
            _tell(game, True)
