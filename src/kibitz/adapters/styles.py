"""The accepted method names for each role, and the known styles of classes.

A role is a method or attribute that `adapt` needs. It is looked up under the names in `NAMES`
unless passed explicitly: `adapt(obj, moves="legal", winner=lambda obj: ...)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from kibitz.core.errors import ContractError, LimitError

Role = Literal["moves", "play", "turn", "over", "winner", "evaluate"]
# The name of a method or an attribute, or a function of the object: see `FUNCTIONS`.
Given: TypeAlias = str | Callable[..., Any]

NAMES: Mapping[Role, tuple[str, ...]] = {
    "moves": (
        "get_all_possible_moves",
        "get_possible_moves",
        "legal_moves",
        "possible_moves_for_player",
        "available_moves",
        "get_valid_moves",
    ),
    "play": ("make_move", "apply_move", "execute_move"),
    "turn": (
        "current_player",
        "to_move",
        "current_turn",
        "player_to_move",
        "active_player",
        "whose_turn",
        "turn",
        "get_current_player",
    ),
    "over": (
        "is_game_over",
        "game_over",
        "is_over",
        "is_terminal",
        "is_finished",
        "is_ended",
        "gameover",
    ),
    "winner": (
        "winner",
        "check_winner",
        "get_winner",
        "check_win_condition",
        "check_win",
        "check_for_winner",
        "is_winner",
        "has_won",
    ),
    "evaluate": (
        "evaluate_board",
        "evaluate",
        "evaluate_state",
        "evaluate_position",
        "evaluate_game_state",
        "heuristic",
    ),
}
DRAWN = ("is_draw", "is_tie", "is_drawn", "is_board_full", "board_full", "is_full")
COPIES = ("copy", "clone")

# The arguments of a function that is passed for a role.
FUNCTIONS: Mapping[Role, str] = {
    "moves": "the object and the player",
    "play": "the object, the move and the player",
    "turn": "the object",
    "over": "the object",
    "winner": "the object",
    "evaluate": "the object and the player",
}

# What happens if the player to move has no move but the class does not report the end of the game:
# the player loses, the game is drawn, the scores decide, or the turn passes to a player with moves.
Stuck = Literal["loss", "draw", "scores", "skip"]


@dataclass(frozen=True, slots=True)
class Style:
    """One style of class: the names of its methods."""

    moves: tuple[str, ...]  # accepted names of the method that lists the moves
    play: tuple[str, ...]  # accepted names of the method that makes a move
    needs: Mapping[Role, str]  # the other required methods and attributes
    stuck: Stuck
    is_player_first: bool = False  # whether `play` takes the player before the move
    is_own_score: bool = False  # whether an evaluation ignores the other players

    def missing(self, value: object, given: Mapping[Role, Given]) -> list[str]:
        """The names required by this style that neither `value` nor `given` has."""
        lacking = [] if _has_method(value, self.moves, given.get("moves")) else [self.moves[0]]
        lacking += [] if _has_method(value, self.play, given.get("play")) else [self.play[0]]
        return lacking + [
            name
            for role, name in self.needs.items()
            if role not in given and not hasattr(value, name)
        ]

    @property
    def size(self) -> int:
        """The number of required methods and attributes."""
        return 2 + len(self.needs)


def _has_method(value: object, names: Sequence[str], given: Given | None) -> bool:
    if given is not None:
        return given in names
    return any(callable(getattr(value, name, None)) for name in names)


PIECES = Style(
    ("get_all_possible_moves", "get_possible_moves"),
    ("make_move",),
    {"over": "is_game_over", "evaluate": "evaluate_board"},
    "loss",
)
STYLES = (
    PIECES,
    Style(("legal_moves",), ("apply_move",), {"turn": "to_move", "winner": "winner"}, "loss"),
    Style(
        ("possible_moves_for_player",),
        ("execute_move",),
        {"evaluate": "evaluate"},
        "skip",
        is_own_score=True,
    ),
    Style(("available_moves",), ("make_move",), {"winner": "check_winner"}, "draw"),
    Style(("get_valid_moves",), ("make_move",), {}, "scores", is_player_first=True),
)
_OWN = Style(NAMES["moves"], NAMES["play"], {}, "loss")  # for methods passed by the user


def recognise(value: object, given: Mapping[Role, Given]) -> Style:
    """The style of `value`; if several fit, the one that requires the most methods and attributes.

    Raises ContractError if none fits, listing what each style lacks, closest match first.
    """
    for role, one in given.items():
        if not callable(one) and not (isinstance(one, str) and hasattr(value, one)):
            expected = f"the name of a method of {type(value).__name__}, or a function of "
            raise LimitError(
                "bad_setting", name=role, value=one, expected=expected + FUNCTIONS[role]
            )
    fitting = [style for style in STYLES if not style.missing(value, given)]
    if fitting:
        return max(fitting, key=lambda style: style.size)
    own: tuple[Role, ...] = ("moves", "play")
    if any(role in given for role in own) and all(
        role in given or _has_method(value, NAMES[role], None) for role in own
    ):
        return _OWN
    raise ContractError(
        "unknown_class", name=type(value).__name__, missing=describe_missing(value, STYLES, given)
    )


def describe_missing(
    value: object, styles: Sequence[Style], given: Mapping[Role, Given] | None = None
) -> str:
    """A list in words of the names that `value` lacks for each style, closest match first."""
    lacking = {id(style): style.missing(value, given or {}) for style in styles}
    return "; ".join(
        f"a class with {' or '.join(style.moves)} lacks {', '.join(lacking[id(style)])}"
        for style in sorted(styles, key=lambda style: len(lacking[id(style)]) / style.size)
    )
