"""One playing of a game."""
