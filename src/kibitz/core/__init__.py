"""The contract and what it stands on: knows nothing of any game."""
