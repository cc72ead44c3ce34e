"""How long an answer may take.

`make deep` and `make attack` set KIBITZ_TIMED: an answer may then also be too slow. In `make test`
a busy machine must not fail a test, so that only an answer that never comes fails it.
"""

from __future__ import annotations

import os

IS_TIMED = "KIBITZ_TIMED" in os.environ
SLOW = 10.0 if IS_TIMED else 600.0  # seconds that anything but a search may take
SLOW_SEARCH = 60.0 if IS_TIMED else 600.0  # it may have to wait for a game to be compiled
