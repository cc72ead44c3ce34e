"""The shapes of classes that are known: which methods they have, and what their silence means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kibitz.core.errors import ContractError

# What it means that the player to move has no move, where the class does not say that it is over:
# that player loses, nobody wins, the scores decide, or the next player who can move goes on.
Stuck = Literal["loss", "draw", "scores", "skip"]


@dataclass(frozen=True, slots=True)
class Shape:
    """One style of class: the names of its methods."""

    name: str
    moves: tuple[str, ...]  # the names that the method which lists the moves may have
    makes: str  # the method that makes a move
    needs: tuple[str, ...]  # what else there has to be
    stuck: Stuck
    is_player_first: bool = False  # whether `makes` takes the player before the move
    is_own_score: bool = False  # whether an evaluation leaves the others' standing out

    def missing(self, value: object, *, has_evaluation: bool = False) -> list[str]:
        """What `value` lacks of this shape."""
        found = [] if any(_calls(value, name) for name in self.moves) else [self.moves[0]]
        found += [] if _calls(value, self.makes) else [self.makes]
        return found + [
            name
            for name in self.needs
            if not hasattr(value, name) and not (has_evaluation and name.startswith("evaluate"))
        ]

    def moves_name(self, value: object) -> str:
        """The method of `value` that lists its moves."""
        return next(name for name in self.moves if _calls(value, name))

    @property
    def size(self) -> int:
        """How many methods and attributes it asks for."""
        return 2 + len(self.needs)


def _calls(value: object, name: str) -> bool:
    return callable(getattr(value, name, None))


PIECES = Shape(
    "pieces",
    ("get_all_possible_moves", "get_possible_moves"),
    "make_move",
    ("is_game_over", "evaluate_board"),
    "loss",
)
SHAPES = (
    PIECES,
    Shape("turns", ("legal_moves",), "apply_move", ("to_move", "winner"), "loss"),
    Shape(
        "commands",
        ("possible_moves_for_player",),
        "execute_move",
        ("evaluate",),
        "skip",
        is_own_score=True,
    ),
    Shape("marks", ("available_moves",), "make_move", ("check_winner",), "draw"),
    Shape("scores", ("get_valid_moves",), "make_move", (), "scores", is_player_first=True),
)


def recognise(value: object, *, has_evaluation: bool = False) -> Shape:
    """The shape that `value` has, the most demanding where it has several.

    ContractError, with what is missing for each shape, the nearest first, where it has none.
    """
    fitting = [shape for shape in SHAPES if not shape.missing(value, has_evaluation=has_evaluation)]
    if not fitting:
        raise ContractError(
            "unknown_class", name=type(value).__name__, missing=describe_missing(value, SHAPES)
        )
    return max(fitting, key=lambda shape: shape.size)


def describe_missing(value: object, shapes: Sequence[Shape]) -> str:
    """What `value` lacks for each of `shapes`, the nearest first, in words."""

    def lacking(shape: Shape) -> float:
        return len(shape.missing(value)) / shape.size

    return "; ".join(
        f"a class with {' or '.join(shape.moves)} lacks {', '.join(shape.missing(value))}"
        for shape in sorted(shapes, key=lacking)
    )
