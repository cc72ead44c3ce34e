"""Search: knows rules only as arguments."""
