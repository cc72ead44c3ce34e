"""Orders for the compile process, and the function that starts it."""

from __future__ import annotations

import json
import os
import subprocess
from typing import Literal, NamedTuple, TypeAlias

from kibitz.core.child_python import python_command
from kibitz.games.game_ref import GameRef
from kibitz.search.deepening import Opponents, SearchKind

# "other": the process loaded a different version of the game. "failed": compiling failed.
Status: TypeAlias = Literal["done", "other", "failed"]


class CompileOrder(NamedTuple):
    """A build for another process to compile."""

    game: GameRef
    opponents: Opponents = "paranoid"
    is_plain: bool = False  # the plain search, for textbook levels and the claims of hints
    code: str = ""  # the name of the file for the code, if known
    search: SearchKind | None = None  # None for the game's usual search

    @classmethod
    def parse(cls, text: str) -> CompileOrder:
        """Parse a line of text; the inverse of `line`."""
        game, *rest = json.loads(text)
        return cls(GameRef.parse(game), *rest)

    def line(self) -> str:
        """The order as a line of text."""
        return json.dumps(self) + "\n"


def start_process() -> subprocess.Popen[str]:
    """Start a compile process; see `kibitz.engine.compile_process`. Raises OSError on failure.

    It runs in its own process session, so that Ctrl-C does not reach it.
    """
    return subprocess.Popen(  # noqa: S603 - our own
        python_command("-m", "kibitz.engine.compile_process"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
        env={**os.environ, "KIBITZ_BACKGROUND": "0"},
    )
