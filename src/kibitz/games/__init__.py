"""The games that Kibitz ships with, one module or package each, and where to find them."""

from kibitz.core.messages import register
from kibitz.games import games_messages

register(games_messages.SENTENCES)
