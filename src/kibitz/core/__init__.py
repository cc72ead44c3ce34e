"""The contract of a game and its basic types; contains no game."""

from kibitz.core import core_messages
from kibitz.core.messages import register

register(core_messages.SENTENCES)
