"""The user's folders on every system, and the variables that name others."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.core.folders import cache_folder, data_folder, state_folder
from kibitz.engine.book import own_path
from kibitz.server.settings import read_settings
from kibitz.tables.folder import own_folder
from kibitz.teaching.adaptive.profile import default_path

VARIABLES = (
    *("KIBITZ_BOOKS", "KIBITZ_CACHE", "KIBITZ_PROFILE", "KIBITZ_TABLES", "DATABASE_URL"),
    *("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "LOCALAPPDATA"),
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder with nothing in it, and no variable that names a folder."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def places() -> tuple[Path, ...]:
    """Where everything is kept: compiled code, tables, a book, a profile, the server's games."""
    database = read_settings().database_url.removeprefix("sqlite:///")
    book = own_path(kibitz.game("tictactoe"))
    return cache_folder(), own_folder(), book, default_path(), Path(database)


def expected(cache: Path, data: Path, state: Path) -> tuple[Path, ...]:
    book = data / "books" / "tictactoe.json"
    return cache, data / "tables", book, state / "profile.json", state / "server.db"


def test_linux_keeps_to_the_folders_of_xdg(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    usual = (home / ".cache", home / ".local/share", home / ".local/state")
    assert places() == expected(*(folder / "kibitz" for folder in usual))
    chosen = [home / name for name in ("cache", "data", "state")]
    for folder in chosen:
        monkeypatch.setenv(f"XDG_{folder.name.upper()}_HOME", str(folder))
    assert places() == expected(*(folder / "kibitz" for folder in chosen))


def test_macos_has_its_library(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    support = home / "Library" / "Application Support" / "kibitz"
    assert places() == expected(home / "Library" / "Caches" / "kibitz", support, support)


def test_windows_has_its_local_data(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    usual = home / "AppData" / "Local" / "kibitz"
    assert places() == expected(usual, usual, usual)
    monkeypatch.setenv("LOCALAPPDATA", str(home / "local"))
    named = home / "local" / "kibitz"
    assert places() == expected(named, named, named)


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_a_state_folder_of_an_earlier_version_is_still_used(
    platform: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    earlier = home / ".local" / "state" / "kibitz"
    assert (state_folder() == earlier) is (platform == "linux")
    earlier.mkdir(parents=True)
    assert state_folder() == earlier
    assert default_path() == earlier / "profile.json"


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_the_variables_of_kibitz_go_first(
    platform: str, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("CACHE", "TABLES", "BOOKS", "PROFILE"):
        monkeypatch.setenv(f"KIBITZ_{name}", str(home / "chosen" / name))
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{home / 'games.db'}")
    chosen = home / "chosen"
    assert places() == (
        chosen / "CACHE",
        chosen / "TABLES",
        chosen / "BOOKS" / "tictactoe.json",
        chosen / "PROFILE",
        home / "games.db",
    )
    assert data_folder("KIBITZ_TABLES", "tables") == chosen / "TABLES"
