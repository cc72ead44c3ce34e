"""Many sessions: players against each other, and what can be said about their strength."""

from kibitz.core.messages import register
from kibitz.match import match_messages

register(match_messages.SENTENCES)
