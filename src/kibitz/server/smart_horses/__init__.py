"""The stateless Smart Horses API: every request contains the full state of the game."""

from kibitz.core.messages import register
from kibitz.server.smart_horses import smart_horses_messages

register(smart_horses_messages.SENTENCES)
