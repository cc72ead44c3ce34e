"""Damaged files of every kind: read, or refused by a sentence that names them, and nothing else.

What is read has to be as good as a file that Kibitz wrote: written again and read again it is the
same. No byte of a table may be damaged unnoticed: its small files are hashed as a whole; of a large
one, damage to a block that is not read does no harm, and every block that is read has to be right.
"""

from __future__ import annotations

import json
import os
import signal
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import kibitz
from kibitz.core.errors import KibitzError, KibitzWarning
from kibitz.core.text import format_state, parse_state
from kibitz.engine import book as books
from kibitz.games.registry import names
from kibitz.match.match import Match
from kibitz.match.match_record import MatchRecord, read_record
from kibitz.match.replay import Recorded
from kibitz.tables.endgame_tables import open_tables
from kibitz.tables.folder import SHIPPED
from kibitz.tables.solving import solve
from kibitz.tables.stored_table import store
from kibitz.tables.table_file import TableFile, write_table
from kibitz.teaching.adaptive.person_standing import PersonStanding
from kibitz.teaching.adaptive.profile import Profile
from kibitz.teaching.lessons import lesson_reader as reading
from tests.attack.damage import (
    Damage,
    damaged_bytes,
    damaged_document,
    damaged_lines,
    damaged_text,
    damaged_words,
)
from tests.tables.checker import random_states

_SECONDS = 10.0  # that one file may take
_SAMPLE, _TABLES, _DEEP = 200, 2000, 10_000  # mutations


@dataclass
class Figures:
    """What became of the mutations of one kind of file."""

    kind: str
    tries: int = 0
    accepted: int = 0
    refused: int = 0
    failures: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return (
            f"{self.kind}: {self.tries:,} mutations, {self.accepted:,} accepted, "
            f"{self.refused:,} refused, {len(self.failures):,} other failures"
        )


class HangError(BaseException):
    """A file took too long."""


