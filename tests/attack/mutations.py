"""Ways in which a valid request is spoiled."""

from __future__ import annotations

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any
from urllib.parse import quote, urlencode

from tests.attack.odd import NAMES, RAW, TEXTS, odd_value
from tests.attack.templates import ABSENT, Draft, Inner
from tests.attack.wire import Framing, Wire
from tests.attack.world import World

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY", "get")
_TYPES = (
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=utf-16",
    "application/json;;;=",
    "application/problem+json",
    "",
    "é",
)
_PATH_PARTS = (
    "%00",
    "%ff",
    "%2e%2e",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "..",
    "%ed%a0%80",
    "%",
    "%zz",
    "%0d%0aX-Injected:%20yes",
    "{session_id}",
    "self",
    "x" * 5000,
    "0" * 24,
    "%F0%9F%98%80",
    "",
)
_HEADERS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("If-Match", ("*", '"0"', '"999999999"', '"99999999999999999999"', "W/", "é", "x" * 3000, "")),
    ("If-None-Match", ("*", '"1"', 'W/"1", "2"', "," * 3000, '"', "x" * 3000)),
    ("Idempotency-Key", ("", "x" * 255, "x" * 256, "é\xff", "a\tb", "1", "'", "\x7f")),
    ("Last-Event-ID", ("-1", "1e3", "99999999999", "é", "0x1", "", "٣", "1 ", "x" * 3000)),
    (
        "Authorization",
        ("Bearer", "Bearer ", "bearer x", "Basic eDp5", "Bearer " + "x" * 7000, "é", "Bearer \xff"),
    ),
    ("Prefer", ("respond-async", "respond-async, wait=10", "RESPOND-ASYNC;", "é", "x" * 3000)),
    ("X-Request-ID", ("a" * 64, "a" * 65, "a b", "é", "\x1b[31m")),
    ("Content-Encoding", ("gzip", "br", "é")),
    ("Accept", ("text/html", "*/*;q=nan", "é")),
    ("Accept-Encoding", ("gzip", "gzip;q=0", "é")),
    ("Origin", ("null", "http://localhost", "é")),
    ("Host", ("", "evil.example", "a\xff", "[::1", "127.0.0.1:99999999")),
    ("X-Forwarded-For", ("1.2.3.4", "é", "a" * 3000, ",,,")),
    ("X-Forwarded-Proto", ("https", "javascript", "é")),
    ("Content-Length", ("0", "1", "-1", "99999999999999999999", "1_0", "٣")),
    ("Transfer-Encoding", ("chunked", "identity", "chunked, chunked")),
    ("Expect", ("100-continue", "x")),
    ("Upgrade", ("websocket", "h2c")),
    ("Range", ("bytes=0-", "bytes=-1", "bytes=9-1,1-2")),
    ("Cookie", ("a=b", "x" * 7000)),
)
_FRAMINGS: tuple[Framing, ...] = ("chunked", "chunked", "truncated", "bad chunks", "no length")
_PIECES = b'{}[]",:0123456789eE.-ntu\\\xff\x00\xed\xa0\x80 '


def spoil(draft: Draft, world: World, lot: random.Random) -> Wire:
    """The request with something about it changed; now and then as it is."""
    draft = copy.deepcopy(draft)
    changes: list[Callable[[Draft, World, random.Random], None]] = [
        _keep,
        _change_value,
        _change_values,
        _change_query,
        _change_path,
        _change_headers,
        _change_method,
        _name_file,
    ]
    change = lot.choices(changes, [14, 38, 11, 7, 6, 10, 3, 8])[0]
    change(draft, world, lot)
    wire = to_wire(draft)
    spoilers = [_keep_wire, _spoil_text, _spoil_framing, _spoil_type]
    return lot.choices(spoilers, [85, 8, 4, 3])[0](wire, lot)


