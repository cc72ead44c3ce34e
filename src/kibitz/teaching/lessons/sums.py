"""An evaluation as a sum: the counts of both sides, the weights and the total."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.types import Score


@dataclass(frozen=True, slots=True)
class SumTerm:
    """One term of an evaluation: the difference of two counts, multiplied by a weight."""

    name: str
    own: int
    other: int
    weight: int
    value: Score  # of the term


@dataclass(frozen=True, slots=True)
class Sum:
    """The terms of an evaluation and their total."""

    terms: tuple[SumTerm, ...]
    total: Score

    def term(self, name: str) -> SumTerm | None:
        """The term with this name, or None."""
        return next((term for term in self.terms if term.name == name), None)
