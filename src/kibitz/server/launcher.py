"""Starts the server: startup checks, listening sockets and shutdown signals."""

from __future__ import annotations

import errno
import os
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any

from alembic.util import CommandError
from sqlalchemy.exc import SQLAlchemyError

from kibitz.core.errors import LimitError
from kibitz.server.catalogue import Catalogue
from kibitz.server.game_files import GameFile, absolute_entry
from kibitz.server.lesson_catalogue import LessonCatalogue
from kibitz.server.reloader import Reloader
from kibitz.server.server_process import STARTUP_FAILURE, ServerProcess
from kibitz.server.settings import read_settings
from kibitz.server.store.database import Database, parse_url
from kibitz.server.store.migrate import migrate
from kibitz.server.supervisor import Supervisor

_MOST_WORKERS = 64 if os.name == "posix" else 1  # passing sockets to workers needs POSIX
_PUT_OFF_SECONDS = 1.0
_SHOWN = 200  # characters of a URL in a message
_BACKLOG = 2048  # pending connections


def serve(
    host: str,
    port: int,
    workers: int,
    database: str | None,
    games: Sequence[str],
    on_start: Callable[[Collection[GameFile]], None],
    reload: bool = False,
    lessons: Sequence[str] = (),
) -> int:
    """Serve until a shutdown signal; return the exit code.

    `on_start` is called with the game files after all startup checks have passed. Raises LimitError
    if a setting is invalid, UnknownGameError if a game file is, and LessonError if a lesson file
    is. `reload` restarts the server when a game file changes.
    """
    chosen: dict[str, object] = {} if database is None else {"database_url": database}
    if games:
        chosen["games"] = tuple(absolute_entry(entry) for entry in games)
    if lessons:
        chosen["lessons"] = tuple(map(os.path.abspath, lessons))
    settings = read_settings(**chosen)
    LessonCatalogue(settings.lessons)
    catalogue = Catalogue(settings.games)
    if not 1 <= workers <= _MOST_WORKERS:
        expected = f"a whole number from 1 to {_MOST_WORKERS}"
        raise LimitError("bad_setting", name="workers", value=workers, expected=expected)
    if reload and os.name != "posix":  # like workers, it needs POSIX
        raise LimitError("bad_setting", name="reload", value=True, expected="Linux or macOS")
    if reload and not catalogue.files:
        expected = "a game file to watch, such as --game mygame.py"
        raise LimitError("bad_setting", name="reload", value=True, expected=expected)
    with ExitStack() as opened:
        listeners = [opened.enter_context(listener) for listener in _listen(host, port)]
        _check_database(settings.database_url)
        on_start(catalogue.files.values())
        if workers == 1 and not reload:
            server = ServerProcess(settings)
            with _shutdown_on_signals(server.request_shutdown):
                return server.serve_on(listeners)
        with tempfile.TemporaryDirectory(prefix="kibitz-metrics-") as folder:
            supervisor = Supervisor(
                listeners, workers, settings, folder, Reloader(settings.games) if reload else None
            )
            with _shutdown_on_signals(supervisor.request_shutdown):
                return 0 if supervisor.run() else STARTUP_FAILURE


@contextmanager
def _shutdown_on_signals(request_shutdown: Callable[..., None]) -> Iterator[None]:
    """Call `request_shutdown` on the usual shutdown signals; ignored signals stay ignored."""
    if hasattr(signal, "getitimer"):
        # The command may have put off an interrupt with a timer. Wait for it before serving.
        deadline = time.monotonic() + _PUT_OFF_SECONDS
        while signal.getitimer(signal.ITIMER_REAL)[0] and time.monotonic() < deadline:
            time.sleep(0.01)
    previous = {
        number: signal.signal(number, request_shutdown)
        for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
        if (number := getattr(signal, name, None))
        and signal.getsignal(number) is not signal.SIG_IGN
    }
    wakeup = signal.set_wakeup_fd(-1)  # the command's own handler would exit too early
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(wakeup)


def _check_database(text_url: str) -> None:
    """Migrate the database; raises LimitError if that fails."""
    url = parse_url(text_url)
    try:
        database = Database(text_url)
        migrate(database)
        database.close()
    except (SQLAlchemyError, CommandError, OSError, ValueError, RuntimeError) as problem:
        # RuntimeError: a path with `~` and an unknown user. ValueError: a path with a NUL.
        cause = getattr(problem, "orig", None) or problem
        reason = getattr(cause, "strerror", None) or str(cause).strip().splitlines()[0]
        expected = f"a database that answers and is not from a newer version ({reason})"
        shown = url.render_as_string(hide_password=True)
        if len(shown) > _SHOWN:
            shown = f"{shown[:_SHOWN]}…"
        raise LimitError("bad_setting", name="database", value=shown, expected=expected) from None


def _listen(host: str, port: int) -> list[socket.socket]:
    """Listening sockets, one per address of `host`; raises LimitError if they cannot be opened."""
    listeners: list[socket.socket] = []
    try:
        found = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        for family, address in dict.fromkeys((family, address) for family, *_, address in found):
            try:
                listeners.append(_open(family, address))
            except OSError as problem:
                # A host name may resolve to an address that this machine does not have.
                if problem.errno != errno.EADDRNOTAVAIL or len(found) == 1:
                    raise
        if not listeners:
            raise OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))
    except (OSError, OverflowError, UnicodeError) as problem:
        for listener in listeners:
            listener.close()
        reason = getattr(problem, "strerror", None) or str(problem)
        expected = f"a free address ({reason}); try another --port"
        raise LimitError(
            "bad_setting", name="address", value=f"{host}:{port}", expected=expected
        ) from None
    return listeners


def _open(family: int, address: Any) -> socket.socket:
    listener = socket.socket(family)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except BaseException:
        listener.close()
        raise
    return listener
