"""Sends records and requests that name Python files, and says what was executed meanwhile.

Run in a process of its own, in an empty folder: an audit hook cannot be taken out again.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient

import kibitz
from kibitz.server.app import create_app
from kibitz.server.settings import read_settings

MARKER = "from pathlib import Path\nPath({path!r}).write_text('executed')\n"
WATCHED = ("open", "exec", "compile", "import")
UNLOADED = "this"  # a module of Python that prints when it is imported, and nobody imports
V1 = "/api/v1"

Sent = tuple[str, Any, bool]  # the path, the body, whether the text may be accepted as a text


def write_markers(folder: Path) -> None:
    """Files that leave a trace if they are run."""
    (folder / "sub").mkdir()
    for name in ("marker.py", "marker.PY", "sub/marker.py", "marker．py", "marker"):
        (folder / name).write_text(MARKER.format(path=str(folder / "executed")))


def names(folder: Path) -> list[str]:
    """The marker by every name that something might take for a file or a module."""
    whole = str(folder / "marker.py")
    return [
        whole,
        "marker.py",
        "./marker.py",
        f"{folder}/sub/../marker.py",
        "sub/../marker.py",
        f"file://{whole}",
        str(folder / "marker.PY"),
        f"{whole} ",
        f" {whole}",
        f"{whole}\n",
        f"{whole}\0",
        f"{whole}\0.json",
        str(folder / "marker．py"),
        f"{whole}:GAME",
        f"{whole}:choose,name=x",
        str(folder / "marker"),
        str(folder),
        "marker",
        "sub.marker",
        UNLOADED,
        f"{UNLOADED}.py",
        "kibitz.games.connect4",
        "__main__",
        str(folder / "missing.py"),
    ]


def record() -> dict[str, Any]:
    """A session with something in every field."""
    game = kibitz.game("tictactoe")
    seats = [
        kibitz.Seat(name="Anna"),
        kibitz.Seat("engine", "Bot", "5", seed=1, limit=kibitz.Limit(depth=2)),
    ]
    clock = kibitz.TimeControl(total=300, increment=1)
    session = kibitz.Session(game, seats=seats, clock=clock, takebacks="ask")
    line = kibitz.Line("4", 1, None, None, kibitz.Warrant("depth", 2), 2, 9, 0.1, ("4", "0"))
    session.push("4", seconds=1.0, evaluation=line)
    session.push("0", seconds=1.0)
    session.offer_draw(1)
    return session.to_json()


def leaves(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where every value of a document is, the document itself left out."""
    if place:
        yield place
    items = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    for key, inner in items:
        yield from leaves(inner, (*place, key))


def replaced(document: Any, place: tuple[Any, ...], value: object) -> Any:
    """A copy of a document with another value somewhere."""
    copied = json.loads(json.dumps(document))
    at = copied
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    return copied


def is_free(place: tuple[Any, ...]) -> bool:
    """Whether any text may stand there: it is shown and never looked up."""
    return (place[0] == "seats" and place[-1] == "name") or (
        "evaluation" in place and (place[-1] == "move" or "line" in place)
    )


def records(name: str) -> Iterator[Sent]:
    """Records with the name in every place, as records and as texts."""
    whole = record()
    documents = [(replaced(whole, place, name), is_free(place)) for place in leaves(whole)]
    extras: list[Mapping[str, Any]] = [
        {"name": name, "settings": {}, "version": 1, "file": name},
        {"name": "tictactoe", "settings": {name: 1}, "version": 1, "file": None},
        {"name": "nim", "settings": {"file": name}, "version": 1, "file": None},
    ]
    documents += [({**whole, "game": dict(extra)}, False) for extra in extras]
    for document, free in documents:
        yield f"{V1}/sessions/import", {"record": document}, free
        yield f"{V1}/sessions/import", {"text": json.dumps(document)}, free
    for path in ("sessions/import", "reviews"):
        yield f"{V1}/{path}", {"record": replaced(whole, ("game", "name"), name)}, False
        yield f"{V1}/{path}", {"record": replaced(whole, ("game", "file"), name)}, False
        yield f"{V1}/{path}", {"text": json.dumps(replaced(whole, ("game", "name"), name))}, False
        yield f"{V1}/{path}", {"record": whole, "game": name}, False
        named = replaced(whole, ("game", "file"), name)
        yield f"{V1}/{path}", {"record": named, "game": "tictactoe"}, False
        yield f"{V1}/{path}", {"text": json.dumps(named), "game": "tictactoe"}, False
        draughts = kibitz.Session(kibitz.game("draughts")).to_json()
        named = replaced(draughts, ("game", "file"), name)
        body = {"text": json.dumps(named), "format": "pdn", "game": "draughts"}
        yield f"{V1}/{path}", body, False
        yield f"{V1}/{path}", {"record": replaced(whole, ("game", "path"), name)}, False
        yield f"{V1}/{path}", {"text": "*", "format": name}, False
        yield f"{V1}/{path}", {"record": whole, "game": "tictactoe", "options": {name: 3}}, False
        for tag in ("Variant", "GameType", "Options", "FEN"):
            text = f'[{tag} "{name}"] 1. 22-18 *'
            yield f"{V1}/{path}", {"text": text, "format": "pdn"}, True
        yield f"{V1}/{path}", {"text": name, "format": "pdn"}, True


