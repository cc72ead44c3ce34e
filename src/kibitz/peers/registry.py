"""Every comparison that is made, in the order in which it is shown."""

from __future__ import annotations

from kibitz.peers import easyai, openspiel, pydraughts

RIVALRIES = (
    easyai.TICTACTOE,
    openspiel.TICTACTOE,
    openspiel.MORRIS,
    openspiel.PLAIN_MORRIS,
    pydraughts.COUNTING,
)
