"""The mistakes that a grading can name, each with an explanation for the student."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

# name -> what it changes (values, moves, nodes, or whether the search runs), and an explanation
MISTAKES: Mapping[str, tuple[str, str]] = {
    "wrong_sign": (
        "value",
        "The sign is wrong. In minimax a win of the maximizing side is positive and a loss is "
        "negative. In negamax each child's value is negated.",
    ),
    "wrong_result": ("value", "The value of a finished game does not match its result."),
    "terminal_after_depth": (
        "value",
        "The test for the depth comes before the test for the end of the game, so that a game that "
        "ends at depth 0 gets an ordinary evaluation. Test for the end of the game first.",
    ),
    "terminal_not_tested": (
        "value",
        "The search continues although the game is over. Return the result of the game first.",
    ),
    "evaluation_side": (
        "value",
        "The evaluation is for the wrong side. In minimax it is always for the maximizing side, "
        "in negamax for the side to move.",
    ),
    "flag_not_flipped": (
        "value",
        "The recursive call searches for the same side again. Flip the maximizing flag: the "
        "opponent moves next.",
    ),
    "depth_off_by_one": (
        "value",
        "The depth is not one less than in the call above, or the search stops at a depth other "
        "than 0.",
    ),
    "stops_early": ("value", "The search returns a value without looking at the moves."),
    "move_not_made": (
        "value",
        "The recursive call gets the same position again: no move was made before it.",
    ),
    "undo_missing": (
        "value",
        "A move was not undone: the search continues, or ends, with a board that contains moves of "
        "another line. Undo each move after its recursive call, including before a `return` or "
        "`break`, or make moves in copies.",
    ),
    "unknown_position": (
        "value",
        "No legal move leads to this position from the one above it.",
    ),
    "best_starts_at_0": (
        "value",
        "The best value starts at 0, so no move is chosen if all are worse than 0. Start with "
        "minus infinity, or plus infinity for the minimizing side.",
    ),
    "min_max_swapped": (
        "value",
        "The search takes the lowest value where it should take the highest, or the reverse.",
    ),
    "keeps_last": (
        "value",
        "The search returns the value of the last move instead of the best one.",
    ),
    "keeps_first": (
        "value",
        "The search returns the value of the first move instead of the best one.",
    ),
    "cut_too_early": (
        "value",
        "Moves are skipped although they can still change the value. Cut only if alpha >= beta.",
    ),
    "wrong_value": (
        "value",
        "The values of the moves are right, but the value computed from them is not.",
    ),
    "bad_return": ("value", "The search does not return a number."),
    "window_not_passed": (
        "nodes",
        "The window is not passed on: the recursive call starts with a full window again, and "
        "cuts less. Pass on alpha and beta.",
    ),
    "window_not_narrowed": (
        "nodes",
        "The window is passed on unchanged. After each move, raise alpha to the best value so "
        "far, or lower beta for the minimizing side.",
    ),
    "window_not_negated": (
        "value",
        "The window is not negated. Negamax calls itself with (-beta, -alpha).",
    ),
    "window_not_swapped": (
        "value",
        "The window is negated but not swapped. Negamax calls itself with (-beta, -alpha).",
    ),
    "window_wrong": ("value", "The window of the recursive call is not the one it should be."),
    "strict_pruning": (
        "nodes",
        "The search continues although alpha equals beta: it tests alpha > beta. With alpha >= "
        "beta the values are the same with fewer nodes.",
    ),
    "no_pruning": ("nodes", "The search never cuts: it continues although alpha exceeds beta."),
    "no_depth_adjustment": (
        "move",
        "A quick win has the same value as a slow one, so that the program may never win. Add the "
        "depth that is left to the value of a win, or subtract the plies played.",
    ),
    "prefers_slow_wins": (
        "move",
        "A slow win has a better value than a quick one: the adjustment for depth has the wrong "
        "sign.",
    ),
    "root_bounds": (
        "move",
        "At the root, a move whose value is only a bound is taken as equal to the best one. With "
        "pruning, take a later move only if its value is greater, never if it is equal.",
    ),
    "wrong_move": ("move", "Another move is better."),
    "illegal_move": ("move", "The move returned is not legal."),
    "other_tie": ("move", "Among equally good moves, another one was required by --ties."),
    "raises": ("run", "The code raises an error."),
    "syntax": ("run", "Python cannot read the file."),
    "endless_recursion": (
        "run",
        "The recursion never ends. Test for depth 0 and for the end of the game, and lower the "
        "depth in each call.",
    ),
    "too_many_calls": (
        "run",
        "The search calls itself far more often than the reference. Does it stop at depth 0 and at "
        "the end of the game?",
    ),
    "too_slow": ("run", "The code did not finish in time. It may contain an endless loop."),
    "exits": ("run", "The code ends the program, for example with sys.exit()."),
    "reads_input": (
        "run",
        "The code waits for input. Put the code that starts a game below "
        "`if __name__ == '__main__':`.",
    ),
}


@dataclass(frozen=True)
class Step:
    """A position on the path to a node."""

    move: str | None  # that leads to it; None for the first
    board: str


@dataclass(frozen=True)
class Finding:
    """A mistake, and the first node that shows it."""

    name: str
    path: Sequence[Step] = ()  # from the position that was searched to the node
    position: str = ""
    to_move: str = ""
    depth: int | None = None
    yours: str = ""
    expected: str = ""
    line: int | None = None  # of the file
    detail: str = ""
    candidates: Sequence[str] = ()  # all mistakes that explain this node, if there are several

    @property
    def kind(self) -> str:
        """What it changes."""
        return MISTAKES[self.name][0]

    def as_dict(self) -> dict[str, object]:
        """For reports."""
        return {**asdict(self), "kind": self.kind, "text": MISTAKES[self.name][1]}


def settled(findings: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The findings, each with the name that explains the most of them."""
    counts = Counter(name for one in findings for name in one["candidates"] or [one["name"]])
    result = []
    for one in findings:
        name = max(one["candidates"] or [one["name"]], key=lambda name: counts[name])
        kind, text = MISTAKES[name]
        result.append(one | {"name": name, "kind": kind, "text": text})
    return result


@dataclass
class Graded:
    """One position of a grading."""

    board: str
    position: str
    to_move: str
    depth: int | None
    value: float | None = None
    expected: float | None = None
    move: str | None = None
    best: list[str] = field(default_factory=list)
    nodes: int | None = None
    reference_nodes: int | None = None
    is_right: bool = True

    def as_dict(self) -> dict[str, object]:
        """For reports; infinite values are texts, as JSON has none."""
        found = asdict(self)
        for name in ("value", "expected"):
            found[name] = None if found[name] is None else shown(found[name])
        return found


def shown(value: float) -> str:
    """A value as text.

    >>> shown(10.0), shown(float("-inf")), shown(0.25)
    ('10', '-inf', '0.25')
    """
    return f"{value:g}" if abs(value) < 1e12 else f"{value:.4g}"
