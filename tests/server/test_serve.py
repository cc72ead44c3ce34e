"""`kibitz serve` in the terminal."""

from __future__ import annotations

import os
import signal
import socket
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest
from sqlalchemy import text

from kibitz.cli.main import main
from kibitz.core.errors import KibitzWarning, LimitError
from kibitz.core.folders import cache_folder, temporary_folder
from kibitz.server.launcher import _check_database, _shutdown_on_signals
from kibitz.server.settings import read_settings
from kibitz.server.store.database import Database
from kibitz.server.store.migrate import migrate
from tests.server.live import Live, serving, until
from tests.server.postgres import free_port
from tests.strangers import NIM


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
        assert "a free address" in refused(capsys, "--port", port)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--database", "mysql://here/games"], "database cannot be"),
        (["--database", "postgresql://me:hidden@127.0.0.1:1/games"], "that answers"),
        (["--database", "/proc/none/games.db"], "that answers"),
        (["--workers", "0"], "workers cannot be 0"),
        (["--game", "none.py"], "No game file"),
        (["--host", "192.0.2.1"], "address cannot be"),
    ],
)
def test_settings_that_cannot_work_are_refused_before_anything_starts(
    capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    before = dict(os.environ)
    told = refused(capsys, "--port", str(free_port()), *arguments)
    assert said in told
    assert "hidden" not in told
    assert dict(os.environ) == before


def test_a_database_where_no_file_can_be_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DATABASE_URL", "")
    (tmp_path / "folder").mkdir()
    (tmp_path / "text").write_text("This is no database, and nothing makes it one.\n" * 20)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    for path, reason in (
        ("/proc/games.db", "No such file"),  # where a lock file cannot be made, either
        (tmp_path / "folder", "not an ordinary file"),
        (tmp_path / "pipe", "not an ordinary file"),
        ("/dev/null", "not an ordinary file"),
        ("/dev/full", "not an ordinary file"),
        (tmp_path / "text", "not a database"),
        (tmp_path / "text" / "games.db", "File exists"),
        (tmp_path / "loop", "unable to open"),
        (tmp_path / ("a" * 5000), "File name too long"),
        ("~nobody-here/games.db", "home directory"),
        ("games\0.db", "null byte"),
    ):
        with pytest.raises(LimitError) as refusal:
            _check_database(str(path))
        said = str(refusal.value)
        assert "database cannot be" in said
        assert reason in said
        assert len(said) < 600
    assert not list(tmp_path.glob("[fp]*.lock"))  # nothing is made beside what is no file
    assert "No such file" in refused(
        capsys, "--port", str(free_port()), "--database", "/proc/games.db"
    )


def test_a_user_without_a_home_has_a_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _forget_home(monkeypatch, tmp_path)
    with pytest.warns(KibitzWarning, match="no home folder"):
        url = read_settings().database_url
    assert url == f"sqlite:///{tmp_path}/kibitz-{os.getuid()}/server.db"
    with pytest.warns(KibitzWarning, match="KIBITZ_CACHE is not set"):
        assert cache_folder() == tmp_path / f"kibitz-{os.getuid()}"


def test_a_temporary_folder_that_others_may_write_to_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _forget_home(monkeypatch, tmp_path)
    theirs = tmp_path / f"kibitz-{os.getuid()}"
    theirs.mkdir()
    theirs.chmod(0o777)
    with pytest.warns(KibitzWarning):
        folder = cache_folder()
    assert folder != theirs
    assert folder.stat().st_mode & 0o777 == 0o700


def _forget_home(monkeypatch: pytest.MonkeyPatch, temporary: Path) -> None:
    def nobody(_: int) -> None:
        raise KeyError("no such user")

    for name in ("HOME", "DATABASE_URL", "KIBITZ_CACHE", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    temporary_folder.cache_clear()


def test_production_without_a_key_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FLASK_ENV", "production")
    monkeypatch.delenv("SECRET_KEY", raising=False)
    assert "SECRET_KEY" in refused(capsys)


def test_missing_packages_are_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("launcher", "server_process", "supervisor"):
        monkeypatch.delitem(sys.modules, f"kibitz.server.{name}", raising=False)
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
    assert "not from a newer version" in said


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


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_that_is_asked_to_end_ends_well(
    tmp_path: Path, how: signal.Signals, workers: int
) -> None:
    log = tmp_path / "log"
    with serving(str(tmp_path / "games.db"), log, {}, workers) as server:
        assert server.stop(how) == 0
    said = log.read_text()
    assert "Traceback" not in said
    assert said.count("Finished server process") >= 1


def test_an_interrupt_that_was_put_off_is_raised_before_workers_start() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    asked: list[object] = []
    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt), _shutdown_on_signals(asked.append):
            asked.append("started")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert asked == []


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="children are listed in /proc")
def test_a_worker_that_dies_is_replaced(tmp_path: Path) -> None:
    with serving(str(tmp_path / "games.db"), tmp_path / "log", {}, 2) as server:
        parent = server._running().pid
        children = Path(f"/proc/{parent}/task/{parent}/children")
        before = set(children.read_text().split())
        assert len(before) == 2
        first = min(before)
        os.kill(int(first), signal.SIGKILL)
        after = until(
            lambda: (
                found
                if first not in (found := children.read_text().split()) and len(found) == 2
                else None
            )
        )
        assert len(before & set(after)) == 1
        assert server.http.get("/health").status_code == 200
        assert server.stop() == 0


@pytest.mark.parametrize("workers", [1, 2])
def test_options_of_the_command_line_reach_every_worker(tmp_path: Path, workers: int) -> None:
    """Only its options name the database and the game; the variables name others."""
    game = tmp_path / "own.py"
    game.write_text(NIM)
    settings = {"DATABASE_URL": "/proc/none/games.db", "KIBITZ_GAMES": "none.py"}
    options = ["--game", str(game)]
    database = tmp_path / "games.db"
    with serving(str(database), tmp_path / "log", settings, workers, options=options) as server:
        listed = server.http.get("/api/v1/games").json()["games"]
        assert "nim" in [found["name"] for found in listed]
        table = server.begin("nim")
        assert table.read()["game"]["name"] == "nim"
        metrics = server.http.get("/metrics").text
    assert 'kibitz_session_changes_total{what="begin"} 1.0' in metrics
    assert database.exists()
