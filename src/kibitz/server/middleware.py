"""What happens to every request: an id, a log entry, limits and headers."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Sequence

import structlog
from fastapi import Request
from limits import parse
from limits.storage import MemoryStorage
from limits.strategies import MovingWindowRateLimiter
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.server.errors import BodyError, RateError
from kibitz.server.metrics import REQUESTS, SECONDS
from kibitz.server.problems import problem_response

_log = logging.getLogger(__name__)
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_WORK = re.compile(r"/api/(game/|v1/(analyses|reviews|trees)|v1/.*/(hint|explain|compare)$)")
_FREE = ("/health", "/metrics")

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
        REQUESTS.labels(method=scope["method"], route=route, status=status).inc()
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

    `rates`: for all requests of a client, and for those that search, as "60/minute"; empty for
    none. Each worker counts for itself.
    """

    def __init__(self, app: ASGIApp, body_limit: int, rates: tuple[str, str]) -> None:
        self._app = app
        self._body_limit = body_limit
        self._rates = [parse(rate) if rate else None for rate in rates]
        self._limiter = MovingWindowRateLimiter(MemoryStorage())

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_begun, received = False, 0

        async def bounded() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._body_limit:
                raise BodyError("body_too_large", limit=self._body_limit)
            return message

        async def noted(message: Message) -> None:
            nonlocal has_begun
            has_begun = True
            await send(message)

        try:
            self._check_rate(scope)
            self._check_length(scope)
            await self._app(scope, bounded, noted)
        except Exception as failure:
            if has_begun:
                raise
            await problem_response(Request(scope), failure)(scope, receive, send)

    def _check_length(self, scope: Scope) -> None:
        length = Headers(scope=scope).get("content-length", "0")
        if length.isdecimal() and int(length) > self._body_limit:
            raise BodyError("body_too_large", limit=self._body_limit)

    def _check_rate(self, scope: Scope) -> None:
        path: str = scope["path"]
        client = (scope.get("client") or ("unknown", 0))[0]
        if path.startswith(_FREE):
            return
        is_work = _WORK.match(path) is not None
        for name, rate, counts in zip(("all", "work"), self._rates, (True, is_work), strict=True):
            if rate is None or not counts:
                continue
            if not self._limiter.hit(rate, name, client):
                reset = self._limiter.get_window_stats(rate, name, client).reset_time
                seconds = max(1, round(reset - time.time()))
                raise RateError("too_many_requests", seconds=seconds)


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
