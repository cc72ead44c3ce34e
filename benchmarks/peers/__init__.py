"""Comparisons with other programs that are installed: the same work with the same answer."""
