"""When two positions are equal, and which moves avoid repetition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import Any

from kibitz.core.types import Move, State


def identity_function(clocks: Sequence[str], state: State) -> Callable[[State], Any]:
    """A function that returns the fields of states like `state`, without its clocks."""
    places = [place for place, name in enumerate(state._fields) if name not in clocks]
    if isinstance(state, tuple) and len(places) > 1:
        return itemgetter(*places)  # many times faster
    return partial(_without, clocks)


def _without(clocks: Sequence[str], state: State) -> tuple[Any, ...]:
    """The fields of `state` except `clocks`."""
    return tuple(
        value for name, value in zip(state._fields, state, strict=True) if name not in clocks
    )


def unrepeated(
    moves: Iterable[Move], after: Callable[[Move], Any], earlier: Iterable[Any]
) -> Iterator[Move]:
    """The moves to positions that are not among `earlier`.

    `after`: the identity of the position that a move leads to.
    """
    seen = list(earlier)
    return (move for move in moves if after(move) not in seen)
