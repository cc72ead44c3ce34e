"""Whether an answer is one that the server may give."""

from __future__ import annotations

import json
from typing import Any

from tests.attack.figures import BAD_ANSWERS, HANGS, SERVER_ERRORS
from tests.attack.limits import SLOW, SLOW_SEARCH
from tests.attack.wire import Answer, Wire

PROBLEM = "application/problem+json"
_LARGEST = 400_000  # bytes of an answer
# What the HTTP parser answers by itself to bytes that are not HTTP.
_NOT_HTTP = b"Invalid HTTP request received."


def judge(wire: Wire, answer: Answer, *, is_search: bool) -> tuple[str, str] | None:
    """What is wrong with an answer: the figure to count it under, and a sentence; None if right."""
    if answer.status == 0:
        if wire.is_complete and not _is_hung_up_on(wire):
            return HANGS, f"no answer after {answer.seconds:.1f} s: {answer.problem}"
        return None
    if answer.status >= 500 and not (answer.status == 503 and "retry-after" in answer.headers):
        return SERVER_ERRORS, f"{answer.status} {answer.body[:300]!r}"
    if answer.seconds > (SLOW_SEARCH if is_search else SLOW):
        return HANGS, f"answered after {answer.seconds:.1f} s"
    if len(answer.body) > _LARGEST:
        return BAD_ANSWERS, f"{len(answer.body):,} bytes"
    return _judge_form(wire, answer)


def _is_hung_up_on(wire: Wire) -> bool:
    """Whether headers contradict the body, so that the parser may just close the connection."""
    framing = {b"content-length", b"transfer-encoding", b"upgrade", b"expect"}
    return any(name.lower() in framing for name, _ in wire.headers)


def _judge_form(wire: Wire, answer: Answer) -> tuple[str, str] | None:
    is_json = answer.kind == "application/json" or answer.kind.endswith("+json")
    found: Any = None
    if is_json and answer.body:
        try:
            found = json.loads(answer.body, parse_constant=_refuse)
        except ValueError as problem:
            return BAD_ANSWERS, f"not JSON ({problem}): {answer.body[:200]!r}"
    if answer.status < 400 or wire.method == b"HEAD" or answer.body == _NOT_HTTP:
        return None
    if not isinstance(found, dict):
        found = {}
    is_problem = answer.kind == PROBLEM and found.get("status") == answer.status
    if is_problem and found.get("detail"):
        return None
    if wire.target.startswith(b"/health/ready") and found.get("status") == "starting":
        return None  # the same document as when it is ready
    is_horses = wire.target.startswith(b"/api/game") and found.get("error")
    if is_horses and isinstance(found.get("message"), str):
        return None
    return BAD_ANSWERS, f"{answer.status} {answer.kind or 'of no type'}: {answer.body[:200]!r}"


def _refuse(constant: str) -> None:
    raise ValueError(f"{constant} is not JSON")
