"""Perfect play: games solved backwards from their ends, and the tables that keep the answers."""
