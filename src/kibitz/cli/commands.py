"""The short commands: games, hint and analyse."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping

from kibitz.cli import output
from kibitz.cli.arguments import read_game, read_limit, read_session
from kibitz.cli.teaching import show_ladder
from kibitz.engine.engine import OPPONENTS, Engine
from kibitz.engine.lines import Line
from kibitz.games.registry import loadable_games
from kibitz.search.deepening import Opponents, SearchKind
from kibitz.search.limits import Limit
from kibitz.session.session import Session
from kibitz.teaching.explanations.study import STUDY_SECONDS

ANALYSIS_SECONDS = 5.0


def games(arguments: Namespace) -> None:
    """`kibitz games`: list the games and their options."""
    if arguments.game is not None:
        listed = {arguments.game: read_game(arguments)}
    else:
        listed = {one.name: one for one in loadable_games()}
    if arguments.json:
        output.result_json({"games": [output.game_dict(*item) for item in listed.items()]})
    else:
        output.result("\n".join(output.game_text(*item) for item in listed.items()))


def hint(arguments: Namespace) -> None:
    """`kibitz hint`: suggest a good move."""
    limit = read_limit(arguments, STUDY_SECONDS)
    session = read_session(arguments)
    engine = _engine(session, arguments, arguments.opponents)
    if arguments.ladder or arguments.rung is not None:
        show_ladder(arguments, session, engine, limit)
        return
    line = engine.play(session, limit)
    if arguments.json:
        output.result_json(line.as_dict())
    else:
        output.result(output.line_text(line))


def analyse(arguments: Namespace) -> None:
    """`kibitz analyse`: show the best lines while they improve."""
    limit = read_limit(arguments, ANALYSIS_SECONDS)
    session = read_session(arguments)
    chosen = arguments.opponents
    models: list[Opponents] = list(OPPONENTS) if chosen == "all" else [chosen]
    found: dict[Opponents, list[Line]] = {}
    for model in models:
        found[model], is_stopped = _analyse(session, arguments, model, limit)
        if is_stopped:
            break
    if len(models) > 1:
        _compare(found, arguments.json)
    elif arguments.json:
        output.result_json({"lines": [line.as_dict() for line in found[models[0]]]})
    else:
        output.result(output.lines_text(found[models[0]]))


def _engine(session: Session, arguments: Namespace, model: Opponents) -> Engine:
    # All models can only be compared by the same search, alpha-beta.
    search: SearchKind | None = arguments.search
    if arguments.opponents == "all":
        search = search or "alphabeta"
    return Engine(session.game, search=search, threads=arguments.threads, opponents=model)


def _analyse(
    session: Session, arguments: Namespace, model: Opponents, limit: Limit
) -> tuple[list[Line], bool]:
    """The best lines for one model of the opponents, and whether Ctrl-C stopped the analysis.

    On a terminal the lines are shown on standard error while they improve.
    """
    is_stopped = False
    engine = _engine(session, arguments, model)
    is_watched = sys.stderr.isatty() and not arguments.json
    with engine.analysis(session, limit, arguments.multipv) as analysis:
        try:
            for lines in analysis:
                if is_watched:
                    first = lines[0]
                    output.note(f"{first.seconds:6.2f} s  {output.line_text(first)}")
        except KeyboardInterrupt:
            if not analysis.lines:
                raise
            is_stopped = True
            output.note("kibitz: stopped; best lines so far:")
    return analysis.lines, is_stopped


def _compare(found: Mapping[Opponents, list[Line]], is_json: bool) -> None:
    """Print the lines for the three models of the opponents, and whether their moves agree."""
    moves = {lines[0].move for lines in found.values()}
    if is_json:
        models = {model: [line.as_dict() for line in lines] for model, lines in found.items()}
        output.result_json({"models": models, "agree": len(moves) == 1})
        return
    for model, lines in found.items():
        output.result(f"{model}:\n{output.lines_text(lines)}\n")
    if len(moves) == 1:
        output.result(f"The models agree on {moves.pop()}.")
    else:
        choices = ", ".join(f"{model} plays {lines[0].move}" for model, lines in found.items())
        output.result(f"The models disagree: {choices}.")
