"""A contestant of a match, written as text.

    LEVEL               5, hard: a level of the game
    random              any legal move
    FILE.py:FUNCTION    your own function, (game, position) -> move
    KEY=VALUE,...       the engine with limits and settings; with level=NAME a level

The first three may also be followed by `,KEY=VALUE`. Two words may appear among the pairs:
`baseline` switches off all search techniques, and `plain` selects the plain search, which has its
own keys.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NoReturn

from kibitz.core.errors import KibitzError, OptionError
from kibitz.search.deepening import Opponents, SearchKind
from kibitz.search.limits import Limit
from kibitz.search.switches import BASELINE, FORMER_NAMES, PLAIN, Plain, Switches, why_unknown

DEFAULT = Limit(nodes=20_000)  # for an engine without a limit or a level
PRESETS: dict[str, Switches | Plain] = {
    "plain": PLAIN,
    "baseline": BASELINE,
}
MOST_TECHNIQUE = 256  # the largest value of a numeric technique
LIMITS = ("time", "depth", "nodes")
SETTINGS = ("search", "threads", "memory", "opponents", "evaluation")
KEYS = ("level", *LIMITS, *SETTINGS, "seed", "name", *Switches._fields)
_TECHNIQUES = {**Plain._field_defaults, **Switches._field_defaults}
_ALLOWED = {
    "random": ("seed", "name"),
    "function": ("name",),
    "level": ("level", *LIMITS, *SETTINGS, "seed", "name"),
    "engine": (*LIMITS, *SETTINGS, "name", *Switches._fields),
    "plain": (*LIMITS, *SETTINGS[1:], "name", *Plain._fields),
}
_KIND_NAMES = {
    "random": "random",
    "function": "a function",
    "level": "a level",
    "engine": "an engine",
    "plain": "a plain search",
}
_BOOLEANS = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}
_FUNCTION = re.compile(r"(.+\.py):(\w+)(?:,(.*))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Contestant:
    """A player of a match: a level, the engine with settings, a function, or random moves.

    >>> Contestant.parse("nodes=1000,killers=off").switches.killers
    False
    """

    text: str  # the source text, with an absolute path
    kind: Literal["engine", "level", "random", "function"]
    name: str = ""
    level: str = ""
    limit: Limit = field(default_factory=Limit)
    switches: Switches | Plain = field(default_factory=Switches)
    threads: int = 1
    memory: int = 32
    opponents: Opponents = "paranoid"
    search: SearchKind | None = None
    evaluation: str = ""
    seed: int | None = None
    file: str = ""  # an absolute path
    function: str = ""

    @classmethod
    def parse(cls, text: str) -> Contestant:
        """The contestant that `text` describes; raises OptionError if the text is invalid."""
        if not isinstance(text, str) or not text.strip():
            _refuse(text, "it is empty" if isinstance(text, str) else "it is not text")
        wanted = text.strip()
        if wanted != wanted.encode(errors="ignore").decode():
            _refuse(text, "it contains bytes that are not text")
        found = _FUNCTION.fullmatch(wanted)
        if found:
            path, function, rest = found.groups()
            path = os.path.abspath(path)
            tail = f",{rest}" if rest else ""
            base = cls(f"{path}:{function}{tail}", "function", file=path, function=function)
            base = replace(base, name=f"{os.path.basename(path)}:{function}")
            return _with_pairs(base, rest.split(",") if rest else [])
        parts = wanted.split(",")
        base = cls(wanted, "engine", name=wanted)
        if "=" not in parts[0] and parts[0] not in PRESETS:
            first = parts.pop(0)
            if first == "random":
                base = replace(base, kind="random")
            elif ".py" in first or ":" in first:
                _refuse(text, "write a function as FILE.py:FUNCTION, for example bot.py:choose")
            else:
                base = replace(base, kind="level", level=first)
        elif any(part.startswith("level=") for part in parts):
            base = replace(base, kind="level")
        return _with_pairs(base, parts)

    @property
    def own_switches(self) -> Switches | Plain | None:
        """The techniques of the search; None if they are the usual ones."""
        return None if self.switches == Switches() else self.switches

    @property
    def engine_limit(self) -> Limit:
        """The limit of an engine without a level."""
        return DEFAULT if self.limit == Limit() else self.limit


def _with_pairs(base: Contestant, parts: list[str]) -> Contestant:
    """`base` with the KEY=VALUE pairs of its text."""
    found: dict[str, Any] = {}
    switches = base.switches
    if base.kind == "engine":
        for part in [part for part in map(str.strip, parts) if part in PRESETS]:
            switches = PRESETS[part]
    kind = "plain" if isinstance(switches, Plain) else base.kind
    for part in parts:
        key, equals, value = (word.strip() for word in part.partition("="))
        if not equals and key in PRESETS and base.kind == "engine":
            continue
        if not equals or not value:
            _refuse(base.text, f"{part!r} is not a KEY=VALUE pair")
        key = FORMER_NAMES.get(key, key)
        if key not in KEYS and key not in _ALLOWED[kind]:
            _refuse_key(base.text, key)
        if key not in _ALLOWED[kind]:
            takes = ", ".join(_ALLOWED[kind])
            _refuse(base.text, f"{key!r} does not apply: {_KIND_NAMES[kind]} takes {takes}")
        if key in found or (key == "level" and base.level):
            _refuse(base.text, f"{key!r} appears twice")
        found[key] = _parse_value(base.text, key, value)
    switches = switches._replace(**{k: found.pop(k) for k in switches._fields if k in found})
    try:
        limit = Limit(**{key: found.pop(key) for key in LIMITS if key in found})
    except KibitzError as problem:
        _refuse(base.text, str(problem))
    return replace(base, switches=switches, limit=limit, **found)


def _parse_value(text: str, key: str, value: str) -> object:
    """The value of a key, converted to its type."""
    default = {**_TECHNIQUES, "time": 1.0}.get(key, 0)
    if key in ("level", "search", "opponents", "evaluation", "name"):
        return value
    if isinstance(default, bool):
        if value.casefold() not in _BOOLEANS:
            _refuse(text, f"{key} cannot be {value!r}: expected on or off")
        return _BOOLEANS[value.casefold()]
    is_technique = key in _TECHNIQUES
    expected = "seconds" if isinstance(default, float) else "a whole number"
    expected += f" from 0 to {MOST_TECHNIQUE}" if is_technique else ""
    try:
        number = float(value) if isinstance(default, float) else int(value)
    except ValueError:
        _refuse(text, f"{key} cannot be {value!r}: expected {expected}")
    if is_technique and not 0 <= number <= MOST_TECHNIQUE:
        _refuse(text, f"{key} cannot be {value!r}: expected {expected}")
    return number


def _refuse_key(text: str, key: str) -> NoReturn:
    """Refuse a key that is unknown or was removed."""
    if key in Plain._fields:
        _refuse(text, f"{key!r} belongs to the plain search, as in plain,{key}=...")
    reason = why_unknown(key)
    _refuse(text, f"unknown key {key!r}" + (f", expected {reason}" if reason else ""))


def _refuse(text: object, problem: str) -> NoReturn:
    raise OptionError("bad_player", text=text, problem=problem, keys=", ".join(KEYS))


def different_names(contestants: list[Contestant]) -> list[Contestant]:
    """The contestants with unique names: a second NAME becomes NAME (2)."""
    taken: dict[str, int] = {}
    found = []
    for one in contestants:
        taken[one.name] = taken.get(one.name, 0) + 1
        count = taken[one.name]
        found.append(one if count == 1 else replace(one, name=f"{one.name} ({count})"))
    return found
