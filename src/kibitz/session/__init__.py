"""Sessions: single games being played, with history, clocks, seats and files."""

from kibitz.core.messages import register
from kibitz.session import session_messages

register(session_messages.SENTENCES)
