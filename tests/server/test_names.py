"""Names and keys that no database can hold."""

from __future__ import annotations

import pytest

from kibitz.server.handlers.headers import credentials
from kibitz.server.http_errors import FieldError
from tests.server.live import V1, Live

NAMES = ["%00", "a%00b", "none", "x" * 500, "%F0%9F%98%80", "%FF", "F" * 24, "0" * 25, "'--"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_nothing_has_is_answered_404(live: Live, name: str) -> None:
    """A NUL character in a name was a failure on PostgreSQL."""
    secret = {"Authorization": "Bearer x", "Idempotency-Key": "one"}
    for path in ("", "/events", "/seat", "/export"):
        answer = live.http.get(f"{V1}/sessions/{name}{path}", headers=secret)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_session")
    for path, body in (("moves", {"move": "4"}), ("resign", None), ("hint", {})):
        answer = live.http.post(f"{V1}/sessions/{name}/{path}", json=body, headers=secret)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_session")
    for method, path in (("GET", ""), ("DELETE", ""), ("GET", "/events")):
        answer = live.http.request(method, f"{V1}/analyses/{name}{path}", headers=secret)
        assert (answer.status_code, answer.json()["code"]) == (404, "no_analysis")


@pytest.mark.parametrize("name", ["\x00", "none", "\U0001f600", "'--"])
def test_a_session_that_is_named_in_a_body_and_is_not_there(live: Live, name: str) -> None:
    for what in ("analyses", "reviews", "trees"):
        answer = live.http.post(f"{V1}/{what}", json={"session": name})
        assert answer.status_code == (422 if name == "\x00" else 404), answer.text


@pytest.mark.parametrize("key", ["a\x00b", "\x7f", "\n", "x" * 256])
def test_a_key_that_cannot_be_stored_is_refused(key: str) -> None:
    with pytest.raises(FieldError, match="Idempotency-Key"):
        credentials(key=key)


def test_a_key_may_hold_any_other_character() -> None:
    assert credentials(key="schlüssel 1").key == "schlüssel 1"
    assert credentials(key="").key is None
