"""The server: every game over HTTP, for people and programs."""
