"""All comparisons, in the order of the report."""

from __future__ import annotations

from benchmarks.peers import easyai, openspiel, pydraughts

COMPARISONS = (
    easyai.TICTACTOE,
    openspiel.TICTACTOE,
    openspiel.MORRIS,
    openspiel.PLAIN_MORRIS,
    pydraughts.COUNTING,
)
