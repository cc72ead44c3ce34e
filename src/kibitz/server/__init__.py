"""The HTTP server: every game, for people and programs."""

from kibitz.core.messages import register
from kibitz.server import server_messages

register(server_messages.SENTENCES)
