"""Checks of the parts of a `Game`: its functions, evaluations, levels and ladder."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Container, Sequence
from typing import Any

from kibitz.core.evaluation import Evaluation
from kibitz.core.level import EFFORTS, STEPS, Level
from kibitz.core.packed import Packed

ARGUMENTS: dict[str, tuple[str, ...]] = {
    "moves": ("state",),
    "play": ("state", "move"),
    "payoff": ("state", "side"),
    "evaluate": ("state", "side"),
    "drawn": ("state",),
    "symmetries": ("state",),
    "noisy": ("state", "move"),
    "rank": ("state", "move"),
    "margin": ("state", "side"),
    "null_move": ("state",),
    "explain": ("state", "side"),
    "why_not": ("state", "move"),
}


def rule_problems(role: str, rule: object, arguments: Sequence[str]) -> list[str]:
    """The problems with the function passed as `role`."""
    if not callable(rule):
        return [f"{role} is {rule!r}: expected a function of ({', '.join(arguments)})"]
    if not _takes(rule, len(arguments)):
        code = getattr(rule, "__code__", None)
        where = f" ({code.co_filename}, line {code.co_firstlineno})" if code else ""
        taken = inspect.signature(rule)
        return [f"{role} must take ({', '.join(arguments)}), but takes {taken}{where}"]
    return []


def turn_problems(state: Any, players: int) -> list[str]:
    """The problems with the side to move in the starting state."""
    if not hasattr(state, "turn"):
        return ["its state has no field 'turn', the number of the player to move"]
    turn = state.turn
    if isinstance(turn, Packed) or turn not in range(players):
        return [f"the first state's turn is {turn!r}: expected 0 to {players - 1}"]
    return []


def evaluation_problems(name: object, chosen: object) -> list[str]:
    """The problems with one of the evaluations."""
    if not isinstance(name, str) or not name:
        return [f"an evaluation is named {name!r}: expected a name"]
    found = []
    parts = chosen if isinstance(chosen, Evaluation) else Evaluation(chosen)  # type: ignore[arg-type]  # checked here
    for role, rule in (("evaluate", parts.evaluate), ("explain", parts.explain)):
        if role == "evaluate" or rule is not None:
            found += rule_problems(f"{role} of {name!r}", rule, ("state", "side"))
    return found


def _takes(rule: Callable[..., Any], count: int) -> bool:
    """Whether `rule` accepts `count` arguments; True if Python cannot determine it."""
    try:
        inspect.signature(rule).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def level_problems(evaluations: Container[str], level: object) -> list[str]:
    """The problems with a level of a game that has these evaluations."""
    if not isinstance(level, Level):
        return [f"its levels contain {level!r}: expected Level(name, depth=...)"]
    found = []
    if not level.name or level.name.isdecimal():
        found.append(f"a level is named {level.name!r}: numbers are reserved for the ladder")
    if level.is_plain and not (type(level.depth) is int and level.depth > 0):
        found.append(f"level {level.name!r} has depth {level.depth!r}: expected a number from 1")
    if level.evaluation and level.evaluation not in evaluations:
        found.append(f"level {level.name!r} has the unknown evaluation {level.evaluation!r}")
    return found


def ladder_problems(ladder: Sequence[object]) -> list[str]:
    """The problems with the rows of the ladder."""
    rows = [row for row in ladder if type(row) is int and 0 <= row < EFFORTS]
    if not ladder or (len(rows) == len(ladder) == STEPS and rows == sorted(set(rows))):
        return []
    expected = f"{STEPS} rising whole numbers from 0 to {EFFORTS - 1}, or none"
    return [f"its ladder is {ladder!r}: expected {expected}"]
