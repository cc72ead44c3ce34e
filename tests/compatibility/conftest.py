from __future__ import annotations

import shutil
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from kibitz.cli.main import main
from tests.compatibility.own_files import BOT, STICKS
from tests.compatibility.stored import DATA, PLACE

TEXTS = (".json", ".jsonl", ".pdn")


class Ran(NamedTuple):
    """What a command did."""

    code: int
    out: str
    err: str


Command = Callable[..., Ran]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs a command of Kibitz."""

    def run(*words: str) -> Ran:
        with warnings.catch_warnings():
            warnings.simplefilter("default")
            try:
                code = main(words)
            except SystemExit as left:
                code = int(left.code or 0)
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture
def copied(tmp_path: Path) -> Callable[[str], Path]:
    """Copies a folder of the old files, with the game and the player that they name beside them."""

    def copy(name: str) -> Path:
        folder = tmp_path / name
        shutil.copytree(DATA / name, folder)
        for path in folder.rglob("*"):
            if path.suffix in TEXTS:
                text = path.read_text(encoding="utf-8")
                path.write_text(text.replace(PLACE, str(folder)), encoding="utf-8")
        (folder / "sticks.py").write_text(STICKS)
        (folder / "bot.py").write_text(BOT)
        return folder

    return copy
