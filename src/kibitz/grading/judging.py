"""Finds the first node of a student's tree that differs from a right search, and names the mistake.

A node is judged only by what lies directly below it: the nodes are visited in the order in which
the search finishes them, so that everything below the first wrong node is right.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from kibitz.core.types import State
from kibitz.grading.findings import MISTAKES, Finding, Step, shown
from kibitz.grading.rules import Rules
from kibitz.grading.shape import Shape, plain
from kibitz.grading.student import Student, UnusableError
from kibitz.grading.trace import Call, Trace
from kibitz.grading.truth import Truth

_ENDLESS = 1 << 20


def is_equal(one: float, other: float) -> bool:
    """Whether two values are equal, apart from rounding."""
    return one == other or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


class Diagnosis:
    """Judges the calls that were recorded for one position."""

    def __init__(self, student: Student, truth: Truth, depth: int | None) -> None:
        self.student: Student = student
        self.truth: Truth = truth
        self.rules: Rules = student.rules
        self.shape: Shape = student.shape
        self.depth = depth  # plies of the whole search; None if it goes to the end of the game

    def findings(self, trace: Trace, *, is_complete: bool) -> list[Finding]:
        """The mistakes in the order of the search, up to the first one that changes values.

        `is_complete`: whether the search returned; otherwise calls that it left are not judged.
        """
        found: dict[str, Finding] = {}
        for event, call in trace.events:
            judged = self._entered(call, trace) if event == "enter" else None
            if event == "leave" and (is_complete or call.raw is not None):
                judged = self._left(call, trace)
            for finding in judged or ():
                found.setdefault(finding.name, finding)
                if MISTAKES[finding.name][0] != "nodes":
                    return list(found.values())
        return list(found.values())

    # The arguments of a call.

    def _entered(self, call: Call, trace: Trace) -> Iterator[Finding]:
        parent = call.parent
        if call.state is None:
            siblings = trace.tops if parent is None else parent.children
            name = "undo_missing" if siblings[0] is not call else "unknown_position"
            above = trace.root if parent is None else parent.state
            if above is not None:
                yield self._finding(name, parent, trace, state=above)
            return
        if call.is_same and parent is not None:
            yield self.at(call, trace, "move_not_made")
            return
        yield from self._wrong_side(call, trace)
        if parent is None:
            return
        for role, step in (("depth", -1 if self.shape.counts == "down" else 1), ("ply", 1)):
            depth, above_depth = call.arguments.get(role), parent.arguments.get(role)
            if not isinstance(depth, int) or not isinstance(above_depth, int):
                continue
            if depth != above_depth + step:
                texts = str(depth), str(above_depth + step)
                yield self.at(call, trace, "depth_off_by_one", *texts)
        if self.shape.has_window:
            yield from self._wrong_window(call, parent, trace)

    def _wrong_side(self, call: Call, trace: Trace) -> Iterator[Finding]:
        assert call.state is not None
        is_max = call.state.turn == self.rules.maximiser
        flag: object = call.arguments.get("maximizing")
        if len(self.shape.values) == 2:
            flag = "max" in plain(call.function.name)
        elif "sign" in call.arguments:
            sign = call.arguments["sign"]
            flag = sign > 0 if isinstance(sign, int | float) else None
        if isinstance(flag, bool | int) and bool(flag) != is_max:
            yield self.at(call, trace, "flag_not_flipped", str(bool(flag)), str(is_max))

    def _wrong_window(self, call: Call, parent: Call, trace: Trace) -> Iterator[Finding]:
        given, above = self._window(call), self._window(parent)
        if given is None or above is None or parent.state is None:
            return
        low, high = self._narrowed(parent, above, before=call)
        if is_equal(given[0], low) and is_equal(given[1], high):
            return
        texts = _window_text(*given), _window_text(low, high)
        raw = call.arguments["alpha"], call.arguments["beta"]
        before = parent.arguments["alpha"], parent.arguments["beta"]
        is_max = parent.state.turn == self.rules.maximiser
        is_full = given == (-math.inf, math.inf)
        name = "window_wrong"
        if (given[0] == 0 > low and is_max) or (given[1] == 0 < high and not is_max):
            name = "best_starts_at_0"
        elif is_full:
            name = "window_not_passed"
        elif self.shape.view == "mover":
            own = self._raw_window(parent, low, high)
            if raw in (before, own):
                name = "window_not_negated"
            elif raw in ((-before[0], -before[1]), (-own[0], -own[1])):
                name = "window_not_swapped"
            elif raw == (-before[1], -before[0]):
                name = "window_not_narrowed"
        elif raw == before:
            name = "window_not_narrowed"
        elif raw in ((before[1], before[0]), (high, low)):
            name = "window_not_swapped"
        elif (given[0] == -math.inf and is_equal(given[1], high)) or (
            given[1] == math.inf and is_equal(given[0], low)
        ):
            name = "window_not_passed"
        yield self.at(call, trace, name, *texts)

    def _raw_window(self, call: Call, low: float, high: float) -> tuple[float, float]:
        """A window for the maximizer, as a call of negamax has it."""
        assert call.state is not None
        return (low, high) if call.state.turn == self.rules.maximiser else (-high, -low)

    def _window(self, call: Call) -> tuple[float, float] | None:
        """The window of a call, for the maximizer."""
        alpha, beta = call.arguments.get("alpha"), call.arguments.get("beta")
        if not isinstance(alpha, int | float) or not isinstance(beta, int | float):
            return None
        if call.state is None:
            return None
        is_mirrored = self.shape.view == "mover" and call.state.turn != self.rules.maximiser
        return (-beta, -alpha) if is_mirrored else (alpha, beta)

    def _narrowed(
        self, parent: Call, window: tuple[float, float], before: Call | None
    ) -> tuple[float, float]:
        """The window of a node after those of its children that come before one."""
        low, high = window
        assert parent.state is not None
        for child in parent.children:
            if child is before:
                break
            value = self.value_of(child)
            if value is None:
                continue
            if parent.state.turn == self.rules.maximiser:
                low = max(low, value)
            else:
                high = min(high, value)
        return low, high

    def value_of(self, call: Call) -> float | None:
        """What a call returned, for the maximizer."""
        if call.state is None or not call.is_finished:
            return None
        try:
            return self.student.sided(
                self.student.split(call.raw, call.function)[0], call.state.turn
            )
        except UnusableError:
            return None

    # What a call returned.

    def _left(self, call: Call, trace: Trace) -> Iterator[Finding]:
        state = call.state
        if state is None:
            return
        value = self.value_of(call)
        if value is None:
            yield self.at(call, trace, "bad_return", repr(call.raw)[:80], "a number")
            return
        depth, ply = self._place(call, trace)
        if self.rules.is_over(state) or depth <= 0:
            yield from self._wrong_leaf(call, trace, state, depth, ply, value)
            return
        exact = self.truth.exact(state, depth, ply)
        window = self._window(call)
        if not _fits(value, exact, window):
            names = self._causes(call, value, window)
            found = self.at(call, trace, names[0], shown(value), shown(exact))
            yield replace(found, candidates=names)
        elif window is not None:
            yield from self._extra_nodes(call, trace, window)

    def _place(self, call: Call, trace: Trace) -> tuple[int, int]:
        """The plies that are left at a call, and those played."""
        ply = len(call.line) - len(trace.tops[0].line)
        if self.shape.counts == "down":
            depth = call.arguments.get("depth")
            return (depth, ply) if isinstance(depth, int) else (_ENDLESS, ply)
        counted = call.arguments.get("ply", call.arguments.get("depth"))
        if isinstance(counted, int):
            ply = counted
        return (_ENDLESS if self.depth is None else self.depth - ply), ply

    def _wrong_leaf(
        self, call: Call, trace: Trace, state: State, depth: int, ply: int, value: float
    ) -> Iterator[Finding]:
        is_over = self.rules.is_over(state)
        if call.children:
            name = "terminal_not_tested" if is_over else "depth_off_by_one"
            yield self.at(call, trace, name, f"{len(call.children)} moves searched", "a leaf")
            return
        if is_over:
            payoff = self.rules.game.payoff(state, self.rules.maximiser)
            if _sign(value) == payoff:
                return
            words = {1: "more than 0", 0: "0", -1: "less than 0"}
            name = "wrong_result"
            if self.shape.counts == "down" and depth <= 0:
                deeper = self.truth.leaf(state, 1, ply)
                name = "terminal_after_depth" if _sign(deeper) == payoff else name
            if name == "wrong_result" and payoff and _sign(value) == -payoff:
                name = "wrong_sign"
            yield self.at(call, trace, name, shown(value), words[payoff])
            return
        right = self.rules.evaluation(state, self.rules.maximiser)
        other = self.rules.evaluation(state, 1 - self.rules.maximiser)
        if right is None or other is None or is_equal(value, right):
            return
        if is_equal(value, -right) or is_equal(value, other):
            yield self.at(call, trace, "evaluation_side", shown(value), shown(right))

    def _causes(self, call: Call, value: float, window: tuple[float, float] | None) -> list[str]:
        """What may make the value of a node wrong, if the values below it are right."""
        assert call.state is not None
        known = [self.value_of(child) for child in call.children]
        values = [one for one in known if one is not None]
        is_max = call.state.turn == self.rules.maximiser
        if not values:
            return ["depth_off_by_one" if call.arguments.get("depth") == 1 else "stops_early"]
        best, worst = (max(values), min(values)) if is_max else (min(values), max(values))
        low, high = self._narrowed(call, window or (-math.inf, math.inf), None)
        is_whole = len(call.children) >= len(list(self.rules.game.moves(call.state)))
        is_negamax = self.shape.view == "mover"
        tests = {
            "best_starts_at_0": is_equal(value, 0) and (best < 0 if is_max else best > 0),
            "wrong_sign": is_equal(value, -worst) if is_negamax else is_equal(value, -best),
            "cut_too_early": not is_whole and low < high,
            "keeps_last": is_equal(value, values[-1]),
            "keeps_first": is_equal(value, values[0]),
            "min_max_swapped": is_equal(value, worst),
        }
        return [name for name, fits in tests.items() if fits] or ["wrong_value"]

    def _extra_nodes(
        self, call: Call, trace: Trace, window: tuple[float, float]
    ) -> Iterator[Finding]:
        for place, child in enumerate(call.children[1:], 1):
            low, high = self._narrowed(call, window, before=child)
            if low >= high:
                name = "strict_pruning" if is_equal(low, high) else "no_pruning"
                searched = f"{len(call.children)} moves searched"
                yield self.at(call, trace, name, searched, f"cut after {place}")
                return

    # Findings.

    def at(
        self, call: Call, trace: Trace, name: str, yours: str = "", expected: str = ""
    ) -> Finding:
        """A finding at the node of a call."""
        found = self._finding(name, call, trace)
        return replace(found, yours=yours, expected=expected)

    def _finding(
        self, name: str, call: Call | None, trace: Trace, state: State | None = None
    ) -> Finding:
        moves = [] if call is None else call.line
        depth = None if call is None else call.arguments.get("depth")
        return self.finding(name, trace.root, moves, depth if isinstance(depth, int) else None)

    def finding(
        self, name: str, root: State, moves: list[int], depth: int | None = None
    ) -> Finding:
        """A finding at the position after some moves."""
        rules, state = self.rules, root
        path = [Step(None, rules.board(root))]
        for move in moves:
            text = rules.move_text(state, move)
            state = rules.game.play(state, move)
            path.append(Step(text, rules.board(state)))
        return Finding(name, path, rules.text(state), rules.side_name(state.turn), depth)


def _fits(value: float, exact: float, window: tuple[float, float] | None) -> bool:
    """Whether a value is right: exact inside the window, a bound outside."""
    low, high = window or (-math.inf, math.inf)
    if is_equal(value, exact):
        return True
    if exact <= low:
        return value <= low or is_equal(value, low)
    return exact >= high and (value >= high or is_equal(value, high))


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _window_text(low: float, high: float) -> str:
    return f"({shown(low)}, {shown(high)})"
