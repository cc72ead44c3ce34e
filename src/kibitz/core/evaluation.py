"""Evaluations: functions that score unfinished positions, with their terms and weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from kibitz.core.types import Side, State
from kibitz.core.weights import Given, WeightedRule, weights_of


def no_evaluation(state: State, side: Side) -> int:
    """The evaluation of a game without one: all unfinished positions are equal."""
    return 0


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A function that scores unfinished positions of a game, with its terms and weights.

    - `evaluate(state, side)`: the score of an unfinished position for `side`, an integer.
    - `explain(state, side)`: the terms of the score by name; they add up to `evaluate`.
    - `mirrored`: False if `evaluate` for one side is not the negative of its value for the other.
    - `weights`: integers that both functions take as a third argument: a tuple, a NumPy array or
      the path of a .npy file. Changing them needs no
      recompilation.

    >>> material = Evaluation(lambda state, side, weights: weights[0], weights=(100,))
    >>> material.evaluate(None, 0), material.with_weights((90,)).evaluate(None, 0)
    (100, 90)
    """

    evaluate: Callable[..., int]
    explain: Callable[..., Mapping[str, int]] | None = None
    mirrored: bool = True
    weights: Given = None

    def __post_init__(self) -> None:
        if self.weights is None:
            return
        # All callers pass two arguments; only compiled code passes the weights explicitly.
        weights = weights_of(self.weights)
        object.__setattr__(self, "weights", weights)
        for name in ("evaluate", "explain"):
            rule = getattr(self, name)
            if callable(rule) and not isinstance(rule, WeightedRule):
                object.__setattr__(self, name, WeightedRule(rule, weights))

    def __call__(self, state: State, side: Side) -> int:
        """The score of an unfinished position for `side`."""
        return self.evaluate(state, side)

    def with_weights(self, weights: Given) -> Evaluation:
        """This evaluation with other weights."""
        evaluate = getattr(self.evaluate, "function", self.evaluate)
        explain = getattr(self.explain, "function", self.explain)
        return replace(self, evaluate=evaluate, explain=explain, weights=weights)
