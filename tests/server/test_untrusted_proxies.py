"""A proxy that is not trusted is reported, since all users behind it share one client's limits."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from kibitz.server.app import create_app
from kibitz.server.settings import read_settings
from kibitz.server.untrusted_proxies import UntrustedProxies
from tests.server.live import serving

FORWARDED = {"X-Forwarded-For": "203.0.113.9"}
NAMED = "FORWARDED_ALLOW_IPS"


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [text for text in caplog.messages if NAMED in text]


def test_an_untrusted_proxy_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    settings = read_settings(database_url=str(tmp_path / "games.db"), warm=False)
    app = create_app(settings)
    with TestClient(app, client=("192.0.2.1", 5000)) as proxy:
        for _ in range(3):
            proxy.get("/health", headers=FORWARDED)
    assert len(lines(caplog)) == 1
    assert "192.0.2.1" in lines(caplog)[0]
    assert "share the limits of one client" in lines(caplog)[0]


def scope(sender: str, *forwarded: str) -> dict[str, object]:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    return {"type": "http", "client": (sender, 0), "headers": headers}


@pytest.mark.parametrize(
    ("sender", "forwarded"),
    [
        ("192.0.2.1", []),
        ("192.0.2.1", [""]),
        ("203.0.113.9", ["203.0.113.9"]),
        ("203.0.113.9", ["198.51.100.1, 203.0.113.9:4711"]),
        ("2001:db8::7", ["[2001:db8::7]:80"]),
        ("203.0.113.9", ["198.51.100.1", "203.0.113.9"]),
    ],
)
def test_a_trusted_proxy_or_none_is_not_logged(
    caplog: pytest.LogCaptureFixture, sender: str, forwarded: list[str]
) -> None:
    UntrustedProxies().check(scope(sender, *forwarded))
    assert lines(caplog) == []


def test_senders_cannot_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    proxies = UntrustedProxies()
    for number in range(200):
        proxies.check(scope(f"192.0.2.{number}", "203.0.113.9"))
    assert len(lines(caplog)) == 10


@pytest.mark.parametrize(("trusted", "count"), [("127.0.0.1", 0), ("10.0.0.1", 1)])
def test_a_running_server_trusts_the_proxies_of_the_setting(
    tmp_path: Path, trusted: str, count: int
) -> None:
    log = tmp_path / "log"
    settings = {NAMED: trusted, "KIBITZ_WARM": "false"}
    with serving(str(tmp_path / "games.db"), log, settings) as live:
        for _ in range(3):
            live.http.get("/health", headers=FORWARDED)
    assert log.read_text().count(NAMED) == count
