"""Grades a student's file in a process of its own, and puts the report together."""

from __future__ import annotations

import json
import math
import re
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.core.child_python import python_command
from kibitz.core.errors import KibitzError, LimitError, UnknownGameError
from kibitz.core.messages import Message
from kibitz.grading.findings import MISTAKES, Finding, settled
from kibitz.grading.shape import RETURNS

FORMAT = "kibitz-grade"
VERSION = 1
SECONDS = 60.0
POSITIONS = 20
_MOST_PRINTED = 4_000  # characters of the student's output that a report quotes


@dataclass(frozen=True, kw_only=True)
class Request:
    """What to grade, and how to call it. What is None is inferred from the file."""

    file: str
    game: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    function: str | None = None
    parameters: Sequence[str] | None = None
    returns: str | None = None
    view: str | None = None
    players: Sequence[str] | None = None
    maximizer: str | None = None
    depth: int | None = None
    positions: int = POSITIONS
    seed: int = 0
    ties: str | None = None
    ignored: Sequence[str] = ()
    seconds: float = SECONDS


@dataclass(frozen=True)
class GradeReport:
    """The result of a grading."""

    file: str
    shape: Mapping[str, Any] | None
    positions: Sequence[Mapping[str, Any]]
    findings: Sequence[Mapping[str, Any]]  # each mistake once, in the order of the search
    printed: str  # what the code printed

    @property
    def passed(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    def as_dict(self) -> dict[str, object]:
        """For `--json` and the page."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "file": self.file,
            "passed": self.passed,
            "shape": self.shape,
            "positions": list(self.positions),
            "findings": list(self.findings),
            "printed": self.printed,
        }


def grade(request: Request) -> GradeReport:
    """Run the file in a child process and compare its search with the reference.

    Raises KibitzError if there is nothing to grade.
    """
    _check(request)
    with tempfile.TemporaryDirectory(prefix="kibitz-grade-") as folder:
        places = {name: str(Path(folder) / name) for name in ("report", "stacks", "output")}
        asked = {
            "file": request.file,
            "game": request.game,
            "options": dict(request.options),
            "function": request.function,
            "parameters": None if request.parameters is None else list(request.parameters),
            "returns": request.returns,
            "view": request.view,
            "players": None if request.players is None else list(request.players),
            "maximizer": request.maximizer,
            "depth": request.depth,
            "positions": request.positions,
            "seed": request.seed,
            "ties": request.ties,
            "seconds": request.seconds,
            "report": places["report"],
            "stacks": places["stacks"],
        }
        ended = _run(json.dumps(asked) + "\n", places["output"], request.seconds)
        lines = _lines(places["report"])
        printed = _text(places["output"])[:_MOST_PRINTED]
        return _assembled(request, lines, ended, _text(places["stacks"]), printed)


def _check(request: Request) -> None:
    if not Path(request.file).is_file():
        raise UnknownGameError("game_file_missing", path=request.file)
    limits = (("positions", request.positions, 500), ("depth", request.depth, 20))
    for name, value, most in limits:
        if value is not None and not 1 <= value <= most:
            raise LimitError(
                "bad_limit", name=name, value=value, expected=f"a whole number from 1 to {most}"
            )
    if not (math.isfinite(request.seconds) and 0 < request.seconds <= 3_600):
        raise LimitError(
            "bad_limit", name="time", value=request.seconds, expected="seconds, at most 3600"
        )
    chosen = (
        ("ties", request.ties, ("first", "last")),
        ("returns", request.returns, RETURNS),
        ("view", request.view, ("maximizer", "mover")),
    )
    for name, given, known in chosen:
        if given is not None and given not in known:
            raise LimitError(
                "bad_setting", name=name, value=given, expected=f"one of {', '.join(known)}"
            )
    for name in request.ignored:
        if name not in MISTAKES:
            expected = f"one of {', '.join(MISTAKES)}"
            raise LimitError("bad_setting", name="ignore", value=name, expected=expected)


def _run(asked: str, output: str, seconds: float) -> str:
    """Run the child; return how it ended: "done", "late" or "ended"."""
    command = python_command("-m", "kibitz.grading.child")
    with open(output, "w", encoding="utf-8") as file:
        process = subprocess.Popen(  # noqa: S603 - this Python, with fixed arguments
            command, stdin=subprocess.PIPE, stdout=file, stderr=file, text=True
        )
        try:
            # After `seconds` the child reports where it is. It is killed a moment later.
            process.communicate(asked, timeout=seconds + 2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return "late"
        except BaseException:
            process.kill()
            process.wait()
            raise
    return "done" if process.returncode == 0 else "ended"


def _assembled(
    request: Request, lines: list[dict[str, Any]], ended: str, stacks: str, printed: str
) -> GradeReport:
    refused = next((line["refused"] for line in lines if "refused" in line), None)
    if refused is not None:
        raise KibitzError(Message(refused["code"], refused["text"]))
    failed = next((line["failed"] for line in lines if "failed" in line), None)
    if failed is not None:
        raise RuntimeError(f"{failed}\n{printed}" if printed else failed)
    findings = [line["finding"] for line in lines if "finding" in line]
    if not any("done" in line for line in lines):
        findings.append(_unfinished(request, lines, ended, stacks, printed))
    kept: dict[str, dict[str, Any]] = {}
    for one in settled(findings):
        if one["name"] not in request.ignored:
            kept.setdefault(one["name"], {key: one[key] for key in one if key != "candidates"})
    return GradeReport(
        Path(request.file).name,
        next((line["shape"] for line in lines if "shape" in line), None),
        [line["graded"] for line in lines if "graded" in line],
        list(kept.values()),
        printed,
    )


def _unfinished(
    request: Request, lines: list[dict[str, Any]], ended: str, stacks: str, printed: str
) -> dict[str, Any]:
    """The finding for a process that did not finish."""
    name = "too_slow" if ended == "late" else "exits"
    detail = f"more than {request.seconds:g} s" if ended == "late" else printed.strip()[-300:]
    path = re.escape(str(Path(request.file).resolve()))
    found = re.search(rf'File "{path}", line (\d+)', stacks)
    begun: dict[str, Any] = next((line["begin"] for line in reversed(lines) if "begin" in line), {})
    finding = Finding(
        name,
        position=begun.get("position", ""),
        line=int(found[1]) if found else None,
        detail=detail,
    ).as_dict()
    if begun:
        finding["path"] = [{"move": None, "board": begun["board"]}]
    return finding


def _lines(path: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in _text(path).splitlines() if line.endswith("}")]


def _text(path: str) -> str:
    try:
        return Path(path).read_text("utf-8", "replace")
    except OSError:
        return ""
