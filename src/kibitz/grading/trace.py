"""Records the calls of a student's search as a tree, without changing the student's code.

Python's profiler reports every call and return of the recursive functions, also of methods and of
functions inside others, with the arguments.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

from kibitz.core.types import Move, State
from kibitz.grading.rules import Rules
from kibitz.grading.shape import Function
from kibitz.grading.student import Student

MOST_CALLS = 60_000  # recorded for one position


class TooManyCallsError(BaseException):
    """Raised in a search that calls itself far more often than the reference."""


@dataclass(eq=False)
class Call:
    """One call of the recursive function: a node of the student's tree."""

    parent: Call | None
    function: Function
    arguments: dict[str, Any]  # by what they are for: depth, alpha, ...
    key: Hashable
    move: Move | None = None  # the move to it; None at the root
    state: State | None = None  # None if no legal move of its parent leads to it
    is_same: bool = False  # whether it has the position of its parent
    children: list[Call] = field(default_factory=list)
    raw: Any = None
    is_finished: bool = False
    is_changed: bool = False  # whether the position was changed when it returned

    @property
    def line(self) -> list[Move]:
        """The moves from the root of the search to this node."""
        moves: list[Move] = []
        call: Call | None = self
        while call is not None:
            if call.move is not None:
                moves.append(call.move)
            call = call.parent
        return moves[::-1]


@dataclass
class Trace:
    """What a search did: the events in order."""

    root: State
    events: list[tuple[str, Call]] = field(default_factory=list)
    tops: list[Call] = field(default_factory=list)  # the calls that no other recorded call made

    @property
    def nodes(self) -> int:
        """The number of calls."""
        return sum(kind == "enter" for kind, _ in self.events)


class Tracer:
    """Records the calls of the recursive functions of one file."""

    def __init__(self, student: Student, path: str) -> None:
        self._student, self._path = student, path
        self._rules: Rules = student.rules
        self._functions = {(one.name): one for one in student.shape.values}
        self._after: dict[int, list[tuple[Move, State, Hashable]]] = {}
        self._kept: list[State] = []  # keeps the states whose ids are keys

    @contextmanager
    def recording(self, root: State, most: int = MOST_CALLS) -> Iterator[Trace]:
        """Record what is called in this block."""
        trace = Trace(root)
        root_key = self._rules.key_of(root)
        stack: list[tuple[FrameType, Call, Any]] = []
        count = 0

        def profile(frame: FrameType, event: str, argument: Any) -> None:
            nonlocal count
            if event not in ("call", "return"):
                return
            code = frame.f_code
            if code.co_filename != self._path or code.co_name not in self._functions:
                return
            if event == "call":
                count += 1
                if count > most:
                    sys.setprofile(None)
                    raise TooManyCallsError
                function = self._functions[code.co_name]
                call, position = self._entered(frame, function, stack, trace, root_key)
                stack.append((frame, call, position))
                trace.events.append(("enter", call))
            elif stack and stack[-1][0] is frame:
                _, call, position = stack.pop()
                call.raw = argument
                call.is_finished = True
                call.is_changed = self._key(position) != call.key
                trace.events.append(("leave", call))

        sys.setprofile(profile)
        try:
            yield trace
        finally:
            sys.setprofile(None)

    def _entered(
        self,
        frame: FrameType,
        function: Function,
        stack: list[tuple[FrameType, Call, Any]],
        trace: Trace,
        root_key: Hashable,
    ) -> tuple[Call, Any]:
        roles = self._student.shape.roles[function.title]
        names = {"self": frame.f_code.co_varnames[0] if frame.f_code.co_varnames else "self"}
        arguments = {
            role: frame.f_locals.get(names.get(name, name)) for name, role in roles.items()
        }
        position = arguments.pop("position", None)
        key = self._key(position)
        parent = stack[-1][1] if stack else None
        call = Call(parent, function, arguments, key)
        if parent is None:
            trace.tops.append(call)
            if key == root_key:
                call.state = trace.root
            else:
                self._match(call, trace.root, position)
        else:
            parent.children.append(call)
            if key == parent.key:
                call.state, call.is_same = parent.state, True
            elif parent.state is not None:
                self._match(call, parent.state, position)
        return call, position

    def _match(self, call: Call, state: State, position: Any) -> None:
        """Find the legal move that leads to the position of a call."""
        following = self.following(state)
        for move, after, key in following:
            if key == call.key:
                call.move, call.state = move, after
                return
        text = self._rules.text_key(position)
        for move, after, _ in following:
            if text and text == self._rules.text_key(getattr(after, "board", None)):
                call.move, call.state = move, after
                return

    def following(self, state: State) -> list[tuple[Move, State, Hashable]]:
        """The legal moves, with the positions they lead to."""
        found = self._after.get(id(state))
        if found is None:
            game = self._rules.game
            states = [(move, game.play(state, move)) for move in game.moves(state)]
            found = [(move, after, self._rules.key_of(after)) for move, after in states]
            self._after[id(state)] = found
            self._kept.append(state)
        return found

    def _key(self, position: Any) -> Hashable:
        try:
            return self._rules.key(position)
        except Exception:
            return "unreadable"


@contextmanager
def counting(path: str, names: Callable[[str], bool], most: int) -> Iterator[None]:
    """Raise TooManyCallsError if the recursive functions are called more than `most` times."""
    count = 0

    def profile(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        code = frame.f_code
        if event == "call" and code.co_filename == path and names(code.co_name):
            count += 1
            if count > most:
                sys.setprofile(None)
                raise TooManyCallsError

    before = sys.getprofile()
    sys.setprofile(profile)
    try:
        yield
    finally:
        sys.setprofile(before)
