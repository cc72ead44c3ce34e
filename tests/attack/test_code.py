"""No request makes the server run code: records, texts and fields that name Python files."""

from __future__ import annotations

import copy
import itertools
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from tests.attack.conftest import Attack
from tests.attack.figures import EXECUTED, SERVER_ERRORS, TRIES, Figures
from tests.attack.world import Json, collect_samples
from tests.server.live import V1

# Fields of a record, or of the request, in which a file might be looked for.
RECORD_FIELDS: tuple[tuple[str | int, ...], ...] = (
    ("game",),
    ("game", "name"),
    ("game", "file"),
    ("game", "path"),
    ("game", "module"),
    ("game", "source"),
    ("game", "settings", "file"),
    ("game", "settings", "variant"),
    ("game", "settings", "name"),
    ("format",),
    ("start",),
    ("file",),
    ("seats", 0, "level"),
    ("seats", 0, "skill"),
    ("seats", 0, "name"),
    ("seats", 0, "file"),
    ("seats", 0, "opponents"),
    ("seats", 0, "player"),
    ("moves", 0, "move"),
    ("takebacks",),
)
REQUEST_FIELDS: tuple[tuple[str | int, ...], ...] = (
    ("game",),
    ("format",),
    ("options",),
    ("options", "variant"),
    ("options", "file"),
    ("options", "name"),
    ("position",),
    ("session",),
    ("moves", 0),
    ("seats", 0, "level"),
    ("seats", 0, "skill"),
    ("clock",),
)
PDN_TAGS = ("GameType", "Variant", "FEN", "Event", "White", "Game", "File", "Site")


def with_value(body: Json, field: tuple[str | int, ...], value: Any) -> Json:
    """A copy of the body with this value in this field, which need not be there yet."""
    changed = copy.deepcopy(body)
    holder: Any = changed
    for part, following in itertools.pairwise(field):
        if isinstance(holder, dict) and not isinstance(holder.get(part), dict | list):
            holder[part] = [{}] if isinstance(following, int) else {}
        holder = holder[part]
    if isinstance(holder, list) and not holder:
        holder.append(value)
    else:
        holder[field[-1]] = value
    return changed


def record_bodies(record: Json) -> Iterator[tuple[Json, bytes | None]]:
    """A record in every encoding: an object, a text, a text with escapes, UTF-16 bytes."""
    yield {"record": record}, None
    text = json.dumps(record)
    yield {"text": text}, None
    yield {"text": text, "format": "JSON"}, None
    yield {"text": text, "format": "pdn"}, None
    escaped = "".join(f"\\u{ord(letter):04x}" for letter in "kibitz_attack_marker.py")
    yield {"text": text.replace("kibitz_attack_marker.py", escaped)}, None
    yield {"text": "\ufeff" + text}, None
    yield {"text": f"\n\n {text} "}, None
    yield {}, json.dumps({"record": record}).encode("utf-16")
    doubled = '{"name": "tictactoe", "name": '
    yield {"text": text.replace('{"name": ', doubled)}, None


def requests(record: Json, names: list[str], pdn: str) -> Iterator[tuple[str, Json, bytes | None]]:
    """Requests that name a file, in every field."""
    for name in names:
        for field in RECORD_FIELDS:
            changed = with_value(record, field, name)
            yield "sessions/import", {"record": changed}, None
            if field[0] == "game":
                yield "reviews", {"record": changed, "limit": {"nodes": 2}}, None
                yield "sessions/import", {"text": json.dumps(changed)}, None
        game = {"name": name, "settings": {}, "version": 1, "file": name}
        changed = {**record, "game": game}
        for body, content in record_bodies(changed):
            yield "sessions/import", body, content
            yield "reviews", {**body, "limit": {"nodes": 2}} if body else {}, content
        for tag in PDN_TAGS:
            text = f'[{tag} "{name}"]\n{pdn}'
            for game_name in (None, "draughts", name):
                body = {"text": text, "format": "pdn", "game": game_name}
                yield "sessions/import", body, None
        for field in REQUEST_FIELDS:
            for path in ("positions", "positions/why-not", "sessions", "analyses", "trees"):
                yield path, with_value({"game": "draughts"}, field, name), None
            yield "sessions/import", with_value({"record": record}, field, name), None
            yield "reviews", with_value({"record": record}, field, name), None


def send_all(start: Attack, database: str, figures: Figures, share: int) -> None:
    """Name one file in every way and every `share`th of the others; see what the server did."""
    target = start(database, {"KIBITZ_SEARCH_SECONDS": "0.5"})
    http, trap = target.live.http, target.trap
    samples = collect_samples(http, [])
    trap.forget()
    record = next(one for one in samples.records if one["game"]["name"] == "tictactoe")
    first, *others = trap.names()
    wanted = [*requests(record, [first], samples.pdn[0])]
    wanted += [*requests(record, others, samples.pdn[0])][::share]
    problems: list[str] = []
    for path, body, content in wanted:
        sent = content if content is not None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json"}
        answer = http.post(f"{V1}/{path}", content=sent, headers=headers)
        figures.add(TRIES)
        if answer.status_code >= 500:
            figures.add(SERVER_ERRORS)
            problems.append(f"{answer.status_code} {path} {sent[:600]!r}")
        executed = trap.executed()
        if executed:
            figures.add(EXECUTED, len(executed))
            problems.append(f"executed by {path} {sent[:600]!r}: {executed}")
        trap.forget()
    for name in trap.names():
        figures.add(TRIES)
        if read_game(http, name).status_code not in (404, 405):
            problems.append(f"GET games/{name}")
    figures.note(f"{len(problems)} of {len(wanted)} requests went wrong")
    if problems:
        pytest.fail("\n".join(problems[:10]), pytrace=False)


def read_game(http: httpx.Client, name: str) -> httpx.Response:
    """Ask for a game whose name is that of a file."""
    quoted = "".join(f"%{byte:02x}" for byte in name.encode())
    return http.get(f"{V1}/games/{quoted}")


def test_a_sample_of_requests_that_name_files(start: Attack, sqlite: str, figures: Figures) -> None:
    send_all(start, sqlite, figures, share=51)


@pytest.mark.deep
def test_requests_that_name_files(start: Attack, sqlite: str, figures: Figures) -> None:
    send_all(start, sqlite, figures, share=1)


def test_the_trap_notices_what_is_executed(start: Attack, sqlite: str) -> None:
    """Without this the tests above could pass because nothing is watched."""
    target = start(sqlite)
    marker = target.trap.folder / "kibitz_attack_marker.py"
    environment = {**os.environ, **target.trap.environment()}
    for program in (f"exec(open({str(marker)!r}).read())", "import kibitz_attack_marker_module"):
        subprocess.run([sys.executable, "-c", program], env=environment, check=True)
        assert target.trap.mark.exists()
        assert any("kibitz_attack_marker" in line for line in target.trap.executed())
        target.trap.forget()
