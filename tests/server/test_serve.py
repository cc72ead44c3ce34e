"""`kibitz serve` in the terminal."""

from __future__ import annotations

import socket
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest
from sqlalchemy import text

from kibitz.cli.main import main
from kibitz.server.store.database import Database
from kibitz.server.store.migrating import migrate
from tests.server.live import Live
from tests.server.postgres import free_port


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["serve", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "serving on" not in captured.err
    return captured.err


@pytest.mark.parametrize("port", ["0", "-1", "65536"])
def test_a_port_that_cannot_be_is_refused(capsys: pytest.CaptureFixture[str], port: str) -> None:
    assert "expected a number from 1 to 65535" in refused(capsys, "--port", port)


def test_a_port_of_the_environment_that_is_no_number_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PORT", "http")
    assert "PORT cannot be 'http'" in refused(capsys)


def test_a_port_that_is_taken_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert "an address that is free" in refused(capsys, "--port", port)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--database", "mysql://here/games"], "database cannot be"),
        (["--database", "postgresql://me:hidden@127.0.0.1:1/games"], "that answers"),
        (["--database", "/proc/none/games.db"], "that answers"),
        (["--workers", "0"], "workers cannot be 0"),
        (["--game", "none.py"], "no game file"),
        (["--host", "192.0.2.1"], "address cannot be"),
    ],
)
def test_settings_that_cannot_work_are_refused_before_anything_starts(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    said: str,
) -> None:
    for name in ("DATABASE_URL", "KIBITZ_GAMES"):
        monkeypatch.setenv(name, "")  # set by the command; put back after the test
        monkeypatch.delenv(name)
    told = refused(capsys, "--port", str(free_port()), *arguments)
    assert said in told
    assert "hidden" not in told


def test_production_without_a_key_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLASK_ENV", "production")
    monkeypatch.delenv("SECRET_KEY", raising=False)
    assert "SECRET_KEY" in refused(capsys)


def test_missing_packages_are_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "kibitz.server.running", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert "pip install 'kibitz[server]'" in refused(capsys)


def test_a_database_from_the_future_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", "")
    database = Database(str(tmp_path / "games.db"))
    migrate(database)
    with database.writing() as transaction:
        transaction.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    said = refused(capsys, "--port", str(free_port()), "--database", str(tmp_path / "games.db"))
    assert "not from the future" in said


def test_a_connection_that_was_idle_for_a_while_still_answers(live: Live) -> None:
    connection = HTTPConnection("127.0.0.1", live.port, timeout=60)
    connection.connect()
    first = connection.sock
    for pause in (0, 6):  # uvicorn itself would close it after 5 seconds
        time.sleep(pause)
        connection.request("GET", "/health")
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200
    assert connection.sock is first  # not one that was opened anew
    connection.close()
