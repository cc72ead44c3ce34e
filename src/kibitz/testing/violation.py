"""A violation of the contract: what is wrong, with which rule, and on which line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from kibitz.core.contract import Game
from kibitz.testing.places import (
    Place,
    place_of,
    place_of_call,
    place_of_change,
    place_of_error,
    place_of_value,
)
from kibitz.testing.watched_rules import RuleError, rule_of

UNKNOWN = object()

# Parts of a game that are not functions, and the class whose first use gives their line.
_PARTS = {"geometry": "Geometry", "options": "Option", "start": "Game", "build": "Game"}


@dataclass(frozen=True, slots=True)
class Violation:
    """What is wrong, and with which rule.

    `arguments` and `value`: a call of the rule and its wrong result, by which the line is found.
    `changed`: takes the first of `arguments` after the call, and returns something that differs if
    the call has changed it. `error`: what the rule raised.
    """

    rule: str
    text: str
    arguments: tuple[Any, ...] = ()
    value: object = UNKNOWN
    changed: Callable[[Any], object] | None = None
    error: RuleError | None = None

    @classmethod
    def of(cls, error: RuleError) -> Violation:
        """The violation of a rule that raises an exception or does not return."""
        return cls(error.rule, str(error), error=error)

    def place(self, game: Game) -> Place | None:
        """The line, in the rules of `game`; None if it is unknown."""
        if self.error is not None:
            problem = self.error.problem
            if isinstance(problem.__cause__, StopIteration):  # which Python replaces
                problem = problem.__cause__
            return place_of_error(problem.__traceback__, self.error.function)
        rule = rule_of(game, self.rule)
        if self.changed is not None:
            state, *rest = self.arguments
            return place_of_change(rule, state, rest, self.changed)
        if self.arguments and callable(rule):
            return place_of_value(rule, self.arguments, self.value)
        if self.rule in _PARTS and not callable(rule):
            return place_of_call(_PARTS[self.rule], game.moves)
        return place_of(rule) or place_of(game.moves)
