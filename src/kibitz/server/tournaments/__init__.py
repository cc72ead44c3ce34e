"""Tournaments on the server: plans, games and their sessions."""
