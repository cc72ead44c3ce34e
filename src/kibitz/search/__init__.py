"""The search algorithms. They know no particular game: its rules are an argument."""

from kibitz.core.messages import register
from kibitz.search import search_messages

register(search_messages.SENTENCES)
