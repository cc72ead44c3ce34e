"""The Smart Horses API: a person's game against the machine, the whole state in every request."""

from kibitz.core.messages import register
from kibitz.server.smart_horses import smart_horses_messages

register(smart_horses_messages.SENTENCES)
