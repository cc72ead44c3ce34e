"""Worker pools: the processes that play the games of a match.

There are three kinds: local processes, a Dask cluster, and an executor that the caller passes. All
submit work like an executor of the standard library. If a worker dies, its games are lost; each
pool lists the exceptions that indicate this, and replaces dead workers.
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

from kibitz.core.child_python import VARIABLE, restore, safe_path
from kibitz.core.errors import KibitzError, KibitzWarning, LimitError, OptionError
from kibitz.core.interrupts import interrupts_blocked

_P = ParamSpec("_P")
_T = TypeVar("_T")
_CONNECT_SECONDS = 10
_EXIT_SECONDS = 5  # time for workers to exit before they are killed
MOST_WORKERS = 4096


class WorkerPool(Protocol):
    """Workers that play games."""

    size: int  # the number of concurrent games
    losses: tuple[type[BaseException], ...]  # exceptions that mean that the worker died
    fail_together: bool  # whether one worker's death loses all running games

    def submit(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Run `work` in a worker."""
        ...

    def replace(self) -> None:
        """Replace workers after a loss."""

    def close(self) -> None:
        """End the workers, even during a game."""


class LocalProcesses:
    """New processes on this machine, which exit when the process that started them does."""

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
        # Not forked: a forked child inherits locks but not the threads that would release them.
        context = multiprocessing.get_context("spawn")
        own = (os.environ.get(VARIABLE),)
        return ProcessPoolExecutor(
            self.size, mp_context=context, initializer=_begin_worker, initargs=own
        )

    def submit(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Run `work` in a process, which is started if necessary."""
        with interrupts_blocked(), safe_path():
            return self._pool.submit(work, *args, **kwargs)

    def replace(self) -> None:
        """Start a new pool: the death of one process breaks the old one."""
        self.close()
        self._pool = self._start()

    def close(self) -> None:
        """Terminate the processes; kill those that do not exit in time."""
        running = list((self._pool._processes or {}).values())
        manager: Any = self._pool._executor_manager_thread  # a thread; None until the first game
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()
        deadline = time.monotonic() + _EXIT_SECONDS
        for process in running:
            process.join(max(deadline - time.monotonic(), 0))
            if process.is_alive():
                process.kill()
                process.join()
        if manager is not None:
            # Until the thread ends, the interpreter writes to its pipe at exit and may fail.
            manager.join(_EXIT_SECONDS)


def _begin_worker(variable: str | None) -> None:
    """Ignore Ctrl-C and warnings, which the parent process handles, and exit with the parent.

    The output of players goes to standard error, even from subprocesses and C code. `variable`: the
    value of PYTHONSAFEPATH for processes that players start.
    """
    restore(variable)
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
    """An executor that the caller creates and closes."""

    losses: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    fail_together = True

    def __init__(self, executor: Executor) -> None:
        if not isinstance(executor, Executor):
            expected = "a concurrent.futures.Executor"
            raise LimitError("bad_setting", name="executor", value=executor, expected=expected)
        self._executor = executor
        self.size: int = getattr(executor, "_max_workers", None) or os.cpu_count() or 1

    def submit(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Run `work` in the executor."""
        return self._executor.submit(work, *args, **kwargs)

    def replace(self) -> None:
        """Do nothing: a broken executor stays broken."""

    def close(self) -> None:
        """Do nothing: the caller closes the executor."""


class DaskCluster:
    """The workers of a Dask cluster; Kibitz must be installed on them too.

    Dask reruns the games of a worker that has died. A game is lost only if its workers keep dying.
    """

    fail_together = False

    def __init__(self, address: str) -> None:
        if not isinstance(address, str):
            expected = "the address of a Dask scheduler such as tcp://127.0.0.1:8786"
            raise LimitError("bad_setting", name="cluster", value=address, expected=expected)
        try:
            from distributed import Client, KilledWorker
            from distributed.comm.addressing import resolve_address
        except ImportError as problem:
            raise OptionError("cluster_missing", problem=problem) from None
        self.losses: tuple[type[BaseException], ...] = (KilledWorker, CancelledError)
        try:
            resolve_address(address)  # a client with an invalid address cannot be closed
            self._client: Any = Client(address, timeout=_CONNECT_SECONDS, set_as_default=False)
            self.size: int = sum(self._client.ncores().values())
        except (OSError, ValueError) as problem:
            reason = str(problem) or type(problem).__name__
            raise KibitzError("no_cluster", address=address, problem=reason) from None
        if self.size == 0:
            self._client.close()
            raise KibitzError("no_cluster", address=address, problem="it has no workers")
        # Not pure: a game that was lost and is submitted again must not get the old result.
        self._executor: Executor = self._client.get_executor(pure=False)

    def submit(self, work: Callable[_P, _T], *args: _P.args, **kwargs: _P.kwargs) -> Future[_T]:
        """Run `work` on the cluster."""
        return self._executor.submit(work, *args, **kwargs)

    def replace(self) -> None:
        """Do nothing: the cluster replaces its workers."""

    def close(self) -> None:
        """Cancel the remaining work and close the connection."""
        self._executor.shutdown(wait=False)
        self._client.close()


def require_one_pool(executor: Executor | None, workers: int | None, cluster: str | None) -> None:
    """Raise LimitError if more than one kind of pool was passed."""
    if sum(given is not None for given in (executor, workers, cluster)) > 1:
        raise LimitError(
            "bad_setting",
            name="executor",
            value=executor or cluster,
            expected="only one of executor, workers and cluster",
        )


def new_pool(executor: Executor | None, workers: int | None, cluster: str | None) -> WorkerPool:
    """The pool that was passed; by default, one process for each processor."""
    if executor is not None:
        return BorrowedExecutor(executor)
    return LocalProcesses(workers) if cluster is None else DaskCluster(cluster)
