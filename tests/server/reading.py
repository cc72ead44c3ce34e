"""Server-sent events, read as a browser reads them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx


@dataclass(frozen=True)
class Told:
    """One event, or a heartbeat, which has no kind."""

    kind: str
    number: int
    data: Any


def events(answer: httpx.Response) -> Iterator[Told]:
    kind, number, data = "", 0, ""
    for line in answer.iter_lines():
        if line.startswith(":"):
            yield Told("", 0, None)
        elif line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("id: "):
            number = int(line.removeprefix("id: "))
        elif line.startswith("data: "):
            data += line.removeprefix("data: ")
        elif not line and kind:
            yield Told(kind, number, json.loads(data))
            kind, data = "", ""


@contextmanager
def following(http: httpx.Client, path: str, last: int | None = None) -> Iterator[Iterator[Told]]:
    headers = {} if last is None else {"Last-Event-ID": str(last)}
    with http.stream("GET", f"{path}/events", headers=headers) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield events(answer)


def of_kind(told: Iterator[Told], *kinds: str) -> Told:
    """The next event of one of these kinds."""
    return next(event for event in told if event.kind in kinds)