def requests(name: str) -> Iterator[Sent]:
    """Requests with the name in every place."""
    for path in ("positions", "sessions", "analyses", "trees", "positions/why-not"):
        rest = {"move": "4"} if path == "positions/why-not" else {}
        for fields in (
            {"game": name},
            {"game": "tictactoe", "options": {name: 3}},
            {"game": "tictactoe", "options": {"rows": name}},
            {"game": "draughts", "options": {"variant": name}},
            {"game": "tictactoe", "position": name},
        ):
            yield f"{V1}/{path}", {**rest, **fields}, False
        if path != "sessions":
            yield f"{V1}/{path}", {**rest, "game": "tictactoe", "moves": [name]}, False
    for seat in ({"level": name}, {"skill": name, "level": "adaptive"}, {"opponents": name}):
        seats = [{"kind": "person"}, {"kind": "engine", **seat}]
        yield f"{V1}/sessions", {"game": "tictactoe", "seats": seats}, False
    yield f"{V1}/sessions", {"game": "tictactoe", "clock": name}, False
    yield f"{V1}/analyses", {"session": name}, False
    yield "/api/game/new", {"difficulty": name}, False
    yield "/api/game/new", {"ending": name}, False


def main() -> None:
    """Send everything; the answers and what was executed as JSON."""
    folder = Path.cwd()
    write_markers(folder)
    sys.path.insert(0, str(folder))
    seen: list[str] = []
    is_on = False

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if not is_on or event not in WATCHED:
            return
        if event == "compile" and str(arguments[1]).startswith((sys.prefix, sys.base_prefix)):
            return  # a library without bytecode; its text may contain the word below
        told = " ".join(
            str(getattr(one, "co_filename", one)) for one in arguments if not isinstance(one, list)
        )
        if "marker" in told or told.split(" ")[0] == UNLOADED:
            seen.append(f"{event} {told[:200]}")

    settings = read_settings(database_url="games.db", warm=False, threads=1)
    answers: list[tuple[str, Any, int, str]] = []
    with TestClient(create_app(settings), raise_server_exceptions=False) as client:
        client.post(f"{V1}/sessions/import", json={"record": record()}).raise_for_status()
        sys.addaudithook(watch)
        is_on = True
        for name in names(folder):
            for path, body, free in (*records(name), *requests(name)):
                answer = client.post(path, json=body)
                is_right = 400 <= answer.status_code < 500 or (free and answer.status_code < 300)
                if not is_right:
                    answers.append((path, body, answer.status_code, answer.text[:300]))
            answer = client.get(f"{V1}/games/tictactoe", params={name: "3", "rows": name})
            if answer.status_code != 422:
                answers.append((f"{V1}/games", name, answer.status_code, answer.text[:300]))
        is_on = False
        told = [_said(client, path) for path in ("marker.py", "absent.py")]
    found = {
        "executed": (folder / "executed").exists(),
        "seen": seen[:20],
        "wrong": answers[:20],
        "told": told,
    }
    sys.stdout.write(json.dumps(found) + "\n")


def _said(client: TestClient, name: str) -> list[str]:
    """What is said of a file by this name, without the name."""
    path = str(Path.cwd() / name)
    sent = [{"record": replaced(record(), ("game", field), path)} for field in ("name", "file")]
    found = [client.post(f"{V1}/sessions/import", json=body).json()["detail"] for body in sent]
    return [text.replace(name, "FILE") for text in found]


if __name__ == "__main__":
    main()
