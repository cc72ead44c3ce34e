"""Classes that people have written for textbook minimax: searched as they are, and made games."""

from kibitz.adapters import adapters_messages
from kibitz.core.messages import register

register(adapters_messages.SENTENCES)