@contextmanager
def bounded() -> Iterator[None]:
    """HangError where the body takes too long, on systems with alarms."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(number: int, frame: object) -> None:
        raise HangError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@dataclass
class Kind:
    """A kind of file: whole ones, how they are damaged, and what reads and writes them again."""

    files: list[bytes]
    suffix: str
    damage: Damage
    use: Callable[[Path], None]
    is_named: Callable[[str, Path], bool] = lambda text, path: path.name in text
    all_refused: bool = False

    def attack(self, name: str, tries: int, folder: Path) -> Figures:
        figures = Figures(name)
        path = folder / f"the attacked file{self.suffix}"
        for number in range(tries):
            lot = Random(f"{name} {number}")
            data = self.damage(lot.choice(self.files), lot)
            path.write_bytes(data)
            figures.tries += 1
            problem = self._problem(path, figures)
            if problem is not None:
                figures.failures.append(f"{name} {number}: {problem}: {_shown(data)}")
        return figures

    def _problem(self, path: Path, figures: Figures) -> str | None:
        """What is wrong with how a file was taken, if anything."""
        try:
            with bounded(), warnings.catch_warnings():
                warnings.simplefilter("ignore", KibitzWarning)
                self.use(path)
        except KibitzError as refusal:
            figures.refused += 1
            text = str(refusal)
            try:
                text.encode()
            except UnicodeEncodeError:
                return f"the refusal cannot be printed: {text[:200]!a}"
            return None if self.is_named(text, path) else f"the file is not named: {text[:200]!a}"
        except HangError:
            return f"it took more than {_SECONDS} s"
        except Exception as error:
            return f"{type(error).__name__}: {str(error)[:200]!a}"
        figures.accepted += 1
        return "damage was not noticed" if self.all_refused else None


def _shown(data: bytes) -> str:
    return repr(data if len(data) < 200 else data[:100] + b" ... " + data[-100:])


# Sessions.


def session_files() -> list[bytes]:
    made = []
    for name, moves in (("tictactoe", 5), ("connect4", 6), ("horses", 2), ("draughts", 8)):
        game = kibitz.game(name)
        seats = [kibitz.Seat("engine", level="3")] + [kibitz.Seat(name="Ann")] * (game.players - 1)
        clock = kibitz.TimeControl(total=300, increment=2)
        session = kibitz.Session(game, seed=3, seats=seats, clock=clock, now=stopped)
        engine = kibitz.Engine(game, compiled=False)
        for _ in range(moves):
            line = engine.play(session, kibitz.Limit(depth=1))
            session.push(line.move, seconds=1.5, evaluation=replace(line, seconds=1.25))
        made.append(session.to_text().encode())
    return made


def stopped() -> float:
    """The time of a clock that stands still."""
    return 0.0


def use_session(path: Path) -> None:
    session = kibitz.Session.load(path, now=stopped)
    again = path.with_name(f"again{path.suffix}")
    session.save(again)
    assert kibitz.Session.load(again, now=stopped).to_text() == session.to_text()


def pdn_files() -> list[bytes]:
    made = []
    for variant in ("international", "english", "russian", "frisian"):
        game = kibitz.game("draughts", variant=variant)
        lot, session = Random(variant), kibitz.Session(game)
        for _ in range(12):
            session.push(lot.choice(session.legal_moves))
        made.append(session.to_text("pdn").encode())
    return [*made, b"\n\n".join(made[:2])]


def use_pdn(path: Path) -> None:
    again = path.with_name(f"again{path.suffix}")
    for session in kibitz.Session.load_all(path):
        session.save(again)
        assert kibitz.Session.load(again).to_text("pdn") == session.to_text("pdn")


# Matches, books, profiles and lessons.


def match_files(folder: Path) -> list[bytes]:
    path = folder / "match.jsonl"
    match = Match("tictactoe", ["random", "random"], games=4, record=path)
    with ThreadPoolExecutor(1) as executor:
        list(match.run(executor))
    return [path.read_bytes()]


def use_match(path: Path) -> None:
    recorded = Recorded(path)
    played = list(recorded.replay())
    MatchRecord(path, read_record(path).header).close()  # a match that goes on cuts a torn line off
    assert list(Recorded(path).replay()) == played


def use_book(path: Path) -> None:
    book = books.read_book(path)
    again = path.with_name("again.json")
    book.save(again)
    assert books.read_book(again) == book
    for game in (kibitz.game("connect4"), kibitz.game("morris")):
        if book.fits(game):
            book.find(game, game.initial())


def profile_file(folder: Path) -> bytes:
    profile = Profile(folder / "profile.json")
    profile.keep(kibitz.game("tictactoe"), PersonStanding().after(1.0, 0.1, 0.2).after(0.5))
    profile.keep(kibitz.game("draughts", variant="english"), PersonStanding().after(0.0))
    return (folder / "profile.json").read_bytes()


def use_profile(path: Path) -> None:
    profile, game = Profile(path), kibitz.game("connect4")
    standing = profile.standing(kibitz.game("tictactoe"))
    standing.why()
    profile.keep(game, PersonStanding().after(1.0))
    assert Profile(path).standing(kibitz.game("tictactoe")) == standing


def use_lesson(path: Path) -> None:
    """Lessons come with Kibitz, as JSON that can be read; what they say may be wrong."""
    try:
        data = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return
    lesson = reading.read(data)
    lesson.figures()
    assert reading.read(json.loads(json.dumps(data))) == lesson


# Tables.


def use_table(game: kibitz.Game, place: str) -> Callable[[Path], None]:
    """Reads positions of `game` from a table that stands at `place` in its folder."""
    states = list(random_states(game, 40, seed=5, longest=60))
    known = open_tables(game)
    truths = [None if known is None else known.probe(state) for state in states]

    def use(path: Path) -> None:
        target = path.parent / "tables" / place
        target.parent.mkdir(parents=True, exist_ok=True)
        os.replace(path, target)
        found = open_tables(game, path.parent / "tables")
        assert found is not None
        for state, truth in zip(states, truths, strict=True):
            assert found.probe(state) == truth

    return use


def large_table(folder: Path) -> bytes:
    """A table with so many blocks that it is not hashed as a whole."""
    path = folder / "large.table"
    write_table(path, {"kind": "test"}, [_large()], block=10)
    return path.read_bytes()


def _large() -> Any:
    return (np.arange(3000) * 7919 % 65521).astype("u2")


def use_large(path: Path) -> None:
    file, whole = TableFile(path), _large()
    for block in (0, 7, 150, 299):
        assert file.read(block)[0].tolist() == whole[10 * block : 10 * block + 10].tolist()


@pytest.fixture
def kind(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kind:
    made = tmp_path / "made"
    made.mkdir()
    name = request.param
    if name == "session":
        return Kind(session_files(), ".json", damaged_document, use_session)
    if name == "pdn":
        return Kind(pdn_files(), ".pdn", damaged_words, use_pdn)
    if name == "match":
        return Kind(match_files(made), ".jsonl", damaged_lines, use_match)
    if name == "book":
        files = [(books.SHIPPED / one).read_bytes() for one in ("connect4.json", "morris.json")]
        return Kind(files, ".json", damaged_document, use_book)
    if name == "profile":
        return Kind([profile_file(made)], ".json", damaged_document, use_profile)
    if name == "lesson":
        folder = Path(reading.__file__).parent / "data"
        files = [file.read_bytes() for file in sorted(folder.glob("*.json"))]
        return Kind(files, ".json", damaged_document, use_lesson, lambda text, _: "lesson" in text)
    if name == "table of positions":
        monkeypatch.setenv("KIBITZ_TABLES", str(made))
        game = kibitz.game("tictactoe")
        path = store(solve(game), made)
        assert path is not None
        use = use_table(game, path.name)
        return Kind([path.read_bytes()], ".table", damaged_bytes, use, _stem_named, True)
    if name == "table of morris":
        place = "morris-three/3-3.table"
        use = use_table(kibitz.game("morris", variant="three"), place)
        files = [(SHIPPED / place).read_bytes()]
        return Kind(files, ".table", damaged_bytes, use, _stem_named, True)
    assert name == "large table"
    return Kind([large_table(made)], ".table", damaged_bytes, use_large)


def _stem_named(text: str, path: Path) -> bool:
    return str(path.parent / "tables") in text


DOCUMENTS = ("session", "pdn", "match", "book", "profile", "lesson")
TABLES = ("table of positions", "table of morris", "large table")


def check(kind: Kind, name: str, tries: int, folder: Path, capsys: Any) -> None:
    figures = kind.attack(name, tries, folder)
    with capsys.disabled():
        print(f"\n{figures}")  # noqa: T201 - the figures are what is asked for
    shown = "\n".join(figures.failures[:8])
    assert not figures.failures, f"{figures}\n{shown}"


@pytest.mark.parametrize(
    ("kind", "name", "tries"),
    [
        *((name, name, _SAMPLE) for name in DOCUMENTS),
        *((name, name, _TABLES) for name in TABLES),
    ],
    indirect=["kind"],
)
def test_a_damaged_file_is_read_or_refused_by_name(
    kind: Kind, name: str, tries: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check(kind, name, tries, tmp_path, capsys)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("kind", "name"), [(name, name) for name in DOCUMENTS + TABLES], indirect=["kind"]
)
def test_ten_thousand_damaged_files_are_read_or_refused_by_name(
    kind: Kind, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check(kind, name, _DEEP, tmp_path, capsys)


def test_every_byte_of_a_small_table_counts(tmp_path: Path) -> None:
    game = kibitz.game("tictactoe")
    path = store(solve(game), tmp_path)
    assert path is not None
    whole = path.read_bytes()
    for at in range(len(whole)):
        damaged = bytearray(whole)
        damaged[at] ^= 1 << at % 8
        path.write_bytes(damaged)
        with pytest.raises(kibitz.TableError, match="table") as caught:
            tables_probe(game, tmp_path)
        assert repr(str(path)) in str(caught.value)


def tables_probe(game: kibitz.Game, folder: Path) -> None:
    known = open_tables(game, folder)
    assert known is not None
    known.probe(game.initial())


# Positions.


def games() -> list[kibitz.Game]:
    variants = {
        "draughts": ("international", "english", "russian", "italian", "frisian", "frysk"),
        "morris": ("nine", "three", "six", "lasker", "twelve"),
    }
    return [
        kibitz.game(name, **({} if variant is None else {"variant": variant}))
        for name in names()
        for variant in variants.get(name, (None,))
    ]


def use_position(game: kibitz.Game) -> Callable[[Path], None]:
    def use(path: Path) -> None:
        text = path.read_bytes().decode(errors="surrogatepass")
        state = parse_state(game, text)
        assert parse_state(game, format_state(game, state)) == state

    return use


def positions(game: kibitz.Game) -> Kind:
    texts = [format_state(game, state) for state in random_states(game, 20, seed=7, longest=40)]

    def damage(data: bytes, lot: Random) -> bytes:
        return damaged_text(data.decode(), lot).encode(errors="surrogatepass")

    def is_named(text: str, path: Path) -> bool:
        return game.name in text

    return Kind([text.encode() for text in texts], ".txt", damage, use_position(game), is_named)


def check_positions(tries: int, folder: Path, capsys: Any) -> None:
    every = Figures("position")
    for game in games():
        name = f"position of {game.name} {game.settings.get('variant', '')}".strip()
        found = positions(game).attack(name, tries, folder)
        every.tries += found.tries
        every.accepted += found.accepted
        every.refused += found.refused
        every.failures += found.failures
    with capsys.disabled():
        print(f"\n{every}")  # noqa: T201 - the figures are what is asked for
    shown = "\n".join(every.failures[:8])
    assert not every.failures, f"{every}\n{shown}"


def test_a_damaged_position_is_read_or_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_positions(40, tmp_path, capsys)


@pytest.mark.deep
def test_thousands_of_damaged_positions_are_read_or_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    check_positions(_DEEP // len(games()) + 1, tmp_path, capsys)
