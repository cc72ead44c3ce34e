"""HTTP/1.1 over a plain socket, so that a request can be wrong in ways no client library allows."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import socket
import time
from dataclasses import dataclass, field
from typing import Literal

from tests.attack.limits import SLOW_SEARCH

Framing = Literal["length", "chunked", "truncated", "bad chunks", "no length"]

STREAM_SECONDS = 0.2  # how long an event stream is read
_LONGEST = 30_000_000  # bytes of an answer that are read


@dataclass(frozen=True)
class Wire:
    """A request as bytes. `framing` says how its body ends."""

    method: bytes
    target: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    body: bytes | None = None
    framing: Framing = "length"

    def to_bytes(self) -> bytes:
        lines = [self.method + b" " + self.target + b" HTTP/1.1", b"Host: 127.0.0.1"]
        lines += [name + b": " + value for name, value in self.headers]
        body = self.body or b""
        if self.framing == "chunked":
            lines.append(b"Transfer-Encoding: chunked")
            parts = [body[start : start + 900] for start in range(0, len(body), 900)]
            body = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
        elif self.framing == "bad chunks":
            lines.append(b"Transfer-Encoding: chunked")
            body = b"zz\r\n" + body + b"\r\n-1\r\n"
        elif self.framing == "truncated":
            lines.append(b"Content-Length: %d" % (len(body) + 100))
        elif self.framing == "length" and self.body is not None:
            lines.append(b"Content-Length: %d" % len(body))
        return b"\r\n".join(lines) + b"\r\n\r\n" + body

    @property
    def is_complete(self) -> bool:
        """Whether the server has to answer; an incomplete request may just be hung up on."""
        return self.framing in ("length", "chunked")

    def __str__(self) -> str:
        text = repr(self.to_bytes())[2:-1]
        return text if len(text) <= 800 else f"{text[:800]}… ({len(text)} characters)"


@dataclass
class Answer:
    """What came back; status 0 where the connection was closed without an answer."""

    status: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b""
    seconds: float = 0.0
    problem: str = ""

    @property
    def kind(self) -> str:
        """The content type without its parameters."""
        return self.headers.get("content-type", "").split(";")[0].strip()


class Connection:
    """One client. It reconnects when the server has closed the connection."""

    def __init__(self, port: int, address: str = "127.0.0.1", timeout: float = SLOW_SEARCH) -> None:
        self._port = port
        self._address = address
        self._timeout = timeout
        self._socket: socket.socket | None = None

    def send(self, wire: Wire) -> Answer:
        """Send a request and read its answer. A reused connection that was closed is retried."""
        was_open = self._socket is not None
        answer = self._exchange(wire)
        return self._exchange(wire) if was_open and answer.status == 0 else answer

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _exchange(self, wire: Wire) -> Answer:
        began = time.perf_counter()
        try:
            if self._socket is None:
                self._socket = socket.create_connection(
                    ("127.0.0.1", self._port), self._timeout, source_address=(self._address, 0)
                )
                self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            try:
                self._socket.sendall(wire.to_bytes())
                if not wire.is_complete:
                    self._socket.shutdown(socket.SHUT_WR)
            except (BrokenPipeError, ConnectionResetError):
                pass  # refused before all of it was sent: the answer may be there
            answer = self._read(self._socket, wire)
        except (OSError, EOFError, http.client.HTTPException) as problem:
            self.close()
            answer = Answer(problem=f"{type(problem).__name__}: {problem}")
        answer.seconds = time.perf_counter() - began
        return answer

    def _read(self, connected: socket.socket, wire: Wire) -> Answer:
        method = "HEAD" if wire.method == b"HEAD" else "GET"
        response = http.client.HTTPResponse(connected, method=method)
        try:
            response.begin()
            headers = {name.lower(): value for name, value in response.getheaders()}
            answer = Answer(response.status, headers)
            if answer.kind == "text/event-stream":
                connected.settimeout(STREAM_SECONDS)
                with contextlib.suppress(TimeoutError):
                    answer.body = response.read1(65536)
                self.close()
            else:
                answer.body = response.read(_LONGEST)
                if headers.get("content-encoding") == "gzip":
                    answer.body = gzip.decompress(answer.body)
            if response.will_close or not wire.is_complete:
                self.close()
            return answer
        finally:
            response.close()
