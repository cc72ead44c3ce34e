"""Seeded damage to files: of their bytes, of the JSON in them, and of short texts."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

_DEEP = "deep deep deep"  # stands for a list in a list in a list, which `json` cannot write
_NUMBER = "huge huge huge"  # for a number with more digits than Python reads
_NAN = "nan nan nan"
_RAW = {
    json.dumps(_DEEP): "[" * 50_000 + "]" * 50_000,
    json.dumps(_NUMBER): "9" * 5000,
    json.dumps(_NAN): "NaN",
}


# Bytes.


def _flip(data: bytearray, lot: Random) -> None:
    data[lot.randrange(len(data))] ^= 1 << lot.randrange(8)


def _change(data: bytearray, lot: Random) -> None:
    for _ in range(lot.choice((1, 1, 2, 8))):
        data[lot.randrange(len(data))] = lot.randrange(256)


def _truncate(data: bytearray, lot: Random) -> None:
    del data[lot.randrange(len(data)) :]


def _extend(data: bytearray, lot: Random) -> None:
    data += lot.choice((b"\n", b"\0", b" ", lot.randbytes(20), bytes(data)))


def _remove(data: bytearray, lot: Random) -> None:
    at = lot.randrange(len(data))
    del data[at : at + lot.choice((1, 2, 16, 100))]


def _duplicate(data: bytearray, lot: Random) -> None:
    begin, length = lot.randrange(len(data)), lot.choice((1, 12, 24, 64))
    at = lot.randrange(len(data))
    data[at:at] = data[begin : begin + length]


def _copy_over(data: bytearray, lot: Random) -> None:
    """Copy a block over another, so that the length stays."""
    length = min(lot.choice((1, 4, 12, 24, 64)), len(data))
    begin, at = (lot.randrange(len(data) - length + 1) for _ in range(2))
    data[at : at + length] = data[begin : begin + length]


def _swap(data: bytearray, lot: Random) -> None:
    length = min(lot.choice((1, 4, 12, 24, 64)), len(data) // 2)
    first = lot.randrange(len(data) - 2 * length + 1)
    second = lot.randrange(first + length, len(data) - length + 1)
    one, other = data[first : first + length], data[second : second + length]
    data[first : first + length], data[second : second + length] = other, one


def _zero(data: bytearray, lot: Random) -> None:
    at = lot.randrange(len(data))
    length = len(data[at : at + lot.choice((1, 8, 64, 512))])
    data[at : at + length] = bytes(length)


_BYTES = (
    _flip, _change, _truncate, _extend, _remove, _duplicate, _copy_over, _swap, _zero
)  # fmt: skip


def damaged_bytes(data: bytes, lot: Random) -> bytes:
    """`data` with some damage; never `data` itself."""
    while True:
        found = bytearray(data)
        lot.choice(_BYTES)(found, lot)
        if found != data:
            return bytes(found)


# JSON.

_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**63, -(2**63) - 1, 10**18, 10**400, 0.5, -0.0, 1e308,
    "", "0", "x", "\0", "a\0b", "\ud800", "\udfff\ud800", "\u202e", "é", "١", "x" * 100_000,
    "__proto__", "self", "name", "None", "nan", "../../etc/passwd", "1e999", " ", "\n",
    [], [[]], [None], {}, {"": None}, {"self": 1}, [0] * 10_000, _DEEP, _NUMBER, _NAN,
)  # fmt: skip


def damaged_json(value: Any, lot: Random) -> str:
    """The text of a JSON value of which one or two places say something else."""
    changed = json.loads(json.dumps(value))
    for _ in range(lot.choice((1, 1, 1, 2))):
        changed = _damage(changed, lot)
    text = json.dumps(changed, ensure_ascii=lot.random() < 0.9)
    for name, raw in _RAW.items():
        text = text.replace(name, raw)
    return text


def _damage(value: Any, lot: Random) -> Any:
    places: list[Any] = list(_places(value))
    holder, key = lot.choice(places)
    if holder is None:
        return deepcopy(lot.choice(_VALUES))
    kind = lot.randrange(8)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder[lot.choice(("extra", "self", "\ud800", "x" * 1000, ""))] = deepcopy(holder[key])
    elif kind == 2 and isinstance(holder, dict):
        holder[lot.choice(("extra", "game", "\0"))] = holder.pop(key)
    elif kind == 3 and isinstance(holder, list):
        holder.insert(lot.randrange(len(holder) + 1), deepcopy(holder[key]))
    elif kind == 4:
        other, place = lot.choice(places[1:])
        holder[key] = deepcopy(other[place])
    elif kind == 5:
        holder[key] = _nearby(holder[key], lot)
    else:
        holder[key] = deepcopy(lot.choice(_VALUES))
    return value


def _places(value: Any) -> Any:
    """Every (holder, key) in a value; first the value itself, which nothing holds."""
    yield None, None
    left = [value] if isinstance(value, dict | list) else []
    while left:
        holder = left.pop()
        keys = list(holder) if isinstance(holder, dict) else range(len(holder))
        for key in keys:
            yield holder, key
            if isinstance(holder[key], dict | list):
                left.append(holder[key])


def _nearby(value: Any, lot: Random) -> Any:
    """The same value in another type, or a little off."""
    if isinstance(value, bool) or value is None:
        return lot.choice((not value, str(value), int(bool(value))))
    if isinstance(value, int | float):
        return lot.choice((value + 1, value - 1, -value, str(value), float(value), [value]))
    if isinstance(value, str):
        return damaged_text(value, lot)
    return lot.choice((list(value), json.dumps(value), len(value)))


# Short texts.

_PIECES = (
    "", " ", "\0", "\n", "\ud800", "-", "--", ",", ",,", ":", "/", "//", ".", "x", "X", "o", "K",
    "W", "B", "0", "00", "1", "9", "99", "-1", "10", "50", "51", "64", "1-50", "50-1", "999999999",
    "9" * 30, "9" * 5000, "1e9", "٣", "²", "é", "\u202e", "(", ")", "{", "}", "[", "]", '"', ";",
    "x" * 1000, "%s", "{0}", "None", "True",
)  # fmt: skip


def damaged_text(text: str, lot: Random) -> str:
    """`text` with some characters more, fewer or changed."""
    for _ in range(lot.choice((1, 1, 2, 4))):
        at = lot.randrange(len(text) + 1)
        until = min(len(text), at + lot.choice((0, 1, 1, 2, 5)))
        kind = lot.randrange(6)
        if kind == 0:
            text = text[:at]
        elif kind == 1:
            text = text[:at] + text[until:]
        elif kind == 2 and text:
            begin = lot.randrange(len(text))
            text = text[:at] + text[begin : begin + 8] + text[at:]
        else:
            text = text[:at] + lot.choice(_PIECES) + text[until:]
    return text


Damage = Callable[[bytes, Random], bytes]


def damaged_document(data: bytes, lot: Random) -> bytes:
    """A file of JSON, damaged as bytes or as JSON."""
    if lot.random() < 0.3:
        return damaged_bytes(data, lot)
    return damaged_json(json.loads(data), lot).encode(errors="surrogatepass")


def damaged_lines(data: bytes, lot: Random) -> bytes:
    """A file of lines of JSON, damaged as bytes, as lines or in one of its lines."""
    kind = lot.random()
    if kind < 0.3:
        return damaged_bytes(data, lot)
    lines = data.splitlines(keepends=True)
    at = lot.randrange(len(lines))
    if kind < 0.4:
        lines.insert(lot.randrange(len(lines) + 1), lines[at])
    elif kind < 0.5:
        del lines[at]
    else:
        lines[at] = damaged_json(json.loads(lines[at]), lot).encode(errors="surrogatepass") + b"\n"
    return b"".join(lines)


def damaged_words(data: bytes, lot: Random) -> bytes:
    """A file of plain text, damaged as bytes or as text."""
    if lot.random() < 0.3:
        return damaged_bytes(data, lot)
    return damaged_text(data.decode(), lot).encode(errors="surrogatepass")
