"""Comparisons with other programs, where they are installed: the same work, the same answer."""
