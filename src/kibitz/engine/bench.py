"""A fixed list of positions searched to a fixed depth by one thread.

The sum of the nodes is the signature: it changes when the search or the rules behave otherwise, and
never with the machine or its load.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kibitz.core.contract import Game
from kibitz.core.errors import OptionError
from kibitz.core.text import parse_state
from kibitz.engine.engine import Engine
from kibitz.engine.position import Snapshot
from kibitz.games.registry import game
from kibitz.search.limits import Limit
from kibitz.search.switches import Switches


@dataclass(frozen=True, slots=True)
class Case:
    """One position of the list."""

    name: str
    depth: int
    options: Mapping[str, int | str] = field(default_factory=dict)
    position: str | None = None

    def game(self) -> Game:
        """The game that it is a position of."""
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


@dataclass(frozen=True, slots=True)
class Measured:
    """What a search of one case took."""

    case: Case
    nodes: int
    seconds: float


def cases_of(rules: Game) -> tuple[Case, ...]:
    """The cases of a game with its usual options; OptionError where there are none."""
    found = tuple(case for case in CASES if game(case.name) is rules)
    if not found:
        known = ", ".join(sorted({case.name for case in CASES}))
        raise OptionError("nothing_to_bench", game=rules.name, known=known)
    return found


def run(cases: Sequence[Case] = CASES) -> Iterator[Measured]:
    """Search the cases one after the other."""
    for case in cases:
        rules = case.game()
        state = parse_state(rules, case.position) if case.position else rules.initial()
        # Without tables: what somebody has solved must not change the signature.
        engine = Engine(rules, compiled=True, switches=Switches(endgame_tables=False))
        engine.prepare()
        began = time.perf_counter()
        line = engine.play(Snapshot(state), Limit(depth=case.depth))
        yield Measured(case, line.nodes, time.perf_counter() - began)
