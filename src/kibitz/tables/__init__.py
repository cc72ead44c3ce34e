"""Perfect play: games solved backwards from their ends, and the tables that keep the answers."""

from kibitz.core.messages import register
from kibitz.tables import tables_messages

register(tables_messages.SENTENCES)
