"""`kibitz bench`: measure the speed of the search, and print its signature."""

from __future__ import annotations

from argparse import SUPPRESS, ArgumentParser, Namespace

from kibitz.cli import output
from kibitz.cli.arguments import parse_seconds
from kibitz.core.contract import Game
from kibitz.core.errors import LimitError, OptionError
from kibitz.engine.bench import cases_of, run
from kibitz.engine.speed import Speed, measure
from kibitz.games.bench_positions import CASES
from kibitz.games.registry import game

_SECONDS = 2.0


def add_bench(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help="use only the positions of this game (see `kibitz games`), or measure the game of a "
        "Python file from its start",
    )
    parser.add_argument(
        "--time",
        metavar="S",
        type=parse_seconds,
        help=f"seconds for each measurement of a file's game (default: {_SECONDS:g})",
    )
    parser.add_argument("--peers", action="store_true", help=SUPPRESS)  # removed; reports an error


def bench(arguments: Namespace) -> None:
    """Run the command."""
    if arguments.peers:
        command = "python -m benchmarks.peers"
        raise OptionError("moved_option", option="kibitz bench --peers", command=command)
    rules = None if arguments.game is None else game(arguments.game)
    cases = CASES if rules is None else cases_of(rules)
    if rules is not None and not cases:
        _bench_file(rules, arguments)
        return
    if arguments.time is not None:
        expected = "nothing: the positions of shipped games are searched to fixed depths"
        raise LimitError("bad_limit", name="time", value=arguments.time, expected=expected)
    measured = []
    for one in run(cases):
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


def _bench_file(rules: Game, arguments: Namespace) -> None:
    """Measure a game that has no positions in the benchmark."""
    seconds = _SECONDS if arguments.time is None else arguments.time
    if not 0 < seconds <= 3600:
        raise LimitError("bad_limit", name="time", value=seconds, expected="seconds up to 3600")
    speed = measure(rules, seconds)
    if arguments.json:
        output.result_json(
            {
                "game": rules.name,
                "compiled": speed.compile_seconds is not None,
                "compile_seconds": _rounded(speed.compile_seconds),
                "search": speed.search,
                "nodes": speed.nodes,
                "nodes_per_second": round(speed.nodes_per_second),
                "depth": speed.depth,
                "leaves": speed.leaves,
                "leaves_per_second": round(speed.leaves_per_second),
                "perft_depth": speed.perft_depth,
            }
        )
    else:
        output.result(_speed_text(rules, speed))


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 4)


def _speed_text(rules: Game, speed: Speed) -> str:
    """The measurements in lines."""
    if speed.compile_seconds is None:
        how = f"not compiled, so these are the speeds of Python. {speed.reason}"
    else:
        how = f"compiled in {speed.compile_seconds:.1f} s"
    unit = "playouts" if speed.search == "mcts" else "nodes"
    return (
        f"{rules.name}: {how}\n"
        f"search: {speed.nodes_per_second:,.0f} {unit} per second (depth {speed.depth}, "
        f"{speed.nodes:,} {unit} in {speed.search_seconds:.2f} s)\n"
        f"rules: {speed.leaves_per_second:,.0f} leaves per second (perft {speed.perft_depth}, "
        f"{speed.leaves:,} leaves in {speed.perft_seconds:.2f} s)"
    )
