"""Endgame tables: games solved by retrograde analysis, and the files that store the results."""

from kibitz.core.messages import register
from kibitz.tables import tables_messages

register(tables_messages.SENTENCES)
