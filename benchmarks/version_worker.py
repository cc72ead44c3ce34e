"""The engine of one version of Kibitz as a process that reads and writes lines of JSON.

`benchmarks.versions` runs this file with the Python and the sources of each version, so it uses
only names that all versions have: `kibitz.game`, `kibitz.Engine`, `kibitz.Limit` and the game's
contract.

    {"do": "start", "game": "draughts", "options": {"variant": "english"}}
    {"do": "clear"}
    {"do": "play", "path": [[...], [...]], "limit": {"time": 0.1}}

`start` loads and compiles the game, `clear` empties the transposition table, `play` searches the
last position of a path, whose states are lists of integers. Answers are objects; after an error
they have the key `error`. The process ends with its input.
"""

from __future__ import annotations

import json
import os
import sys
import time
from dataclasses import dataclass
from typing import Any

import kibitz


@dataclass(frozen=True)
class Position:
    """A position for an engine."""

    state: Any
    earlier: tuple[Any, ...] = ()


class Worker:
    """One engine, for successive games."""

    def __init__(self) -> None:
        self._game: Any = None
        self._engine: Any = None

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """Handle one request."""
        if request["do"] == "start":
            return self.start(request["game"], request["options"])
        if request["do"] == "clear":
            self._engine.clear()
            return {}
        return self.play(request["path"], kibitz.Limit(**request["limit"]))

    def start(self, name: str, options: dict[str, Any]) -> dict[str, Any]:
        """Make the engine and search briefly, so that compiling does not count as thinking time."""
        self._game = kibitz.game(name, **options)
        self._engine = _engine(self._game)
        self._engine.play(Position(self._game.initial(0)), kibitz.Limit(nodes=20_000))
        self._engine.clear()
        return {"file": kibitz.__file__, "fields": list(self._game.initial(0)._fields)}

    def play(self, path: list[list[int]], limit: Any) -> dict[str, Any]:
        """The best move in the last position of `path`."""
        make = type(self._game.initial(0))
        states = [make(*values) for values in path]
        position = Position(states[-1], tuple(states[:-1]))
        wall, cpu = time.perf_counter(), time.process_time()
        line = self._engine.play(position, limit)
        return {
            "cpu": time.process_time() - cpu,
            "wall": time.perf_counter() - wall,
            "move": line.move,
            "score": line.score,
            "win_in": line.win_in,
            "loss_in": line.loss_in,
            "depth": line.depth,
            "nodes": line.nodes,
        }


def _engine(game: Any) -> Any:
    """An engine without endgame tables, which the first versions do not have."""
    try:
        return kibitz.Engine(game, switches=kibitz.Switches(tables=False))
    except (AttributeError, TypeError):
        return kibitz.Engine(game)


def main() -> None:
    """Answer until the input ends; other output goes to standard error."""
    output = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    worker = Worker()
    for line in sys.stdin:
        try:
            answer = worker.answer(json.loads(line))
        except Exception as problem:
            answer = {"error": f"{type(problem).__name__}: {problem}"}
        output.write(json.dumps(answer) + "\n")
        output.flush()


if __name__ == "__main__":
    main()
