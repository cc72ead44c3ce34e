"""Engines: searches within limits, levels, opening books and endgame knowledge."""

from kibitz.core.messages import register
from kibitz.engine import engine_messages

register(engine_messages.SENTENCES)
