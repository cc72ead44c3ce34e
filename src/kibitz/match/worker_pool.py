"""Worker pools: the processes that play the games of a match.

Each has the interface of an executor of the standard library: processes of this machine, a Dask
cluster, or an executor of the caller's. The games of a worker that dies are lost; a pool names the
errors that mean this, and replaces dead workers.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from multiprocessing.connection import wait
from typing import Any, ParamSpec, Protocol, TypeVar

from kibitz.core.errors import KibitzError, KibitzWarning, LimitError, OptionError
from kibitz.core.interrupts import interrupts_blocked

_P = ParamSpec("_P")
_T = TypeVar("_T")
_CONNECT_SECONDS = 10
_LEAVE_SECONDS = 5  # that workers have to end
MOST_WORKERS = 4096


class WorkerPool(Protocol):
    """Workers that play games."""

    size: int  # how many games they play at once
    losses: tuple[type[BaseException], ...]  # what a game raises whose worker has died
    fail_together: bool  # whether a worker that dies takes the others' games with it

    def submit(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Have a worker do a piece of work."""

    def replace(self) -> None:
        """Replace workers after a loss."""

    def close(self) -> None:
        """End the workers, in the middle of a game if need be."""


class LocalProcesses:
    """Processes of this machine, newly started; they end with the process that started them."""

    losses: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    fail_together = True

    def __init__(self, workers: int | None = None) -> None:
        count = os.cpu_count() or 1 if workers is None else workers
        if type(count) is not int or not 1 <= count <= MOST_WORKERS:
            expected = f"a whole number from 1 to {MOST_WORKERS}"
            raise LimitError("bad_setting", name="workers", value=workers, expected=expected)
        self.size = count
        self._pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        # Not forked: a copy of this process would have its threads' locks, but not its threads.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.size, mp_context=context, initializer=_begin_worker)

    def submit(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Have a process do a piece of work; it is started now if need be."""
        with interrupts_blocked():
            return self._pool.submit(work, *args, **kwargs)

    def replace(self) -> None:
        """Start new processes: where one has died, its pool is of no more use."""
        self.close()
        self._pool = self._start()

    def close(self) -> None:
        """End the processes, by force where a player does not let them."""
        running = list((self._pool._processes or {}).values())
        manager: Any = self._pool._executor_manager_thread  # a thread; None before the first game
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()
        deadline = time.monotonic() + _LEAVE_SECONDS
        for process in running:
            process.join(max(deadline - time.monotonic(), 0))
            if process.is_alive():
                process.kill()
                process.join()
        if manager is not None:
            # It closes its pipe when it ends; the interpreter would still write to it on leaving.
            manager.join(_LEAVE_SECONDS)


def _begin_worker() -> None:
    """Leave Ctrl-C and warnings to the process that started this one, and do not outlive it.

    What players print goes to standard error, whichever way they do it.
    """
    os.dup2(2, 1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.simplefilter("ignore", KibitzWarning)
    parent = multiprocessing.parent_process()
    assert parent is not None

    def watch() -> None:
        wait([parent.sentinel])
        os._exit(1)

    threading.Thread(target=watch, name="kibitz-parent", daemon=True).start()


class BorrowedExecutor:
    """An executor that the caller made and closes."""

    losses: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    fail_together = True

    def __init__(self, executor: Executor) -> None:
        if not isinstance(executor, Executor):
            expected = "a concurrent.futures.Executor"
            raise LimitError("bad_setting", name="executor", value=executor, expected=expected)
        self._executor = executor
        self.size: int = getattr(executor, "_max_workers", None) or os.cpu_count() or 1

    def submit(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Have the executor do a piece of work."""
        return self._executor.submit(work, *args, **kwargs)

    def replace(self) -> None:
        """Do nothing: a broken executor stays broken."""

    def close(self) -> None:
        """Leave the executor to its owner."""


class DaskCluster:
    """The workers of a Dask cluster, wherever they run; Kibitz has to be installed there too.

    Dask itself gives the games of a worker that has died to another one. Only a game whose workers
    die again and again comes back as lost.
    """

    fail_together = False

    def __init__(self, address: str) -> None:
        if not isinstance(address, str):
            expected = "the address of a Dask scheduler such as tcp://127.0.0.1:8786"
            raise LimitError("bad_setting", name="cluster", value=address, expected=expected)
        try:
            from distributed import Client, KilledWorker
            from distributed.comm import resolve_address
        except ImportError as problem:
            raise OptionError("cluster_missing", problem=problem) from None
        self.losses: tuple[type[BaseException], ...] = (KilledWorker, CancelledError)
        try:
            resolve_address(address)  # a client of an address that is none cannot be closed
            self._client: Any = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
            self.size = sum(self._client.ncores().values())
        except (OSError, ValueError) as problem:
            reason = str(problem) or type(problem).__name__
            raise KibitzError("no_cluster", address=address, problem=reason) from None
        if self.size == 0:
            self._client.close()
            raise KibitzError("no_cluster", address=address, problem="it has no workers")
        # Not pure: a game that was lost and is asked for again is another piece of work.
        self._executor: Executor = self._client.get_executor(pure=False)

    def submit(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Have the cluster do a piece of work."""
        return self._executor.submit(work, *args, **kwargs)

    def replace(self) -> None:
        """Leave it to the cluster, which replaces its workers itself."""

    def close(self) -> None:
        """Cancel what is left, and close the connection."""
        self._executor.shutdown(wait=False)
        self._client.close()
