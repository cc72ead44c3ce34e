"""`kibitz review`: reviews the moves of one or more saved games."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from kibitz.cli import output
from kibitz.cli.arguments import add_game, add_limits, add_search, read_game
from kibitz.cli.trust import add_trust, settle_game
from kibitz.core.errors import LimitError, RecordError
from kibitz.core.files import replace_text
from kibitz.search.limits import Limit
from kibitz.session.session import Session
from kibitz.teaching.review.judgements import Judged
from kibitz.teaching.review.marks import MARKS
from kibitz.teaching.review.review_report import Review
from kibitz.teaching.review.reviewer import Reviewing
from kibitz.teaching.review.totals import Total, totals

STOPPED = 130  # the exit code after Ctrl-C, as in other programs
_BAR = 30  # characters
_SHOWN_PLIES = 8  # of a better line


def add_review(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", metavar="FILE", help="saved session, or PDN file with any number of games"
    )
    add_game(parser, is_optional=True)
    add_trust(parser, numbered="review only the game with this number")
    parser.add_argument(
        "--svg", metavar="FILE", help="write a chart of the winning chances to this file"
    )
    add_limits(parser)
    add_search(parser)


def review(arguments: Namespace) -> int:
    """Review every move; return 130 after Ctrl-C."""
    sessions = _sessions(arguments)
    is_single = len(sessions) == 1
    if arguments.svg is not None and not is_single:
        expected = "a single game: choose one with --game N"
        raise LimitError("bad_setting", name="svg", value=arguments.svg, expected=expected)
    given = Limit(time=arguments.time, depth=arguments.depth, nodes=arguments.nodes)
    bar = _Bar(sum(len(session.line) for session in sessions.values()), is_shown=not arguments.json)
    done: dict[int, Review] = {}
    is_stopped = False
    for number, session in sessions.items():
        reviewing = Reviewing(
            session,
            None if given == Limit() else given,
            explains=is_single,
            threads=arguments.threads,
            search=arguments.search,
        )
        try:
            reviewing.run(bar.advance)
        except KeyboardInterrupt:
            is_stopped = True
        if not is_stopped or is_single:
            done[number] = reviewing.report()  # among several games, skip an incomplete review
        if is_stopped:
            break
    bar.clear()
    _show(arguments, done, len(sessions))
    if is_stopped:
        output.note("kibitz: stopped; showing the results so far")
    return STOPPED if is_stopped else 0


def _sessions(arguments: Namespace) -> dict[int, Session]:
    """The games to review, by number: the one in `--game`, or else all that have moves."""
    settle_game(arguments)
    game = None if arguments.game is None else read_game(arguments)
    loaded = Session.load_all(arguments.file, game, trust=arguments.trust)
    found = dict(enumerate(loaded, 1))
    source = repr(arguments.file)
    if arguments.number is not None:
        if arguments.number not in found:
            raise RecordError(
                "no_game_number", source=source, number=arguments.number, count=len(found)
            )
        found = {arguments.number: found[arguments.number]}
    played = {number: session for number, session in found.items() if session.line}
    if not played:
        raise RecordError("nothing_to_review", source=source)
    if len(played) < len(found):
        count = len(found) - len(played)
        output.note(f"kibitz: skipped {count} of {len(found)} games, which have no moves")
    return played


class _Bar:
    """A progress bar on standard error, if that is a terminal."""

    def __init__(self, total: int, *, is_shown: bool) -> None:
        self._total = total
        self._done = 0
        self._is_shown = is_shown and sys.stderr.isatty()

    def advance(self, _done: int, _total: int) -> None:
        """Count one more reviewed move."""
        self._done += 1
        if self._is_shown:
            filled = _BAR * self._done // self._total
            bar = "#" * filled + "." * (_BAR - filled)
            output.note(f"\r[{bar}] {self._done} of {self._total} moves", end="")

    def clear(self) -> None:
        """Remove the bar."""
        if self._is_shown:
            output.note("\r" + " " * (_BAR + 40), end="\r")


def _show(arguments: Namespace, done: dict[int, Review], count: int) -> None:
    """Print one review, or a line for each of several reviews and the totals."""
    if count == 1:
        (one,) = done.values()
        if arguments.svg is not None:
            _write(arguments.svg, one.svg())
        if arguments.json:
            output.result_json(one.as_dict())
        else:
            output.result(review_text(one))
        return
    found = totals(done.values())
    if arguments.json:
        output.result_json(
            {
                "whole": len(done) == count,
                "games": count,
                "reviews": [{"number": n, **one.as_dict()} for n, one in done.items()],
                "players": [total.as_dict() for total in found],
            }
        )
    else:
        output.result(table_text(done, found))


def _write(path: str, picture: str) -> None:
    try:
        replace_text(path, picture)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise RecordError("record_unwritable", path=path, problem=reason) from None


def review_text(review: Review) -> str:
    """A review as text: every move, the accuracy of every side, and the turning points."""
    ended = f"{review.length} moves, {review.outcome or 'not over'}"
    lines = [f"{review.game.title or review.game.name}, {ended}", ""]
    if not review.is_whole:
        missing = review.length - len(review.moves)
        lines += [f"moves 1 to {missing} were not reviewed", ""]
    lines += [line for judged in review.moves for line in _move_lines(judged)]
    heads = "".join(f"{mark:>12}" for mark in MARKS)
    width = max(len(_who(side.side, side.name)) for side in review.sides)
    lines += ["", f"{'':<{width}}  accuracy{heads}"]
    for side in review.sides:
        counts = "".join(f"{getattr(side, mark):>12}" for mark in MARKS)
        lines.append(f"{_who(side.side, side.name):<{width}}  {_percent(side.accuracy):>8}{counts}")
    turns = [f"{judged.ply}. {judged.move} ({judged.side})" for judged in review.turning_points]
    lines += ["", f"turning points: {', '.join(turns) or 'none'}"]
    return "\n".join(lines)


def _move_lines(judged: Judged) -> list[str]:
    """A move, and for a bad one the better line and the reasons."""
    sign = "*" if judged.is_turning_point else " "
    text = f"{judged.ply:>4}.{sign}{judged.side:<8} {judged.move:<10} {judged.mark:<11}"
    if not judged.is_bad or judged.best is None:
        return [f"{text} {100 * judged.after:>3.0f} %"]
    better = " ".join(judged.best.line[:_SHOWN_PLIES])
    return [
        f"{text} {100 * judged.before:>3.0f} % -> {100 * judged.after:.0f} %; better: {better}",
        *(f"{'':<16}{judged.move} {claim.text}" for claim in judged.claims),
    ]


def table_text(done: dict[int, Review], found: list[Total]) -> str:
    """Several reviews as text: one line for each, then the totals of every player."""
    lines = []
    for number, review in done.items():
        sides = ", ".join(
            f"{side.name or side.side} {_percent(side.accuracy)}" for side in review.sides
        )
        ended = str(review.outcome or "not over")
        turns = len(review.turning_points)
        turned = f"{turns} turning point{'' if turns == 1 else 's'}"
        lines.append(f"{number:>4}. {review.length:>3} moves, {ended}: {sides}; {turned}")
    width = max([len(total.name) for total in found], default=0)
    lines += ["", f"{'':<{width}}  games  score  accuracy"]
    for total in found:
        score = f"{total.score:g}/{total.finished}"
        lines.append(
            f"{total.name:<{width}}  {total.games:>5}  {score:>5}  {_percent(total.accuracy):>8}"
        )
    return "\n".join(lines)


def _who(side: str, name: str) -> str:
    return f"{name} ({side})" if name else side


def _percent(accuracy: float | None) -> str:
    return "-" if accuracy is None else f"{accuracy:.1f} %"
