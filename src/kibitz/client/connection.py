"""Requests to a server, and its event streams, with the standard library only."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit
from urllib.request import Request, urlopen

from kibitz.client.remote_errors import RequestError, error_of

_ROOT = "/api/v1"
_FIRST_DELAY = 0.25  # seconds before the first retry; each delay is twice the one before
_LONGEST_DELAY = 4.0
_BUSY = (429, 502, 503, 504)
_FAILURES = (OSError, http.client.HTTPException)


@dataclass(frozen=True, slots=True)
class StreamEvent:
    """An event of a stream: its kind, its id and its data."""

    kind: str
    id: str
    data: dict[str, Any]


class Connection:
    """Sends requests to a server. It retries while the server is busy or unreachable.

    `timeout`: the seconds to wait for a response. `patience`: the seconds after which it stops
    retrying.
    """

    def __init__(self, url: str, timeout: float, patience: float) -> None:
        parts = urlsplit(url) if isinstance(url, str) else None
        if parts is None or parts.scheme not in ("http", "https") or not parts.netloc:
            raise RequestError("bad_address", url=url)
        self.url: str = f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"
        self._timeout = timeout
        self._patience = patience

    def get(self, path: str, secret: str | None = None, **query: str) -> dict[str, Any]:
        """The JSON object at a path."""
        full = f"{path}?{urlencode(query)}" if query else path
        return self._ask(self._request("GET", full, None, _headers(secret)))

    def post(
        self, path: str, body: object, secret: str | None = None, **headers: str
    ) -> dict[str, Any]:
        """The response to a JSON body. Names of `headers` have underscores instead of hyphens."""
        return self._ask(self._request("POST", path, body, _headers(secret, headers)))

    def delete(self, path: str, secret: str) -> dict[str, Any]:
        """The response to a deletion."""
        return self._ask(self._request("DELETE", path, None, _headers(secret)))

    def events(
        self, path: str, body: object = None, last_id: str | None = None
    ) -> Iterator[StreamEvent]:
        """The events of one stream, until it ends. A body makes it a POST request."""
        headers = {} if last_id is None else {"Last-Event-ID": last_id}
        method = "GET" if body is None else "POST"
        request = self._request(method, path, body, headers)
        with _failures_explained(request.full_url), closing(self._open(request)) as response:
            if response.status == http.HTTPStatus.NO_CONTENT:
                return
            yield from _events(line.decode().rstrip("\r\n") for line in response)

    def retrying(self, work: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """The result of `work`, which is repeated while the server is busy or unreachable."""
        delay, deadline = _FIRST_DELAY, time.monotonic() + self._patience
        while True:
            try:
                return work()
            except RequestError as error:
                wait = delay if error.retry_after is None else max(delay, error.retry_after)
                is_passing = error.code == "unreachable" or error.status in _BUSY
                if not is_passing or time.monotonic() + wait > deadline:
                    raise
                time.sleep(wait)
                delay = min(2 * delay, _LONGEST_DELAY)

    def _request(self, method: str, path: str, body: object, headers: Mapping[str, str]) -> Request:
        data = None if body is None else json.dumps(body).encode()
        found = Request(f"{self.url}{_ROOT}{path}", data, dict(headers), method=method)  # noqa: S310 - checked in __init__
        found.add_header("Content-Type", "application/json")
        return found

    def _ask(self, request: Request) -> dict[str, Any]:
        def once() -> dict[str, Any]:
            with _failures_explained(request.full_url), closing(self._open(request)) as response:
                return _object(response.read())

        return self.retrying(once)

    def _open(self, request: Request) -> http.client.HTTPResponse:
        response: http.client.HTTPResponse = urlopen(request, timeout=self._timeout)  # noqa: S310 - as above
        return response


def _headers(secret: str | None, others: Mapping[str, str] | None = None) -> dict[str, str]:
    headers = {name.replace("_", "-"): value for name, value in (others or {}).items()}
    return headers if secret is None else {**headers, "Authorization": f"Bearer {secret}"}


@contextmanager
def _failures_explained(url: str) -> Iterator[None]:
    """Turn every failure of a request into the error that explains it."""
    try:
        yield
    except _FAILURES as failure:
        raise _explained(url, failure) from None
    except (ValueError, KeyError, TypeError) as failure:
        if isinstance(failure, RequestError):
            raise
        raise RequestError("no_kibitz", url=url, problem=str(failure) or "no JSON") from None


def _explained(url: str, failure: Exception) -> Exception:
    status = getattr(failure, "code", None)
    if not isinstance(status, int):  # no response
        problem = getattr(failure, "reason", None) or failure
        text = getattr(problem, "strerror", None) or str(problem) or type(failure).__name__
        return RequestError("unreachable", url=url, problem=text)
    try:
        with closing(failure):  # type: ignore[type-var] # an HTTPError
            found = _object(failure.read())  # type: ignore[attr-defined]
        return error_of(found, _seconds(failure.headers.get("Retry-After")))  # type: ignore[attr-defined]
    except (*_FAILURES, ValueError, KeyError, TypeError):
        problem = RequestError("no_kibitz", url=url, problem=f"it answers with status {status}")
        problem.status = status
        return problem


def _seconds(text: str | None) -> float | None:
    with suppress(TypeError, ValueError):
        return float(text)  # type: ignore[arg-type] # None raises TypeError
    return None


def _object(text: bytes) -> dict[str, Any]:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise ValueError("expected a JSON object")
    return found


def _events(lines: Iterator[str]) -> Iterator[StreamEvent]:
    """The events in the lines of a stream; comments are skipped."""
    kind, number, data = "", "", ""
    for line in lines:
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "id":
            number = value
        elif name == "data":
            data += value
        elif not line and kind:
            yield StreamEvent(kind, number, _object(data.encode()))
            kind, data = "", ""
