"""A server with nothing compiled answers at once, and goes on compiled."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.server.live import V1, serving, until

BOARD: dict[str, Any] = {"rows": 5, "columns": 6}  # which the server does not compile ahead


def test_a_cold_server_answers_interpreted_and_then_compiled(cache: Path, tmp_path: Path) -> None:
    settings = {"KIBITZ_CACHE": str(cache), "KIBITZ_BACKGROUND": "1", "KIBITZ_POLL": "0.05"}
    with serving(str(tmp_path / "games.db"), tmp_path / "log", settings) as live:

        def first_line(**limit: object) -> Any:
            body = {"game": "tictactoe", "options": BOARD, "limit": limit}
            answer = live.http.post(f"{V1}/analyses", json=body)
            assert answer.status_code == 200, answer.text
            return answer.json()["lines"][0]

        assert first_line(time=0.05)["compiled"] is False
        seats = ({"kind": "engine", "level": "3"}, {"kind": "person"})
        table = live.begin("tictactoe", *seats, options=BOARD)
        moved = until(lambda: table.read()["history"] or None, 120)
        assert moved[0]["move"]
        assert first_line(nodes=500)["compiled"] is True  # it waits
        until(lambda: first_line(time=0.05)["compiled"] or None, 300)
