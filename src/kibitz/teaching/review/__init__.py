"""Reviews of complete games: a score for every move, turning points and better lines."""
