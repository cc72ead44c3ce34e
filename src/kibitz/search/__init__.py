"""The searches. They know rules only as arguments."""

from kibitz.core.messages import register
from kibitz.search import search_messages

register(search_messages.SENTENCES)
