"""Writes the files of tests/compatibility/data.

They were written by commit f719c5c, version 0.1.0, on Python 3.11: the last state of Kibitz before
its sources were renamed and rearranged. Later versions have to read them, so they are not to be
written again by a later version. To see how they came about, from the root of this repository:

    git worktree add --detach ../old f719c5c
    (an environment ENV of its own, in which ../old is installed with the extras for tests)
    ENV/bin/python -m tests.compatibility.make_fixtures

Files that name other files hold the path PLACE; tests replace it by the folder of their copy.
"""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import httpx

import kibitz
from kibitz import AdaptivePlayer, Limit, Profile, Seat, Session, TimeControl
from tests.compatibility.describe import (
    VARIANTS,
    api_facts,
    game_facts,
    plain,
    random_line,
    session_facts,
)
from tests.compatibility.own_files import BOT, STICKS

DATA = Path(__file__).parent / "data"
PLACE = Path("/tmp/kibitz-fixtures")
V1 = "/api/v1"


def write_json(path: Path, value: dict[str, Any] | list[Any]) -> None:
    """Keep a value, one line for each of its parts."""
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    lines = [json.dumps(part, ensure_ascii=False, sort_keys=True) for _, part in parts]
    if isinstance(value, dict):
        lines = [f"{json.dumps(key)}: {line}" for key, line in zip(value, lines, strict=True)]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    path.write_text(f"{opening}\n" + ",\n".join(lines) + f"\n{closing}\n")


# Sessions.


def still() -> float:
    """A clock that stands."""
    return 0.0


def by_lot(session: Session, count: int, seed: int = 3, seconds: float = 1.5) -> Session:
    """Play some moves by lot, from the session's own start."""
    lot = random.Random(seed)
    for _ in range(count):
        if not session.legal_moves:
            break
        session.push(lot.choice(session.legal_moves), seconds=seconds)
    return session


def judged(session: Session, limit: Limit) -> Session:
    """Play the engine's move and keep what it found."""
    line = kibitz.Engine(session.game).play(session, limit)
    session.push(line.move, seconds=0.25, evaluation=line)
    return session


def tictactoe_branches() -> Session:
    session = Session(kibitz.game("tictactoe"), now=still)
    for move in ("4", "0", "8"):
        session.push(move, seconds=1)
    session.undo(2)
    session.push("2", seconds=2)
    judged(session, Limit(depth=9))
    judged(session, Limit(depth=1))
    session.undo(2)
    session.push("6", seconds=0.125)
    session.goto(1)
    session.switch("0")
    session.redo()
    return session


def tictactoe_proven() -> Session:
    session = Session(kibitz.game("tictactoe"), "XOX/O../...", now=still)
    line = kibitz.Engine(session.game).play(session, Limit(depth=9))
    session.push(line.move, seconds=3, evaluation=replace(line, compiled=False))
    judged(session, Limit(depth=9))
    judged(session, Limit(depth=9))
    return session


def connect4_clock() -> Session:
    seats = [Seat(name="Anna"), Seat("engine", level="hard", seed=9, threads=2, memory=64)]
    clock = TimeControl.parse("300+5,60/move")
    session = Session(kibitz.game("connect4"), seats=seats, clock=clock, now=still)
    by_lot(session, 9, seconds=12.345)
    session.pause(7.5)
    return session


def connect4_time() -> Session:
    clock = TimeControl(total=20)
    session = Session(kibitz.game("connect4", rows=5, columns=6), clock=clock, now=still)
    session.push("c", seconds=3)
    session.push("d", seconds=19)
    session.push("d", seconds=18)
    return session


def draughts_russian() -> Session:
    seats = [Seat(name="Zoë"), Seat("engine", limit=Limit(time=1.5, depth=12, nodes=10_000))]
    game = kibitz.game("draughts", variant="russian")
    session = Session(game, seats=seats, takebacks="ask", now=still)
    by_lot(session, 31)
    session.request_takeback("white", 3)
    return session


def draughts_international() -> Session:
    seats = [Seat(name="Ann"), Seat("engine", level="2", seed=5)]
    game = kibitz.game("draughts", variant="international")
    session = by_lot(Session(game, seats=seats, now=still), 40)
    session.offer_draw("white")
    session.accept_draw("black")
    return session


def draughts_position() -> Session:
    state = "W:W18,22,K31:B5,K14,21"
    session = Session(kibitz.game("dame"), state, takebacks="never", now=still)
    by_lot(session, 2)
    session.offer_draw()
    return session


