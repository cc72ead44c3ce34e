"""Tables without the positions with a capture, which take half the space.

Probing follows captures, so it never reads these positions. Each gets the code of the position
before it, which compresses best. The solver needs complete tables and ignores packed ones.
"""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import cast

from kibitz.compiling.signature import INT, INTS, ArrayType
from kibitz.core.contract import Game
from kibitz.core.types import Memory
from kibitz.games.draughts import kind_for
from kibitz.search.compiled import compiled
from kibitz.tables.draughts.kernels import part_shape, placed_function
from kibitz.tables.draughts.probing import DraughtsTables
from kibitz.tables.draughts.slice_store import write_slice
from kibitz.tables.stored_table import counts_in


def pack_tables(game: Game, folder: Path, to: Path, pieces: int) -> int:
    """Write the tables in `folder` with up to `pieces` pieces to another folder, packed.

    Returns the number of tables.
    """
    tables = DraughtsTables(game, folder)
    ranking = tables.ranking
    leave_out = compiled(game, packing_function, (INT, INT, INTS, INTS, ArrayType("uint16")))
    chosen = [one for one in tables.known if one.pieces <= pieces]
    for one in chosen:
        codes = tables.codes(one)
        facts = ranking.facts({one: 0})
        for part in ranking.parts(one):
            shape = part_shape(ranking, part, part, 0, 0)
            leave_out(tuple(game.initial()), part.first, part.last, shape, facts, codes)
        write_slice(game, one, codes, counts_in(tables.file(one)), to, captures=False)
    return len(chosen)


def packing_function(game: Game) -> FunctionType:
    """The function that overwrites the codes of a part's positions with a capture."""
    kind = kind_for(game)
    assert kind is not None
    placed = placed_function(kind)
    takers = kind.rules.captures.jumps.takers
    every = kind.board.every

    def leave_out(
        position: tuple[int, ...],
        first: int,
        last: int,
        shape: Memory,
        facts: Memory,
        codes: Memory,
    ) -> None:
        for number in range(first, last):
            mine, theirs, kings = placed(number, shape, facts)
            if takers(mine, theirs, kings, 0, every & ~(mine | theirs)) != 0:
                codes[number] = codes[number - 1] if number > 0 else 0

    return cast(FunctionType, leave_out)
