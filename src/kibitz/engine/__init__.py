"""From positions to answers: searches with clocks, scores with warrants."""

from kibitz.core.messages import register
from kibitz.engine import engine_messages

register(engine_messages.SENTENCES)
