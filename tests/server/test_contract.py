"""The OpenAPI document is kept: no 5xx, every answer as documented. Streams are tested apart."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import HypothesisWarning
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from kibitz.server.app import create_app
from kibitz.server.settings import read_settings
from tests.server.conftest import NewDatabase
from tests.server.live import Live, serving

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]


@pytest.fixture(scope="module")
def server(new_database: NewDatabase, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    log: Path = tmp_path_factory.mktemp("contract") / "log"
    quick = {"KIBITZ_SEARCH_SECONDS": "0.02", "KIBITZ_QUEUE": "100000"}
    with serving(new_database(), log, quick, is_ready=True) as found:
        yield found


DOCUMENT = create_app(read_settings(database_url="unused.db")).openapi()
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT).exclude(path_regex="/events$")
OPERATIONS = [found.ok() for found in SCHEMA.get_all_operations() if isinstance(found, Ok)]


def check(server: Live, operation: Any, mode: GenerationMode, examples: int) -> None:
    """Send requests to one address, such as fit the document or such as do not."""

    @settings(
        max_examples=examples,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
        derandomize=True,
        database=None,
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: schemathesis.Case[Any]) -> None:
        aim(case, server)
        case.call_and_validate(base_url=f"http://127.0.0.1:{server.port}", checks=CHECKS)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HypothesisWarning)
        send()


def aim(case: schemathesis.Case[Any], server: Live) -> None:
    """Have most requests name a game and a session that are there, with the secret of a seat."""
    game = case.body.get("game") if isinstance(case.body, dict) else None
    if isinstance(case.body, dict) and isinstance(game, str):
        case.body["game"] = "connect4" if len(game) % 2 else "tictactoe"
    if "session_id" in (case.path_parameters or {}) and len(str(case.body)) % 3:
        table = server.begin("tictactoe")
        table.move("4", "X")
        case.path_parameters["session_id"] = table.id
        case.headers["Authorization"] = f"Bearer {table.secrets['O']}"


CASES = [
    (operation, mode)
    for operation in OPERATIONS
    for mode in GenerationMode
    if mode == GenerationMode.POSITIVE or operation.body
]


def every_address(cases: list[tuple[Any, GenerationMode]]) -> pytest.MarkDecorator:
    names = [f"{operation.label} {mode.value}" for operation, mode in cases]
    return pytest.mark.parametrize(("operation", "mode"), cases, ids=names)


# The Smart Horses API has mutated states and bodies of its own.
@every_address([case for case in CASES if not case[0].path.startswith("/api/game")])
def test_every_answer_is_as_documented(server: Live, operation: Any, mode: GenerationMode) -> None:
    check(server, operation, mode, 6)


@pytest.mark.deep
@every_address(CASES)
def test_every_answer_is_as_documented_over_many_requests(
    server: Live, operation: Any, mode: GenerationMode
) -> None:
    check(server, operation, mode, 60)