def morris_resigned() -> Session:
    session = by_lot(Session(kibitz.game("morris"), now=still), 30, seed=1)
    session.resign("black")
    session.undo(3)
    session.redo(3)
    return session


def morris_three() -> Session:
    seats = [Seat("engine", level="perfect", seed=1), Seat("engine", level="adaptive", seed=2)]
    game = kibitz.game("morris", variant="three", clock=10)
    return by_lot(Session(game, seats=seats, now=still), 9, seed=2)


def horses_three() -> Session:
    seats = [Seat(), Seat("engine", level="easy", seed=4, opponents="maxn"), Seat(name="Cy")]
    game = kibitz.game("horses", players=3)
    return by_lot(Session(game, seed=2024, seats=seats, takebacks="ask", now=still), 14)


def horses_over() -> Session:
    return by_lot(Session(kibitz.game("horses"), seed=7, now=still), 100)


def tiles_seeded() -> Session:
    session = Session(kibitz.game("tiles", players=3, rows=4, columns=5), seed=77, now=still)
    by_lot(session, 11)
    session.undo(4)
    by_lot(session, 2, seed=8)
    return session


def sticks_own() -> Session:
    game = kibitz.game(str(PLACE / "sticks.py"))
    session = by_lot(Session(game, now=still), 4)
    session.undo(2)
    return by_lot(session, 1, seed=6)


SESSIONS = (
    tictactoe_branches,
    tictactoe_proven,
    connect4_clock,
    connect4_time,
    draughts_russian,
    draughts_international,
    draughts_position,
    morris_resigned,
    morris_three,
    horses_three,
    horses_over,
    tiles_seeded,
    sticks_own,
)


def write_sessions() -> None:
    folder = DATA / "sessions"
    folder.mkdir(parents=True)
    expected: dict[str, Any] = {}
    for make in SESSIONS:
        session = make()
        session.save(folder / f"{make.__name__}.json")
        expected[f"{make.__name__}.json"] = session_facts(session)
        if session.game.name == "draughts":
            session.save(folder / f"{make.__name__}.pdn")
            again = Session.load(folder / f"{make.__name__}.pdn")
            expected[f"{make.__name__}.pdn"] = session_facts(again)
    together = "\n".join(
        (folder / f"draughts_{name}.pdn").read_text() for name in ("russian", "international")
    )
    (folder / "together.pdn").write_text(together)
    for number, session in enumerate(Session.load_all(folder / "together.pdn")):
        expected[f"together.pdn {number}"] = session_facts(session)
    write_json(DATA / "sessions.json", expected)


# Matches, books, tables, profiles.


def run(*words: str) -> str:
    """A command of Kibitz, in the folder that the files name; its output."""
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", *words],
        cwd=PLACE,
        capture_output=True,
        text=True,
    )
    assert done.returncode in (0, 1), done.stderr  # 1: the answer is no
    return done.stdout


def replayed(name: str, *words: str) -> Any:
    return json.loads(run("match", "--replay", name, "--json", *words))


