"""Teaching: reviews of played games, lessons, and an opponent that adapts to a person's skill."""

from kibitz.core.messages import register
from kibitz.teaching import teaching_messages

register(teaching_messages.SENTENCES)
