from __future__ import annotations

import os

import pytest

import kibitz
from kibitz.server.settings import Settings, read_settings


def test_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "games.db")
    monkeypatch.setenv("CORS_ORIGINS", "https://one.example, https://two.example/")
    monkeypatch.setenv("KIBITZ_THREADS", "3")
    monkeypatch.setenv("KIBITZ_GAMES", os.pathsep.join(["one.py", "two.py"]))
    found = read_settings()
    assert found.database_url == "games.db"
    assert found.cors_origins == ("https://one.example", "https://two.example")
    assert found.threads == 3
    assert found.games == ("one.py", "two.py")


@pytest.mark.parametrize("name", ["KIBITZ_ENV", "FLASK_ENV"])
def test_production_needs_a_key_and_limits_rates(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    assert read_settings().rate == ""
    monkeypatch.setenv(name, "production")
    for key in ("", "k3y"):
        monkeypatch.setenv("SECRET_KEY", key)
        with pytest.raises(kibitz.LimitError, match="SECRET_KEY") as refusal:
            read_settings()
        assert key == "" or key not in str(refusal.value)
    monkeypatch.setenv("SECRET_KEY", "k" * 32)
    found = read_settings()
    assert found.is_production
    assert (found.rate, found.work_rate) == ("1800/minute", "180/minute")
    assert read_settings(rate="5/second").rate == "5/second"


def test_the_key_that_production_lacks_is_named_with_a_command_that_makes_one() -> None:
    for key, state in (("", "not set"), ("k3y", "too short")):
        with pytest.raises(kibitz.LimitError) as refusal:
            read_settings(environment="production", secret_key=key)
        assert str(refusal.value) == (
            f"SECRET_KEY is {state}. Production needs at least 16 characters; "
            "`openssl rand -hex 32` makes one."
        )


def test_another_environment_is_development(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLASK_ENV", "testing")
    assert not read_settings().is_production


@pytest.mark.parametrize(("name", "value"), [("threads", "0"), ("queue", "x"), ("lease", "-1")])
def test_a_setting_that_cannot_be_is_refused(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(f"KIBITZ_{name.upper()}", value)
    with pytest.raises(kibitz.LimitError) as refusal:
        read_settings()
    assert refusal.value.message.params["name"] == name


def test_the_database_is_kept_in_the_users_state_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert read_settings().database_url == f"sqlite:///{tmp_path}/kibitz/server.db"


def test_settings_reach_another_process_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    given = read_settings(
        environment="production",
        secret_key="k" * 32,
        database_url="sqlite:////tmp/a b.db",
        games=("/one.py", "/t:wo.py"),
        cors_origins=("https://one.example",),
        threads=3,
        rate="5/second",
    )
    for name, value in (
        ("KIBITZ_ENV", "development"),
        ("DATABASE_URL", "other.db"),
        ("SECRET_KEY", "x" * 32),
        ("CORS_ORIGINS", "https://other.example"),
        ("KIBITZ_GAMES", "other.py"),
        ("KIBITZ_THREADS", "4"),
        ("KIBITZ_WORK_RATE", "1/hour"),
    ):
        monkeypatch.setenv(name, value)
    assert Settings.from_json(given.model_dump_json()) == given


def test_a_setting_that_is_given_replaces_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "variable.db")
    monkeypatch.setenv("KIBITZ_GAMES", "variable.py")
    found = read_settings(database_url="given.db", games=("given.py",))
    assert (found.database_url, found.games) == ("given.db", ("given.py",))
