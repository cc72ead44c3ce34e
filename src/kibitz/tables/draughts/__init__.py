"""The endgame tables of draughts, for all variants with the same kinds of quiet moves."""
