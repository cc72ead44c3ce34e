"""The conformance suite for games, built-in and third-party.

from kibitz.testing import check

def test_my_game():
    check(GAME)
"""

from kibitz.core.messages import register
from kibitz.testing import testing_messages
from kibitz.testing.suite import Report, check

__all__ = ["Report", "check"]

register(testing_messages.SENTENCES)
