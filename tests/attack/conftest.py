from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.attack.figures import EXECUTED, PROPERTY, TRACEBACKS, Figures
from tests.attack.target import Target, attacked
from tests.server.conftest import NewDatabase
from tests.server.conftest import new_database as new_database
from tests.server.conftest import postgres as postgres

Attack = Callable[..., Target]


@pytest.fixture
def figures(
    request: pytest.FixtureRequest, record_property: Callable[[str, object], None]
) -> Iterator[Figures]:
    """What a test counts; printed at the end of the run, also if the test fails."""
    found = Figures(request.node.name.removeprefix("test_").replace("_", " "))
    yield found
    record_property(PROPERTY, found.as_json())


@pytest.fixture
def start(tmp_path: Path, figures: Figures) -> Iterator[Attack]:
    """Starts a server to attack. Its log and what it executed are checked at the end."""
    with ExitStack() as stack:
        started: list[Target] = []

        def begin(
            database: str, settings: Mapping[str, str] | None = None, workers: int = 1
        ) -> Target:
            target = stack.enter_context(attacked(database, tmp_path, settings, workers))
            started.append(target)
            return target

        yield begin
        stack.close()
        for target in started:
            figures.add(TRACEBACKS, target.tracebacks())
            figures.add(EXECUTED, len(target.trap.executed()))
            if target.tracebacks():
                pytest.fail(f"{target.tracebacks()} tracebacks: {target.errors()}", pytrace=False)
            assert target.trap.executed() == []


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return str(tmp_path / "games.db")


__all__ = ["Attack", "NewDatabase"]
