"""What is kept: sessions, their events, and the work that is under way."""
