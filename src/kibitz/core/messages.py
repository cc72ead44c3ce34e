"""Messages: a sentence with its code and parameters.

Code and parameters travel with the sentence, so that a program can act on it and a translation can
replace it. Kibitz's own sentences are in `english`. Games have sentences of their own; they build a
`Message` where they refuse.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz.core.english import ENGLISH as ENGLISH

_QUOTED = 200  # characters of a value that is quoted, which mostly came from outside
_LONGEST = 4_000  # characters of any other value
_PATHS = frozenset({"path", "file", "folder"})  # quoted, but only useful as a whole


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence with its code and parameters: a refusal, a reason or an explanation.

    Whatever it quotes, it can be written as UTF-8 and is no longer than a page.
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
    """The sentence of Kibitz's own with this code, its parameters filled in.

    >>> str(message("unknown_game", name="chess", known="connect4, tictactoe"))
    "no game 'chess': known games are connect4, tictactoe; a file like mygame.py works too"
    """
    template = ENGLISH[code]
    short = {
        name: _bounded(
            value, _QUOTED if f"{{{name}!r}}" in template and name not in _PATHS else _LONGEST
        )
        for name, value in params.items()
    }
    return Message(code, template.format(**short), short)


class Shown(str):
    """What stands for a value that is too long to be shown, or cannot be."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def _bounded(value: object, most: int) -> object:
    """The value, or a short and encodable text where it is neither."""
    if value is None or isinstance(value, float | Shown):
        return value
    if isinstance(value, str):
        return _short(value, most)
    try:
        texts = (str(value), repr(value))
    except Exception:  # a stranger's object, or a number in it that Python does not write out
        return Shown(f"a {type(value).__name__}")
    is_fine = all(_short(text, most) == text for text in texts)
    return value if is_fine else Shown(_short(texts[1], most))


def _short(text: str, most: int) -> str:
    if len(text) > most:
        text = f"{text[: most - 1]}…"
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()
