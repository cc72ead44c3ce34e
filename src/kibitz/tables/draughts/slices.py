"""Slices: the positions of draughts with given numbers of men and kings of both sides."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple


class Slice(NamedTuple):
    """Positions by the numbers of men and kings of the side to move and of the other side.

    >>> str(Slice(1, 2, 0, 1)), str(Slice(1, 2, 0, 1).turned), Slice.parse("1m2k-1k").pieces
    ('1m2k-1k', '1k-1m2k', 4)
    """

    men: int
    kings: int
    other_men: int
    other_kings: int

    def __str__(self) -> str:
        own, other = _text(self.men, self.kings), _text(self.other_men, self.other_kings)
        return f"{own}-{other}"

    @classmethod
    def parse(cls, text: str) -> Slice:
        """The slice with this text. Raises ValueError if there is none."""
        counts = {"m": 0, "k": 0}, {"m": 0, "k": 0}
        own, _, other = text.partition("-")
        for side, part in zip(counts, (own, other), strict=True):
            for number, kind in zip(part[::2], part[1::2], strict=True):
                side[kind] = int(number)
        found = cls(counts[0]["m"], counts[0]["k"], counts[1]["m"], counts[1]["k"])
        if str(found) != text:
            raise ValueError(f"no slice is named {text!r}")
        return found

    @property
    def turned(self) -> Slice:
        """The slice that a quiet move leads to, unless it promotes a man."""
        return Slice(self.other_men, self.other_kings, self.men, self.kings)

    @property
    def pieces(self) -> int:
        """The number of all pieces."""
        return sum(self)

    @property
    def all_men(self) -> int:
        """The number of men of both sides."""
        return self.men + self.other_men


def _text(men: int, kings: int) -> str:
    return (f"{men}m" if men else "") + (f"{kings}k" if kings else "")


def slices(pieces: int) -> list[Slice]:
    """The slices with this many pieces, in the order in which they can be solved.

    Those without men come first, because every promotion leads to a slice with fewer men.
    """
    found = [
        Slice(men, own - men, other_men, pieces - own - other_men)
        for own in range(1, pieces)
        for men in range(own + 1)
        for other_men in range(pieces - own + 1)
    ]
    return sorted(found, key=lambda one: (one.all_men, abs(one.men - one.other_men), one))


def groups(most: int) -> Iterator[tuple[Slice, ...]]:
    """The slices with up to `most` pieces, in groups that quiet moves connect."""
    for pieces in range(2, most + 1):
        for one in slices(pieces):
            if one >= one.turned:
                yield (one,) if one == one.turned else (one, one.turned)


def exits(one: Slice) -> list[Slice]:
    """The slices that captures and promotions from this slice lead to."""
    own = [(one.men, one.kings)]
    if one.men:
        own.append((one.men - 1, one.kings + 1))
    left = [
        (men, kings)
        for men in range(one.other_men + 1)
        for kings in range(one.other_kings + 1)
        if men + kings > 0
    ]
    found = {Slice(*other, *mine) for other in left for mine in own}
    return sorted(found - {one.turned})
