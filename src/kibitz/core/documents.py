"""Untrusted JSON documents: parsed and checked against limits before use.

Python's JSON parser accepts lone surrogates (written as escapes), which UTF-8 files and databases
cannot store, numbers of any length, and NUL, which databases refuse.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

DEEPEST = 64  # levels of nested objects and lists
LONGEST_KEY = 4_096
LARGEST = 1 << 64  # whole numbers must be smaller in absolute value
_SHOWN_PLACE = 120  # characters of a place in an error message
_SHOWN_KEY = 40


def parse_json(text: str | bytes) -> Any:
    r"""The JSON document in `text`; ValueError with the reason if it is not one.

    >>> parse_json(r'{"name": "\ud800"}')
    Traceback (most recent call last):
        ...
    ValueError: name contains a lone surrogate
    """
    try:
        found = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError as problem:
        raise ValueError(f"expected JSON ({problem})") from None
    check_document(found)
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def check_document(document: object) -> None:
    """ValueError if a document cannot be stored or sent as UTF-8 text."""
    pending: list[tuple[object, str, int]] = [(document, "", 0)]
    while pending:
        value, place, depth = pending.pop()
        problem = _problem(value, depth)
        if problem:
            raise ValueError(f"{place[-_SHOWN_PLACE:] or 'it'} {problem}")
        if isinstance(value, Mapping):
            for key, inner in value.items():
                _check_key(key, place)
                where = f"{place}.{key[:_SHOWN_KEY]}" if place else key[:_SHOWN_KEY]
                pending.append((inner, where, depth + 1))
        elif isinstance(value, Sequence) and not isinstance(value, str):
            pending += [(inner, f"{place}[{at}]", depth + 1) for at, inner in enumerate(value)]


def _check_key(key: object, place: str) -> None:
    if not isinstance(key, str):
        raise ValueError(f"{place or 'it'} has a key that is not text")
    problem = text_problem(key, LONGEST_KEY)
    if problem:
        raise ValueError(f"{place or 'it'} has a key that {problem}")


def _problem(value: object, depth: int) -> str:
    if depth > DEEPEST:
        return f"is nested too deeply: expected at most {DEEPEST} levels"
    if isinstance(value, str):
        return text_problem(value)
    if isinstance(value, int) and abs(value) >= LARGEST:
        return "is a number of more than 64 bits"
    if isinstance(value, float) and not math.isfinite(value):
        return "is a number that is not finite"
    return ""


def text_problem(text: str, most: int | None = None) -> str:
    """Why a text is refused, as the end of a sentence; empty if the text is valid.

    >>> text_problem("Anna"), text_problem("a" * 100, 80)
    ('', 'is longer than 80 characters')
    """
    if most is not None and len(text) > most:
        return f"is longer than {most} characters"
    if "\0" in text:
        return "contains a NUL character"
    if not is_encodable(text):
        return "contains a lone surrogate"
    return ""


def is_encodable(text: str) -> bool:
    """Whether a text can be written as UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
