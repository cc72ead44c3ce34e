"""Messages for invalid request bodies: the field, its value, and what the schema expects."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic.fields import FieldInfo

from kibitz.core.errors import KibitzError, LimitError
from kibitz.server.smart_horses.horses_schema import (
    GameState,
    MachineMove,
    NewGame,
    PlayerMove,
    ValidMoves,
)

_SHOWN = 40  # characters of a value to quote
_SHORT = 4  # items of the longest list to quote
_BODY = "a JSON object with the fields of the request"
_FIELDS: Mapping[str, FieldInfo] = {
    name: field
    for model in (NewGame, PlayerMove, MachineMove, ValidMoves)
    for name, field in model.model_fields.items()
}


def explain(fault: Mapping[str, Any]) -> KibitzError:
    """The error for a request body that does not match the schema."""
    if fault["type"] == "json_invalid":
        return LimitError("bad_json", problem=fault["ctx"]["error"], expected=_BODY)
    path = fault["loc"][1:]
    if path and path[-1] == "[key]":
        path = path[:-2]  # an invalid key: report the object that contains it
    where, expected = _location(path)
    if fault["type"] == "missing" and path:
        return LimitError("missing_field", where=where, expected=expected)
    return LimitError("bad_field", where=where, value=shown(fault["input"]), expected=expected)


def _location(path: Sequence[str | int]) -> tuple[str, str]:
    """The name of the field at `path`, and what is expected there."""
    fields: Mapping[str, FieldInfo] = _FIELDS
    names: list[str] = []
    expected = _BODY
    for part in path:
        if isinstance(part, str) and part in fields:
            names.append(part)
            expected = fields[part].description or expected
            fields = GameState.model_fields if part == "game_state" else {}
        elif names and (isinstance(part, int) or names[-1] == "board"):
            names[-1] += f"[{shown(part)}]"
        # other parts are Pydantic's names for union members
    return ".".join(names) or "The body", expected


def shown(value: object) -> str:
    """A value as shortened JSON; for objects and long lists only their size.

    >>> shown("expert"), shown([2, 3]), shown({"a": 1})
    ('"expert"', '[2, 3]', 'an object of 1 keys')
    """
    if isinstance(value, bytes):
        return "of another type than application/json"
    if isinstance(value, dict):
        return f"an object of {len(value)} keys"
    if isinstance(value, list):
        is_short = len(value) <= _SHORT and not any(isinstance(item, list | dict) for item in value)
        return f"[{', '.join(map(shown, value))}]" if is_short else f"a list of {len(value)}"
    text = json.dumps(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
