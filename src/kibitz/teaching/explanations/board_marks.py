"""Marks that show a move on a drawn board, from the geometry of the board alone."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.contract import Game
from kibitz.core.types import Move, State


@dataclass(frozen=True, slots=True)
class BoardMark:
    """Cells for a board to mark, by name.

    `kind`: "move" or "reply", an arrow from the first cell to the second if there are two; "taken",
    the cells of captured pieces; any other kind is the code of a claim.
    """

    kind: str
    cells: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        """The mark for JSON."""
        return {"kind": self.kind, "cells": list(self.cells)}


@dataclass(frozen=True, slots=True)
class Step:
    """The cells that a move changes, as numbers."""

    sources: tuple[int, ...]  # cells that the mover's pieces leave
    targets: tuple[int, ...]  # cells that the mover's pieces enter
    taken: tuple[int, ...]  # cells that lose a piece of another side


def step_of(game: Game, state: State, move: Move) -> Step:
    """The cells that `move` changes; none if the game has no geometry."""
    board = game.geometry
    if board is None:
        return Step((), (), ())
    owner = {piece.letter: piece.side for piece in board.pieces}
    owners = [
        [owner.get(letter) for letter in board.occupants(at)]
        for at in (state, game.play(state, move))
    ]
    changed = [
        (cell, before, after)
        for cell, (before, after) in enumerate(zip(*owners, strict=True))
        if before != after
    ]
    side = state.turn
    return Step(
        tuple(cell for cell, before, _ in changed if before == side),
        tuple(cell for cell, _, after in changed if after == side),
        tuple(cell for cell, before, _ in changed if before not in (None, side)),
    )


def marks_of(game: Game, state: State, move: Move, kind: str) -> list[BoardMark]:
    """A mark for the move, and one for the pieces that it takes."""
    step = step_of(game, state, move)
    marks = []
    if step.sources or step.targets:
        marks.append(BoardMark(kind, named(game, (*step.sources[:1], *step.targets))))
    if step.taken:
        marks.append(BoardMark("taken", named(game, step.taken)))
    return marks


def named(game: Game, cells: tuple[int, ...]) -> tuple[str, ...]:
    """The names of cells."""
    board = game.geometry
    return tuple(board.cells[cell].name for cell in cells) if board else ()
