"""The short commands: games, hint, analyse, perft, check and bench."""

from __future__ import annotations

import contextlib
import sys
import time
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import asdict

from kibitz.cli import output
from kibitz.cli.arguments import read_game, read_limit, read_session
from kibitz.cli.teaching import show_ladder
from kibitz.compiling.state_check import state_failure
from kibitz.core.errors import CompileError, ConformanceError, LimitError, OptionError
from kibitz.core.text import format_move
from kibitz.engine import bench
from kibitz.engine.engine import OPPONENTS, Engine
from kibitz.engine.lines import Line
from kibitz.games.bench_positions import CASES
from kibitz.games.registry import game, names
from kibitz.search.compiled import compiled_perft
from kibitz.search.deepening import Opponents
from kibitz.search.limits import Limit
from kibitz.search.perft import divide, plain_perft
from kibitz.session.session import Session

HINT_SECONDS = 0.3
ANALYSIS_SECONDS = 5.0
MAX_PERFT_DEPTH = 100


def games(arguments: Namespace) -> None:
    """`kibitz games`: list the games and their options."""
    if arguments.game is not None:
        listed = {arguments.game: read_game(arguments)}
    else:
        listed = {name: game(name) for name in names()}
    if arguments.json:
        output.result_json({"games": [output.game_dict(*item) for item in listed.items()]})
    else:
        output.result("\n".join(output.game_text(*item) for item in listed.items()))


def hint(arguments: Namespace) -> None:
    """`kibitz hint`: suggest a good move."""
    limit = read_limit(arguments, HINT_SECONDS)
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
    search = arguments.search or ("alphabeta" if arguments.opponents == "all" else None)
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


def perft(arguments: Namespace) -> None:
    """`kibitz perft`: count the lines of a given length."""
    depth = arguments.perft_depth
    if not 0 <= depth <= MAX_PERFT_DEPTH:
        raise LimitError(
            "bad_limit",
            name="DEPTH",
            value=depth,
            expected=f"a whole number from 0 to {MAX_PERFT_DEPTH}",
        )
    if not 1 <= arguments.threads <= 256:
        raise LimitError(
            "bad_limit", name="threads", value=arguments.threads, expected="a number from 1 to 256"
        )
    session = read_session(arguments)
    rules, state = session.game, session.state
    is_watched = sys.stderr.isatty() and not arguments.json
    with contextlib.suppress(CompileError):
        compiled_perft(rules)  # compile first, so that only the count is timed
    began = time.perf_counter()
    counts: dict[str, int] = {}
    if depth == 0:
        total = 1
    else:
        try:
            for move, count in divide(rules, state, depth, threads=arguments.threads):
                counts[format_move(rules, state, move)] = count
                if is_watched and time.perf_counter() - began > 1:
                    output.note(f"\r{len(counts)} moves, {sum(counts.values()):,} so far", end="")
        except CompileError as problem:
            output.note(f"kibitz: {problem} Counting with interpreted rules, which is slow.")
            for move in rules.moves(state):
                count = plain_perft(rules, rules.play(state, move), depth - 1)
                counts[format_move(rules, state, move)] = count
        if is_watched and time.perf_counter() - began > 1:
            output.note("")
        total = sum(counts.values())
    seconds = time.perf_counter() - began
    if arguments.json:
        split = {"moves": counts} if arguments.divide else {}
        output.result_json({"nodes": total, "seconds": round(seconds, 4), **split})
        return
    if arguments.divide:
        output.result("\n".join(f"{move}: {count}" for move, count in counts.items()))
    output.result(f"{total} leaves at depth {depth} in {seconds:.2f} s")


def check(arguments: Namespace) -> None:
    """`kibitz check`: run the conformance suite on a game."""
    from kibitz.testing.suite import check as conform

    rules = read_game(arguments)
    if arguments.games < 1:
        raise LimitError(
            "bad_limit", name="games", value=arguments.games, expected="a whole number from 1"
        )
    is_watched = sys.stderr.isatty() and not arguments.json

    def progress(done: int, games: int) -> None:
        if is_watched:
            output.note(f"\r{done} of {games} games", end="\n" if done == games else "")

    try:
        seed = arguments.seed or 0
        report = conform(rules, games=arguments.games, seed=seed, progress=progress)
    except (ConformanceError, CompileError) as error:
        if arguments.json:
            output.result_json({"conforms": False, "error": error.code, "message": str(error)})
        raise
    if not rules.has_integer_states():
        output.note(f"kibitz: note: {state_failure(rules)} Only interpreted rules were checked.")
    if arguments.json:
        output.result_json({"conforms": True, **asdict(report)})
    else:
        how = "compiled and interpreted" if report.is_compiled else "interpreted"
        output.result(
            f"{rules.name} conforms to the contract: {report.positions} positions from "
            f"{report.games} random games, {how}; the longest game has {report.longest} moves"
        )


def run_bench(arguments: Namespace) -> None:
    """`kibitz bench`: measure the speed of the search and print its signature."""
    if arguments.peers:
        command = "python -m benchmarks.peers"
        raise OptionError("moved_option", option="kibitz bench --peers", command=command)
    cases = CASES if arguments.game is None else bench.cases_of(game(arguments.game))
    measured = []
    for one in bench.run(cases):
        measured.append(one)
        if not arguments.json:
            options = "".join(f" {name}={value}" for name, value in one.case.options.items())
            output.note(
                f"{one.case.name}{options} depth {one.case.depth}: {one.nodes:,} nodes, "
                f"{one.nodes / max(one.seconds, 1e-9):,.0f} per second"
            )
    nodes = sum(one.nodes for one in measured)
    seconds = sum(one.seconds for one in measured)
    rate = nodes / seconds if seconds else 0.0
    if arguments.json:
        output.result_json(
            {
                "signature": nodes,
                "nodes": nodes,
                "seconds": round(seconds, 4),
                "nodes_per_second": round(rate),
                "cases": [
                    {
                        "game": one.case.name,
                        "options": dict(one.case.options),
                        "position": one.case.position,
                        "depth": one.case.depth,
                        "nodes": one.nodes,
                        "seconds": round(one.seconds, 4),
                    }
                    for one in measured
                ],
            }
        )
    else:
        output.result(f"{nodes} nodes in {seconds:.2f} s, {rate:,.0f} per second")
        output.result(f"Signature: {nodes}")
