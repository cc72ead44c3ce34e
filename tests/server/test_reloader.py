"""`kibitz serve --reload`."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from kibitz.server.reloader import Reloader
from tests.strangers import NIM

WAIT = 120.0  # seconds; only a hang takes this long


def _edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_an_edit_is_noticed_once(tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text(NIM)
    reloader = Reloader([f"club={file}"])
    assert not reloader.has_changed()
    _edit(file, '"nim"', '"nim_2"')
    assert reloader.has_changed()
    assert not reloader.has_changed()


def test_an_edit_of_an_imported_file_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "numbers_of_nim.py").write_text("MOST = 3")
    file = tmp_path / "nim.py"
    file.write_text("import numbers_of_nim\n" + NIM)
    reloader = Reloader([str(file)])
    (tmp_path / "numbers_of_nim.py").write_text("MOST = 1234")
    assert reloader.has_changed()


def test_a_file_that_does_not_load_is_reported(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "nim.py"
    file.write_text(NIM)
    reloader = Reloader([str(file)])
    file.write_text(NIM + "\nx = (")
    assert not reloader.has_changed()
    assert "was never closed" in capfd.readouterr().err
    file.write_text(NIM + "\nx = ()")
    assert reloader.has_changed()


@pytest.mark.skipif(os.name != "posix", reason="--reload needs POSIX")
def test_the_server_restarts_with_the_new_rules(tmp_path: Path) -> None:
    file = tmp_path / "nim.py"
    file.write_text(NIM)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = ["serve", "--port", str(port), "--game", str(file), "--reload"]
    database = f"sqlite:///{tmp_path / 'sessions.db'}"
    server = subprocess.Popen(
        [sys.executable, "-m", "kibitz", *command, "--database", database], cwd=tmp_path
    )
    try:
        first = _game(port, "nim")
        _edit(file, "payoff, evaluate)", 'payoff, evaluate, title="New Nim")')
        assert first["title"] != "New Nim"
        deadline = time.monotonic() + WAIT
        while _game(port, "nim")["title"] != "New Nim":
            assert time.monotonic() < deadline
            time.sleep(0.1)
        server.send_signal(signal.SIGTERM)
        assert server.wait(WAIT) == 0
    finally:
        server.kill()
        server.wait()


def _game(port: int, name: str) -> dict[str, object]:
    """The game's document, as soon as the server answers."""
    deadline = time.monotonic() + WAIT
    while True:
        try:
            answer = httpx.get(f"http://127.0.0.1:{port}/api/v1/games/{name}")
            if answer.status_code == 200:
                found: dict[str, object] = answer.json()
                return found
        except httpx.TransportError:
            pass
        assert time.monotonic() < deadline
        time.sleep(0.1)
