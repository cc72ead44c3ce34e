"""Matches: many games between players, and estimates of their strength."""

from kibitz.core.messages import register
from kibitz.match import match_messages

register(match_messages.SENTENCES)
