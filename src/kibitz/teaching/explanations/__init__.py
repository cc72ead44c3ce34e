"""Explanations: why this move and not that one, in claims that are checked first."""
