from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.server.live import Live, serving
from tests.server.postgres import Postgres, programs, running_postgres

BACKENDS = ["sqlite", "postgresql"]

NewDatabase = Callable[[], str]


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is missing: on Debian, apt install postgresql")
    with running_postgres(folder) as found:
        yield found


@pytest.fixture(scope="session", params=BACKENDS)
def new_database(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> NewDatabase:
    """Makes the address of an empty database, of either kind."""
    if request.param == "postgresql":
        found: Postgres = request.getfixturevalue("postgres")
        return found.new_database
    return lambda: str(tmp_path_factory.mktemp("database") / "games.db")


@pytest.fixture(scope="session")
def live(new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server that the tests share; each begins sessions of its own."""
    log: Path = tmp_path_factory.mktemp("server") / "log"
    settings = {
        "KIBITZ_POLL": "0.05",
        "KIBITZ_HEARTBEAT": "0.5",
        # Longer than any test waits: what ends before was stopped.
        "KIBITZ_SEARCH_SECONDS": "600",
        "KIBITZ_SEARCH_NODES": "1000000000000",
    }
    with serving(new_database(), log, settings) as found:
        yield found
