"""Orders for the compile process, and how it is started."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Literal, NamedTuple, TypeAlias

from kibitz.games.game_ref import GameRef
from kibitz.search.deepening import Opponents

# "other": the process loaded a different version of the game. "failed": it does not compile.
Answer: TypeAlias = Literal["done", "other", "failed"]


class CompileOrder(NamedTuple):
    """The description of a build that another process is to compile."""

    game: GameRef
    opponents: Opponents = "paranoid"
    is_plain: bool = False  # the plain search, for textbook levels and the claims of hints
    code: str = ""  # the name of the file with the code, if known

    @classmethod
    def parse(cls, text: str) -> CompileOrder:
        """The order in a line of text, the inverse of `line`."""
        game, *rest = json.loads(text)
        return cls(GameRef.parse(game), *rest)

    def line(self) -> str:
        """The order as a line of text."""
        return json.dumps(self) + "\n"


def start_process() -> subprocess.Popen[str]:
    """Start a compile process; see `kibitz.engine.compile_process`. OSError if that fails.

    It runs in its own process session, so that Ctrl-C does not reach it.
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
