"""What players settle among themselves: endings without a last move, and offers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from kibitz.core.contract import DRAW, LOSS, WIN, Game
from kibitz.core.errors import OfferError
from kibitz.core.outcome import Outcome
from kibitz.core.types import Player

Reason = Literal["resignation", "agreement", "time"]
OfferKind = Literal["draw", "takeback"]
Takebacks = Literal["free", "ask", "never"]


@dataclass(frozen=True, slots=True)
class Ending:
    """Why a game ended in a position in which the rules would let it go on."""

    reason: Reason
    player: Player | None = None  # who resigned, or whose time is used up

    def outcome(self, game: Game) -> Outcome:
        """A draw by agreement; else a loss for the one, which of two the other wins."""
        if self.player is None:
            return Outcome((DRAW,) * game.players, self.reason, game.sides)
        others = WIN if game.players == 2 else DRAW
        payoffs = tuple(LOSS if i == self.player else others for i in range(game.players))
        return Outcome(payoffs, self.reason, game.sides)


@dataclass(frozen=True, slots=True)
class Offer:
    """A draw or a takeback that one player proposes; it holds once all the others accept."""

    kind: OfferKind
    player: Player
    count: int = 0  # moves to take back
    accepted: frozenset[Player] = frozenset()

    def open_to(self, players: int) -> tuple[Player, ...]:
        """The players who have not answered yet."""
        return tuple(i for i in range(players) if i != self.player and i not in self.accepted)

    def accept(self, player: Player, game: Game) -> Offer:
        """The offer with this player's consent."""
        self.check(player, game)
        return replace(self, accepted=self.accepted | {player})

    def check(self, player: Player, game: Game) -> None:
        """Refuse an answer of one who was not asked or has answered."""
        waiting = self.open_to(game.players)
        if player not in waiting:
            raise OfferError(
                "not_asked",
                kind=self.kind,
                side=game.sides[player],
                waiting=" and ".join(game.sides[other] for other in waiting),
            )
