"""The memory type of compiled code: arrays of the caller, as an address and a size."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kibitz.compiling.entry import compile_entry
from kibitz.compiling.signature import INT, INTS, PairType, entry_function
from kibitz.core.types import Memory

tuned = pytest.mark.skipif(
    os.environ.get("KIBITZ_TUNED") == "0", reason="about a patch of Numba that is turned off"
)


def compiled(function: Any, *arguments: Any, boundscheck: bool = False) -> Any:
    return compile_entry(function, arguments, "test", lambda: None, boundscheck=boundscheck)


def rotate(memory: Memory, by: int) -> int:
    """Add `by` times the next word to every word; the sum of all."""
    total = 0
    for index in range(len(memory)):
        memory[index] += by * memory[(index + 1) % len(memory)]
        total += memory[index]
    return total


def test_memory_is_read_and_written_in_place(cache: Path) -> None:
    plain, given = [3, -5, 1 << 40], np.array([3, -5, 1 << 40], np.int64)
    assert compiled(rotate, INTS, INT)(given, 7) == rotate(plain, 7)
    assert given.tolist() == plain


def test_the_entry_of_a_function_works_interpreted_too() -> None:
    given = np.array([3, -5, 1 << 40], np.int64)
    numbers: list[int] = []
    INTS.append(given, numbers)
    INT.append(7, numbers)
    entry, count = entry_function(rotate, (INTS, INT))  # type: ignore[arg-type]
    assert count == len(numbers) == 3
    plain = [3, -5, 1 << 40]
    assert entry(*numbers) == rotate(plain, 7)
    assert given.tolist() == plain


def test_a_slice_is_passed_as_a_slice(cache: Path) -> None:
    given = np.arange(10, dtype=np.int64)
    assert compiled(rotate, INTS, INT)(given[4:7], 0) == 4 + 5 + 6


def test_two_arguments_are_distinct(cache: Path) -> None:
    def swap(both: tuple[Memory, Memory]) -> int:
        both[0][0], both[1][0] = both[1][0], both[0][0]
        return len(both[0]) * 10 + len(both[1])

    one, other = np.array([1, 2], np.int64), np.array([3, 4, 5], np.int64)
    assert compiled(swap, PairType(INTS))((one, other)) == 23
    assert (one.tolist(), other.tolist()) == ([3, 2], [1, 4, 5])


@tuned
@pytest.mark.parametrize("index", [-1, 3, 1 << 40])
def test_where_bounds_are_checked_an_index_counts_from_the_start(cache: Path, index: int) -> None:
    def read(memory: Memory, index: int) -> int:
        return int(memory[index])

    def write(memory: Memory, index: int) -> int:
        memory[index] = 1
        return 0

    given = np.zeros(3, np.int64)
    for function in (read, write):
        safe = compiled(function, INTS, INT, boundscheck=True)
        assert safe(given, 2) in (0, 1)
        with pytest.raises(IndexError, match="out of bounds"):
            safe(given, index)


def test_compiled_code_keeps_no_reference_to_an_argument(cache: Path) -> None:
    def count(memory: Memory, times: int) -> int:
        """By way of a list: such code counts references."""
        return len([memory[0]] * times)

    given = np.zeros(3, np.int64)
    for function in (count, rotate):
        entry = compiled(function, INTS, INT)
        before = sys.getrefcount(given)
        for _ in range(50):
            entry(given, 2)
        gc.collect()
        assert sys.getrefcount(given) == before


@pytest.mark.parametrize(
    "wrong",
    [
        np.zeros(3, np.int32),
        np.zeros(3),
        np.zeros((3, 3), np.int64),
        np.zeros(6, np.int64)[::2],
        [1, 2, 3],
    ],
)
def test_other_arrays_are_refused(cache: Path, wrong: Any) -> None:
    entry = compiled(rotate, INTS, INT)
    with pytest.raises(TypeError, match="expected a flat array of int64"):
        entry(wrong, 1)