def to_wire(draft: Draft) -> Wire:
    """The request as bytes."""
    target = draft.path
    if draft.query:
        pairs = [(_bytes(name), _bytes(value)) for name, value in draft.query]
        target += "?" + urlencode(pairs)
    headers = [(name.encode("latin-1"), _header(value)) for name, value in draft.headers]
    body = None if draft.body is ABSENT else json_bytes(draft.body)
    if body is not None:
        headers.append((b"Content-Type", b"application/json"))
    return Wire(draft.method.encode(), _target(target), tuple(headers), body)


def json_bytes(value: Any) -> bytes:
    """JSON with what Python's own cannot write: see `odd.RAW` and `Inner`."""
    text = json.dumps(_without_inner(value))
    pattern = re.escape(json.dumps(RAW)[1:-1])
    return re.sub(rf'"{pattern}((?:[^"\\]|\\.)*)"', _unquoted, text).encode(errors="surrogatepass")


def _unquoted(match: re.Match[str]) -> str:
    found: str = json.loads(f'"{match[1]}"')
    return found


def _without_inner(value: Any) -> Any:
    if isinstance(value, Inner):
        return json_bytes(value.value).decode()
    if isinstance(value, dict):
        return {key: _without_inner(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_inner(item) for item in value]
    return value


def _keep(draft: Draft, world: World, lot: random.Random) -> None:
    pass


def _change_values(draft: Draft, world: World, lot: random.Random) -> None:
    for _ in range(lot.randrange(2, 6)):
        _change_value(draft, world, lot)


def _change_value(draft: Draft, world: World, lot: random.Random) -> None:
    """Change, remove, add or exchange something anywhere in the body."""
    if draft.body is ABSENT:
        draft.body = odd_value(lot) if lot.random() < 0.5 else ABSENT
        _change_query(draft, world, lot)
        return
    places = list(_places(draft.body))
    if not places or lot.random() < 0.03:
        draft.body = odd_value(lot)
        return
    holder, key = lot.choice(places)
    kind = lot.randrange(8)
    if kind == 0:
        del holder[key]
    elif kind == 1 and isinstance(holder, dict):
        holder[lot.choice(NAMES)] = odd_value(lot)
    elif kind == 2 and isinstance(holder, list):
        holder.insert(lot.randrange(len(holder) + 1), odd_value(lot))
    elif kind == 3 and isinstance(holder, list):
        holder.extend(copy.deepcopy(holder) * lot.choice([1, 3, 200]))
    elif kind == 4 and isinstance(holder[key], str):
        holder[key] = _damaged(holder[key], lot)
    elif kind == 5 and isinstance(holder[key], int | float):
        holder[key] += lot.choice([-1, 1, 0.5, 10, -(10**6), 1 << 40])
    elif kind == 6:
        other_holder, other_key = lot.choice(places)
        if other_key in other_holder if isinstance(other_holder, dict) else True:
            holder[key] = copy.deepcopy(other_holder[other_key])
    else:
        holder[key] = odd_value(lot)


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every container and key of a value in it."""
    if isinstance(node, Inner):
        yield from _places(node.value)
    items: Any = ()
    if isinstance(node, dict):
        items = node.items()
    elif isinstance(node, list) and len(node) < 200:
        items = enumerate(node)
    for key, value in items:
        yield node, key
        yield from _places(value)


def _damaged(text: str, lot: random.Random) -> str:
    start = lot.randrange(len(text) + 1)
    end = start + lot.choice([0, 1, 1, 3, 20])
    odd = (
        lot.choice(TEXTS) if lot.random() < 0.5 else lot.choice("xX:-,/()[]{}'\"0189 \n\x00\ud800")
    )
    return text[:start] + odd + text[end:]


def _change_query(draft: Draft, world: World, lot: random.Random) -> None:
    for _ in range(lot.choice([1, 1, 2, 40])):
        name = lot.choice([*NAMES, "rows", "columns", "variant", "format", "players", "length"])
        value = odd_value(lot)
        text = value.removeprefix(RAW) if isinstance(value, str) else json.dumps(value)
        draft.query.append((name, text[:2000]))


def _change_path(draft: Draft, world: World, lot: random.Random) -> None:
    parts = draft.path.split("/")
    place = lot.randrange(1, len(parts)) if len(parts) > 1 else 0
    kind = lot.randrange(4)
    if kind == 0:
        parts[place] = lot.choice(_PATH_PARTS)
    elif kind == 1:
        parts.insert(place, lot.choice(_PATH_PARTS))
    elif kind == 2:
        # Ids of another kind, and names of files.
        ids = [*world.analyses, world.sitting(lot).id, *world.samples.files]
        parts[place] = quote(_bytes(lot.choice(ids)), safe="")
    else:
        parts[place] += lot.choice(_PATH_PARTS)
    draft.path = "/".join(parts)


def _change_headers(draft: Draft, world: World, lot: random.Random) -> None:
    for _ in range(lot.choice([1, 1, 2, 4])):
        name, values = lot.choice(_HEADERS)
        value = lot.choice(values)
        if lot.random() < 0.3:
            draft.headers = [pair for pair in draft.headers if pair[0] != name]
        draft.headers += [(name, value)] * lot.choice([1, 1, 1, 2, 3])


def _change_method(draft: Draft, world: World, lot: random.Random) -> None:
    draft.method = lot.choice(_METHODS)


def _name_file(draft: Draft, world: World, lot: random.Random) -> None:
    """Name a Python file somewhere in the request."""
    name = lot.choice(world.samples.files)
    places = [] if draft.body is ABSENT else list(_places(draft.body))
    texts = [(holder, key) for holder, key in places if isinstance(holder[key], str)]
    games = [spot for spot in places if spot[1] in ("game", "file", "settings", "options", "start")]
    if not places:
        draft.query.append((lot.choice(["format", "game", "file", "name"]), name))
    elif games and lot.random() < 0.6:
        holder, key = lot.choice(games)
        holder[key] = lot.choice([name, {"name": name, "settings": {}, "file": name}])
    elif texts and lot.random() < 0.7:
        holder, key = lot.choice(texts)
        holder[key] = name
    else:
        holder, _ = lot.choice(places)
        if isinstance(holder, dict):
            holder[lot.choice(["file", "path", "source", "game", "module", "player"])] = name


def _keep_wire(wire: Wire, lot: random.Random) -> Wire:
    return wire


def _spoil_text(wire: Wire, lot: random.Random) -> Wire:
    """Damage the text of the body: broken UTF-8, keys twice, cut off."""
    body = wire.body
    if not body:
        return wire
    start = lot.randrange(len(body) + 1)
    kind = lot.randrange(5)
    if kind == 0:
        return replace(wire, body=body[:start])
    if kind == 1:
        return replace(wire, body=b"\xef\xbb\xbf" + body)
    if kind == 2 and body[:1] == b"{":
        return replace(wire, body=body[:-1] + b"," + body[1:])  # every key twice
    if kind == 3:
        return replace(wire, body=body.decode().encode("utf-16"))
    piece = bytes(lot.choices(_PIECES, k=lot.randrange(1, 6)))
    return replace(wire, body=body[:start] + piece + body[start + lot.choice([0, 1, 10]) :])


def _spoil_framing(wire: Wire, lot: random.Random) -> Wire:
    return replace(wire, framing=lot.choice(_FRAMINGS), body=wire.body or b"{}")


def _spoil_type(wire: Wire, lot: random.Random) -> Wire:
    others = tuple(pair for pair in wire.headers if pair[0] != b"Content-Type")
    return replace(wire, headers=(*others, (b"Content-Type", _header(lot.choice(_TYPES)))))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _header(text: str) -> bytes:
    return re.sub(rb"[\r\n\x00]", b"", text.encode("latin-1", "replace"))


def _target(text: str) -> bytes:
    return re.sub(rb"[\s\x00]", b"", _bytes(text))
