"""Many sessions: players against each other, and what can be said about their strength."""
