"""What a move does to the board, seen from its picture alone: pieces that leave, arrive and go."""

from __future__ import annotations

from dataclasses import dataclass

from kibitz.core.contract import Game
from kibitz.core.types import Move, State


@dataclass(frozen=True, slots=True)
class BoardMark:
    """Cells for a board to mark, by name.

    `kind`: "move" and "reply" are arrows where they have two cells, from the first to the second;
    "taken" are cells whose pieces go; every other kind is the code of the claim it belongs to.
    """

    kind: str
    cells: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        """The mark as JSON sees it."""
        return {"kind": self.kind, "cells": list(self.cells)}


@dataclass(frozen=True, slots=True)
class Step:
    """The cells that a move changes, by number."""

    sources: tuple[int, ...]  # where the mover's pieces were and are not any more
    targets: tuple[int, ...]  # where they are and were not
    taken: tuple[int, ...]  # where others' pieces were and are not any more


def step_of(game: Game, state: State, move: Move) -> Step:
    """What `move` does to the board; nothing where the game has no geometry."""
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
    """A mark for the move itself, and one for what it takes."""
    step = step_of(game, state, move)
    found = []
    if step.sources or step.targets:
        found.append(BoardMark(kind, named(game, (*step.sources[:1], *step.targets))))
    if step.taken:
        found.append(BoardMark("taken", named(game, step.taken)))
    return found


def named(game: Game, cells: tuple[int, ...]) -> tuple[str, ...]:
    """The names of cells."""
    board = game.geometry
    return tuple(board.cells[cell].name for cell in cells) if board else ()
