"""Orders: what one process asks another to compile."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Literal, NamedTuple, TypeAlias

from kibitz.games.game_ref import GameRef
from kibitz.search.deepening import Opponents

# "other": the game that was loaded is not the one that was meant. "failed": it does not compile.
Answer: TypeAlias = Literal["done", "other", "failed"]


class Order(NamedTuple):
    """What one engine needs compiled."""

    game: GameRef
    opponents: Opponents = "paranoid"
    is_plain: bool = False  # the plain search: textbook levels, and claims of hints
    code: str = ""  # the name of the file with the code, where that is known

    @classmethod
    def parse(cls, text: str) -> Order:
        """The order that `line` made this text of."""
        game, *rest = json.loads(text)
        return cls(GameRef.parse(game), *rest)

    def line(self) -> str:
        """The order as a line of text."""
        return json.dumps(self) + "\n"


def start_process() -> subprocess.Popen[str]:
    """A process that carries out orders, one a line, and answers each with a line.

    It is in a session of its own, so that Ctrl-C does not reach it. OSError where it fails.
    """
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz.engine.compile_process"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        env={**os.environ, "KIBITZ_BACKGROUND": "0"},
    )
