"""Middleware that refuses requests that are too large or too frequent."""

from __future__ import annotations

import re
from collections.abc import Iterable

import anyio
import anyio.to_thread
from fastapi import Request
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kibitz.server.body_memory import BodyMemory
from kibitz.server.client_identity import client_address, client_context
from kibitz.server.http_errors import RateError
from kibitz.server.problems import problem_response
from kibitz.server.rate_limiter import Rate
from kibitz.server.settings import Settings
from kibitz.server.shared_rate_limits import SharedRateLimiter, Usage
from kibitz.server.untrusted_proxies import UntrustedProxies

FREE_PATHS = ("/health", "/metrics")  # without rate limits

_SEARCH = re.compile(
    r"/api/(game/|v1/(analyses|lessons/|reviews|trees)|v1/.*/(hint|explain|compare)$)"
)
_CREATE = re.compile(r"/api/v1/sessions(/import)?/?")
_LARGE = 1 << 16  # bytes; a larger body counts as a search, because it costs as much to parse
_THREADS = 2  # for queries of rate limits, so that they cannot occupy the threads of other requests


class RateLimits:
    """The rate limits per client: for all requests, for searches and for new sessions."""

    def __init__(self, settings: Settings) -> None:
        rates = {
            "requests": settings.rate,
            "searches": settings.work_rate,
            "sessions": settings.session_rate,
        }
        self.limiters = {
            policy: SharedRateLimiter(policy, Rate.parse(rate))
            for policy, rate in rates.items()
            if rate
        }
        self._threads = anyio.CapacityLimiter(_THREADS)

    async def take(self, policy: str, client: str, used: dict[str, Usage]) -> None:
        """Count a request and add it to `used`; raises RateError if it exceeds the limit."""
        limiter = self.limiters.get(policy)
        if limiter is None:
            return
        usage = limiter.take(client)
        if usage is None:
            usage = await anyio.to_thread.run_sync(
                limiter.take_block, client, limiter=self._threads
            )
        used[policy] = usage
        if usage.wait:
            raise RateError("too_many_requests", seconds=usage.wait)

    def headers(self, used: Iterable[Usage]) -> dict[str, str]:
        """The headers that report limits and usage, as in the IETF draft for them.

        They are structured fields. A policy has its quota and window in seconds, a usage what
        remains and the seconds until there is more.
        """
        policies, usages = [], []
        for usage in used:
            rate = self.limiters[usage.policy].rate
            policies.append(f'"{usage.policy}";q={rate.count};w={round(rate.seconds)}')
            usages.append(f'"{usage.policy}";r={usage.remaining};t={usage.reset}')
        if not usages:
            return {}
        return {"RateLimit-Policy": ", ".join(policies), "RateLimit": ", ".join(usages)}


class RequestLimits:
    """Refuses requests that are too large or too frequent; turns exceptions into responses.

    Requests with a large body count as searches.
    """

    def __init__(self, app: ASGIApp, body_limit: int, rates: RateLimits) -> None:
        self._app = app
        self._bodies = BodyMemory(body_limit)
        self._rates = rates
        self._proxies = UntrustedProxies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        self._proxies.check(scope)
        client, has_responded = client_address(scope), False
        body, used = self._bodies.open(client), dict[str, Usage]()

        async def limited_receive() -> Message:
            message = await receive()
            body.grow(len(message.get("body", b"")))
            if body.size > _LARGE and "searches" not in used:
                await self._rates.take("searches", client, used)
            return message

        async def send_with_headers(message: Message) -> None:
            nonlocal has_responded
            if message["type"] == "http.response.start":
                has_responded = True
                MutableHeaders(scope=message).update(self._rates.headers(used.values()))
            await send(message)

        try:
            for policy in _policies(scope):
                await self._rates.take(policy, client, used)
            self._bodies.check_length(scope)
            with client_context(client):
                await self._app(scope, limited_receive, send_with_headers)
        except Exception as failure:
            if has_responded:
                raise
            await problem_response(Request(scope), failure)(scope, receive, send_with_headers)
        finally:
            body.close()


def _policies(scope: Scope) -> list[str]:
    """The policies that apply to a request."""
    path = scope["path"]
    if path.startswith(FREE_PATHS):
        return []
    policies = ["requests"]
    if _SEARCH.match(path):
        policies.append("searches")
    if scope["method"] == "POST" and _CREATE.fullmatch(path):
        policies.append("sessions")
    return policies
