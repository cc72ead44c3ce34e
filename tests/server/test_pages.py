from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi.testclient import TestClient

from kibitz import __version__
from kibitz.server.app import create_app
from kibitz.server.middleware import POLICY
from kibitz.server.routes import ROUTES
from kibitz.server.settings import read_settings
from tests.server.live import V1, Live


def client(tmp_path: Path, **settings: Any) -> TestClient:
    given = {"database_url": str(tmp_path / "games.db"), "warm": False, **settings}
    return TestClient(create_app(read_settings(**given)))


def test_health_is_told_at_once_and_readiness_when_games_are_compiled(live: Live) -> None:
    assert live.http.get("/health").json() == {
        "status": "healthy",
        "service": "kibitz",
        "version": __version__,
    }
    answer = live.http.get("/health/ready")
    assert answer.status_code in (200, 503)
    assert answer.json()["compiled"] == (answer.status_code == 200)
    assert answer.json()["memory_bytes"] > 10**7


@pytest.mark.parametrize("accept", ["*/*", "application/json", "text/*"])
def test_a_program_is_greeted_in_json(live: Live, accept: str) -> None:
    answer = live.http.get("/", headers={"Accept": accept})
    assert answer.headers["content-type"] == "application/json"
    assert answer.json()["status"] == "ok"


def test_a_browser_is_shown_a_page(live: Live) -> None:
    answer = live.http.get("/", headers={"Accept": "text/html,*/*;q=0.8"})
    assert answer.headers["content-type"].startswith("text/html")
    assert "Kibitz" in answer.text


