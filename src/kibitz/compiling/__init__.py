"""The one door to Numba: plain functions in, compiled copies out, kept on disk by their content."""

from kibitz.compiling import compiling_messages
from kibitz.core.messages import register

register(compiling_messages.SENTENCES)
