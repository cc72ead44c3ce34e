"""Messages: a sentence with its code and parameters.

Programs act on the code, and translations replace the sentence. Each layer registers its sentences
when it is imported. Games have their own sentences and create a `Message` directly.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

_QUOTED = 200  # characters of a quoted value, which is usually user input
_LONGEST = 4_000  # characters of any other value
_PATHS = frozenset({"path", "file", "folder"})  # quoted, but not shortened to _QUOTED
_CLAUSES = frozenset({"problem", "expected", "works", "advice"})  # may be full sentences
_STOP = re.compile(r"(?<=[\w)'\"`])\.\Z")

_catalogue: dict[str, str] = {}


def register(sentences: Mapping[str, str]) -> None:
    """Add the sentences of a layer, by their codes.

    ValueError if a code already has a different sentence.
    """
    taken = [code for code, text in sentences.items() if _catalogue.get(code, text) != text]
    if taken:
        raise ValueError(f"Other sentences are registered for {', '.join(taken)}.")
    _catalogue.update(sentences)


def catalogue() -> Mapping[str, str]:
    """The sentences of every layer imported so far, by their codes."""
    return MappingProxyType(_catalogue)


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with its code and parameters: an error, a reason or an explanation.

    Long values are shortened and unencodable ones escaped, so that every message can be shown.
    """

    code: str
    text: str
    params: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", _bounded(self.text, 2 * _LONGEST))
        bounded = {name: _bounded(value, _LONGEST) for name, value in self.params.items()}
        object.__setattr__(self, "params", bounded)

    def __str__(self) -> str:
        return self.text


def message(code: str, /, **params: object) -> Message:
    """The registered sentence with this code, its parameters filled in.

    >>> str(message("bad_setting", name="seed", value="x", expected="a whole number"))
    "seed cannot be 'x': expected a whole number."
    """
    template = _catalogue[code]
    short = {
        name: _bounded(
            value, _QUOTED if f"{{{name}!r}}" in template and name not in _PATHS else _LONGEST
        )
        for name, value in params.items()
    }
    filled = {
        name: _STOP.sub("", str(value)) if name in _CLAUSES else value
        for name, value in short.items()
    }
    text = template.format(**filled).replace("….", "…")  # a shortened list ends with an ellipsis
    return Message(code, text, short)


def own_message(sentences: Mapping[str, str], code: str, /, **params: object) -> Message:
    """A sentence of a game's own table, its parameters filled in.

    >>> str(own_message({"taken": "{cell} is taken."}, "taken", cell="b2"))
    'b2 is taken.'
    """
    text = sentences[code].format(**params).replace("….", "…")
    return Message(code, text, params)


class Shown(str):
    """A text that replaces a value in a message; its `repr` has no quotes."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _bounded(value: object, most: int) -> object:
    """The value, or a short text if it is too long or cannot be encoded."""
    if value is None or isinstance(value, float | Shown):
        return value
    if isinstance(value, str):
        return _short(value, most)
    try:
        texts = (str(value), repr(value))
    except Exception:  # a user's object, or an integer too long for `str`
        return Shown(f"a {type(value).__name__}")
    is_fine = all(_short(text, most) == text for text in texts)
    return value if is_fine else Shown(_short(texts[1], most))


def _short(text: str, most: int) -> str:
    if len(text) > most:
        text = f"{text[: most - 1]}…"
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
