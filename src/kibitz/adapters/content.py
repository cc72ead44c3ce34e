"""The contents of an object, as a value that can be compared and hashed."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping
from enum import Enum
from typing import Any

_PLAIN = (bool, int, float, complex, str, bytes, Enum, type, type(None))


def freeze(value: object) -> Hashable:
    """The contents of `value`, hashable: equal for an unchanged copy, different for a changed one.

    >>> freeze({"board": [1, 2], "seen": {3}}) == freeze({"seen": {3}, "board": [1, 2]})
    True
    >>> freeze([1, 2]) == freeze([1, True])
    False
    """
    return _freeze(value, {})


def fields_of(value: object) -> dict[str, Any]:
    """The attributes of an object, by name, without class attributes."""
    held = dict(getattr(value, "__dict__", {}))
    for kind in type(value).__mro__:
        slots = kind.__dict__.get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if hasattr(value, name):
                held[name] = getattr(value, name)
    return held


def _freeze(value: Any, seen: dict[int, int]) -> Hashable:
    if isinstance(value, _PLAIN):
        return type(value).__qualname__, value
    if id(value) in seen:  # objects may form cycles
        return "again", seen[id(value)]
    seen[id(value)] = len(seen)
    kind, own_hash = type(value).__qualname__, vars(type(value)).get("__hash__")
    if isinstance(value, list | tuple | deque):
        return kind, tuple(_freeze(item, seen) for item in value)
    if isinstance(value, Mapping):
        return kind, frozenset(
            (_freeze(key, seen), _freeze(item, seen)) for key, item in value.items()
        )
    if isinstance(value, set | frozenset):
        return kind, frozenset(_freeze(item, seen) for item in value)
    if hasattr(value, "tobytes"):
        return kind, getattr(value, "shape", None), value.tobytes()
    fields = fields_of(value)
    if not fields:
        return kind, hash(value) if own_hash else None
    return kind, tuple((name, _freeze(item, seen)) for name, item in sorted(fields.items()))
