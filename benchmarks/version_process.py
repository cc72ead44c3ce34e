"""Versions of Kibitz: their sources, their Python, and their engines as processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.text import parse_move
from kibitz.engine.lines import Line, Warrant
from kibitz.engine.position import Snapshot
from kibitz.games.game_ref import GameRef, changed_settings
from kibitz.match.players import Chosen

ROOT = Path(__file__).parents[1]
WORKER = Path(__file__).with_name("version_worker.py")
_SHOWN = 12  # characters of a commit's hash


class VersionError(Exception):
    """A version cannot be found, set up or run; the message is one line."""


@dataclass(frozen=True)
class Version:
    """The sources of a version and the Python that runs them."""

    name: str
    tree: Path
    python: str = sys.executable
    cache: Path | None = None  # of compiled code; None for the default


def working_tree() -> Version:
    """The version of the working tree, run by this Python."""
    return Version("working tree", ROOT)


def set_up(commit: str, folder: Path) -> Version:
    """The version of a commit, with its own git worktree and environment below `folder`.

    Both are created by the first call and reused by later ones.
    """
    found = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
    if found.returncode != 0:
        raise VersionError(f"No commit {commit!r} in this repository.")
    name = found.stdout.strip()[:_SHOWN]
    home = folder.resolve() / name
    tree, environment, done = home / "tree", home / "venv", home / "installed"
    python = environment / "bin" / "python"
    if not done.exists():
        home.mkdir(parents=True, exist_ok=True)
        print(f"Creating an environment for {name}; this takes a minute.", file=sys.stderr)
        if not tree.exists():
            _git("worktree", "prune")
            _check(_git("worktree", "add", "--detach", str(tree), name), "git worktree")
        _check(_run(sys.executable, "-m", "venv", str(environment)), "venv")
        install = (str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
        _check(_run(*install, "--editable", str(tree)), "pip install")
        done.touch()
    cache = home / "cache"
    cache.mkdir(mode=0o700, exist_ok=True)
    return Version(name, tree, str(python), cache)


def _git(*arguments: str) -> subprocess.CompletedProcess[str]:
    return _run("git", "-C", str(ROOT), *arguments)


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _check(done: subprocess.CompletedProcess[str], what: str) -> None:
    if done.returncode != 0:
        lines = (done.stderr or done.stdout).strip().splitlines()
        reason = lines[-1] if lines else f"exit code {done.returncode}"
        raise VersionError(f"{what} failed: {reason}")


class Process:
    """The engine of a version, in a process that plays one game of Kibitz."""

    def __init__(self, version: Version, ref: GameRef, game: Game) -> None:
        self._version = version
        self._ref = ref
        self._game = game
        self._process = self._launch()

    def _launch(self) -> subprocess.Popen[str]:
        version = self._version
        environment = {**os.environ, "PYTHONPATH": str(version.tree / "src")}
        environment["KIBITZ_BACKGROUND"] = "0"  # wait until games are compiled
        if version.cache is not None:
            environment["KIBITZ_CACHE"] = str(version.cache)
        # A new process session: Ctrl-C reaches only the parent, which then ends this process.
        return subprocess.Popen(
            [version.python, "-P", str(WORKER)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            start_new_session=True,
        )

    def start(self) -> None:
        """Compile the game and load it; VersionError if its states differ in that version.

        A process that has compiled a game searches a tenth slower than one that has loaded it from
        the disk, so the first process only compiles.
        """
        self._load()
        self.close()
        self._process = self._launch()
        self._load()

    def _load(self) -> None:
        game = self._game
        options = changed_settings(game)
        started = self.ask({"do": "start", "game": self._ref.source, "options": options})
        if not Path(started["file"]).is_relative_to(self._version.tree):
            raise VersionError(f"{self._version.name} runs the sources at {started['file']}.")
        fields = list(game.initial()._fields)
        if started["fields"] != fields:
            there = ", ".join(started["fields"])
            raise VersionError(
                f"States of {game.name} have other fields in {self._version.name}: {there}; "
                f"expected {', '.join(fields)}."
            )

    def clear(self) -> None:
        """Empty the transposition table."""
        self.ask({"do": "clear"})

    def play(self, position: Snapshot, limit: dict[str, float | int]) -> dict[str, Any]:
        """The best move, with the cost of the search."""
        path = [list(state) for state in (*position.earlier, position.state)]
        return self.ask({"do": "play", "path": path, "limit": limit})

    def ask(self, request: dict[str, Any]) -> dict[str, Any]:
        """Send a request and wait for the answer."""
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(request) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except (OSError, ValueError):  # either end of a pipe is closed
            line = ""
        if not line:
            raise VersionError(f"The engine of {self._version.name} has ended.")
        answer: dict[str, Any] = json.loads(line)
        if "error" in answer:
            problem = str(answer["error"]).splitlines()[0]
            raise VersionError(f"The engine of {self._version.name} failed: {problem}")
        return answer

    def close(self) -> None:
        """End the process, even during a search."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):  # unread input is discarded
                    pipe.close()


class ProcessPlayer:
    """A version as a player; it keeps its transposition table from move to move."""

    def __init__(self, process: Process, game: Game, limit: dict[str, float | int]) -> None:
        self._process = process
        self._game = game
        self._limit = limit
        self._is_started = False

    def prepare(self) -> None:
        """Compile the game."""
        if not self._is_started:
            self._is_started = True
            self._process.start()

    def begin(self, seed: int) -> None:
        """Forget the last game."""
        self._process.clear()

    def choose(self, position: Snapshot) -> Chosen:
        """The move that the version plays."""
        found = self._process.play(position, self._limit)
        line = Line(
            move=found["move"],
            score=found["score"],
            win_in=found["win_in"],
            loss_in=found["loss_in"],
            warrant=Warrant("depth", found["depth"]),
            depth=found["depth"],
            nodes=found["nodes"],
            seconds=found["wall"],
            line=(found["move"],),
        )
        return Chosen(parse_move(self._game, position.state, found["move"]), line)
