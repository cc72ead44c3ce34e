"""The contents of a PDN file: games with their tags, moves, comments and results."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kibitz.core.contract import DRAW, Game
from kibitz.core.errors import KibitzError
from kibitz.core.outcome import Outcome
from kibitz.games.draughts.state import State
from kibitz.games.draughts.variants import VARIANTS, Variant, sized

OWN_TAGS = ("Result", "GameType", "Variant", "Options", "FEN", "SetUp")
SWITCHES = ("landing", "majority", "king_limit")  # game options stored in the PDN tag Options
NAMES_BY_TYPE = {
    **{row.game_type: row.name for row in VARIANTS.values() if row.game_type},
    28: "spanish",  # PDN: Portuguese, the same rules
}


class PdnError(KibitzError):
    """The text is not PDN, or a game in it breaks the rules."""


@dataclass(frozen=True, slots=True)
class Annotated:
    """One move of a recorded game, with its annotations."""

    move: int
    nags: tuple[int, ...] = ()
    comment: str = ""


@dataclass(frozen=True, slots=True)
class PdnGame:
    """One recorded game.

    `tags`: the tags that no other field represents. `result`: 1-0 if White won, 0-1 if Black won,
    1/2-1/2 for a draw, 0-0 if both lost, * if unknown, or any other text from the file.
    """

    game: Game
    start: State
    moves: tuple[Annotated, ...] = ()
    result: str = "*"
    tags: Mapping[str, str] = field(default_factory=dict)
    comment: str = ""

    def states(self) -> list[State]:
        """Every position, starting with the initial one."""
        states = [self.start]
        for one in self.moves:
            states.append(self.game.play(states[-1], one.move))
        return states


def result_of(outcome: Outcome | None) -> str:
    """A game's result in PDN, with White's points first."""
    if outcome is None:
        return "*"
    if outcome.winner is None:
        return "1/2-1/2" if DRAW in outcome.payoffs else "0-0"
    return "1-0" if outcome.sides[outcome.winner] == "white" else "0-1"


def row_of(game: Game) -> Variant:
    """The variant of a game."""
    return sized(str(game.settings["variant"]), int(game.settings["size"]))
