"""Values packed into 64-bit words, for the fields of a state: the base of boards and cells.

Compiled code holds the words; interpreted code holds them as one Python integer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, TypeVar

WORD_BITS = 64
MOST_WORDS = 64
_WORD = (1 << WORD_BITS) - 1
_TOP = 1 << WORD_BITS - 1


class Packed:
    """An immutable value of a fixed number of words. `shape` is the arguments of its type."""

    __slots__ = ("bits", "shape")

    bits: int
    shape: tuple[int, int]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {self.kind} does not change: it has no {name} to set")

    @property
    def kind(self) -> str:
        """The type with its shape, as messages name it."""
        return f"{type(self).__name__}({self.shape[0]}, {self.shape[1]})"

    @property
    def words(self) -> int:
        """The number of words."""
        raise NotImplementedError

    @property
    def content(self) -> str:
        """The value's part of the cache key of code that refers to it."""
        return f"{self.kind} {self.bits}"

    def with_bits(self, bits: int) -> Self:
        """A value of the same type with these bits, which must fit."""
        made = object.__new__(type(self))
        object.__setattr__(made, "shape", self.shape)
        object.__setattr__(made, "bits", bits)
        return made

    def refused(self, other: object, what: str) -> TypeError:
        """The error for an operation with a value of another type."""
        return TypeError(f"cannot {what} a {self.kind} and {_described(other)}")

    def _bits_of(self, other: object, what: str) -> int:
        """The bits of `other`, which must be of the same type."""
        if type(other) is type(self) and other.shape == self.shape:
            return other.bits
        raise self.refused(other, what)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):  # compiled code cannot compare them
            raise self.refused(other, "compare")
        return type(other) is type(self) and (self.bits, self.shape) == (other.bits, other.shape)

    def __lt__(self, other: Self) -> bool:
        return self.bits < self._bits_of(other, "compare")

    def __le__(self, other: Self) -> bool:
        return self.bits <= self._bits_of(other, "compare")

    def __gt__(self, other: Self) -> bool:
        return self.bits > self._bits_of(other, "compare")

    def __ge__(self, other: Self) -> bool:
        return self.bits >= self._bits_of(other, "compare")

    def __hash__(self) -> int:
        return hash((self.bits, self.shape))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.shape, self.bits)


def _described(value: object) -> str:
    if isinstance(value, Packed):
        return f"a {value.kind}"
    return f"the {type(value).__name__} {value!r}"


def _restored(kind: type[Packed], shape: tuple[int, int], bits: int) -> Packed:
    like = object.__new__(kind)
    object.__setattr__(like, "shape", shape)
    return like.with_bits(bits)


P = TypeVar("P", bound=Packed)


def to_words(like: P, value: P) -> tuple[int, ...]:
    """The words of `value` as signed integers, lowest first. It must be of the type of `like`."""
    if type(value) is not type(like) or value.shape != like.shape:
        raise TypeError(f"expected a {like.kind}, got {_described(value)}")
    words = (value.bits >> WORD_BITS * index & _WORD for index in range(value.words))
    return tuple(word - (word >> 63 << WORD_BITS) for word in words)


def from_words(shape: P, words: Sequence[int]) -> P:
    """A value of the same type as `shape`, from its words."""
    bits = 0
    for index, word in enumerate(words):
        bits |= (int(word) & _WORD) << WORD_BITS * index
    return shape.with_bits(bits)
