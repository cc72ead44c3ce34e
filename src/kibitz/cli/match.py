"""`kibitz match`: plays a match, or replays its record."""

from __future__ import annotations

import argparse
import os
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from typing import TypeAlias, cast

from kibitz.cli import arguments as shared
from kibitz.cli import output
from kibitz.cli.match_progress import MatchProgress
from kibitz.cli.match_text import game_text, standings_text
from kibitz.cli.trust import add_trust, settle_game
from kibitz.core.contract import Game
from kibitz.core.errors import OptionError, RecordError
from kibitz.games.game_ref import GameRef
from kibitz.match.match import GAMES, Match
from kibitz.match.replay import Recorded, Replayed
from kibitz.match.specification import MOST_PLIES
from kibitz.match.standings import Standings, standings

# The name, the settings and the version of a game.
_Rules: TypeAlias = tuple[str, Mapping[str, object], int]

STOPPED = 130  # the exit code after Ctrl-C, as in other programs
ANSWER_IS_NO = 1
TABLES = "tables"  # adjudication by endgame tables
SEED_HELP = "seed of the openings and of random choices (default: 0)"


def add_match(parser: ArgumentParser) -> None:
    """Add the arguments of the command."""
    shared.add_game(parser, is_optional=True, seed_help=SEED_HELP)
    parser.add_argument(
        "--player",
        metavar="PLAYER",
        action="append",
        default=[],
        help="a level (5, hard), random, FILE.py:FUNCTION, or KEY=VALUE pairs joined by commas "
        "(nodes=20000,killers=off); repeat for each player",
    )
    add_games(parser, GAMES, "number of games")
    parser.add_argument(
        "--opening-plies",
        metavar="N",
        type=shared.parse_int,
        help="number of random moves before each game",
    )
    parser.add_argument(
        "--balance",
        metavar="POINTS",
        type=_parse_number,
        help="by how many points an opening may favour a side",
    )
    parser.add_argument(
        "--plies",
        metavar="N",
        type=shared.parse_int,
        default=MOST_PLIES,
        help=f"games longer than this are draws (default: {MOST_PLIES})",
    )
    parser.add_argument(
        "--adjudicate",
        metavar="POINTS,MOVES|tables",
        type=_parse_adjudication,
        action="append",
        default=[],
        help="end a game as won when both sides agree that one of them is POINTS ahead, for MOVES "
        "moves in a row; with tables, as soon as the endgame tables know the result; can be "
        "repeated",
    )
    parser.add_argument(
        "--adjudicate-draws",
        metavar="POINTS,MOVES",
        type=_parse_points_and_moves,
        help="end a game as drawn when both sides' scores stay within POINTS of 0 for MOVES moves "
        "in a row",
    )
    parser.add_argument(
        "--sprt",
        metavar="ELO0,ELO1",
        type=_parse_two_numbers,
        help="stop when a sequential test decides between these two Elo differences of the first "
        "player; -5,0 tests that it is no weaker",
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="file that records every game; continues from an earlier run",
    )
    parser.add_argument(
        "--replay", metavar="FILE", help="replay a record and check it against the rules"
    )
    add_trust(parser, numbered="with --replay: show the game with this number")
    add_workers(parser)


def add_games(parser: ArgumentParser, default: int, help_text: str) -> None:
    """Add `--games`."""
    parser.add_argument(
        "--games",
        metavar="N",
        type=shared.parse_int,
        default=default,
        help=f"{help_text} (default: {default})",
    )


def add_workers(parser: ArgumentParser) -> None:
    """Add `--workers` and `--cluster`."""
    parser.add_argument(
        "--workers",
        metavar="N",
        type=shared.parse_int,
        help="number of processes (default: one for each processor)",
    )
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="use the workers of the Dask cluster at this address"
    )


def check_workers(arguments: Namespace) -> None:
    """Raise OptionError if both `--workers` and `--cluster` are used."""
    if arguments.workers is not None and arguments.cluster is not None:
        expected = "no value with --cluster"
        raise OptionError(
            "bad_setting", name="--workers", value=arguments.workers, expected=expected
        )


def match(arguments: Namespace) -> int:
    """Play a match or replay a record; return 130 after Ctrl-C."""
    settle_game(arguments)
    if arguments.replay is not None:
        return _replay(arguments)
    if arguments.number is not None:
        raise OptionError(
            "bad_option",
            name="game",
            game="match",
            value=arguments.number,
            expected="no value without --replay FILE",
        )
    if len(arguments.player) < 2:
        raise OptionError("match_without_players", count=len(arguments.player))
    if arguments.game is None:
        raise OptionError("match_without_game")
    check_workers(arguments)
    played = Match(
        read_ref(arguments),
        arguments.player,
        games=arguments.games,
        seed=arguments.seed or 0,
        opening_plies=arguments.opening_plies,
        balance=arguments.balance,
        plies=arguments.plies,
        adjudicate=next((one for one in arguments.adjudicate[::-1] if one != TABLES), None),
        adjudicate_draws=arguments.adjudicate_draws,
        adjudicate_tables=TABLES in arguments.adjudicate,
        sprt=arguments.sprt,
        record=arguments.record,
    )
    progress = MatchProgress(is_quiet=arguments.json)
    is_stopped = False
    try:
        for _ in played.run(workers=arguments.workers, cluster=arguments.cluster):
            progress.show(played)
    except KeyboardInterrupt:
        is_stopped = True
    progress.clear()
    _show(arguments, played.standings, played.game)
    if is_stopped:
        done = f"stopped after {played.played} of {played.games} games"
        output.note(f"kibitz: {done}; {_how_to_continue(arguments.record)}")
    return STOPPED if is_stopped else 0


