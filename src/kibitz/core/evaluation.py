"""Evaluations that go by a name: what a game may be judged by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from kibitz.core.types import Side, State
from kibitz.core.weights import Given, WeightedRule, weights_of


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One way to judge a game's positions, among those that it is known by.

    - `evaluate(state, side)`: what an unfinished game is worth to `side`, an integer.
    - `explain(state, side)`: its terms by name; their sum is `evaluate`.
    - `mirrored`: False where `evaluate` for one player is not the negative of the other's.
    - `weights`: integers that both take as a third argument: a tuple, a NumPy array or the path of
      a .npy file. Other weights need no compiling.

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
        # Everybody calls them with two arguments; only compiled code hands the weights over.
        weights = weights_of(self.weights)
        object.__setattr__(self, "weights", weights)
        for name in ("evaluate", "explain"):
            rule = getattr(self, name)
            if callable(rule) and not isinstance(rule, WeightedRule):
                object.__setattr__(self, name, WeightedRule(rule, weights))

    def __call__(self, state: State, side: Side) -> int:
        """What an unfinished game is worth to `side`."""
        return self.evaluate(state, side)

    def with_weights(self, weights: Given) -> Evaluation:
        """The same with other weights."""
        evaluate = getattr(self.evaluate, "function", self.evaluate)
        explain = getattr(self.explain, "function", self.explain)
        return replace(self, evaluate=evaluate, explain=explain, weights=weights)
