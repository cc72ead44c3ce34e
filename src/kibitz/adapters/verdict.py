"""How a game stands: whether a stranger's object says that it is over, and who has won."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from kibitz.adapters.calling import is_askable, takes_player
from kibitz.adapters.seats import Seats, like_seat
from kibitz.adapters.turns import turn_value
from kibitz.core.contract import DRAW, LOSS, WIN
from kibitz.core.errors import ContractError
from kibitz.core.types import Payoff

Winner: TypeAlias = int | Literal["draw"] | None  # a seat, nobody, or not said

OVER = (
    "is_game_over",
    "game_over",
    "is_over",
    "is_terminal",
    "is_finished",
    "is_ended",
    "gameover",
)
DRAWN = ("is_draw", "is_tie", "is_drawn", "is_board_full", "board_full", "is_full")
WINNERS = (
    "winner",
    "check_winner",
    "get_winner",
    "check_win_condition",
    "check_win",
    "check_for_winner",
    "is_winner",
    "has_won",
)
_TIES = {"draw", "drawn", "tie", "tied", "stalemate", "remis", "nobody", "cat"}
_COLOURS = {"white", "black", "red", "yellow", "green", "blue"}
_GOING_ON = {"", "none", "no", "ongoing", "playing", "progress", "continue", "running", "undecided"}


def ask(position: Any, name: str) -> Any:
    """What the attribute or method `name` without arguments says; None where there is none."""
    value = getattr(position, name, None)
    if not callable(value):
        return value
    return value() if is_askable(value) and not takes_player(value) else None


def first_of(value: Any) -> Any:
    """An answer, or the first part of one that has several, like (True, "X")."""
    return value[0] if isinstance(value, tuple | list) and value else value


def says_over(position: Any, winner: Winner) -> bool:
    """Whether `position` says that the game is over.

    A method that answers is believed. An attribute that is false may be one that only a main loop
    sets, so that a winner, a draw or a full board ends the game too.
    """
    for name in OVER:
        value = first_of(ask(position, name))
        if value is not None and (value or callable(getattr(position, name))):
            return bool(value)
    return winner is not None or any(ask(position, name) for name in DRAWN)


def winner_of(position: Any, players: Sequence[Any], seats: Seats, mover: int | None) -> Winner:
    """Who has won, as far as `position` says it; `mover` is the player who has moved last."""
    # Nought is nobody, but for classes that number their players.
    are_numbered = type(turn_value(position)) is int
    for name in WINNERS:
        value = getattr(position, name, None)
        if callable(value):
            if not is_askable(value):
                continue
            if takes_player(value, is_strict=True):
                for seat, player in enumerate(players):
                    said = value(player)
                    if said is True or (said and seats.seat_of(said, players) == seat):
                        return seat
                continue
            value = value()
        found = _read(value, players, seats, mover, are_numbered)
        if found is not None:
            return found
    return None


def _read(
    value: object,
    players: Sequence[Any],
    seats: Seats,
    mover: int | None,
    are_numbered: bool,
) -> Winner:
    """What a winner's name means."""
    if value is None or value is False:
        return None
    if value is True:
        return mover
    seat = seats.seat_of(value, players, are_numbered=are_numbered)
    if seat is not None:
        return seat
    if not isinstance(value, str):
        return None
    words = [word for word in re.split(r"[^0-9a-z+]+", value.casefold()) if word]
    if _TIES.intersection(words):
        return "draw"
    for word in words:
        for seat, player in enumerate(players):
            if word == str(player).casefold():
                return seat
        if word in seats.roles:
            return seats.roles[word]
        for said, seat in seats.words:
            if word == str(said).casefold() and not word.isdigit():
                return seat
        found = like_seat(word, players) if word in _COLOURS else None
        if found is not None:
            return found
    if not words or _GOING_ON.intersection(words):
        return None
    raise ContractError("unknown_winner", value=value, players=_listed(players))


def _listed(players: Sequence[Any]) -> str:
    return ", ".join(repr(player) for player in players)


def payoffs_of(winner: int, count: int) -> list[Payoff]:
    """One winner, the others lose."""
    return [WIN if seat == winner else LOSS for seat in range(count)]


def payoffs_by_score(scores: Sequence[float]) -> list[Payoff]:
    """The sole best score wins, tied best ones draw, the others lose."""
    best = max(scores)
    is_tied = list(scores).count(best) > 1
    return [LOSS if score < best else DRAW if is_tied else WIN for score in scores]


def payoffs_by_value(values: Sequence[float], *, are_infinite: bool) -> list[Payoff]:
    """Who stands best by evaluations, each in the view of its player.

    With `are_infinite` only an infinite evaluation says that somebody has won.
    """
    if are_infinite and not any(map(math.isinf, values)):
        return [DRAW] * len(values)
    return payoffs_by_score(values)


def scores_of(position: Any, players: Sequence[Any], shift: int) -> list[float] | None:
    """The players' points, where `position` or its players hold them.

    A list of points has the class's own order of players, which is turned by `shift`.
    """
    held = getattr(position, "scores", None)
    found: list[Any] = []
    for seat, player in enumerate(players):
        if isinstance(held, Mapping):
            found.append(held.get(player))
        elif isinstance(held, list | tuple) and len(held) == len(players):
            found.append(held[(seat + shift) % len(held)])
        else:
            own = getattr(player, "score", None)
            found.append(getattr(position, f"{player}_score", own))
    return found if all(isinstance(score, int | float) for score in found) else None