def test_a_web_page_is_served_from_its_folder(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>mine</title>")
    (tmp_path / "app.js").write_text("1")
    with client(tmp_path, static=str(tmp_path)) as http:
        assert "mine" in http.get("/", headers={"Accept": "text/html"}).text
        for path in (
            "/sessions/abc",
            "/new/connect4",
            "/analysis/morris",
            "/review/abc",
            "/editor/morris",
            "/import",
        ):
            assert "mine" in http.get(path).text
        assert http.get("/static/app.js").text == "1"
        assert http.get("/static/none.js").json()["code"] == "no_address"


@pytest.mark.parametrize("path", ["/unknown", "/sessions", "/new", "/new/a/b", "/%E0%A4%A"])
def test_an_unknown_address_is_a_page_for_a_browser_and_a_problem_for_a_program(
    tmp_path: Path, path: str
) -> None:
    (tmp_path / "index.html").write_text("<title>mine</title>")
    with client(tmp_path, static=str(tmp_path)) as http:
        page = http.get(path, headers={"Accept": "text/html,*/*;q=0.8"})
        assert (page.status_code, page.text) == (404, "<title>mine</title>")
        for headers in ({"Accept": "application/json"}, {"Accept": "*/*"}):
            assert http.get(path, headers=headers).json()["code"] == "no_address"
        assert http.post(path, headers={"Accept": "text/html"}).json()["code"] == "no_address"


@pytest.mark.parametrize("path", ["/api/v1/nothing", "/static/none.js", "/api/nothing"])
def test_an_unknown_address_of_the_api_is_never_a_page(tmp_path: Path, path: str) -> None:
    (tmp_path / "index.html").write_text("<title>mine</title>")
    with client(tmp_path, static=str(tmp_path)) as http:
        found = http.get(path, headers={"Accept": "text/html"})
        assert (found.status_code, found.json()["code"]) == (404, "no_address")


def test_an_address_that_only_takes_other_methods_stays_a_problem(tmp_path: Path) -> None:
    with client(tmp_path) as http:
        found = http.get(f"{V1}/positions", headers={"Accept": "text/html"})
        assert (found.status_code, found.json()["code"]) == (405, "other_method")


@pytest.mark.parametrize("wanted", ["bytes=9-1,1-2", "bytes=0-3", "bytes=999999-", "lines=1"])
def test_a_page_is_always_sent_whole(tmp_path: Path, wanted: str) -> None:
    """A malformed Range was answered in plain text instead of a problem document."""
    (tmp_path / "index.html").write_text("<!doctype html><p>board</p>")
    with client(tmp_path, static=str(tmp_path)) as http:
        for path in ("/sessions/abc", "/static/index.html"):
            answer = http.get(path, headers={"Range": wanted})
            assert (answer.status_code, answer.text) == (200, "<!doctype html><p>board</p>")
            assert answer.headers["accept-ranges"] == "none"


def test_the_reference_shows_every_address_without_any_script(live: Live) -> None:
    answer = live.http.get("/docs")
    for route in ROUTES:
        assert route.path in answer.text
    assert "<script" not in answer.text
    assert "style=" not in answer.text
    assert re.search(r'id="queue_full"', answer.text)
    for link in re.findall(r'(?:href|src)="(/[^"#]*)"', answer.text):
        assert live.http.get(link).status_code == 200


def test_every_refusals_type_leads_to_its_description(live: Live) -> None:
    found = live.http.get(f"{V1}/sessions/none").json()
    page, _, anchor = found["type"].partition("#")
    assert f'id="{anchor}"' in live.http.get(page).text


def test_the_policy_allows_no_inline_script(live: Live) -> None:
    for path in ("/", "/docs", f"{V1}/games", "/nowhere", "/metrics"):
        headers = live.http.get(path).headers
        assert headers["content-security-policy"] == POLICY
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "unsafe" not in POLICY
    assert "default-src 'none'" in POLICY


def test_a_request_has_an_id_that_can_be_given(live: Live) -> None:
    assert (
        live.http.get("/health", headers={"X-Request-ID": "mine-1"}).headers["x-request-id"]
        == "mine-1"
    )
    answer = live.http.get("/nowhere", headers={"X-Request-ID": "two words"})
    assert answer.headers["x-request-id"] == answer.json()["request_id"] != "two words"


def allowed(http: TestClient | httpx.Client, origin: str) -> str | None:
    answer = http.options(
        f"{V1}/games", headers={"Origin": origin, "Access-Control-Request-Method": "POST"}
    )
    found: str | None = answer.headers.get("access-control-allow-origin")
    return found


def test_pages_of_this_machine_may_call_in_development(live: Live) -> None:
    for origin in ("http://localhost:3000", "http://127.0.0.1:5173", "http://[::1]:80"):
        assert allowed(live.http, origin) == origin
    for origin in ("https://evil.example", "http://localhost.evil.example"):
        assert allowed(live.http, origin) is None


def test_only_named_origins_may_call_where_they_are_named(tmp_path: Path) -> None:
    with client(
        tmp_path,
        environment="production",
        secret_key="k" * 32,
        cors_origins=("https://front.example",),
    ) as http:
        assert allowed(http, "https://front.example") == "https://front.example"
        assert allowed(http, "http://localhost:3000") is None
        assert "max-age" in http.get("/health").headers["strict-transport-security"]


def test_figures_are_counted_by_address(live: Live) -> None:
    live.http.get(f"{V1}/sessions/none")
    text = live.http.get("/metrics").text
    labels = 'method="GET",route="/api/v1/sessions/{session_id}",status="404"'
    assert f"kibitz_requests_total{{{labels}}} " in text
    assert "kibitz_worker_memory_bytes" in text


def test_a_failure_of_our_own_is_a_problem_with_an_id(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("a secret detail")

    with client(tmp_path) as http:
        services = http.app.state.services  # type: ignore[attr-defined]
        monkeypatch.setattr(services.sessions, "read", fail)
        answer = http.get(f"{V1}/sessions/any", headers={"Origin": "http://localhost:1"})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert answer.json()["request_id"] == answer.headers["x-request-id"]
    assert answer.headers["access-control-allow-origin"] == "http://localhost:1"
    assert "secret" not in answer.text


def test_a_database_that_fails_is_a_503(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sqlalchemy.exc import OperationalError

    def fail(*_: object) -> None:
        raise OperationalError("SELECT", {}, Exception("it is locked"))

    with client(tmp_path) as http:
        services = http.app.state.services  # type: ignore[attr-defined]
        monkeypatch.setattr(services.sessions, "read", fail)
        answer = http.get(f"{V1}/sessions/any")
    assert (answer.status_code, answer.json()["code"]) == (503, "database_silent")
    assert answer.headers["retry-after"] == "2"
