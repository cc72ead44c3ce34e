"""Endgame tables: games solved by retrograde analysis, and the files that store the results."""
