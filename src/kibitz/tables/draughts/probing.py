"""Probe the tables of draughts on disk."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from kibitz.core.bits import popcount
from kibitz.core.contract import Game
from kibitz.core.score import LOSS
from kibitz.core.types import State
from kibitz.games.draughts import kind_for
from kibitz.tables.draughts.distances import counts_to_end, value_of
from kibitz.tables.draughts.ranking import MOST_PIECES, Ranking
from kibitz.tables.draughts.slice_store import folder_name, open_slice, path_of
from kibitz.tables.draughts.slices import Slice, slices
from kibitz.tables.folder import folders
from kibitz.tables.stored_table import counts_in
from kibitz.tables.table_file import TableFile
from kibitz.tables.verdict import Verdict, best_of

_CACHED_BLOCKS = 256


class DraughtsTables:
    """The tables of one variant, opened when they are first needed.

    Captures are followed to positions without any, so the tables need not contain positions with a
    capture.
    """

    def __init__(self, game: Game, folder: Path | None = None) -> None:
        kind = kind_for(game)
        assert kind is not None
        self._game = game
        self._every = kind.board.every
        self._to_end = int(counts_to_end(kind))
        self._takers = kind.rules.captures.jumps.takers
        places = folders(folder)
        self._folders = [one for one in places if (one / folder_name(game)).is_dir()]
        own = places[0] / folder_name(game)
        self.folder: Path | None = own if own.is_dir() else None  # the user's tables
        self.ranking: Ranking = Ranking.on(kind.board.size)
        self._open = lru_cache(maxsize=None)(self._find)
        self._facts = lru_cache(maxsize=None)(self._facts_of)
        self._read = lru_cache(maxsize=_CACHED_BLOCKS)(self._block)

    def probe(self, state: State) -> Verdict | None:
        """The verdict on `state` for the side to move; None if there is no table for it."""
        if not state.mine:
            return Verdict(LOSS, 0)
        if popcount(state.mine) + popcount(state.theirs) > MOST_PIECES:
            return None
        if self._captures(state):
            return best_of(self._replies(state))
        number_of, _, turned = self.ranking.functions
        mine, theirs, kings = state.mine, state.theirs, state.kings
        if state.turn:
            mine, theirs, kings = turned(mine), turned(theirs), turned(kings)
        one = slice_of(mine, theirs, kings)
        file = self._open(one)
        if file is None:
            return None
        number = number_of(self._facts(one), mine, theirs, kings)
        code = int(self._read(one, number // file.rows_a_block)[number % file.rows_a_block])
        return Verdict.of(value_of(code, one.pieces, one.all_men, self._to_end))

    @cached_property
    def known(self) -> list[Slice]:
        """The slices that have tables."""
        return [
            one
            for pieces in range(2, MOST_PIECES + 1)
            for one in (slices(pieces) if self._folders else ())
            if self._open(one)
        ]

    def file(self, one: Slice) -> TableFile:
        """The table of a slice, which must exist."""
        found = self._open(one)
        assert found is not None
        return found

    def longest(self, one: Slice) -> int:
        """The plies of the longest win or loss in a slice."""
        counts = counts_in(self.file(one))
        return max(counts.longest_win, counts.longest_loss)

    def codes(self, one: Slice) -> Any:
        """The complete table of a slice."""
        return self.file(one).column(0)

    def _captures(self, state: State) -> bool:
        free = self._every & ~(state.mine | state.theirs)
        return bool(self._takers(state.mine, state.theirs, state.kings, state.turn, free))

    def _replies(self, state: State) -> Iterator[Verdict | None]:
        for move in self._game.moves(state):
            found = self.probe(self._game.play(state, move))
            yield None if found is None else found.before(is_same=False)

    def _find(self, one: Slice) -> TableFile | None:
        for folder in self._folders:
            path = path_of(self._game, one, folder)
            if path.exists():
                return open_slice(self._game, one, path, self.ranking.size(one))
        return None

    def _facts_of(self, one: Slice) -> Any:
        return self.ranking.facts({one: 0})

    def _block(self, one: Slice, block: int) -> Any:
        return self.file(one).read(block)[0]


def slice_of(mine: int, theirs: int, kings: int) -> Slice:
    """The slice of a position."""
    own, other = popcount(mine & kings), popcount(theirs & kings)
    return Slice(popcount(mine) - own, own, popcount(theirs) - other, other)
