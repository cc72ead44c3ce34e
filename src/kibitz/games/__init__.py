"""The games that Kibitz ships with, one package each, and how games are found and loaded."""

from kibitz.core.messages import register
from kibitz.games import games_messages

register(games_messages.SENTENCES)