def write_matches() -> None:
    folder = DATA / "matches"
    (PLACE / "bot.py").write_text(BOT)
    workers = ("--workers", "1")
    players = ("--player", "random", "--player", "depth=2,name=Two")
    run(
        "match",
        "tictactoe",
        *players,
        "--games",
        "12",
        "--record",
        "finished.jsonl",
        "--seed",
        "5",
        "--adjudicate",
        "5,4",
        *workers,
    )
    own = ("--player", "bot.py:choose", "--player", "random,seed=4,name=Lot")
    run(
        "match",
        "sticks.py",
        *own,
        "--games",
        "10",
        "--record",
        "own.jsonl",
        "--opening-plies",
        "2",
        *workers,
    )
    run(
        "match",
        "tiles",
        "--players",
        "3",
        "--option",
        "rows=3",
        "--option",
        "columns=3",
        "--player",
        "random",
        "--player",
        "random,name=Other",
        "--games",
        "6",
        "--opening-plies",
        "0",
        "--record",
        "three.jsonl",
        *workers,
    )
    own_unfinished = kibitz.Match(
        str(PLACE / "sticks.py"),
        [f"{PLACE / 'bot.py'}:choose", "random"],
        games=8,
        seed=3,
        opening_plies=0,
        record=PLACE / "unfinished.jsonl",
    )
    with ThreadPoolExecutor(1) as executor:
        games = own_unfinished.run(executor)
        for _ in range(5):
            next(games)
        games.close()
    text = (PLACE / "unfinished.jsonl").read_text().splitlines()[:6]
    (PLACE / "unfinished.jsonl").write_text("\n".join(text) + '\n{"number": 5, "sea')
    shutil.copy(PLACE / "unfinished.jsonl", PLACE / "continued.jsonl")
    run(
        "match",
        "sticks.py",
        "--player",
        "bot.py:choose",
        "--player",
        "random",
        "--games",
        "8",
        "--seed",
        "3",
        "--opening-plies",
        "0",
        "--record",
        "continued.jsonl",
        *workers,
    )
    rest = [json.loads(line) for line in (PLACE / "continued.jsonl").read_text().splitlines()[6:]]
    run("calibrate", "sticks.py", "--steps", "1-3", "--games", "6", "--record", "ladder", *workers)
    calibrated = json.loads(
        run(
            "calibrate",
            "sticks.py",
            "--steps",
            "1-3",
            "--games",
            "6",
            "--record",
            "ladder",
            "--json",
            *workers,
        )
    )
    folder.mkdir()
    for name in ("finished", "own", "three", "unfinished"):
        shutil.copy(PLACE / f"{name}.jsonl", folder)
    shutil.copytree(PLACE / "ladder", folder / "ladder")
    trusted = ("--trust", str(PLACE))
    expected = {
        "finished": replayed("finished.jsonl"),
        "three": replayed("three.jsonl"),
        "own": replayed("own.jsonl", *trusted),
        "unfinished": replayed("unfinished.jsonl", *trusted),
        "finished game 3": replayed("finished.jsonl", "--game", "3"),
        "calibrated": calibrated,
        "continued": [[one["number"], one["seats"], one["moves"]] for one in rest],
    }
    write_json(DATA / "matches.json", expected)


def write_books_and_tables() -> None:
    books, tables = DATA / "books", DATA / "tables"
    books.mkdir()
    tables.mkdir()
    deep = ("--plies", "3", "--positions", "12", "--depth", "6")
    run("book", "tictactoe", *deep, "--out", str(books / "tictactoe.json"))
    run("book", "sticks.py", *deep, "--out", str(books / "sticks.json"))
    run(
        "book",
        "draughts",
        "--variant",
        "russian",
        "--plies",
        "2",
        "--positions",
        "4",
        "--depth",
        "4",
        "--out",
        str(books / "draughts-russian.json"),
    )
    folder = ("--folder", str(tables))
    for solved in (("tictactoe",), ("morris", "--variant", "three"), ("sticks.py",)):
        run("solve", *solved, *folder)
    three = kibitz.game("morris", variant="three")
    texts = [
        Session(three, state).position
        for ply, (state, moves) in enumerate(random_line(three, 4, 9))
        if moves and ply % 2 == 0
    ]
    probes = [
        *(("tictactoe", "--position", text) for text in ("XOX/O../...", ".../.../...")),
        *(("morris", "--variant", "three", "--position", text) for text in texts),
        *(("sticks.py", "--moves", played) for played in ("", "1", "3 2", "3 3 2")),
    ]
    expected = {
        json.dumps(words): json.loads(run("tables", "probe", *words, *folder, "--json"))
        for words in probes
    }
    write_json(DATA / "tables.json", expected)


def write_profile() -> None:
    path = DATA / "profile.json"
    tictactoe = kibitz.game("tictactoe")
    opponent = AdaptivePlayer(tictactoe, Profile(path), seed=1)
    session = Session(tictactoe)
    for move in ("4", "1", "0", "8", "6", "2", "3"):
        session.push(move)
    opponent.observe(session, person=0)
    opponent.learn(0.5)
    other = AdaptivePlayer(kibitz.game("draughts", variant="russian"), Profile(path), seed=1)
    for score in (0.0, 1.0, 0.0):
        other.learn(score)
    expected = []
    for game in (tictactoe, other.game):
        again = AdaptivePlayer(game, Profile(path), seed=1)
        standing = plain(asdict(Profile(path).standing(game)))
        expected.append([again.level, standing, [one.code for one in again.why()]])
    write_json(DATA / "profile_facts.json", expected)


def write_lessons() -> None:
    package: Any = import_module("kibitz.lessons")  # its name then
    lessons = [package.lesson(name) for name in ("the-cut", "morris-ahead", "three-players")]
    write_json(DATA / "lessons.json", [[one.as_dict(), one.text()] for one in lessons])


