"""Hints and explanations: `kibitz hint --ladder`, `kibitz explain`, and the hints while playing."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from kibitz.cli import output
from kibitz.cli.arguments import read_limit, read_session
from kibitz.core.types import State
from kibitz.engine.engine import Engine
from kibitz.engine.lines import Line
from kibitz.search.limits import Limit
from kibitz.session.session import Session
from kibitz.teaching.explanations.explanation import Explanation
from kibitz.teaching.hints import RUNGS, Hint, Rung
from kibitz.teaching.teacher import Teacher

SECONDS = 0.3


def add_rungs(parser: ArgumentParser) -> None:
    """Which part of the ladder a hint shows."""
    parser.add_argument(
        "--ladder",
        action="store_true",
        help="print all steps of the hint: nudge, piece, move and line",
    )
    parser.add_argument("--rung", choices=RUNGS, help="print only this step of the hint")


def add_explain(parser: ArgumentParser) -> None:
    """Which move is explained."""
    parser.add_argument("--move", metavar="MOVE", help="move to explain (default: the best one)")
    parser.add_argument(
        "--versus", metavar="MOVE", help="move to compare with; `best` for the engine's choice"
    )


def show_ladder(arguments: Namespace, session: Session, engine: Engine, limit: Limit) -> None:
    """`kibitz hint --ladder` and `--rung`: help that need not spoil."""
    found = Teacher(engine).hint(session, limit)
    rungs = found.rungs if arguments.rung is None else (found.rung(arguments.rung),)
    if arguments.json:
        whole = {"rungs": [rung.as_dict() for rung in rungs]}
        output.result_json(whole if arguments.rung is None else rungs[0].as_dict())
    else:
        output.result("\n".join(f"{rung.kind + ':':<7} {rung.text}" for rung in rungs))


def explain(arguments: Namespace) -> None:
    """`kibitz explain`: why this move, and why not that one."""
    limit = read_limit(arguments, SECONDS)
    session = read_session(arguments)
    engine = Engine(session.game, threads=arguments.threads, opponents=arguments.opponents)
    teacher = Teacher(engine)
    if arguments.versus is None:
        explanation = teacher.explain(session, arguments.move, limit)
        if arguments.json:
            output.result_json(explanation.as_dict())
        else:
            output.result(explanation_text(explanation))
        return
    versus = None if arguments.versus.casefold() == "best" else arguments.versus
    mine = arguments.move if arguments.move is not None else engine.play(session, limit).moves[0]
    comparison = teacher.compare(session, mine, versus, limit)
    if arguments.json:
        output.result_json(comparison.as_dict())
        return
    said = [f"{claim.text}" for claim in comparison.differences]
    pair = [comparison.mine, comparison.yours]
    shown = pair[:1] if comparison.mine.move == comparison.yours.move else pair
    output.result("\n\n".join(["\n".join(said), *map(explanation_text, shown)]).strip())


def explanation_text(explanation: Explanation) -> str:
    """A move, what is claimed of it with the line that shows it, and the evaluation's terms."""
    lines = [output.line_text(explanation.line)]
    for claim in explanation.claims:
        shown = f"  [{' '.join(claim.line)}]" if len(claim.line) > 1 else ""
        lines.append(f"  {claim.text}{shown}")
    changed = [str(term) for term in explanation.terms if term.before != term.after]
    if changed:
        lines.append(f"  evaluation: {', '.join(changed)}")
    return "\n".join(lines)


class Ladder:
    """The hints of one game: a rung further each time, from the first one in a new position."""

    def __init__(self, engine: Engine) -> None:
        self._teacher = Teacher(engine)
        self._asked: tuple[State, int] | None = None
        self._hint: Hint | None = None
        self._given = 0

    def climb(self, session: Session) -> tuple[Line, Rung]:
        """The next rung for the position of `session`, the last one again after that.

        The line that the ladder leads to comes with it, for programs.
        """
        here = (session.state, len(session.earlier))
        if self._hint is None or self._asked != here:
            self._hint = self._teacher.hint(session, Limit(time=SECONDS))
            self._asked, self._given = here, 0
        rung = self._hint.rungs[self._given]
        self._given = min(self._given + 1, len(self._hint.rungs) - 1)
        return self._hint.line, rung
