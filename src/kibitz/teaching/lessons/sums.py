"""An evaluation as a sum: counts of both sides, weights and what they add up to."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.types import Score


@dataclass(frozen=True, slots=True)
class SumTerm:
    """One term of an evaluation: a weight for what one side has more than the other."""

    name: str
    own: int
    other: int
    weight: int
    value: Score  # what the term is said to add


@dataclass(frozen=True, slots=True)
class Sum:
    """The terms of an evaluation and their total."""

    terms: tuple[SumTerm, ...]
    total: Score

    def term(self, name: str) -> SumTerm | None:
        """The term of that name, if there is one."""
        return next((term for term in self.terms if term.name == name), None)
