"""Hundreds of streams of one client, and clients that are slow on purpose: others are served."""

from __future__ import annotations

import socket
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.attack.conftest import Attack
from tests.attack.figures import BAD_ANSWERS, HANGS, SERVER_ERRORS, TRIES, Figures
from tests.attack.limits import SLOW as SLOW_ANSWER
from tests.attack.target import Target
from tests.server.live import Live, until

STREAMS = 500
SLOW = 150  # connections of either kind
MEGABYTES = 200  # that all the streams may take


class Stream:
    """An event stream that is opened and never read to its end."""

    def __init__(self, port: int, path: str, address: str) -> None:
        self._socket = socket.create_connection(
            ("127.0.0.1", port), 60, source_address=(address, 0)
        )
        self._socket.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())

    def head(self) -> str:
        """The status line and headers of the answer."""
        found = b""
        while b"\r\n\r\n" not in found:
            part = self._socket.recv(4096)
            if not part:
                break
            found += part
        return found.split(b"\r\n\r\n")[0].decode("latin-1").lower()

    def close(self) -> None:
        self._socket.close()


def check_others(target: Target, figures: Figures) -> float:
    """Play as another client; the longest time that an answer took."""
    slowest = 0.0
    table = target.live.begin("tictactoe")
    for _ in range(10):
        began = time.monotonic()
        assert table.read()["version"]
        slowest = max(slowest, time.monotonic() - began)
    began = time.monotonic()
    table.move("4")
    slowest = max(slowest, time.monotonic() - began)
    figures.add(TRIES, 12)
    figures.add(HANGS, int(slowest > SLOW_ANSWER))
    assert slowest <= SLOW_ANSWER
    return slowest


def test_500_streams_of_one_client(start: Attack, sqlite: str, figures: Figures) -> None:
    target = start(sqlite)
    live = target.live
    path = f"{live.begin('tictactoe').path}/events"
    before = target.megabytes()
    statuses: Counter[int] = Counter()
    with ExitStack() as stack:
        for _ in range(STREAMS):
            stream = Stream(live.port, path, "127.0.0.2")
            stack.callback(stream.close)
            head = stream.head()
            status = int(head.split()[1])
            statuses[status] += 1
            figures.add(TRIES)
            is_refusal = status in (429, 503) and "retry-after:" in head
            if status >= 500 and not is_refusal:
                figures.add(SERVER_ERRORS)
            elif status != 200 and not is_refusal:
                figures.add(BAD_ANSWERS)
        grown = target.megabytes() - before
        slowest = check_others(target, figures)
        # Another address has streams of its own.
        other = Stream(live.port, path, "127.0.0.3")
        stack.callback(other.close)
        assert " 200 " in other.head().splitlines()[0]
    figures.note(f"{statuses[200]} opened, {STREAMS - statuses[200]} refused")
    figures.note(f"memory grew by {grown:.0f} MB, others were answered within {slowest:.2f} s")
    assert set(statuses) <= {200, 429, 503}, statuses
    assert 1 <= statuses[200] < STREAMS, "one client may open any number of streams"
    assert grown < MEGABYTES
    # What was closed does not count any more.
    until(lambda: opens(live, path), 30)


def opens(live: Live, path: str) -> bool | None:
    stream = Stream(live.port, path, "127.0.0.2")
    try:
        return True if " 200 " in stream.head().splitlines()[0] else None
    finally:
        stream.close()


@contextmanager
def slow_clients(port: int) -> Iterator[list[socket.socket]]:
    """Connections that have sent half of their headers, and others that owe most of a body."""
    heads = b"POST /api/v1/sessions HTTP/1.1\r\nHost: x\r\nX-Slow: "
    bodies = (
        b"POST /api/v1/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        b"Content-Length: 100000\r\n\r\n{"
    )
    with ExitStack() as stack:
        opened = []
        for number in range(2 * SLOW):
            client = socket.create_connection(
                ("127.0.0.1", port), 60, source_address=("127.0.0.2", 0)
            )
            stack.callback(client.close)
            client.sendall(heads if number % 2 else bodies)
            opened.append(client)
        yield opened


def test_slow_clients_do_not_block_others(start: Attack, sqlite: str, figures: Figures) -> None:
    target = start(sqlite)
    before = target.megabytes()
    with slow_clients(target.live.port) as clients:
        slowest = 0.0
        for _ in range(4):
            for client in clients:
                try:
                    client.send(b" ")
                except OSError:
                    continue  # the server has hung up, which it may
            figures.add(TRIES, len(clients))
            slowest = max(slowest, check_others(target, figures))
        grown = target.megabytes() - before
    figures.note(f"memory grew by {grown:.0f} MB, others were answered within {slowest:.2f} s")
    assert grown < MEGABYTES
