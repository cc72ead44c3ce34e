"""The specification of a match: all settings that determine its games."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import LimitError, OptionError, RecordError, TableError
from kibitz.core.fields import is_whole
from kibitz.core.version import __version__
from kibitz.engine.knowledge import knowledge
from kibitz.games.game_ref import GameId, GameRef, Playable, find_game
from kibitz.games.registry import module_file
from kibitz.games.sources import file_digest, source_files
from kibitz.match.adjudication import Agreement
from kibitz.match.code_digest import code_digest
from kibitz.match.contestant import Contestant, different_names
from kibitz.match.openings import usual_balance, usual_plies

MOST_PLIES = 300  # longer games are draws
MOST_OPENING_PLIES = 200
MOST_CONTESTANTS = 64
MOST = 1 << 31  # game numbers and other integers must be less


@dataclass(frozen=True, slots=True)
class Specification:
    """A match as plain values, which can be compared and sent to other processes."""

    game: GameRef
    players: tuple[str, ...]  # the contestants, as text
    seed: int
    opening_plies: int
    balance: float  # points
    plies: int
    wins: Agreement | None
    draws: Agreement | None
    files: tuple[tuple[str, str], ...]  # the paths and digests of all loaded files
    tables: bool = False  # whether endgame tables adjudicate

    def contestants(self) -> list[Contestant]:
        """The contestants, with unique names."""
        return different_names([Contestant.parse(text) for text in self.players])

    def check_files(self) -> None:
        """Raise RecordError if a file has changed since the match was created."""
        for path, expected in self.files:
            if file_digest(path) != expected:
                raise RecordError("match_file_differs", path=path)

    def header(self, game: Game) -> dict[str, Any]:
        """The specification as the first line of a record."""
        return {
            "kibitz": __version__,
            "code": code_digest(),
            "game": {**GameId.of(game).as_dict(), "file": self.game.file},
            "players": list(self.players),
            "seed": self.seed,
            "opening_plies": self.opening_plies,
            "balance": self.balance,
            "plies": self.plies,
            "adjudicate": None if self.wins is None else asdict(self.wins),
            "adjudicate_draws": None if self.draws is None else asdict(self.draws),
            # Only if set, so that matches recorded by older versions can continue.
            **({"adjudicate_tables": True} if self.tables else {}),
            "files": dict(self.files),
        }


def specify(
    game: Playable,
    players: Iterable[str],
    *,
    seed: int,
    opening_plies: int | None,
    balance: float | None,
    plies: int,
    adjudicate: tuple[float, int] | None,
    adjudicate_draws: tuple[float, int] | None,
    adjudicate_tables: bool = False,
) -> tuple[Specification, Game]:
    """The specification and its game; raises KibitzError if a setting is invalid."""
    ref = find_game(game)
    loaded = ref.load()
    contestants = [Contestant.parse(text) for text in _texts(players)]
    if not is_whole(seed):
        expected = "a whole number of at most 64 bits"
        raise LimitError("bad_setting", name="seed", value=seed, expected=expected)
    if opening_plies is None:
        opening_plies = usual_plies(loaded)
    if balance is None:
        balance = usual_balance(loaded)
    check_whole("opening_plies", opening_plies, 0, MOST_OPENING_PLIES)
    check_whole("plies", plies, 1)
    if plies <= opening_plies:  # every game would be a draw right after its opening
        expected = f"more than opening_plies, which is {opening_plies}"
        raise LimitError("bad_setting", name="plies", value=plies, expected=expected)
    if not _is_number(balance) or balance < 0:
        expected = "points, 0 or more"
        raise LimitError("bad_setting", name="balance", value=balance, expected=expected)
    wins = _agreement("adjudicate", adjudicate, loaded)
    draws = _agreement("adjudicate_draws", adjudicate_draws, loaded)
    if wins is not None and wins.score <= 0:
        expected = "more than 0 points"
        raise LimitError("bad_setting", name="adjudicate", value=adjudicate, expected=expected)
    if adjudicate_tables and knowledge(loaded) is None:
        raise TableError("match_without_tables", game=loaded.name)
    paths = [ref.file, *(one.file for one in contestants)]
    if any(path and not os.path.isfile(path) for path in paths):
        missing = next(path for path in paths if path and not os.path.isfile(path))
        raise OptionError("no_player_file", path=missing)
    paths.append(module_file(ref.source))
    loaded_files = [file for path in paths if path for file in source_files(path)]
    files = {file: file_digest(file) for file in (*loaded_files, *loaded.weight_files())}
    found = Specification(
        game=ref,
        players=tuple(one.text for one in contestants),
        seed=seed,
        opening_plies=opening_plies,
        balance=float(balance),
        plies=plies,
        wins=wins,
        draws=draws,
        files=tuple(sorted(files.items())),
        tables=bool(adjudicate_tables),
    )
    return found, loaded


def differences(recorded: dict[str, Any], wanted: dict[str, Any]) -> list[str]:
    """The differences between two headers, in words.

    >>> differences({"seed": 1, "plies": 300}, {"seed": 2, "plies": 300})
    ['seed is 1 in the file and 2 here']
    """
    return [
        f"{name} is {_json(recorded.get(name))} in the file and {_json(wanted.get(name))} here"
        for name in dict.fromkeys((*wanted, *recorded))
        if recorded.get(name) != wanted.get(name)
    ]


def check_whole(name: str, value: object, least: int, most: int = MOST - 1) -> None:
    """Raise LimitError unless `value` is a whole number from `least` to `most`."""
    if type(value) is not int or not least <= value <= most:
        expected = f"a whole number from {least} to {most}"
        raise LimitError("bad_setting", name=name, value=value, expected=expected)


def check_path(name: str, value: object, what: str) -> None:
    """Raise LimitError unless `value` is a path or None; `what` describes the file in the error."""
    if value is not None and not isinstance(value, str | os.PathLike):
        expected = f"the path of {what}"
        raise LimitError("bad_setting", name=name, value=value, expected=expected)


def _texts(players: Iterable[str]) -> list[str]:
    """The texts of the contestants as a list; raises LimitError if their number is invalid."""
    try:
        found = [] if isinstance(players, str) else list(islice(players, MOST_CONTESTANTS + 1))
    except TypeError:
        found = []
    if not 2 <= len(found) <= MOST_CONTESTANTS:
        expected = f"2 to {MOST_CONTESTANTS} players, each a string"
        raise LimitError("bad_setting", name="players", value=players, expected=expected)
    return found


def _agreement(name: str, given: tuple[float, int] | None, game: Game) -> Agreement | None:
    if given is None:
        return None
    is_pair = isinstance(given, tuple) and len(given) == 2
    if not is_pair or not _is_number(given[0]) or given[0] < 0 or type(given[1]) is not int:
        expected = "points and a number of moves such as (5, 4)"
        raise LimitError("bad_setting", name=name, value=given, expected=expected)
    if game.players > 2:
        expected = "no value in a game for more than two players"
        raise LimitError("bad_setting", name=name, value=given, expected=expected)
    check_whole(name, given[1], 2)
    return Agreement(float(given[0]), given[1])


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return abs(value) <= sys.float_info.max  # neither inf nor nan


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
