"""The options of a game: their names, their values, and how both are read from anywhere."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kibitz.core.errors import OptionError


@dataclass(frozen=True, slots=True)
class Option:
    """One switch of a game: its name, its default and the values it can take."""

    name: str
    default: int | str
    choices: Sequence[int] | Sequence[str]  # a range, or every value by name
    help: str = ""

    @property
    def expected(self) -> str:
        """The values it can take, in words."""
        if isinstance(self.choices, range):
            return f"a whole number from {self.choices[0]} to {self.choices[-1]}"
        return " or ".join(repr(choice) for choice in self.choices)

    def parse(self, value: object, game: str) -> int | str:
        """`value`, as given in code or typed, as the type of this option."""
        numeric = isinstance(self.default, int)
        if numeric and isinstance(value, str) and re.fullmatch(r"[+-]?[0-9]{1,18}", value.strip()):
            value = int(value)
        if type(value) is (int if numeric else str) and value in self.choices:
            return value
        raise OptionError(
            "bad_option", name=self.name, game=game, value=value, expected=self.expected
        )


def parse_options(
    game: str, options: Sequence[Option], given: Mapping[str, object]
) -> dict[str, int | str]:
    """The values that were given, by the names of the game's options; OptionError otherwise.

    Everything goes through here before it becomes an argument of a Python function, so that no
    name from outside can clash with a parameter such as `self`.
    """
    known = {option.name: option for option in options}
    parsed = {}
    for name, value in given.items():
        if not isinstance(name, str) or name not in known:
            listed = f"its options are {', '.join(known)}" if known else "it has none"
            raise OptionError("unknown_option", game=game, name=name, known=listed)
        parsed[name] = known[name].parse(value, game)
    return parsed
