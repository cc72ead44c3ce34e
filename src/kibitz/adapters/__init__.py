"""Adapters for classes written for textbook minimax: search them directly, or make them games."""

from kibitz.adapters import adapters_messages
from kibitz.core.messages import register

register(adapters_messages.SENTENCES)
