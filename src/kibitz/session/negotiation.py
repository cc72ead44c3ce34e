"""Resignations, draws by agreement, losses on time, and offers between players."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from kibitz.core.contract import DRAW, LOSS, WIN, Game
from kibitz.core.errors import OfferError
from kibitz.core.outcome import Outcome
from kibitz.core.renamed import renamed, renamed_arguments
from kibitz.core.types import Side

Reason = Literal["resignation", "agreement", "time"]
OfferKind = Literal["draw", "takeback"]
Takebacks = Literal["free", "ask", "never"]


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game that is not over by the rules."""

    reason: Reason
    side: Side | None = None  # the side that resigned or ran out of time

    def outcome(self, game: Game) -> Outcome:
        """A draw by agreement, or a loss for `side`; with two players, the other one wins."""
        if self.side is None:
            return Outcome((DRAW,) * game.players, self.reason, game.sides)
        others = WIN if game.players == 2 else DRAW
        payoffs = tuple(LOSS if i == self.side else others for i in range(game.players))
        return Outcome(payoffs, self.reason, game.sides)


@renamed(player="side")
@dataclass(frozen=True, slots=True)
class Offer:
    """A draw or a takeback offered by one side; it takes effect when all others accept."""

    kind: OfferKind
    side: Side
    count: int = 0  # moves to take back
    accepted: frozenset[Side] = frozenset()

    def open_to(self, players: int) -> tuple[Side, ...]:
        """The sides that have not answered yet."""
        return tuple(i for i in range(players) if i != self.side and i not in self.accepted)

    @renamed_arguments(player="side")
    def accept(self, side: Side, game: Game) -> Offer:
        """The offer after `side` has accepted it."""
        self.check(side, game)
        return replace(self, accepted=self.accepted | {side})

    @renamed_arguments(player="side")
    def check(self, side: Side, game: Game) -> None:
        """Raise OfferError if `side` was not asked or has already answered."""
        waiting = self.open_to(game.players)
        if side not in waiting:
            raise OfferError(
                "not_asked",
                kind=self.kind,
                side=game.sides[side],
                waiting=" and ".join(game.sides[other] for other in waiting),
            )
