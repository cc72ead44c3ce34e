"""The games that ship with Kibitz, one package each, and the code that finds and loads games."""

from kibitz.core.messages import register
from kibitz.games import games_messages

register(games_messages.SENTENCES)
