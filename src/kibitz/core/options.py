"""The options of a game: their names and values, and how they are parsed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from kibitz.core.errors import OptionError


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game: its name, its default and its possible values.

    `title` and `labels` are what people read instead of the name and of some values. Not every
    value may exist together with the game's other settings: `available` lists those that do, and
    is None if all do. An `advanced` option is one that few players change.
    """

    name: str
    default: int | str
    choices: Sequence[int] | Sequence[str]  # a range, or a list of names
    help: str = ""
    title: str = ""
    labels: Mapping[int | str, str] = field(default_factory=dict)
    available: Sequence[int] | Sequence[str] | None = None
    advanced: bool = False

    @property
    def offered(self) -> Sequence[int] | Sequence[str]:
        """The values that exist together with the other settings of the game."""
        return self.choices if self.available is None else self.available

    @property
    def expected(self) -> str:
        """The possible values, in words."""
        if isinstance(self.choices, range):
            return f"a whole number from {self.choices[0]} to {self.choices[-1]}"
        return " or ".join(repr(choice) for choice in self.choices)

    def as_dict(self) -> dict[str, object]:
        """The option as a JSON object.

        >>> size = Option("size", 3, range(3, 6), "cells in a row").as_dict()
        >>> size["least"], size["most"], size["available"]
        (3, 5, {'least': 3, 'most': 5})
        """
        return {
            "name": self.name,
            "default": self.default,
            **_values(self.choices),
            "help": self.help,
            "title": self.title,
            "labels": {str(value): label for value, label in self.labels.items()},
            "available": _values(self.offered),
            "advanced": self.advanced,
        }

    def parse(self, value: object, game: str) -> int | str:
        """`value`, from code or typed by a user, converted to the type of this option."""
        numeric = isinstance(self.default, int)
        if numeric and isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,18}", value.strip()):
            value = int(value)
        if type(value) is (int if numeric else str) and value in self.choices:
            return value
        raise OptionError(
            "bad_option", name=self.name, game=game, value=value, expected=self.expected
        )


def _values(values: Sequence[int] | Sequence[str]) -> dict[str, object]:
    """The values of an option as JSON fields."""
    if isinstance(values, range):
        return {"least": values[0], "most": values[-1]}
    return {"choices": list(values)}


def parse_options(
    game: str, options: Sequence[Option], given: Mapping[str, object]
) -> dict[str, int | str]:
    """The values of `given`, converted to the types of the options; OptionError if one is invalid.

    All settings pass through here before they become arguments of a Python function, so that a
    user's option name cannot clash with a parameter such as `self`.
    """
    known = {option.name: option for option in options}
    parsed = {}
    for name, value in given.items():
        if not isinstance(name, str) or name not in known:
            listed = f"its options are {', '.join(known)}" if known else "it has none"
            raise OptionError("unknown_option", game=game, name=name, known=listed)
        parsed[name] = known[name].parse(value, game)
    return parsed
