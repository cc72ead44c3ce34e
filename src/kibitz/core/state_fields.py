"""The fields of a state that can be compiled: integers, boards, cells, and tuples of integers.

The search stores each field as one or more 64-bit words. The example of a field, from the starting
state, determines its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any

from kibitz.core.board import Board
from kibitz.core.cells import Cells
from kibitz.core.packed import Packed, to_words
from kibitz.core.types import MoveRule, MovesRule

MOST_ITEMS = 32  # of a tuple: long tuples compile slowly
_TRIED = 64  # first moves
_WORD = 1 << 63
_ITEM = "-?[0-9]{1,19}"


def is_field(value: object) -> bool:
    """Whether a field with this value can be compiled."""
    if isinstance(value, tuple):
        return 1 <= len(value) <= MOST_ITEMS and all(type(item) is int for item in value)
    return type(value) is int or isinstance(value, Packed)


def uncompilable_fields(state: Any, moves: MovesRule, play: MoveRule) -> list[str]:
    """The fields of a starting state that cannot be compiled.

    A tuple that a move makes longer or shorter cannot, so the first moves are tried.
    """
    found = [name for name in state._fields if not is_field(getattr(state, name))]
    tuples = [name for name in state._fields if isinstance(getattr(state, name), tuple)]
    if tuples and not found:
        with suppress(Exception):  # mistakes in the rules are reported when they are used
            for move in islice(moves(state), _TRIED):
                after = play(state, move)
                lengths = ((name, getattr(after, name), getattr(state, name)) for name in tuples)
                found += [name for name, new, old in lengths if len(new) != len(old)]
    return sorted(set(found))


def annotation_problems(state: Any) -> Iterator[str]:
    """The fields of a starting state that are annotated as boards or cells and are something else.

    Without an example of its size, such a field cannot be compiled.
    """
    annotations = getattr(type(state), "__annotations__", {})
    for name in getattr(state, "_fields", ()):
        annotation = annotations.get(name)
        kind = getattr(annotation, "__forward_arg__", getattr(annotation, "__name__", annotation))
        value = getattr(state, name, None)
        for wanted, example in ((Board, "Board(8, 8)"), (Cells, "Cells(14, 6)")):
            if kind == wanted.__name__ and not isinstance(value, wanted):
                expected = f"expected {wanted.__name__}, as in {example}"
                yield f"the field {name} starts as {value!r}: {expected}"


def word_count(example: Any) -> int:
    """The number of words of a field."""
    if isinstance(example, Packed):
        return example.words
    return len(example) if isinstance(example, tuple) else 1


def words_of(value: Any) -> tuple[int, ...]:
    """The words of a field."""
    if isinstance(value, Packed):
        return to_words(value, value)
    return value if isinstance(value, tuple) else (value,)


def word_names(state: Any) -> Iterator[tuple[str, str]]:
    """For each word of a state like `state`, its field and its name in messages."""
    for field, example in zip(state._fields, state, strict=True):
        count = word_count(example)
        for index in range(count):
            yield field, field if count == 1 else f"{field}[{index}]"


def field_problem(value: object, example: Any) -> str:
    """What is wrong with the value of a field, compared with the example; empty if it fits."""
    if isinstance(example, Packed):
        fits = isinstance(value, type(example)) and value.shape == example.shape
        return "" if fits else f"expected a {example.kind}"
    if isinstance(example, tuple):
        fits = isinstance(value, tuple) and len(value) == len(example) and all(map(_fits, value))
        return "" if fits else f"expected a tuple of {len(example)} integers of at most 63 bits"
    if type(value) is int and not _fits(value):
        return "expected an integer of at most 63 bits; for a board of 64 cells or more, use Board"
    return "" if _fits(value) else "expected an integer of at most 63 bits"


def board_problem(state: Any, start: Any) -> str:
    """The first board or cells of another size than at the start of the game; empty if all fit."""
    fields = getattr(start, "_fields", ()) if isinstance(start, tuple) else ()
    for name, value, example in zip(fields, state, start, strict=True) if fields else ():
        problem = field_problem(value, example) if isinstance(example, Packed) else ""
        if problem:
            return f"{problem} for {name}, got {value!r}"
    return ""


def _fits(value: object) -> bool:
    return type(value) is int and -_WORD <= value < _WORD


def format_field(value: Any) -> str:
    """A field in a position text: a number, or numbers with points between them."""
    if isinstance(value, Board):
        return str(value.bits)
    if isinstance(value, Cells):
        return ".".join(map(str, value.values()))
    return ".".join(map(str, value)) if isinstance(value, tuple) else str(value)


def parse_field(text: str, example: Any, name: str) -> Any:
    """The field written as `text`. Raises ValueError with the reason."""
    if isinstance(example, Board):
        if not re.fullmatch(r"[0-9]{1,1300}", text) or int(text) >> example.size:
            raise ValueError(f"expected a number of at most {example.size} bits for {name}")
        return example.with_bits(int(text))
    count = len(example) if isinstance(example, tuple) else 1
    if isinstance(example, Cells):
        count = example.shape[0]
    if not re.fullmatch(rf"{_ITEM}(\.{_ITEM}){{{count - 1}}}", text):
        expected = "a number" if count == 1 else f"{count} numbers with points between them"
        raise ValueError(f"expected {expected} for {name}")
    values = tuple(map(int, text.split(".")))
    if isinstance(example, Cells):
        return Cells(*example.shape, values)
    if not all(map(_fits, values)):
        raise ValueError("expected numbers of at most 63 bits")
    return values if isinstance(example, tuple) else values[0]


def state_words(state: Sequence[Any]) -> tuple[int, ...]:
    """The words of all fields of a state."""
    return tuple(word for value in state for word in words_of(value))
