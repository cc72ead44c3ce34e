"""Explanations: why this move, and why not that one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kibitz.core.contract import Game
from kibitz.core.types import Side, State
from kibitz.engine.lines import Line
from kibitz.teaching.explanations.board_marks import BoardMark
from kibitz.teaching.explanations.claims import Claim, points


@dataclass(frozen=True, slots=True)
class Term:
    """One term of the evaluation for the mover, in points, before and after the move."""

    name: str
    before: int | float
    after: int | float

    def as_dict(self) -> dict[str, object]:
        """The term for JSON."""
        return {"name": self.name, "before": self.before, "after": self.after}

    def __str__(self) -> str:
        return f"{self.name} {_signed(self.before)} -> {_signed(self.after)}"


def terms_of(game: Game, before: State, after: State, side: Side) -> tuple[Term, ...]:
    """The terms of the evaluation; empty if the game does not explain it, or is over.

    The terms of a position add up to its evaluation.
    """
    if game.explain is None or next(iter(game.moves(after)), None) is None:
        return ()
    first, second = game.explain(before, side), game.explain(after, side)
    names = dict.fromkeys((*first, *second))
    return tuple(
        Term(name, _points(game, first, name), _points(game, second, name)) for name in names
    )


def _points(game: Game, terms: Mapping[str, int], name: str) -> int | float:
    value = terms.get(name, 0)
    return value if game.unit == 1 else value / game.unit


def _signed(value: int | float) -> str:
    return f"{points(value):+}"


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move is good or bad: claims that have been checked."""

    move: str
    line: Line  # the engine's line for it
    claims: tuple[Claim, ...]
    terms: tuple[Term, ...]
    marks: tuple[BoardMark, ...]

    def as_dict(self) -> dict[str, object]:
        """The explanation for JSON."""
        return {
            "move": self.move,
            "line": self.line.as_dict(),
            "claims": [claim.as_dict() for claim in self.claims],
            "terms": [term.as_dict() for term in self.terms],
            "marks": [mark.as_dict() for mark in self.marks],
            "text": str(self),
        }

    def __str__(self) -> str:
        if not self.claims:
            return f"{self.move}: {self.line.value}."
        first, *others = [claim.text for claim in self.claims]
        return " ".join([f"{self.move} {first}.", *(f"It {other}." for other in others)])


@dataclass(frozen=True, slots=True)
class Comparison:
    """The explanations of two moves, and the claims that compare them."""

    mine: Explanation
    yours: Explanation
    differences: tuple[Claim, ...]

    def as_dict(self) -> dict[str, object]:
        """The comparison for JSON."""
        return {
            "mine": self.mine.as_dict(),
            "yours": self.yours.as_dict(),
            "differences": [claim.as_dict() for claim in self.differences],
            "text": str(self),
        }

    def __str__(self) -> str:
        if self.mine.move == self.yours.move:
            return str(self.mine)
        texts = [claim.text for claim in self.differences]
        return "\n".join([*texts, str(self.mine), str(self.yours)])
