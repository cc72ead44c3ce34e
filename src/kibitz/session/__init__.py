"""One playing of a game."""

from kibitz.core.messages import register
from kibitz.session import session_messages

register(session_messages.SENTENCES)
