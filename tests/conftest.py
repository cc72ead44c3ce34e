from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Here, because with pytest-xdist the main process loads no other conftest.py.
from tests.attack.figures import pytest_terminal_summary as pytest_terminal_summary

# Nothing timed may decide a test, and compiling may take seconds within one example.
settings.register_profile(
    "kibitz", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("kibitz")


# Files that take long. They are started first, so that no worker is left with one at the end.
SLOW = (
    "tests/web/",
    "tests/attack/",
    "tests/server/",
    "tests/own_games/",
    "tests/core/test_compiler.py",
    "tests/search/",
    "tests/teaching/",
    "tests/tables/",
    "tests/games/",
    "tests/engine/",
    "tests/test_docs.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: [not item.nodeid.startswith(path) for path in SLOW])


@pytest.fixture(autouse=True, scope="session")
def own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Empty folders for tables and books: what the user has made must not change a test.

    Nothing is compiled in the background, except where a test asks for it.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in ("KIBITZ_TABLES", "KIBITZ_BOOKS"):
            patch.setenv(name, str(tmp_path_factory.mktemp(name.lower())))
        patch.setenv("KIBITZ_BACKGROUND", "0")  # what is tested is compiled, whatever it takes
        yield


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for compiled code."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("KIBITZ_CACHE", str(folder))
    return folder


Script = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run_python(tmp_path: Path) -> Script:
    """Runs a script in a fresh process, in a folder of its own, with warnings shown."""

    def run(source: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", source],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(tmp_path), **environment},
            capture_output=True,
            text=True,
            timeout=300,
        )

    return run
