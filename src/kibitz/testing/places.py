"""Where in a user's file a rule goes wrong: the file, the line and the function."""

from __future__ import annotations

import ast
import copy
import os
import sys
import sysconfig
from collections.abc import Callable, Sequence
from types import CodeType, FrameType, TracebackType
from typing import Any, NamedTuple

_KIBITZ = os.path.dirname(os.path.dirname(__file__)) + os.sep
_OWN_GAMES = os.path.join(_KIBITZ, "games", "")
_PYTHON = tuple(sysconfig.get_path(name) + os.sep for name in ("stdlib", "purelib"))


class Place(NamedTuple):
    """A line of a file, and the function that it belongs to."""

    file: str
    line: int
    function: str

    def text(self, rule: str) -> str:
        """The place in words; the function only if it is not the rule itself.

        >>> Place("/home/anna/sticks.py", 12, "capture").text("play")
        'sticks.py, line 12, in capture'
        """
        inside = "" if self.function in (rule, "<lambda>") else f", in {self.function}"
        return f"{os.path.basename(self.file)}, line {self.line}{inside}"


def code_of(rule: object) -> CodeType | None:
    """The code of a rule; None if it is not written in Python."""
    while True:
        for name in ("__wrapped__", "__func__", "function", "func"):
            if hasattr(rule, name):
                rule = getattr(rule, name)
                break
        else:
            break
    code = getattr(rule, "__code__", None)
    return code if isinstance(code, CodeType) else None


def place_of(rule: object) -> Place | None:
    """The first line of a rule."""
    code = code_of(rule)
    return None if code is None else Place(code.co_filename, code.co_firstlineno, code.co_name)


def place_of_call(name: str, rule: object) -> Place | None:
    """The first line in the file of `rule` that calls `name`; else the rule's first line."""
    found = place_of(rule)
    if found is None:
        return None
    try:
        with open(found.file, "rb") as file:
            tree = ast.parse(file.read())
    except (OSError, ValueError, SyntaxError):
        return found
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    lines = [call.lineno for call in calls if _name_of(call.func) == name]
    return Place(found.file, min(lines), "<lambda>") if lines else found


def _name_of(function: ast.expr) -> str:
    """`f` for `f(...)` and for `module.f(...)`."""
    return getattr(function, "attr", getattr(function, "id", ""))


def place_of_error(trace: TracebackType | None, rule: object) -> Place | None:
    """The deepest line of the user's own code in a traceback; else the rule's first line."""
    found = None
    while trace is not None:
        code = trace.tb_frame.f_code
        if _is_users(code):
            found = Place(code.co_filename, trace.tb_lineno, code.co_name)
        trace = trace.tb_next
    return found or place_of(rule)


def place_of_frame(frame: FrameType | None) -> Place | None:
    """The deepest line of the user's own code that a running thread executes."""
    while frame is not None:
        if _is_users(frame.f_code):
            return Place(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
        frame = frame.f_back
    return None


def place_of_value(rule: Any, arguments: Sequence[Any], value: object) -> Place | None:
    """The line on which a rule last returns or yields `value`; else its first line."""
    code = code_of(rule)
    found = place_of(rule)

    def watch(frame: FrameType, event: str, returned: Any) -> Any:
        nonlocal found
        if frame.f_code is not code:
            return None
        if event == "return" and type(returned) is type(value) and returned == value:
            found = Place(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
        return watch

    def run() -> None:
        result = rule(*arguments)
        if code is not None and code.co_flags & 0x20:  # a generator
            for _ in result:
                pass

    _traced(run, watch)
    return found


def place_of_change(
    rule: Any, state: Any, rest: Sequence[Any], snapshot: Callable[[Any], object]
) -> Place | None:
    """The line on which a rule changes its state; else its first line."""
    code = code_of(rule)
    found: Place | None = None
    mine = copy.deepcopy(state)
    before = snapshot(mine)
    last: FrameType | None = None
    line = 0

    def watch(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal found, last, line
        if not _is_users(frame.f_code):
            return None
        if found is None and last is not None and snapshot(mine) != before:
            found = Place(last.f_code.co_filename, line, last.f_code.co_name)
        last, line = frame, frame.f_lineno
        return watch

    def run() -> None:
        result = rule(mine, *rest)
        if code is not None and code.co_flags & 0x20:
            for _ in result:
                pass

    _traced(run, watch)
    return found or place_of(rule)


def _traced(run: Callable[[], None], watch: Any) -> None:
    """Call `run` with a trace function; ignore errors of rules, which have been reported."""
    before = sys.gettrace()
    sys.settrace(watch)
    try:
        run()
    except Exception:  # noqa: S110 - the place found so far counts
        pass
    finally:
        sys.settrace(before)


def _is_users(code: CodeType) -> bool:
    """Whether the code belongs to a game, and not to Kibitz, Python or a library."""
    path = code.co_filename
    if path.startswith(_KIBITZ):
        return path.startswith(_OWN_GAMES)
    return not path.startswith(_PYTHON) and not path.startswith("<frozen")
