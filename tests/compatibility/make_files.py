"""Writes records, books, tables, profiles and lessons, a part of `make_fixtures`."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from importlib import import_module
from typing import Any

import kibitz
from kibitz import AdaptivePlayer, Profile, Session
from tests.compatibility.describe import plain, random_line
from tests.compatibility.make_shared import DATA, PLACE, write_json
from tests.compatibility.own_files import BOT


def run(words: str, *more: str) -> str:
    """A command of Kibitz, in the folder that the files name; its output."""
    command = [sys.executable, "-m", "kibitz", *words.split(), *more]
    done = subprocess.run(command, cwd=PLACE, capture_output=True, text=True)
    assert done.returncode in (0, 1), done.stderr  # 1: the answer is no
    return done.stdout


def replayed(name: str, *words: str) -> Any:
    return json.loads(run(f"match --replay {name} --json", *words))


def write_matches() -> None:
    folder = DATA / "matches"
    (PLACE / "bot.py").write_text(BOT)
    run(
        "match tictactoe --player random --player depth=2,name=Two --games 12 --seed 5 "
        "--adjudicate 5,4 --record finished.jsonl --workers 1"
    )
    run(
        "match sticks.py --player bot.py:choose --player random,seed=4,name=Lot --games 10 "
        "--opening-plies 2 --record own.jsonl --workers 1"
    )
    run(
        "match tiles --players 3 --option rows=3 --option columns=3 --player random "
        "--player random,name=Other --games 6 --opening-plies 0 --record three.jsonl --workers 1"
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
        "match sticks.py --player bot.py:choose --player random --games 8 --seed 3 "
        "--opening-plies 0 --record continued.jsonl --workers 1"
    )
    rest = [json.loads(line) for line in (PLACE / "continued.jsonl").read_text().splitlines()[6:]]
    calibrate = "calibrate sticks.py --steps 1-3 --games 6 --record ladder --workers 1"
    run(calibrate)
    calibrated = json.loads(run(calibrate, "--json"))
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
    for words, file in (
        ("tictactoe --plies 3 --positions 12 --depth 6", "tictactoe"),
        ("sticks.py --plies 3 --positions 12 --depth 6", "sticks"),
        ("draughts --variant russian --plies 2 --positions 4 --depth 4", "draughts-russian"),
    ):
        run(f"book {words} --out", str(books / f"{file}.json"))
    folder = ("--folder", str(tables))
    for words in ("tictactoe", "morris --variant three", "sticks.py"):
        run(f"solve {words}", *folder)
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
        json.dumps(probe): json.loads(run("tables probe", *probe, *folder, "--json"))
        for probe in probes
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
