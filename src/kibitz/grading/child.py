"""The process that runs a student's code; `grade.py` starts it and reads its report.

It reads a request from its standard input and writes one JSON object per line to the file that the
request names: `shape`, then `begin` and `graded` for each position, and `done`. What the student's
code prints goes to standard output, which the parent keeps apart.
"""

from __future__ import annotations

import faulthandler
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from kibitz.core.errors import KibitzError, UnknownGameError
from kibitz.games.registry import game
from kibitz.games.sources import load_source
from kibitz.grading.examining import Examiner, error_finding
from kibitz.grading.findings import Finding
from kibitz.grading.positions import chosen_positions, tree_size
from kibitz.grading.rules import rules_of_game, rules_of_module
from kibitz.grading.shape import find_shape
from kibitz.grading.student import Student, line_of_error

_MEMORY = 4 << 30  # bytes
_MOST_SIZE = 100_000
_DEPTH = 4  # plies, the default of --depth


class _Report:
    """The lines of the report."""

    def __init__(self, path: str) -> None:
        self._file = open(path, "w", encoding="utf-8")  # noqa: SIM115 - open until the process ends

    def write(self, kind: str, value: object) -> None:
        """Add a line and flush it, because the student's code may end the process."""
        self._file.write(json.dumps({kind: value}, default=str) + "\n")
        self._file.flush()


def main() -> None:
    """Grade what the request names."""
    request = json.loads(sys.stdin.readline())
    sys.stdin = open(os.devnull)  # noqa: SIM115 - `input` in the student's code must not wait
    report = _Report(request["report"])
    _limit_memory()
    stacks = open(request["stacks"], "w")  # noqa: SIM115
    faulthandler.dump_traceback_later(request["seconds"], file=stacks)
    try:
        _grade(request, report)
    except KibitzError as error:
        code = error.code
        report.write("refused", {"code": code, "text": str(error)})
    except Exception as problem:
        report.write("failed", f"{type(problem).__name__}: {problem}")
        raise
    faulthandler.cancel_dump_traceback_later()
    report.write("done", True)
    os._exit(0)  # threads of the student's code may still run


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _grade(request: Mapping[str, Any], report: _Report) -> None:
    path = str(Path(request["file"]).resolve())
    source = Path(path).read_bytes().decode("utf-8", "replace")
    try:
        compile(source, path, "exec")
    except (SyntaxError, ValueError) as problem:
        line = getattr(problem, "lineno", None)
        report.write("finding", Finding("syntax", line=line, detail=str(problem)).as_dict())
        return
    try:
        members = vars(load_source(path))
    except UnknownGameError as problem:
        if problem.__cause__ is None:
            raise
        report.write("finding", _loading(problem.__cause__, path).as_dict())
        return
    student = _student(request, members, source, path)
    report.write("shape", student.shape.as_dict() | _rules_dict(student))
    rules = student.rules
    examiner = Examiner(student, path, request["ties"])
    limit = _depth_limit(student, request["depth"])
    for state, fitting in chosen_positions(rules, request["positions"], request["seed"], limit):
        report.write("begin", {"board": rules.board(state), "position": rules.text(state)})
        size = tree_size(rules, state, fitting, _MOST_SIZE)
        graded, findings = examiner.examine(state, fitting, size)
        report.write("graded", graded.as_dict())
        for finding in findings:
            report.write("finding", finding.as_dict())


def _depth_limit(student: Student, depth: int | None) -> int | None:
    """The greatest depth; None if the search goes to the end of the game."""
    if student.shape.values:
        return depth or (_DEPTH if student.shape.counts == "down" else None)
    return depth or (_DEPTH if _has_depth(student) else None)


def _has_depth(student: Student) -> bool:
    chooser = student.shape.chooser
    return chooser is not None and "depth" in student.shape.roles[chooser.title].values()


def _rules_dict(student: Student) -> dict[str, object]:
    rules = student.rules
    return {
        "game": rules.game.title,
        "rules": rules.source,
        "sides": list(rules.game.sides),
        "maximizer": rules.side_name(rules.maximiser),
    }


def _student(
    request: Mapping[str, Any], members: Mapping[str, Any], source: str, path: str
) -> Student:
    name = str(members["__name__"])
    if request["game"] is not None:
        rules = rules_of_game(game(request["game"], **request["options"]), request["maximizer"])
    else:
        given = request["players"]
        rules = rules_of_module(members, name, request["file"], given, request["maximizer"])
    classes = [one.__name__ for one in rules.kind.__mro__[:-1]]
    shape = find_shape(
        source,
        request["file"],
        classes,
        function=request["function"],
        parameters=request["parameters"],
        view=request["view"],
    )
    return Student(members, shape, rules, request["returns"])


def _loading(problem: BaseException, path: str) -> Finding:
    line = line_of_error(problem, path)
    if isinstance(problem, SystemExit):
        return Finding("exits", line=line, detail="while the file is loaded")
    if isinstance(problem, RecursionError):
        return Finding("endless_recursion", line=line, detail="while the file is loaded")
    return error_finding(problem, path)


if __name__ == "__main__":
    main()
