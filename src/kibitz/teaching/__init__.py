"""Teaching: hints, explanations, reviews of played games, lessons, and an opponent that adapts."""

from kibitz.core.messages import register
from kibitz.teaching import claim_messages, hint_messages, teaching_messages

register(claim_messages.PREDICATES)
register(claim_messages.SENTENCES)
register(hint_messages.SENTENCES)
register(teaching_messages.SENTENCES)
