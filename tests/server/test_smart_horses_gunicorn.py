"""Gunicorn's command line, as the documentation gives it, run for real."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).parents[2]
START_SECONDS = 120  # a limit for a test that hangs; a start takes a few


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def command(port: int) -> list[str]:
    return [
        *(sys.executable, "-m", "gunicorn", "--bind", f"127.0.0.1:{port}"),
        *("--workers", "2", "--timeout", "120", "wsgi:app"),
    ]


def environment(folder: Path, **more: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("FLASK_ENV",)}
    database = f"sqlite:///{folder / 'server.db'}"
    return {**kept, "DATABASE_URL": database, "XDG_STATE_HOME": str(folder), **more}


def wait_until_up(url: str, process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end:
        assert process.poll() is None, "the server has ended"
        try:
            if httpx.get(f"{url}/health").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise AssertionError("the server does not answer")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    port = free_port()
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            command(port),
            cwd=ROOT,
            env=environment(tmp_path),
            stdout=log,
            stderr=log,
            text=True,
        )
        try:
            wait_until_up(f"http://127.0.0.1:{port}", process)
            yield f"http://127.0.0.1:{port}", process
        finally:
            process.terminate()
            process.wait(timeout=60)


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.deep)]
)
def test_a_game_is_played_with_two_workers_and_the_end_is_graceful(
    server: tuple[str, subprocess.Popen[str]], tmp_path: Path, number: signal.Signals
) -> None:
    url, process = server
    state = httpx.post(f"{url}/api/game/new", json={"difficulty": "expert"}, timeout=60).json()
    for _ in range(6):
        if state["game_over"]:
            break
        # Each request by a connection of its own, which either worker may take.
        asked = {"game_state": state, "knight": "black"}
        listed = httpx.post(f"{url}/api/game/valid-moves", json=asked, timeout=60).json()
        asked = {"game_state": state, "move": listed["valid_moves"][0]}
        answer = httpx.post(f"{url}/api/game/move", json=asked, timeout=60)
        assert answer.status_code == 200, answer.text
        state = answer.json()
    assert state["machine_move"] is not None or state["game_over"]
    refused = httpx.get(f"{url}/api/game/nowhere")
    assert (refused.status_code, set(refused.json())) == (404, {"error", "message"})
    assert "message" in httpx.get(url).json()
    process.send_signal(number)
    assert process.wait(timeout=60) == 0
    log = (tmp_path / "log").read_text()
    assert log.count("Finished server process") == 2
    assert "SIGKILL" not in log


@pytest.mark.parametrize(
    ("wrong", "text"),
    [
        ({"KIBITZ_HORSES_ENDING": "never"}, 'expected "first" or "both"'),
        ({"FLASK_ENV": "production", "SECRET_KEY": ""}, "SECRET_KEY is not set"),
    ],
)
def test_wrong_settings_are_told_once_and_nothing_starts(
    tmp_path: Path, wrong: dict[str, str], text: str
) -> None:
    run = subprocess.run(
        command(free_port()),
        cwd=ROOT,
        env=environment(tmp_path, **wrong),
        capture_output=True,
        text=True,
        timeout=START_SECONDS,
    )
    assert run.returncode == 2
    assert run.stderr.count(text) == 1
    assert "Traceback" not in run.stderr
