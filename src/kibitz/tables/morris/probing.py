"""Probe the Morris tables on disk."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from kibitz.core.bits import popcount
from kibitz.core.contract import Game
from kibitz.core.score import LOSS
from kibitz.core.types import State
from kibitz.tables.code_file import check_rows
from kibitz.tables.folder import folders
from kibitz.tables.morris.numbering import dense_facts, dense_number_of, dense_size
from kibitz.tables.morris.solving import variant_of
from kibitz.tables.morris.subspace_store import open_subspace, path_of
from kibitz.tables.morris.subspaces import Subspace, groups
from kibitz.tables.table_file import TableFile
from kibitz.tables.verdict import Verdict

_CACHED_BLOCKS = 256


class MorrisTables:
    """The tables of one variant, opened when they are first needed."""

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        variant = variant_of(game)
        assert variant is not None
        self._game = game
        self._variant = variant
        self._folders = folders(folder)
        self._open = lru_cache(maxsize=None)(self._find)
        self._read = lru_cache(maxsize=_CACHED_BLOCKS)(self._block)

    def probe(self, state: State) -> Verdict | None:
        """The verdict on `state` for the side to move; None if there is no table for it."""
        movers, others = popcount(state.mine), popcount(state.theirs)
        subspace = Subspace(movers, others, state.my_hand, state.their_hand)
        if subspace.is_over:
            return Verdict(LOSS, 0)
        file = self._open(subspace)
        if file is None:
            return None
        number = int(dense_number_of(self.facts, state.mine, movers, state.theirs, others))
        code = int(self._read(subspace, number // file.rows_a_block)[number % file.rows_a_block])
        return Verdict.of(-code if code % 2 else code)

    @cached_property
    def known(self) -> list[Subspace]:
        """The subspaces that have tables."""
        return [one for group in groups(self._variant) for one in group if self.rows(one)]

    @cached_property
    def facts(self) -> Any:
        """The dense facts for finding positions in the tables."""
        most = max((one.mover for one in self.known), default=0)
        return dense_facts(self._variant.board, most)

    def rows(self, subspace: Subspace) -> int:
        """The number of rows of a subspace's table; 0 if there is none."""
        file = self._open(subspace)
        return 0 if file is None else file.rows

    def codes(self, subspace: Subspace) -> Any:
        """The complete table of a subspace."""
        return self._checked(subspace).column(0)

    def _find(self, subspace: Subspace) -> TableFile | None:
        for folder in self._folders:
            path = path_of(self._game, subspace, folder)
            if path.exists():
                return open_subspace(self._game, subspace, path)
        return None

    def _block(self, subspace: Subspace, block: int) -> Any:
        return self._checked(subspace).read(block)[0]

    def _checked(self, subspace: Subspace) -> TableFile:
        """The table of a subspace, which must exist. Raises TableError if its size is wrong."""
        file = self._open(subspace)
        assert file is not None
        return check_rows(file, dense_size(self.facts, subspace.mover, subspace.other))
