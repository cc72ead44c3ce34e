"""What happens to every request: an id, a log entry, limits and headers."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections import Counter
from collections.abc import Sequence

import structlog
from fastapi import Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.server.clients import acting_for, client_of
from kibitz.server.http_errors import BodyError, BusyError, RateError
from kibitz.server.metrics import REQUESTS, SECONDS
from kibitz.server.problems import problem_response
from kibitz.server.rates import Rate, RateLimiter

_log = logging.getLogger(__name__)
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_WORK = re.compile(r"/api/(game/|v1/(analyses|reviews|trees)|v1/.*/(hint|explain|compare)$)")
_BEGIN = re.compile(r"/api/v1/sessions(/import)?/?")
_FREE = ("/health", "/metrics")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_LONGEST_LENGTH = 18  # digits
_LARGE = 1 << 16  # bytes of a body that takes as long to read as a search
_MOST_BODIES = 32  # bodies of the largest size that a worker holds at once; a quarter of one client

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


class Journal:
    """Gives every request an id, counts it and logs it; adds the headers of every answer."""

    def __init__(self, app: ASGIApp, is_production: bool) -> None:
        self._app = app
        self._headers = dict(_HEADERS)
        if is_production:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = Headers(scope=scope).get("x-request-id", "")
        request_id = given if _REQUEST_ID.fullmatch(given) else secrets.token_hex(8)
        scope["request_id"] = request_id
        status, began = 500, time.perf_counter()

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-ID"] = request_id
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
            await send(message)

        structlog.contextvars.bind_contextvars(request_id=request_id)
        try:
            await self._app(scope, receive, send_with_headers)
        finally:
            self._note(scope, status, time.perf_counter() - began)
            structlog.contextvars.unbind_contextvars("request_id")

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        method = scope["method"] if scope["method"] in _METHODS else "other"
        REQUESTS.labels(method=method, route=route, status=status).inc()
        SECONDS.labels(route=route).observe(seconds)
        level = logging.DEBUG if scope["path"].startswith(_FREE) else logging.INFO
        _log.log(
            level,
            "answered",
            extra={
                "method": scope["method"],
                "path": scope["path"],
                "status": status,
                "milliseconds": round(seconds * 1000, 1),
            },
        )


class Limits:
    """Refuses what is too large or comes too often; answers what fails further in.

    `rates`: for all requests of a client, for those that search or are large, and for those that
    begin a session, as "60/minute"; empty for none. Each worker counts for itself.
    """

    def __init__(self, app: ASGIApp, body_limit: int, rates: tuple[str, str, str]) -> None:
        self._app = app
        self._bodies = Bodies(body_limit)
        limiters = [RateLimiter(Rate.parse(rate)) if rate else None for rate in rates]
        self._all, self._work, self._sessions = limiters

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        client, has_begun = client_of(scope), False
        body = self._bodies.open(client)
        is_work = _WORK.match(scope["path"]) is not None

        async def bounded() -> Message:
            nonlocal is_work
            message = await receive()
            body.grow(len(message.get("body", b"")))
            if body.size > _LARGE and not is_work:
                is_work = True
                self._check_rate(self._work, client)
            return message

        async def noted(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            if not scope["path"].startswith(_FREE):
                self._check_rate(self._all, client)
                if is_work:
                    self._check_rate(self._work, client)
                if scope["method"] == "POST" and _BEGIN.fullmatch(scope["path"]):
                    self._check_rate(self._sessions, client)
            self._bodies.check_length(scope)
            with acting_for(client):
                await self._app(scope, bounded, noted)
        except Exception as failure:
            if has_begun:
                raise
            await problem_response(Request(scope), failure)(scope, receive, send)
        finally:
            body.close()

    def _check_rate(self, limiter: RateLimiter | None, client: str) -> None:
        wait = limiter.take(client) if limiter is not None else 0
        if wait:
            raise RateError("too_many_requests", seconds=max(1, round(wait)))


class Bodies:
    """The bodies of requests that this worker holds in memory: each, and all together, bounded."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._most = limit * _MOST_BODIES
        self._held: Counter[str] = Counter()  # bytes, by client

    def check_length(self, scope: Scope) -> None:
        """Refuse a body that says itself that it is too large."""
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdecimal() and (len(length) > _LONGEST_LENGTH or int(length) > self._limit):
            raise BodyError("body_too_large", limit=self._limit)

    def open(self, client: str) -> Body:
        """A body that is about to be read."""
        return Body(self, client)

    def add(self, client: str, size: int) -> None:
        """Hold more bytes, or fewer, for a client."""
        self._held[client] += size
        if self._held[client] <= 0:
            del self._held[client]
        if size > 0 and self._held[client] > self._most // 4:
            raise RateError("too_many_requests", seconds=1)
        if size > 0 and self._held.total() > self._most:
            raise BusyError("queue_full", seconds=1)

    def check(self, size: int) -> None:
        """Refuse a body that has become too large."""
        if size > self._limit:
            raise BodyError("body_too_large", limit=self._limit)


class Body:
    """The body of one request."""

    def __init__(self, bodies: Bodies, client: str) -> None:
        self._bodies = bodies
        self._client = client
        self.size = 0

    def grow(self, size: int) -> None:
        """Note that more of it was read."""
        if size:
            self.size += size
            self._bodies.add(self._client, size)
            self._bodies.check(self.size)

    def close(self) -> None:
        """Note that it is held no longer."""
        if self.size:
            self._bodies.add(self._client, -self.size)


def loopback_origins() -> str:
    """The origins of pages on this machine, as a regular expression."""
    return r"https?://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?"


def allowed_headers() -> Sequence[str]:
    """What pages of other origins may send."""
    return (
        "Authorization",
        "Content-Type",
        "Idempotency-Key",
        "If-Match",
        "If-None-Match",
        "Last-Event-ID",
        "Prefer",
        "X-Request-ID",
    )
