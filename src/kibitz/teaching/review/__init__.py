"""Reviews of whole games: every move scored, what turned the game, and what was better."""
