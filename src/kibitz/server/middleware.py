"""Middleware for every request: id, log entry, metrics, rate and size limits, headers."""

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

from kibitz.server.client_identity import client_address, client_context
from kibitz.server.http_errors import BodyError, BusyError, RateError
from kibitz.server.metrics import REQUESTS, SECONDS
from kibitz.server.problems import problem_response
from kibitz.server.rate_limiter import Rate, RateLimiter
from kibitz.server.untrusted_proxies import UntrustedProxies

_log = logging.getLogger(__name__)
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_SEARCH = re.compile(r"/api/(game/|v1/(analyses|reviews|trees)|v1/.*/(hint|explain|compare)$)")
_CREATE = re.compile(r"/api/v1/sessions(/import)?/?")
_FREE = ("/health", "/metrics")
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_LONGEST_LENGTH = 18  # digits of a Content-Length
_LARGE = 1 << 16  # bytes; a larger body counts as a search, because it costs as much to parse
_MOST_BODIES = 32  # maximum-size bodies in a worker's memory; a quarter of that per client

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


class RequestLog:
    """Gives every request an id, logs and counts it, and adds the common response headers."""

    def __init__(self, app: ASGIApp, is_production: bool) -> None:
        self._app = app
        self._headers = dict(_HEADERS)
        if is_production:
            self._headers["Strict-Transport-Security"] = "max-age=31536000"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sent = Headers(scope=scope).get("x-request-id", "")
        request_id = sent if _REQUEST_ID.fullmatch(sent) else secrets.token_hex(8)
        scope["request_id"] = request_id
        status, started = 500, time.perf_counter()

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
            self._log_request(scope, status, time.perf_counter() - started)
            structlog.contextvars.unbind_contextvars("request_id")

    def _log_request(self, scope: Scope, status: int, seconds: float) -> None:
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


class RequestLimits:
    """Refuses requests that are too large or too frequent; turns exceptions into responses.

    `rates` are three limits per client, such as "60/minute": for all requests, for those that
    search or have a large body, and for those that create a session. An empty text means no limit.
    Every worker counts separately.
    """

    def __init__(self, app: ASGIApp, body_limit: int, rates: tuple[str, str, str]) -> None:
        self._app = app
        self._bodies = BodyMemory(body_limit)
        limiters = [RateLimiter(Rate.parse(rate)) if rate else None for rate in rates]
        self._all, self._costly, self._sessions = limiters
        self._proxies = UntrustedProxies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._proxies.check(scope)
        client, has_responded = client_address(scope), False
        body = self._bodies.open(client)
        is_costly = _SEARCH.match(scope["path"]) is not None

        async def limited_receive() -> Message:
            nonlocal is_costly
            message = await receive()
            body.grow(len(message.get("body", b"")))
            if body.size > _LARGE and not is_costly:
                is_costly = True
                self._check_rate(self._costly, client)
            return message

        async def watched_send(message: Message) -> None:
            nonlocal has_responded
            has_responded = True
            await send(message)

        try:
            if not scope["path"].startswith(_FREE):
                self._check_rate(self._all, client)
                if is_costly:
                    self._check_rate(self._costly, client)
                if scope["method"] == "POST" and _CREATE.fullmatch(scope["path"]):
                    self._check_rate(self._sessions, client)
            self._bodies.check_length(scope)
            with client_context(client):
                await self._app(scope, limited_receive, watched_send)
        except Exception as failure:
            if has_responded:
                raise
            await problem_response(Request(scope), failure)(scope, receive, send)
        finally:
            body.close()

    def _check_rate(self, limiter: RateLimiter | None, client: str) -> None:
        wait = limiter.take(client) if limiter is not None else 0
        if wait:
            raise RateError("too_many_requests", seconds=max(1, round(wait)))


class BodyMemory:
    """Limits the size of request bodies in memory: per body, per client and in total."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._total_limit = limit * _MOST_BODIES
        self._held: Counter[str] = Counter()  # bytes, by client

    def check_length(self, scope: Scope) -> None:
        """Refuse a request whose Content-Length is too large."""
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdecimal() and (len(length) > _LONGEST_LENGTH or int(length) > self._limit):
            raise BodyError("body_too_large", limit=self._limit)

    def open(self, client: str) -> TrackedBody:
        """Start counting a body."""
        return TrackedBody(self, client)

    def add(self, client: str, size: int) -> None:
        """Add `size` bytes to a client's total; a negative size frees them."""
        self._held[client] += size
        if self._held[client] <= 0:
            del self._held[client]
        if size > 0 and self._held[client] > self._total_limit // 4:
            raise RateError("too_many_requests", seconds=1)
        if size > 0 and self._held.total() > self._total_limit:
            raise BusyError("queue_full", seconds=1)

    def check(self, size: int) -> None:
        """Refuse a body that exceeds the maximum size."""
        if size > self._limit:
            raise BodyError("body_too_large", limit=self._limit)


class TrackedBody:
    """The size of one request's body so far."""

    def __init__(self, bodies: BodyMemory, client: str) -> None:
        self._bodies = bodies
        self._client = client
        self.size = 0

    def grow(self, size: int) -> None:
        """Count received bytes."""
        if size:
            self.size += size
            self._bodies.add(self._client, size)
            self._bodies.check(self.size)

    def close(self) -> None:
        """Free the bytes of this body."""
        if self.size:
            self._bodies.add(self._client, -self.size)


def loopback_origins() -> str:
    """A regular expression for the origins of pages on this machine."""
    return r"https?://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?"


def allowed_headers() -> Sequence[str]:
    """The request headers that cross-origin pages may send."""
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
