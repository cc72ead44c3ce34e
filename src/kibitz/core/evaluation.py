"""Evaluations that go by a name: what a game may be judged by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kibitz.core.types import Player, PlayerRule, State


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One way to judge a game's positions, among those that it is known by.

    - `evaluate(state, player)`: what an unfinished game is worth to `player`, an integer.
    - `explain(state, player)`: its terms by name; their sum is `evaluate`.
    - `mirrored`: False where `evaluate` for one player is not the negative of the other's.
    """

    evaluate: PlayerRule
    explain: Callable[[State, Player], Mapping[str, int]] | None = None
    mirrored: bool = True
