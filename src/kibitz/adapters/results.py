"""The end of a game, as its object describes it: whether it is over, and who has won."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

from kibitz.adapters.class_players import PlayerOrder, like_seat
from kibitz.adapters.method_calls import Methods, ask, is_about_player, is_askable
from kibitz.adapters.object_text import rows_of
from kibitz.adapters.styles import DRAWN
from kibitz.core.contract import DRAW, LOSS, WIN
from kibitz.core.errors import ContractError
from kibitz.core.types import Payoff

Winner: TypeAlias = int | Literal["draw"] | None  # a seat, a draw, or unknown

TIES = {"draw", "drawn", "tie", "tied", "stalemate", "remis", "nobody", "cat"}
_COLOURS = {"white", "black", "red", "yellow", "green", "blue"}
_GOING_ON = {"", "none", "no", "ongoing", "playing", "progress", "continue", "running", "undecided"}


def first_of(value: Any) -> Any:
    """`value`, or its first item if it is a sequence such as (True, "X")."""
    return value[0] if isinstance(value, tuple | list) and value else value


def is_over(position: Any, methods: Methods, winner: Winner) -> bool:
    """Whether the game is over.

    The result of a method is final. A false attribute is not, because it may be set only by the
    class's main loop: in that case a winner, a draw or a full board also ends the game.
    """
    function = methods.function("over")
    if function is not None:
        return bool(first_of(function(position)))
    for name in methods.names("over"):
        value = first_of(ask(position, name))
        if value is not None and (value or callable(getattr(position, name))):
            return bool(value)
    return winner is not None or any(ask(position, name) for name in DRAWN)


def names_winners(position: Any, methods: Methods) -> bool:
    """Whether the class has a way to name the winner."""
    return methods.function("winner") is not None or any(
        hasattr(position, name) for name in methods.names("winner")
    )


def winner_of(
    position: Any,
    players: Sequence[Any],
    order: PlayerOrder,
    methods: Methods,
    mover: int | None,
) -> Winner:
    """The winner that `position` names; `mover` is the player who moved last."""
    function = methods.function("winner")
    if function is not None:
        return _read(function(position), players, order, mover)
    for name in methods.names("winner"):
        value = getattr(position, name, None)
        if callable(value):
            if not is_askable(value):
                continue
            if is_about_player(value):
                for seat, player in enumerate(players):
                    answer = value(player)
                    if answer is True or (answer and order.seat_of(answer, players) == seat):
                        return seat
                continue
            value = value()
        found = _read(value, players, order, mover)
        if found is not None:
            return found
    return None


def _read(value: object, players: Sequence[Any], order: PlayerOrder, mover: int | None) -> Winner:
    """The winner that `value` stands for."""
    if value is None or value is False:
        return None
    if value is True:
        return mover
    seat = order.seat_of(value, players)
    if seat is not None:
        return seat
    if not isinstance(value, str):
        return None
    words = [word for word in re.split(r"[^0-9a-z+]+", value.casefold()) if word]
    if TIES.intersection(words):
        return "draw"
    for word in words:
        for seat, player in enumerate(players):
            if word == str(player).casefold():
                return seat
        if word in order.roles:
            return order.roles[word]
        found = like_seat(word, players) if word in _COLOURS else None
        if found is not None:
            return found
    if not words or _GOING_ON.intersection(words):
        return None
    raise ContractError(
        "unknown_winner", value=value, players=", ".join(repr(player) for player in players)
    )


def payoffs_of(winner: int, count: int) -> list[Payoff]:
    """One player wins, the others lose."""
    return [WIN if seat == winner else LOSS for seat in range(count)]


def payoffs_by_score(scores: Sequence[float]) -> list[Payoff]:
    """A single best score wins, tied best scores draw, the others lose."""
    best = max(scores)
    is_tied = list(scores).count(best) > 1
    return [LOSS if score < best else DRAW if is_tied else WIN for score in scores]


def scores_of(position: Any, players: Sequence[Any], shift: int) -> list[float] | None:
    """The players' points, if `position` or its players store them.

    A list of points is in the class's own player order, where the first player has index `shift`.
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


def is_full(position: Any) -> bool:
    """Whether the board of `position` is a list of cells, none of them blank."""
    cells = [cell for row in rows_of(getattr(position, "board", None)) for cell in row]
    blanks = (None, "", " ", ".", "-", "_", 0)
    return bool(cells) and not any(
        isinstance(cell, str | int | None) and cell in blanks for cell in cells
    )
