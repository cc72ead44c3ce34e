"""Arguments that several commands share."""

from __future__ import annotations

import argparse
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from kibitz.core.contract import Game
from kibitz.core.drawing import draw
from kibitz.core.errors import InvalidMoveError, KibitzError, MoveError, OptionError
from kibitz.core.text import parse_move
from kibitz.engine.engine import OPPONENTS
from kibitz.engine.patience import guarded
from kibitz.engine.search_choice import SEARCHES
from kibitz.games.learned import judged
from kibitz.games.registry import game
from kibitz.search.limits import Limit
from kibitz.session.session import Session

_MOST_WORDS = 4  # of one move


def parse_int(text: str) -> int:
    """Parse a whole number for argparse; the command checks its range."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a whole number, got {text!r}") from None


def parse_seconds(text: str) -> float:
    """Parse a number of seconds for argparse."""
    try:
        return float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected seconds, got {text!r}") from None


def join_negatives(given: Sequence[str]) -> list[str]:
    """Join options to values that begin with a dash: `--sprt -5,0` becomes `--sprt=-5,0`.

    argparse treats every word that begins with a dash as an option, unless it is a single number.

    >>> join_negatives(["match", "--sprt", "-5,0", "--json"])
    ['match', '--sprt=-5,0', '--json']
    """
    joined: list[str] = []
    for word in given:
        before = joined[-1] if joined else ""
        is_value = re.match(r"-[0-9.]+,", word) is not None
        if is_value and re.fullmatch(r"--[a-z-]*[a-z]", before):
            joined[-1] = f"{before}={word}"
        else:
            joined.append(word)
    return joined


def add_game(
    parser: ArgumentParser,
    *,
    is_optional: bool = False,
    metavar: str = "GAME",
    game_help: str = "name of a game (see `kibitz games`), or a Python file that defines GAME",
    seed_help: str | None = "seed of a random start position",
) -> None:
    """Add the game and its options, and `--seed` if `seed_help` is not None."""
    parser.add_argument(
        "game",
        metavar=metavar,
        nargs="?" if is_optional else None,
        help=game_help,
    )
    parser.add_argument("--variant", metavar="NAME", help="short for --option variant=NAME")
    parser.add_argument("--players", metavar="N", help="short for --option players=N")
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="set an option of the game (repeatable)",
    )
    if seed_help is not None:
        parser.add_argument("--seed", metavar="N", type=parse_int, help=seed_help)


def add_position(parser: ArgumentParser) -> None:
    """Add `--position` and `--moves`."""
    parser.add_argument("--position", metavar="TEXT", help="start from this position")
    parser.add_argument("--moves", metavar="TEXT", default="", help="play these moves first")


def add_limits(parser: ArgumentParser) -> None:
    """Add the limits of a search."""
    parser.add_argument("--time", metavar="S", type=parse_seconds, help="search time in seconds")
    parser.add_argument("--depth", metavar="N", type=parse_int, help="search depth in plies")
    parser.add_argument(
        "--nodes", metavar="N", type=parse_int, help="number of nodes (or playouts) to search"
    )
    add_threads(parser)


def add_opponents(parser: ArgumentParser, *, has_all: bool = False) -> None:
    """Add `--opponents`; `has_all` adds the choice `all`."""
    choices = [*OPPONENTS, "all"] if has_all else list(OPPONENTS)
    parser.add_argument(
        "--opponents",
        choices=choices,
        default="paranoid",
        help="model of the other players in games for more than two: all play against the side to "
        "move (paranoid, the default), each plays for itself (maxn), or one plays the best reply "
        "(reply)" + ("; all compares the three" if has_all else ""),
    )


def add_search(parser: ArgumentParser) -> None:
    """Add `--search` and `--evaluation`."""
    parser.add_argument(
        "--search",
        choices=SEARCHES,
        help="Monte Carlo tree search (mcts) or alpha-beta (default: mcts for games without an "
        "evaluation, otherwise alphabeta)",
    )
    parser.add_argument(
        "--evaluation",
        metavar="NAME",
        help="another evaluation of the game, such as `learned` after `kibitz train`",
    )


def add_threads(parser: ArgumentParser) -> None:
    """Add `--threads`."""
    parser.add_argument(
        "--threads", metavar="N", type=parse_int, default=1, help="number of threads (default: 1)"
    )


def add_json(parser: ArgumentParser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print JSON")


def read_game(arguments: Namespace) -> Game:
    """The game that the arguments select, with its options."""
    options: dict[str, object] = {}
    for text in arguments.option:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise OptionError("bad_option_form", text=text, example="--option rows=4")
        options[name] = value
    for name in ("variant", "players"):
        if getattr(arguments, name) is not None:
            options[name] = getattr(arguments, name)
    found = game(arguments.game, **options)
    evaluation = getattr(arguments, "evaluation", None)
    return found if evaluation is None else judged(found, evaluation)


def read_session(arguments: Namespace) -> Session:
    """A session at the position that the arguments describe."""
    session = Session(read_game(arguments), arguments.position, seed=arguments.seed)
    push_moves(session, arguments.moves)
    return session


def push_moves(session: Session, text: str) -> None:
    """Play the moves in a text, separated by blanks or commas; each takes no time.

    A move may contain blanks and commas itself.
    """
    words = text.split()
    while words:
        count = guarded(session.game, _word_count, session, words)
        if count == 0 and "," in words[0]:
            words = [*filter(None, words[0].split(",")), *words[1:]]
            continue
        move = " ".join(words[: count or 1]).rstrip(",")
        try:
            guarded(session.game, session.push, move, 0.0)
        except MoveError as problem:
            _add_board(problem, session)
            raise
        words = words[count or 1 :]


def _add_board(problem: MoveError, session: Session) -> None:
    """Draw the board below a message whose position is only the numbers of the state's fields."""
    board = session.game.geometry
    if board is not None and session.game.notation.format_state is None:
        problem.add_note(draw(board, session.state))


def _word_count(session: Session, words: list[str]) -> int:
    """How many of the first words are one move; 0 if they are not a move."""
    for count in range(1, min(len(words), _MOST_WORDS) + 1):
        try:
            parse_move(
                session.game, session.state, " ".join(words[:count]).rstrip(","), session.earlier
            )
        except InvalidMoveError:
            continue
        except KibitzError:  # it means a move, which `push` refuses
            pass
        return count
    return 0


def read_limit(arguments: Namespace, default_time: float) -> Limit:
    """The search limit from the arguments; by default `default_time` seconds."""
    given = Limit(time=arguments.time, depth=arguments.depth, nodes=arguments.nodes)
    return Limit(time=default_time) if given == Limit() else given
