"""Setting up a position by placing pieces: what a game offers, and what was placed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from kibitz.core.messages import Message
from kibitz.core.types import Side, State

CounterKind: TypeAlias = Literal["hand", "points", "number", "cell", "flag"]

COUNTER_KINDS: tuple[CounterKind, ...] = ("hand", "points", "number", "cell", "flag")


@dataclass(frozen=True, slots=True)
class Content:
    """What can be placed on a cell: the letter of a piece or another mark, and a name for it.

    Pieces of the geometry need no name here.
    """

    code: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that belongs to a position but does not stand on the board.

    `name` identifies it; `title` is for people. `side`: whose it is, or None. `kind`: stones in
    "hand", "points", another "number", a "cell" (its number, or -1 for none), or a "flag" (0 or 1).
    """

    name: str
    title: str
    least: int
    most: int
    side: Side | None = None
    kind: CounterKind = "number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """A position as it is set up: the content of every cell, the side to move and the counters."""

    cells: tuple[str, ...]
    turn: Side = 0
    counters: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """How a position of a game is set up by placing pieces.

    `contents`: what can be placed on a cell.
    `read(state)`: the placement of a state.
    `build(placement)`: the state of a placement without problems; the inverse of `read`.
    `problems(placement)`: what is wrong with a placement, as messages; positions that play cannot
        reach are wrong if that is easy to see.
    `counters`: the numbers that a position needs besides the board.
    `empty`: the content of a cell on which nothing was placed.
    `has_turn`: whether the side to move is chosen; False if it follows from the pieces.
    `allows(code)`: whether `code` may stand on a cell although it is not in `contents`, such as a
        knight on a square with a value.
    """

    contents: Sequence[Content]
    read: Callable[[State], Placement]
    build: Callable[[Placement], State]
    problems: Callable[[Placement], Sequence[Message]]
    counters: Sequence[Counter] = ()
    empty: str = ""
    has_turn: bool = True
    allows: Callable[[str], bool] | None = None


def setup_problems(setup: object) -> list[str]:
    """The problems with a setup, in words."""
    if not isinstance(setup, Setup):
        return [f"the geometry's setup is {setup!r}: expected Setup(...)"]
    found = []
    codes = [content.code for content in setup.contents]
    if len(set(codes)) != len(codes):
        found.append("two contents of the setup have the same code")
    names = [counter.name for counter in setup.counters]
    if len(set(names)) != len(names):
        found.append("two counters of the setup have the same name")
    for counter in setup.counters:
        if counter.kind not in COUNTER_KINDS:
            known = ", ".join(COUNTER_KINDS)
            found.append(
                f"the counter {counter.name!r} is of the kind {counter.kind!r}: expected {known}"
            )
        if counter.least > counter.most:
            found.append(
                f"the counter {counter.name!r} has the range {counter.least} to {counter.most}"
            )
    return found