def read_ref(arguments: Namespace) -> GameRef:
    """A reference to the selected game, which other processes can load."""
    return GameRef.at(arguments.game, shared.read_game(arguments))


def _how_to_continue(record: str | None) -> str:
    if record is None:
        return "with --record FILE the next one can be continued"
    return "run the same command again to continue"


def _show(arguments: Namespace, found: Standings, game: Game) -> None:
    if arguments.json:
        record = None if arguments.record is None else os.path.abspath(arguments.record)
        output.result_json({"game": game.name, **found.as_dict(), "record": record})
    else:
        output.result(standings_text(found))
    _note_faults(found)


def _note_faults(found: Standings) -> None:
    """Print how many games were lost because a player failed, and the first error."""
    first = found.first_fault
    if first is not None and first.culprit is not None:
        count = sum(row.faults for row in found.rows)
        name = found.rows[first.seats[first.culprit]].name
        output.note(
            f"kibitz: {count} of {found.games} games were lost by an error. The first is in game "
            f"{first.number}, by {name}: {first.problem}"
        )


def _replay(arguments: Namespace) -> int:
    """Check a record, or show one of its games; return 1 if the rules contradict it."""
    game = None if arguments.game is None else shared.read_game(arguments)
    recorded = _read_record(arguments.replay, game, arguments.trust)
    replayed = []
    try:
        for one in recorded.replay(arguments.number):
            replayed.append(one)
    except RecordError as error:
        if error.code != "not_replayed":
            raise
        output.refusal(error, arguments.json)
        return ANSWER_IS_NO
    found = standings(recorded.tally, recorded.contestants)
    names = [contestant.name for contestant in recorded.contestants]
    if arguments.json:
        shown = [_game_dict(one) for one in replayed] if arguments.number is not None else []
        output.result_json({"game": recorded.game.name, **found.as_dict(), "replayed": shown})
    elif arguments.number is not None:
        output.result(game_text(replayed[0], names, recorded.game))
    else:
        output.result(f"All {len(replayed)} games replay exactly.\n\n{standings_text(found)}")
        _note_faults(found)
    return 0


def _read_record(path: str, game: Game | None, trust: list[str]) -> Recorded:
    """Read a record; raises RecordError if its games were played by other rules than `game`."""
    try:
        return Recorded(path, game, trust=trust)
    except RecordError as error:
        if error.code != "record_other_rules":
            raise
        there, asked = (cast(_Rules, error.message.params[key]) for key in ("other", "expected"))
        works = "Name the game of the record, or omit it"
        if there[:2] == asked[:2]:
            works = "Replay it with the version of Kibitz that played it"
        raise RecordError(
            "match_of_other_rules",
            source=repr(path),
            other=_rules_text(there, asked),
            expected=_rules_text(asked, there),
            works=works,
        ) from None


def _rules_text(rules: _Rules, other: _Rules) -> str:
    """Describe `rules` by the parts in which they differ from `other`."""
    name, settings, version = rules
    if name != other[0]:
        return name
    own = [f"{key}={value}" for key, value in settings.items() if other[1].get(key) != value]
    return f"{name} with {' '.join(own)}" if own else f"version {version} of {name}"


def _game_dict(one: Replayed) -> dict[str, object]:
    texts = {"opening_text": list(one.opening), "moves_text": list(one.moves)}
    return {**one.result.as_dict(), **texts}


def _parse_number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a number, got {text!r}") from None


def _parse_two_numbers(text: str) -> tuple[float, float]:
    first, comma, second = text.partition(",")
    if not comma:
        raise argparse.ArgumentTypeError(f"expected two numbers such as 0,10, got {text!r}")
    return _parse_number(first), _parse_number(second)


def _parse_adjudication(text: str) -> tuple[float, int] | str:
    return TABLES if text == TABLES else _parse_points_and_moves(text)


def _parse_points_and_moves(text: str) -> tuple[float, int]:
    first, comma, second = text.partition(",")
    if not comma:
        raise argparse.ArgumentTypeError(f"expected points and moves such as 5,4, got {text!r}")
    return _parse_number(first), shared.parse_int(second)
