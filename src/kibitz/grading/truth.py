"""What a right search returns, computed by the reference search with the student's own leaves.

The values of leaves are those that the student's search itself returns for them, because every
student scores a win differently. `judging.py` checks the leaves by themselves.
"""

from __future__ import annotations

import math
from collections.abc import Container
from typing import cast

from kibitz.core.types import Depth, Move, Ply, Score, State
from kibitz.grading.rules import Rules
from kibitz.grading.student import Student
from kibitz.grading.trace import TooManyCallsError, counting
from kibitz.search.reference import Node, Reference

_MOST_LEAF_CALLS = 1  # a leaf is one call
_RESULT = 1_000_000  # the value of a win if the student's search has none


class LeafReference(Reference):
    """The reference search whose leaves have the student's values."""

    def __init__(self, student: Student, path: str, *, pruning: bool) -> None:
        rules = student.rules
        super().__init__(rules.game, rules.maximiser, pruning=pruning, outcomes=False)
        self._student, self._file = student, path
        self._leaf_place: tuple[Depth, Ply] = (0, 0)
        self.leaves: dict[object, float] = {}

    def value(
        self,
        state: State,
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        node: Node | None = None,
        excluded: Container[Move] = (),
    ) -> tuple[Score, list[Move]]:
        """The value for the maximizer, and the line."""
        self._leaf_place = depth, ply
        return super().value(state, depth, alpha, beta, ply, node, excluded)

    def evaluation(self, state: State) -> Score:
        """What the student's search returns for a leaf."""
        return cast(Score, self.leaf(state, *self._leaf_place))

    def leaf(self, state: State, depth: Depth, ply: Ply) -> float:
        """The student's value of a leaf; the rules' own value if it does not treat it as one."""
        key = self._student.rules.key_of(state), state.turn, depth, ply
        if key not in self.leaves:
            self.leaves[key] = self._asked(state, depth, ply)
        return self.leaves[key]

    def _asked(self, state: State, depth: Depth, ply: Ply) -> float:
        names = self._student.shape.names
        try:
            with counting(self._file, names.__contains__, _MOST_LEAF_CALLS):
                return self._student.value(state, depth, ply)[0]
        except (Exception, SystemExit, TooManyCallsError):
            return own_value(self._student.rules, state)


class Truth(LeafReference):
    """Exact values, each computed once."""

    def __init__(self, student: Student, path: str) -> None:
        super().__init__(student, path, pruning=False)
        self._known: dict[object, tuple[Score, list[Move]]] = {}
        self._has_plies = student.shape.counts == "up"

    def value(
        self,
        state: State,
        depth: Depth,
        alpha: Score,
        beta: Score,
        ply: Ply,
        node: Node | None = None,
        excluded: Container[Move] = (),
    ) -> tuple[Score, list[Move]]:
        """The value for the maximizer, and the line; the window is ignored."""
        played = ply if self._has_plies else 0
        key = self._student.rules.key_of(state), state.turn, depth, played
        found = self._known.get(key)
        if found is None:
            infinity = cast(Score, math.inf)
            found = super().value(state, depth, -infinity, infinity, ply, node, excluded)
            self._known[key] = found
        return found

    def exact(self, state: State, depth: Depth, ply: Ply) -> float:
        """The value for the maximizer."""
        return self.value(state, depth, 0, 0, ply)[0]


def own_value(rules: Rules, state: State) -> float:
    """The value of a leaf according to the rules."""
    if rules.is_over(state):
        return rules.game.payoff(state, rules.maximiser) * _RESULT
    return rules.evaluation(state, rules.maximiser) or 0
