"""The positions that `kibitz bench` searches: a few from each game, each with its search depth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz.core.contract import Game
from kibitz.games.registry import game


@dataclass(frozen=True, slots=True)
class Case:
    """One position of the benchmark."""

    name: str
    depth: int
    options: Mapping[str, int | str] = field(default_factory=dict)
    position: str | None = None

    def game(self) -> Game:
        """The game of this position."""
        return game(self.name, **self.options)


CASES = (
    Case("tictactoe", 9),
    Case("tictactoe", 9, position="X../.O./..X"),
    Case("tictactoe", 8, {"rows": 4, "columns": 4, "length": 4}),
    Case("tictactoe", 6, {"rows": 7, "columns": 9, "length": 5}),
    Case("connect4", 14),
    Case("connect4", 14, position="......./......./...O.../...X.../..XO.../..OXX.."),
    Case("connect4", 12, {"rows": 5, "columns": 8}),
    Case("morris", 8),
    Case("morris", 9, position="x../ooo/xxx/.x.o.x/.oo/.ox/.o. w 0 0 0"),
    Case("morris", 7, {"variant": "lasker"}),
    Case("morris", 6, {"variant": "morabaraba"}),
    Case("draughts", 12, {"variant": "english"}),
    Case("draughts", 14, {"variant": "english"}, "W:WK22,K30,21,29:BK3,K11,4,12"),
    Case("draughts", 12, {"variant": "german"}),
    Case("draughts", 11, {"variant": "german"}, "W:WK28,30,31:BK5,3,2"),
    Case("draughts", 12, {"variant": "russian"}),
    Case("draughts", 11, {"variant": "russian"}, "W:WKh2,c1,e1:BKa7,f8,d8"),
    Case("draughts", 11, {"variant": "international"}),
    Case("draughts", 11, {"variant": "international"}, "W:WK47,38,43:BK4,8,13"),
    Case("horses", 9),
    Case("horses", 8, {"ending": "both"}),
    Case("horses", 6, {"players": 3}),
    Case("tiles", 6),
    Case("tiles", 6, {"players": 4}),
)
