"""Compile plain Python functions with Numba and cache the machine code on disk.

No other package imports Numba.
"""

from kibitz.compiling import compiling_messages
from kibitz.core.messages import register

register(compiling_messages.SENTENCES)
