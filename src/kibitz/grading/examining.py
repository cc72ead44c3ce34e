"""Grades one position: the value, the move, the number of nodes, and the tree."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, cast

from kibitz.core.score import is_decided
from kibitz.core.types import Move, State
from kibitz.grading.findings import Finding, Graded, shown
from kibitz.grading.judging import Diagnosis, is_equal
from kibitz.grading.student import Student, UnusableError, line_of_error
from kibitz.grading.trace import TooManyCallsError, Trace, Tracer
from kibitz.grading.truth import LeafReference, Truth
from kibitz.search.reference import Reference, minimax

_ENDLESS = 1 << 20
_WINDOW = 10**9  # beyond all values of students, but not infinite
_FACTOR = 30  # calls per node of the reference's whole tree, after which a search is stopped
_LEAST_CALLS = 2_000


@dataclass
class Examiner:
    """Grades positions, each with new objects of the student's."""

    student: Student
    path: str
    ties: str | None = None  # "first" or "last" of equal moves; None if any is right
    wins: list[tuple[float, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.truth: Truth = Truth(self.student, self.path)

    def examine(self, state: State, depth: int, size: int) -> tuple[Graded, list[Finding]]:
        """The result for one position, and the mistakes that it shows."""
        rules = self.student.rules
        graded = Graded(
            rules.board(state),
            rules.text(state),
            rules.side_name(state.turn),
            None if depth >= _ENDLESS else depth,
        )
        findings: list[Finding] = []
        if self.student.shape.values:
            findings = self._by_value(state, depth, size, graded)
        if not _stops(findings) and self._can_choose(state):
            findings += self._by_choice(state, depth, size, graded)
        graded.is_right = not findings
        return graded, findings

    # The function that returns values.

    def _by_value(self, state: State, depth: int, size: int, graded: Graded) -> list[Finding]:
        student, rules = self.student, self.student.rules
        limit = None if depth >= _ENDLESS else depth
        diagnosis = Diagnosis(student, self.truth, limit)
        own = rules.own(state)
        trace, result, problem = self._traced(
            state, size, lambda: student.value(state, depth, position=own)
        )
        findings = diagnosis.findings(trace, is_complete=problem is None)
        findings = [self._window_cause(one, state, depth, size) for one in findings]
        graded.nodes = trace.nodes
        if problem is not None:
            return [*findings, replace(problem, **_place_of(diagnosis, state))]
        value, chosen = result
        graded.value = value
        if _stops(findings):
            graded.expected = self.truth.exact(state, depth, 0)
            return findings
        graded.expected = self.truth.exact(state, depth, 0)
        graded.reference_nodes = self._reference_nodes(state, depth)
        graded.best = [rules.move_text(state, move) for move in self._best(state, depth)]
        if rules.key(own) != rules.key_of(state):
            findings.append(diagnosis.finding("undo_missing", state, []))
        if chosen is not None and chosen != -1:
            findings += self._wrong_choice(state, depth, chosen, trace, graded)
        findings += self._distance(state, depth)
        return findings

    def _window_cause(self, finding: Finding, state: State, depth: int, size: int) -> Finding:
        """Whether a full window of a child comes from the call itself, or is that of its parent.

        In a search from a full window both look the same, so this one starts with another.
        """
        if finding.name != "window_not_passed":
            return finding
        window = -_WINDOW, _WINDOW
        trace, _, _ = self._traced(
            state, size, lambda: self.student.value(state, depth, window=window)
        )
        first = trace.tops[0].children[0] if trace.tops and trace.tops[0].children else None
        given = (first.arguments["alpha"], first.arguments["beta"]) if first else None
        return replace(finding, name="window_not_narrowed") if given == window else finding

    def _reference_nodes(self, state: State, depth: int) -> int:
        search = LeafReference(self.student, self.path, pruning=self.student.shape.has_window)
        search.leaves = self.truth.leaves
        infinity = cast(int, float("inf"))
        search.value(state, depth, -infinity, infinity, 0)
        return search.nodes

    def _best(self, state: State, depth: int) -> list[Move]:
        """The equally good moves, by the student's values."""
        values = self._values(state, depth)
        is_max = state.turn == self.student.rules.maximiser
        best = (max if is_max else min)(values.values())
        return [move for move, value in values.items() if is_equal(value, best)]

    def _values(self, state: State, depth: int) -> dict[Move, float]:
        game = self.student.rules.game
        return {
            move: self.truth.exact(game.play(state, move), depth - 1, 1)
            for move in game.moves(state)
        }

    def _distance(self, state: State, depth: int) -> Iterator[Finding]:
        """Whether quick and slow wins have different values."""
        rules = self.student.rules
        game, mover = rules.game, state.turn
        sign = 1 if mover == rules.maximiser else -1
        wins: list[tuple[int, float, Move]] = []
        for move, value in self._values(state, depth).items():
            after = game.play(state, move)
            score = Reference(game, mover).value(
                after, min(depth - 1, _ENDLESS), -(10**15), 10**15, 1
            )[0]
            if is_decided(score) and score > 0:
                wins.append((score, sign * value, move))
        wins.sort(reverse=True)
        diagnosis = Diagnosis(self.student, self.truth, None)
        for (quick, quick_value, _), (slow, slow_value, move) in itertools.pairwise(wins):
            if quick == slow:
                continue
            is_same = is_equal(quick_value, slow_value)
            if is_same or quick_value < slow_value:
                name = "no_depth_adjustment" if is_same else "prefers_slow_wins"
                limit = None if depth >= _ENDLESS else depth - 1
                found = diagnosis.finding(name, state, [move], limit)
                texts = (
                    shown(sign * slow_value),
                    (f"less good for {rules.side_name(mover)} than {shown(sign * quick_value)}"),
                )
                yield replace(found, yours=texts[0], expected=texts[1])
                return

    # The function that returns a move.

    def _can_choose(self, state: State) -> bool:
        """Whether the function for moves can be asked: it may always play for the maximizer."""
        chooser, rules = self.student.shape.chooser, self.student.rules
        if chooser is None:
            return False
        roles = set(self.student.shape.roles[chooser.title].values())
        order = getattr(getattr(rules.game.moves, "__self__", None), "order", None)
        knows_turn = rules.source == "game" or getattr(order, "is_turn_kept", False)
        return bool(
            knows_turn or roles & {"player", "maximizing", "sign"} or state.turn == rules.maximiser
        )

    def _by_choice(self, state: State, depth: int, size: int, graded: Graded) -> list[Finding]:
        student, rules = self.student, self.student.rules
        own = rules.own(state)
        trace, chosen, problem = self._traced(
            state, size, lambda: student.choose(state, depth, position=own)
        )
        reached = _depth_of(trace, student, depth)
        diagnosis = Diagnosis(student, self.truth, None if reached >= _ENDLESS else reached)
        if problem is not None:
            return [replace(problem, **_place_of(diagnosis, state))]
        findings = []
        if student.shape.values:
            findings = diagnosis.findings(trace, is_complete=True)
            if _stops(findings):
                return findings
            graded.nodes = graded.nodes or trace.nodes
        if rules.key(own) != rules.key_of(state):
            findings.append(diagnosis.finding("undo_missing", state, []))
        return [*findings, *self._wrong_choice(state, reached, chosen, trace, graded)]

    def _wrong_choice(
        self, state: State, depth: int, chosen: Any, trace: Trace, graded: Graded
    ) -> Iterator[Finding]:
        student, rules = self.student, self.student.rules
        diagnosis = Diagnosis(student, self.truth, None)
        move = rules.move_of(state, chosen)
        limit = None if depth >= _ENDLESS else depth
        if student.shape.values:
            values = self._values(state, depth)
            best = self._best(state, depth)
        else:
            values, best = self._by_reference(state, depth)
        graded.best = [rules.move_text(state, one) for one in best]
        expected = " or ".join(graded.best[:6])
        if move is None:
            found = diagnosis.finding("illegal_move", state, [], limit)
            is_negative = bool(values) and all(
                (value < 0) == (state.turn == rules.maximiser) and value
                for value in values.values()
            )
            if chosen in (None, -1) and is_negative:
                found = replace(found, name="best_starts_at_0")
            yield replace(found, yours=repr(chosen)[:80], expected=expected)
            return
        graded.move = rules.move_text(state, move)
        name = None
        if move not in best:
            name = self._wrong_name(state, move, best, values, trace)
        elif (self.ties == "first" and move != best[0]) or (
            self.ties == "last" and move != best[-1]
        ):
            name = "other_tie"
            expected = rules.move_text(state, best[0 if self.ties == "first" else -1])
        if name is not None:
            found = diagnosis.finding(name, state, [], limit)
            yield replace(found, yours=graded.move, expected=expected)

    def _wrong_name(
        self,
        state: State,
        move: Move,
        best: list[Move],
        values: dict[Move, float],
        trace: Trace,
    ) -> str:
        """The name of the mistake that makes a move wrong."""
        rules = self.student.rules
        sign = 1 if state.turn == rules.maximiser else -1
        if not self.student.shape.values:
            scores = values[move], values[best[0]]
            is_slow = all(is_decided(int(score)) and sign * score > 0 for score in scores)
            return "no_depth_adjustment" if is_slow else "wrong_move"
        diagnosis = Diagnosis(self.student, self.truth, None)
        calls = [call for _, call in trace.events]
        for call in calls:
            if call.line == [move] and call.is_finished and self.student.shape.has_window:
                value = diagnosis.value_of(call)
                if value is not None and is_equal(value, values[best[0]]):
                    return "root_bounds"
        if all(sign * value < 0 for value in values.values()):
            return "best_starts_at_0"
        return "wrong_move"

    def _by_reference(self, state: State, depth: int) -> tuple[dict[Move, float], list[Move]]:
        """The values of the moves by the rules and the game's evaluation, and the best moves."""
        rules = self.student.rules
        values: dict[Move, float] = {}
        for move in rules.game.moves(state):
            after = rules.game.play(state, move)
            answer = minimax(rules.game, after, min(depth, _ENDLESS) - 1, side=rules.maximiser)
            values[move] = answer.value
        is_max = state.turn == rules.maximiser
        best = (max if is_max else min)(values.values())
        return values, [move for move, value in values.items() if value == best]

    # Running the student's code.

    def _traced(self, state: State, size: int, run: Any) -> tuple[Trace, Any, Finding | None]:
        """What the search did and returned, or why it did not return."""
        most = max(_LEAST_CALLS, _FACTOR * size)
        trace = Trace(state)
        try:
            with Tracer(self.student, self.path).recording(state, most) as trace:
                result = run()
        except TooManyCallsError:
            return trace, None, Finding("too_many_calls", detail=f"more than {most:,} calls")
        except SystemExit as problem:
            return trace, None, Finding("exits", line=line_of_error(problem, self.path))
        except RecursionError as problem:
            line = line_of_error(problem, self.path)
            return trace, None, Finding("endless_recursion", line=line)
        except UnusableError as problem:
            return trace, None, Finding("bad_return", detail=f"{problem}.")
        except Exception as problem:
            return trace, None, error_finding(problem, self.path)
        return trace, result, None


def error_finding(problem: BaseException, path: str) -> Finding:
    """A finding for an error that the student's code raised."""
    detail = f"{type(problem).__name__}: {problem}"[:300]
    name = "reads_input" if isinstance(problem, EOFError) else "raises"
    return Finding(name, line=line_of_error(problem, path), detail=detail)


def _stops(findings: list[Finding]) -> bool:
    """Whether further checks would only report consequences."""
    return any(one.kind != "nodes" for one in findings)


def _place_of(diagnosis: Diagnosis, state: State) -> dict[str, Any]:
    found = diagnosis.finding("raises", state, [])
    return {"path": found.path, "position": found.position, "to_move": found.to_move}


def _depth_of(trace: Trace, student: Student, depth: int) -> int:
    """The depth to which a function for moves searched."""
    if not trace.tops:
        return depth
    top = trace.tops[0]
    given = top.arguments.get("depth")
    if student.shape.counts == "down" and isinstance(given, int):
        return given + len(top.line)
    return _ENDLESS if student.shape.counts != "up" else depth
