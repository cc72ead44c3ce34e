"""Endgame tables for Nine Men's Morris and the variants with the same kinds of moves."""
