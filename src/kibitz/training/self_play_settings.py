"""The settings of self-play, which together with a game's number determine the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from kibitz.core.errors import LimitError
from kibitz.search.memory import MAX_HISTORY, MAX_PLY

MOST_NODES = 1 << 40
MOST_SEED = (1 << 62) - 1

_RANGES = {
    "nodes": (1, MOST_NODES),
    "depth": (1, MAX_PLY - 1),
    "seed": (0, MOST_SEED),
    "least_opening": (0, 1000),
    "most_opening": (0, 1000),
    "random_moves": (0, 1000),
    "plies": (1, MAX_HISTORY - 1),
}


@dataclass(frozen=True, slots=True)
class SelfPlaySettings:
    """How games are played. The same settings and number always give the same game.

    >>> SelfPlaySettings(nodes=500).depth
    255
    """

    nodes: int = 2000  # the node limit of each search
    depth: int = MAX_PLY - 1  # the depth limit of each search
    seed: int = 0
    least_opening: int = 2  # each game begins with this many random moves
    most_opening: int = 10  # to this many
    random_moves: int = 20  # how many of a thousand later moves are random
    plies: int = 300  # longer games are drawn
    adjudicate: bool = True  # end games whose result the endgame tables or a search have proven

    def __post_init__(self) -> None:
        for name, (least, most) in _RANGES.items():
            value = getattr(self, name)
            if type(value) is not int or not least <= value <= most:
                expected = f"a whole number from {least} to {most}"
                raise LimitError("bad_setting", name=name, value=value, expected=expected)
        if self.most_opening < self.least_opening:
            expected = f"at least the {self.least_opening} of least_opening"
            raise LimitError(
                "bad_setting", name="most_opening", value=self.most_opening, expected=expected
            )
        if type(self.adjudicate) is not bool:
            raise LimitError(
                "bad_setting", name="adjudicate", value=self.adjudicate, expected="True or False"
            )

    def as_dict(self) -> dict[str, Any]:
        """The settings as a JSON object."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> SelfPlaySettings:
        """The settings from a JSON object. Raises LimitError or TypeError if it is none."""
        known = {field.name for field in fields(cls)}
        if set(values) != known:
            raise TypeError(f"expected {', '.join(sorted(known))}")
        return cls(**values)
