"""The contract and what it stands on: knows nothing of any game."""

from kibitz.core import core_messages
from kibitz.core.messages import register

register(core_messages.SENTENCES)
