"""Hints and explanations: `kibitz hint --ladder`, `kibitz explain`, and hints in `kibitz play`."""

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
from kibitz.teaching.explanations.study import STUDY_SECONDS
from kibitz.teaching.hints import RUNGS, Hint, Rung
from kibitz.teaching.teacher import Teacher


def add_rungs(parser: ArgumentParser) -> None:
    """Add the options that select the steps of a hint."""
    parser.add_argument(
        "--ladder",
        action="store_true",
        help="print all steps of the hint: nudge, piece, move and line",
    )
    parser.add_argument("--rung", choices=RUNGS, help="print only this step of the hint")


def add_explain(parser: ArgumentParser) -> None:
    """Add the options of `kibitz explain`."""
    parser.add_argument("--move", metavar="MOVE", help="move to explain (default: the best one)")
    parser.add_argument(
        "--versus", metavar="MOVE", help="move to compare with; `best` for the engine's choice"
    )


def show_ladder(arguments: Namespace, session: Session, engine: Engine, limit: Limit) -> None:
    """`kibitz hint --ladder` and `--rung`: print all steps of the hint, or only one."""
    found = Teacher(engine).hint(session, limit)
    rungs = found.rungs if arguments.rung is None else (found.rung(arguments.rung),)
    if arguments.json:
        ladder = {"rungs": [rung.as_dict() for rung in rungs]}
        output.result_json(ladder if arguments.rung is None else rungs[0].as_dict())
    else:
        output.result("\n".join(f"{rung.kind + ':':<7} {rung.text}" for rung in rungs))


def explain(arguments: Namespace) -> None:
    """`kibitz explain`: explain a move, or compare two moves."""
    limit = read_limit(arguments, STUDY_SECONDS)
    session = read_session(arguments)
    engine = Engine(
        session.game,
        search=arguments.search,
        threads=arguments.threads,
        opponents=arguments.opponents,
    )
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
    differences = [claim.text for claim in comparison.differences]
    pair = [comparison.mine, comparison.yours]
    shown = pair[:1] if comparison.mine.move == comparison.yours.move else pair
    output.result("\n\n".join(["\n".join(differences), *map(explanation_text, shown)]).strip())


def explanation_text(explanation: Explanation) -> str:
    """Format a move, the claims about it, and the evaluation terms that it changes."""
    lines = [output.line_text(explanation.line)]
    for claim in explanation.claims:
        shown = f"  [{' '.join(claim.line)}]" if len(claim.line) > 1 else ""
        lines.append(f"  {claim.text}{shown}")
    changed = [str(term) for term in explanation.terms if term.before != term.after]
    if changed:
        lines.append(f"  evaluation: {', '.join(changed)}")
    return "\n".join(lines)


class HintLadder:
    """Hints during a game: each request gets the next step; a new position starts over."""

    def __init__(self, engine: Engine) -> None:
        self._teacher = Teacher(engine)
        self._place: tuple[State, int] | None = None
        self._hint: Hint | None = None
        self._next = 0

    def next_rung(self, session: Session) -> tuple[Line, Rung]:
        """The best line and the next step of the hint for it; the last step repeats."""
        place = (session.state, len(session.earlier))
        if self._hint is None or self._place != place:
            self._hint = self._teacher.hint(session, Limit(time=STUDY_SECONDS))
            self._place, self._next = place, 0
        rung = self._hint.rungs[self._next]
        self._next = min(self._next + 1, len(self._hint.rungs) - 1)
        return self._hint.line, rung
