"""From positions to answers: searches with clocks, scores with warrants."""

from kibitz.core.messages import register
from kibitz.engine import claim_messages, engine_messages, hint_messages

register(engine_messages.SENTENCES)
register(claim_messages.PREDICATES)
register(claim_messages.SENTENCES)
register(hint_messages.SENTENCES)