# The server.


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def served(database: Path) -> Iterator[tuple[httpx.Client, subprocess.Popen[bytes]]]:
    port = free_port()
    more = {
        "DATABASE_URL": str(database),
        "KIBITZ_WARM": "false",
        "KIBITZ_POLL": "0.05",
        "KIBITZ_GAMES": str(PLACE / "sticks.py"),
        "KIBITZ_BACKGROUND": "1",
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz", "serve", "--port", str(port)],
        env={**os.environ, **more},
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as http:
        while True:
            try:
                if http.get("/health").status_code == 200:
                    break
            except httpx.TransportError:
                assert process.poll() is None
                time.sleep(0.1)
        try:
            yield http, process
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class Client:
    """Plays on the server and remembers the secrets."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.sessions: dict[str, dict[str, Any]] = {}

    def begin(self, label: str, game: str, *seats: Any, **more: Any) -> str:
        body = {"game": game, **({"seats": list(seats)} if seats else {}), **more}
        return self._keep(label, self.http.post(f"{V1}/sessions", json=body))

    def _keep(self, label: str, answer: httpx.Response) -> str:
        assert answer.status_code == 201, answer.text
        found = answer.json()
        secrets = {one["side"]: one["secret"] for one in found["secrets"]}
        self.sessions[label] = {"id": found["session"]["id"], "secrets": secrets}
        return label

    def post(self, label: str, what: str, body: object, side: str, **headers: str) -> Any:
        kept = self.sessions[label]
        sent = {"Authorization": f"Bearer {kept['secrets'][side]}", **headers}
        answer = self.http.post(f"{V1}/sessions/{kept['id']}/{what}", json=body, headers=sent)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def read(self, label: str) -> Any:
        return self.http.get(f"{V1}/sessions/{self.sessions[label]['id']}").json()

    def settled(self, label: str) -> Any:
        while (found := self.read(label))["thinking"]:
            time.sleep(0.1)
        return found


def play_on_server(client: Client) -> dict[str, Any]:
    http = client.http
    quick = {"kind": "engine", "limit": {"time": 0.2}}
    client.begin("people", "tictactoe", {"name": "Anna"}, {"name": "Bob"})
    for side, move in (("X", "4"), ("O", "0"), ("X", "8")):
        client.post("people", "moves", {"move": move}, side)
    client.post("people", "takeback", {"action": "request"}, "O")

    client.begin("free", "tictactoe", {"name": "Eve"}, {"name": "Flo"}, takebacks="free")
    for side, move in (("X", "4"), ("O", "0"), ("X", "8"), ("O", "2")):
        client.post("free", "moves", {"move": move}, side)
    client.post("free", "undo", {"count": 2}, "O")
    client.post("free", "moves", {"move": "6"}, "X", **{"Idempotency-Key": "key-1"})

    client.begin("finished", "tictactoe", {}, {})
    for number, move in enumerate(("4", "0", "8", "1", "2", "5", "6")):
        client.post("finished", "moves", {"move": move}, "XO"[number % 2])

    client.begin("engine", "connect4", {"name": "Gus"}, quick)
    client.post("engine", "moves", {"move": "d"}, "X")
    client.settled("engine")

    adaptive = {"kind": "engine", "level": "adaptive", "seed": 1}
    client.begin("adaptive", "tictactoe", {}, adaptive, position="XX./OO./...")
    client.post("adaptive", "moves", {"move": "2"}, "X")
    skill = client.settled("adaptive")["seats"][1]["adaptive"]["skill"]
    client.begin("rematch", "tictactoe", {}, {**adaptive, "skill": skill})

    client.begin("clock", "draughts", {}, {}, options={"variant": "russian"}, clock="900000000+5")
    client.post("clock", "moves", {"move": client.read("clock")["legal_moves"][0]["move"]}, "white")
    client.post("clock", "draw", {"action": "offer"}, "white")

    client.begin("horses", "horses", {}, {}, {}, options={"players": 3}, seed=42)
    client.post(
        "horses",
        "moves",
        {"move": client.read("horses")["legal_moves"][0]["move"]},
        client.read("horses")["side"],
    )
    client.begin("tiles", "tiles", {}, {}, options={"rows": 3, "columns": 3}, seed=9)
    client.begin("morris", "morris", {}, {})
    for _ in range(6):
        found = client.read("morris")
        client.post("morris", "moves", {"move": found["legal_moves"][-1]["move"]}, found["side"])
    client.begin("resigned", "connect4", {}, {})
    client.post("resigned", "resign", {}, "X")
    client.begin("sticks", "sticks", {}, {})
    client.post("sticks", "moves", {"move": "2"}, "first")
    pdn = (DATA / "sessions" / "draughts_international.pdn").read_text()
    client._keep(
        "imported", http.post(f"{V1}/sessions/import", json={"text": pdn, "format": "pdn"})
    )

    request = {"game": "tictactoe", "position": "XOX/O../...", "lines": 2, "limit": {"time": 0.5}}
    prefer = {"Prefer": "respond-async"}
    done = http.post(f"{V1}/analyses", json=request, headers=prefer)
    assert done.status_code == 202, done.text
    done_id = done.json()["id"]
    while http.get(f"{V1}/analyses/{done_id}").json()["status"] != "done":
        time.sleep(0.2)
    analysis = http.get(f"{V1}/analyses/{done_id}").json()
    streams = {}
    for label in ("people", "adaptive"):
        path = f"{V1}/sessions/{client.sessions[label]['id']}/events"
        events = []
        with http.stream("GET", path, headers={"Last-Event-ID": "0"}) as stream:
            for line in stream.iter_lines():
                if line.startswith(("id:", "event:", "data:")):
                    events.append(line)
                if len(events) >= 12:
                    break
        streams[label] = events
    expected = {
        label: {
            **kept,
            "document": client.read(label),
            "etag": http.get(f"{V1}/sessions/{kept['id']}").headers["ETag"],
            "export": http.get(f"{V1}/sessions/{kept['id']}/export").json(),
            "seats": {
                side: http.get(
                    f"{V1}/sessions/{kept['id']}/seat",
                    headers={"Authorization": f"Bearer {secret}"},
                ).json()
                for side, secret in kept["secrets"].items()
            },
        }
        for label, kept in client.sessions.items()
    }
    pdn_path = f"{V1}/sessions/{client.sessions['imported']['id']}/export?format=pdn"
    # What the kill interrupts: a move that an engine owes, and a long analysis.
    client.begin("owed", "connect4", {}, {"kind": "engine", "limit": {"time": 2}})
    client.post("owed", "moves", {"move": "d"}, "X")
    running = http.post(
        f"{V1}/analyses",
        json={**request, "game": "connect4", "position": None, "lines": 1, "limit": {"time": 10}},
        headers=prefer,
    )
    assert running.status_code == 202, running.text
    return {
        "sessions": expected,
        "owed": {**client.sessions["owed"], "document": client.read("owed")},
        "analysis": {**done.json(), "document": analysis},
        "running": running.json(),
        "imported pdn": http.get(pdn_path).json(),
        "streams": streams,
    }


def write_server() -> None:
    folder = PLACE / "server"
    folder.mkdir(exist_ok=True)
    database = folder / "server.db"
    with served(database) as (http, _):
        found = play_on_server(Client(http))
        document = http.get("/openapi.json").json()
        assert found["owed"]["document"]["thinking"]
    copy = folder / "copy.db"
    with sqlite3.connect(database) as source:
        source.execute(f"VACUUM INTO '{copy}'")
    (DATA / "server.db.gz").write_bytes(gzip.compress(copy.read_bytes(), 9, mtime=0))
    write_json(DATA / "server.json", found)
    write_json(DATA / "http.json", api_facts(document))


# Names.

SAMPLES = {
    "--option": "rows=3",
    "--variant": "nine",
    "--players": "2",
    "--seed": "1",
    "--side": "first",
    "--clock": "300+5",
    "--position": "x",
    "--moves": "1",
    "--time": "1",
    "--depth": "2",
    "--nodes": "10",
    "--threads": "1",
    "--rung": "nudge",
    "--opponents": "maxn",
    "--device": "cpu",
    "--up-to": "3-3",
    "--memory": "1",
    "--multipv": "2",
    "--games": "2",
    "--opening-plies": "1",
    "--balance": "1",
    "--plies": "3",
    "--adjudicate": "5,4",
    "--adjudicate-draws": "0.2,20",
    "--sprt": "-5,0",
    "--workers": "1",
    "--steps": "1-2",
    "--positions": "2",
    "--width": "2",
    "--slack": "0.5",
    "--game": "mine.py",
    "--port": "8000",
}


def write_commands() -> None:
    """Every command with its options, each with a value that it takes, and its help."""
    from kibitz.cli.main import make_parser

    listed = next(a for a in make_parser("")._actions if hasattr(a, "choices") and a.choices)
    found: dict[str, Any] = {}
    for name in listed.choices:  # type: ignore[union-attr]
        action = next(a for a in make_parser(name)._actions if a.choices)
        parser = action.choices[name]  # type: ignore[index]
        positionals, options = [], {}
        for one in parser._actions:
            if not one.option_strings:
                value = "3" if one.dest == "perft_depth" else "tictactoe"
                positionals.append(
                    {
                        "value": next(iter(one.choices)) if one.choices else value,
                        "optional": one.nargs == "?",
                        "choices": list(one.choices or ()),
                    }
                )
            elif "--help" not in one.option_strings:
                for text in one.option_strings:
                    takes_value = one.nargs != 0
                    values = list(one.choices or ()) or [SAMPLES.get(text, "text")]
                    options[text] = values if takes_value else []
        found[name] = {"positionals": positionals, "options": options}
    found["match"]["options"]["--game"] = ["mine.py", "3"]
    write_json(DATA / "commands.json", found)


def write_names() -> None:
    """Public names, names in the documentation, and variables of the environment."""
    root = Path(kibitz.__file__).parent.parent.parent
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    texts = [page.read_text() for page in pages]
    code = [block for text in texts for block in _blocks(text)]
    pattern = r"\bkibitz(?:\.[A-Za-z_]\w*)+"
    dotted = {name for text in code for name in re.findall(pattern, text)}
    # Of names within sentences those of modules are no part of the interface.
    within = {
        name
        for text in texts
        for one in re.findall(r"`([^`\n]+)`", text)
        for name in re.findall(pattern, one)
    }
    dotted |= {name for name in within if not _is_module(name)}
    for text in code:
        pattern = r"from (kibitz(?:\.\w+)*) import (?:\()?([\w, ]+)"
        for module, names in re.findall(pattern, text):
            dotted |= {f"{module}.{name.strip()}" for name in names.split(",") if name.strip()}
    from kibitz.server.settings import Settings

    variables = {
        "DATABASE_URL",
        "PORT",
        "SECRET_KEY",
        "FLASK_ENV",
        "KIBITZ_ENV",
        "CORS_ORIGINS",
        "FORWARDED_ALLOW_IPS",
        *(
            f"KIBITZ_{name.upper()}"
            for name in Settings.model_fields
            if name not in ("environment", "database_url", "secret_key", "cors_origins")
        ),
    }
    for path in (root / "src").rglob("*.py"):
        variables |= set(re.findall(r"\bKIBITZ_[A-Z_]*[A-Z]\b", path.read_text()))
    said = "\n".join(texts)
    documented = {name for name in variables if _is_documented(name, said)}
    write_json(
        DATA / "names.json",
        {
            "public": kibitz.__all__,
            "documented": sorted(name for name in dotted if _resolves(name)),
            "variables": sorted(variables),
            "documented variables": sorted(documented),
        },
    )


def _blocks(text: str) -> list[str]:
    """The blocks of code of a page."""
    found = re.findall(r"^( *)```[a-z]*\n(.*?)^ *```", text, flags=re.MULTILINE | re.DOTALL)
    return [block for _, block in found]


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, ValueError):
        return False


def _is_documented(name: str, text: str) -> bool:
    tails = [name[at:] for at in range(len(name)) if name[at] == "_"]
    return any(f"`{one}" in text for one in (name, *tails)) or f"{name}" in text


def _resolves(name: str) -> bool:
    """Whether the version that writes this has the name; some texts only look like one."""
    parts = name.split(".")
    found: object = kibitz
    for at in range(1, len(parts)):
        try:
            found = getattr(found, parts[at])
        except AttributeError:
            try:
                found = import_module(".".join(parts[: at + 1]))
            except ImportError:
                return False
    return True


def write_games() -> None:
    write_json(
        DATA / "games.json",
        [[name, options, game_facts(kibitz.game(name, **options))] for name, options in VARIANTS],
    )


def main() -> None:
    assert Path(kibitz.__file__).parents[2] != Path(__file__).parents[2], (
        "written by another version"
    )
    shutil.rmtree(DATA, ignore_errors=True)
    shutil.rmtree(PLACE, ignore_errors=True)
    PLACE.mkdir()
    DATA.mkdir()
    (PLACE / "sticks.py").write_text(STICKS)
    os.environ["KIBITZ_TABLES"] = os.environ["KIBITZ_BOOKS"] = str(PLACE / "none")
    steps = (
        write_sessions,
        write_matches,
        write_books_and_tables,
        write_profile,
        write_lessons,
        write_server,
        write_commands,
        write_names,
        write_games,
    )
    for step in steps:
        step()


if __name__ == "__main__":
    main()
