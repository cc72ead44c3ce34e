"""Middleware for every request: id, log entry, metrics and common headers."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Sequence

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.server.metrics import REQUESTS, SECONDS
from kibitz.server.request_limits import FREE_PATHS

_log = logging.getLogger(__name__)
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

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
        level = logging.DEBUG if scope["path"].startswith(FREE_PATHS) else logging.INFO
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
