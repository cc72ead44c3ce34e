"""Records: what is kept, what is refused, and games that replay exactly."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.core.errors import RecordError
from kibitz.match.code_digest import LEFT_OUT, code_digest, digest_of
from kibitz.match.match import Match
from kibitz.match.match_record import MatchRecord, read_record
from kibitz.match.replay import Recorded
from kibitz.match.result import REASONS, Result
from kibitz.tables.solving import solve
from kibitz.tables.stored_table import store
from tests.match.files import course, lines, play, write_files
from tests.test_architecture import imports


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def make(games: int = 6, players: tuple[str, ...] = ("3", "random"), **settings: Any) -> Match:
    return Match("tictactoe", players, games=games, record="games.jsonl", **settings)


def refused(path: str = "games.jsonl", **settings: Any) -> RecordError:
    """How a match is refused, the file untouched."""
    before = Path(path).read_bytes()
    with pytest.raises(RecordError) as refusal:
        play(make(**settings))
    assert Path(path).read_bytes() == before
    return refusal.value


def test_every_game_is_a_line_after_the_header() -> None:
    results = play(make())
    header, *games = lines(Path("games.jsonl"))
    assert (header["format"], header["players"]) == ("kibitz-match", ["3", "random"])
    assert header["game"] == {
        "name": "tictactoe",
        "settings": {"rows": 3, "columns": 3, "length": 3},
        "version": kibitz.game("tictactoe").version,
        "file": None,
    }
    assert sorted(game["number"] for game in games) == list(range(6))
    kept = read_record("games.jsonl").results
    assert [course(kept[number]) for number in range(6)] == list(map(course, results))


def test_a_finished_match_plays_nothing_again() -> None:
    play(make())
    before = Path("games.jsonl").read_bytes()
    match = make()
    assert [course(result) for result in play(match)] != []
    assert Path("games.jsonl").read_bytes() == before
    assert match.is_over


@pytest.mark.parametrize("cut", [1, 20, 0])
def test_a_torn_last_line_is_dropped_and_its_game_played_again(cut: int) -> None:
    whole = play(make(8))
    path = Path("games.jsonl")
    rows = path.read_text().splitlines(keepends=True)
    path.write_text("".join(rows[:5]) + (rows[5][:-cut] if cut else ""))
    again = play(make(8))
    assert list(map(course, again)) == list(map(course, whole))
    assert len(lines(path)) == 9
    assert sorted(row["number"] for row in lines(path)[1:]) == list(range(8))


def test_a_match_killed_while_its_header_was_written_begins_anew() -> None:
    play(make())
    header = Path("games.jsonl").read_text().splitlines()[0]
    for torn in ("", header[:30], header):
        Path("games.jsonl").write_text(torn)
        play(make())
        assert len(lines(Path("games.jsonl"))) == 7


def test_a_record_can_be_gone_on_with_for_more_games_or_fewer() -> None:
    play(make(4))
    assert len(play(make(10))) == 10
    assert len(play(make(2))) == 2
    assert len(lines(Path("games.jsonl"))) == 11


def test_a_number_that_is_there_twice_counts_once() -> None:
    play(make(4))
    path = Path("games.jsonl")
    path.write_text(path.read_text() + path.read_text().splitlines()[2] + "\n")
    assert len(play(make(4))) == 4


@pytest.mark.parametrize(
    ("settings", "difference"),
    [
        (
            {"players": ("4", "random")},
            'players is ["3", "random"] in the file and ["4", "random"] here',
        ),
        ({"seed": 5}, "seed is 0 in the file and 5 here"),
        ({"plies": 20}, "plies is 300 in the file and 20 here"),
        (
            {"opening_plies": 1, "balance": 2.5},
            "opening_plies is 2 in the file and 1 here, balance is",
        ),
        ({"adjudicate": (5, 4)}, "adjudicate is null in the file"),
    ],
)
def test_the_record_of_another_match_is_refused_with_the_difference(
    settings: dict[str, Any], difference: str
) -> None:
    play(make())
    error = refused(**settings)
    assert error.code == "match_differs"
    assert difference in str(error)


def test_the_record_of_another_kibitz_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    play(make())
    monkeypatch.setattr("kibitz.match.specification.__version__", "99.0")
    assert 'kibitz is "0.' in str(refused())


def test_the_record_of_another_code_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    play(make())
    path = Path("games.jsonl")
    rows = path.read_text()
    own = lines(path)[0]["code"]
    assert len(own) == 16
    monkeypatch.setattr("kibitz.match.specification.code_digest", lambda: "another")
    assert f'code is "{own}" in the file and "another" here' in str(refused())
    path.write_text(rows.replace(f'"code": "{own}", ', "", 1))
    assert 'code is null in the file and "another" here' in str(refused())


def test_the_digest_of_the_code_follows_every_source_that_decides_games(folder: Path) -> None:
    found = set()
    deciding = (
        "engine/ladder.py",
        "games/one/rules.py",
        "session/opponent.py",
        "engine/books/one.json",
        "tables/data/one.table",
        "teaching/teacher.py",
        "textbook.py",
    )
    for name in (*deciding, "cli/main.py", "engine/notes.txt"):
        path = folder / "package" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        for text in ("a", "b"):
            path.write_text(text)
            found.add(digest_of(folder / "package"))
    assert len(found) == 2 * len(deciding)
    assert code_digest() == digest_of(Path(kibitz.__file__).parent)


def test_whatever_a_match_or_a_function_imports_is_in_the_digest_of_the_code() -> None:
    """Directly or by way of other modules, when loaded or when a function is called."""
    package = Path(kibitz.__file__).parent
    reached: set[Path] = set()
    public = [package / name for name in ("_api.py", "textbook.py")]
    pending = [package / "match" / "playing.py", *public]
    while pending:
        path = pending.pop()
        if path in reached:
            continue
        reached.add(path)
        for name in imports(path):
            parts = name.split(".")
            place = package.joinpath(*parts[1:]) if parts[0] == "kibitz" else package / "none"
            pending += [
                found
                for found in (place.with_suffix(".py"), place / "__init__.py")
                if found.is_file()
            ]
    layers = {path.relative_to(package).parts[0] for path in reached}
    assert "engine" in layers, "imports are followed"
    assert not layers & set(LEFT_OUT)


def test_an_error_with_any_text_is_kept() -> None:
    play(make(2, players=("random", "bots.py:surrogate")))
    assert {row["problem"] for row in lines(Path("games.jsonl"))[1:]} == {
        r"RuntimeError: \ud800 bad"
    }


def test_the_record_of_another_game_or_file_is_refused() -> None:
    play(make(players=("bots.py:first", "random")))
    Path("bots.py").write_text(Path("bots.py").read_text() + "\n# edited\n")
    assert "files is" in str(refused(players=("bots.py:first", "random")))
    with pytest.raises(RecordError, match="game is"):
        play(Match("connect4", ["1", "random"], record="games.jsonl"))


@pytest.mark.parametrize(
    "text", ["hello\n", "{}\n", "[]\n", '{"format": "kibitz-session"}\n', "no line", "\x00\xff\n"]
)
def test_a_file_of_something_else_is_refused_and_untouched(text: str) -> None:
    Path("games.jsonl").write_text(text)
    assert refused().code == "no_match_record"


def test_a_record_from_the_future_and_a_damaged_line_are_refused() -> None:
    play(make())
    path = Path("games.jsonl")
    rows = path.read_text().splitlines(keepends=True)
    path.write_text("".join([rows[0].replace('"version": 1', '"version": 2', 1), *rows[1:]]))
    assert refused().code == "record_from_future"
    path.write_text("".join([*rows[:3], rows[3][:40] + "\n", *rows[4:]]))
    error = refused()
    assert error.code == "match_damaged"
    assert "line 4: expected JSON" in str(error)


def test_two_processes_do_not_write_one_record() -> None:
    match = make()
    held = MatchRecord("games.jsonl", match.specification.header(match.game))
    with pytest.raises(RecordError) as refusal:
        play(make())
    assert refusal.value.code == "match_running"
    held.close()
    assert len(play(make())) == 6


@pytest.mark.parametrize("path", ["no/such/folder/games.jsonl", ".", "/dev/null", "nul\0"])
def test_a_record_that_cannot_be_written_is_refused(path: str) -> None:
    with pytest.raises(RecordError) as refusal:
        play(Match("tictactoe", ["1", "random"], games=2, record=path))
    assert refusal.value.code == "record_unwritable"


class _Full:
    def close(self) -> None:
        raise OSError(28, "No space left on device")


def test_a_full_disk_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    match = make()
    record = MatchRecord("games.jsonl", match.specification.header(match.game))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(RecordError, match="No space left"):
        record.append([])
    record.close()
    monkeypatch.setattr(record, "_file", _Full())
    record.close()  # has nothing to add to what was said
    os.remove("games.jsonl")
    with pytest.raises(RecordError, match="No space left"):
        play(make())


# results


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"number": -1}, "its number"),
        ({"number": "1"}, "number is '1'"),
        ({"seats": [0]}, "for every player"),
        ({"moves": [1, "2"]}, "moves is not a list"),
        ({"seconds": ["1"]}, "seconds is not a list"),
        ({"payoffs": [1]}, "for every player"),
        ({"payoffs": [5, -1]}, "its payoffs"),
        ({"reason": "luck"}, "its number or the reason"),
        ({"opening": None}, "it is not a game"),
        ({"culprit": "me"}, "culprit is 'me'"),
        ({"culprit": 0}, "culprit is 0"),
        ({"culprit": 7, "reason": "error"}, "culprit is 7"),
        ({"reason": "error"}, "culprit is None"),
        ({"seats": [0, 99]}, "seats is"),
        ({"seats": [-1, 0]}, "seats is"),
        ({"number": 10**30}, "its number"),
        ({"nodes": [0, -1]}, "not counts"),
        ({"nodes": [0, 10**400]}, "not counts"),
        ({"seconds": [0, 10**400]}, "finite"),
        ({"seconds": [0, float("nan")]}, "finite"),
    ],
)
def test_a_line_that_is_no_game_says_why(change: dict[str, Any], problem: str) -> None:
    (result, *_) = play(make(2))
    with pytest.raises(ValueError, match=problem):
        Result.from_dict({**result.as_dict(), **change})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)
FIELDS = st.sampled_from(
    ["number", "seats", "opening", "moves", "payoffs", "reason", "turns", "seconds", "nodes"]
)


@given(st.dictionaries(FIELDS, JSON))
def test_any_line_is_a_game_or_says_why_not(changes: dict[str, Any]) -> None:
    found = {
        "number": 0, "seats": [0, 1], "opening": {"seed": 0, "moves": [3]}, "moves": [4],
        "payoffs": [1, -1], "reason": REASONS[0], "turns": [1, 0], "seconds": [0.1, 0],
        "nodes": [1, 0], **changes,
    }  # fmt: skip
    try:
        result = Result.from_dict(found)
    except ValueError:
        assert changes
    else:
        assert Result.from_dict(json.loads(json.dumps(result.as_dict()))) == result


# replaying


def test_recorded_games_replay_exactly() -> None:
    results = play(make(10))
    recorded = Recorded("games.jsonl")
    replayed = list(recorded.replay())
    assert [course(one.result) for one in replayed] == list(map(course, results))
    assert all(one.moves == tuple(map(str, one.result.moves)) for one in replayed)
    (third,) = recorded.replay(3)
    assert third.result.number == 3


def test_games_of_every_end_replay(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = folder / "ends.jsonl"
    players = ["depth=2", "bots.py:raises", "random"]
    match = Match("draughts", players, games=12, plies=12, record=record)
    play(match)
    assert set(match.standings.reasons) == {"error", "length"}
    assert len(list(Recorded(record).replay())) == 12
    record = folder / "agreed.jsonl"
    match = Match("draughts", ["depth=2", "depth=1"], games=4, adjudicate=(1, 2), record=record)
    play(match)
    assert match.standings.reasons["adjudication"] > 0
    assert len(list(Recorded(record).replay())) == 4
    record = folder / "known.jsonl"
    monkeypatch.setenv("KIBITZ_TABLES", str(folder))
    store(solve(kibitz.game("tictactoe")), folder)
    players = ["random", "random"]
    match = Match("tictactoe", players, games=4, adjudicate_tables=True, record=record)
    play(match)
    assert match.standings.reasons["adjudication"] == 4
    assert len(list(Recorded(record).replay())) == 4


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"moves": [7, 7]}, "is not legal"),
        ({"moves": []}, "its recorded end is rules, but the game is not over"),
        ({"payoffs": [0, 0]}, "but by the rules the result is"),
        ({"reason": "length"}, "its recorded end is length"),
        ({"more": 1}, "it is over after"),
        ({"turns": [9, 9]}, r"its recorded turns are \(9, 9\), but the moves show"),
    ],
)
def test_a_game_that_went_otherwise_is_found(change: dict[str, Any], problem: str) -> None:
    play(make(2))
    path = Path("games.jsonl")
    header, first, second = lines(path)
    if "more" in change:
        first["moves"].append(0)
    first.update({key: value for key, value in change.items() if key != "more"})
    path.write_text("".join(json.dumps(row) + "\n" for row in (header, first, second)))
    with pytest.raises(RecordError, match=problem) as refusal:
        list(Recorded(path).replay())
    assert refusal.value.code == "not_replayed"


def altered(settings: dict[str, Any], header: dict[str, Any], game: dict[str, Any]) -> Path:
    """The record of a match, its first line and its first game changed."""
    path = Path("altered.jsonl")
    path.unlink(missing_ok=True)
    play(Match(**{"games": 2, "record": path, **settings}))
    first, *games = lines(path)
    games.sort(key=lambda row: int(row["number"]))
    rows = [{**first, **header}, {**games[0], **game}, *games[1:]]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


LONG: dict[str, Any] = {"game": "draughts", "players": ["random"] * 2, "plies": 8}
FAULT: dict[str, Any] = {"game": "tictactoe", "players": ["bots.py:raises", "random"]}
AGREED: dict[str, Any] = {
    "game": "draughts", "players": ["depth=2", "depth=1"], "adjudicate_draws": (9.0, 2)
}  # fmt: skip


@pytest.mark.parametrize(
    ("settings", "header", "game", "problem"),
    [
        (LONG, {}, {"payoffs": [1, -1]}, r"expected \(0, 0\)"),
        (LONG, {"plies": 9}, {}, "length after 8 moves"),
        (
            LONG,
            {},
            {"reason": "error", "culprit": 1, "payoffs": [1, -1]},
            "its recorded end is error",
        ),
        (FAULT, {}, {"payoffs": [1, -1]}, r"expected \(-1, 1\)"),
        (FAULT, {}, {"payoffs": [0, 0]}, r"expected \(-1, 1\)"),
        (FAULT, {}, {"culprit": 1, "payoffs": [1, -1]}, "its recorded end is error"),
        (AGREED, {"adjudicate_draws": None}, {}, "its recorded end is adjudication"),
        (AGREED, {}, {"payoffs": [1, -1]}, r"expected \(0, 0\)"),
        (
            AGREED,
            {"adjudicate_draws": {"score": 9, "plies": 90}},
            {},
            ("its recorded end is adjudication"),
        ),
    ],
)
def test_an_end_that_the_match_cannot_have_made_is_found(
    settings: dict[str, Any], header: dict[str, Any], game: dict[str, Any], problem: str
) -> None:
    assert list(Recorded(altered(settings, {}, {})).replay())
    with pytest.raises(RecordError, match=problem) as refusal:
        list(Recorded(altered(settings, header, game)).replay())
    assert refusal.value.code == "not_replayed"


@pytest.mark.parametrize(
    ("header", "game", "problem"),
    [
        ({}, {"seats": [1, 0]}, r"game 0: seats is \(1, 0\), expected \(0, 1\)"),
        ({}, {"seats": [1, 1]}, r"game 0: seats is \(1, 1\)"),
        ({}, {"seats": [0, 2]}, r"line 2: seats is \[0, 2\], expected players from 0 to 1"),
        ({}, {"number": 1 << 31}, "line 2: its number"),
        ({"players": []}, {}, "its first line has 0 players, expected 2 to 64"),
        ({"players": ["1"]}, {}, "its first line has 1 players"),
        ({"players": "12"}, {}, "its first line has players '12', expected a list of strings"),
        ({"players": [1, 2]}, {}, "expected a list of strings"),
        ({"players": ["1", "x=1"]}, {}, "its first line has an invalid player"),
        ({"game": 5}, {}, "its first line has game 5"),
        ({"game": {"name": "tictactoe", "settings": {}, "file": 5}}, {}, "has file 5"),
        ({"game": {"name": "tictactoe", "settings": {"name": 5}}}, {}, "no option 'name'"),
        ({"seed": "one"}, {}, "its first line has seed 'one'"),
        ({"plies": 0}, {}, "its first line has plies 0"),
        ({"adjudicate": 5}, {}, "its first line has adjudicate 5"),
    ],
)
def test_a_record_of_no_possible_match_is_damaged(
    header: dict[str, Any], game: dict[str, Any], problem: str
) -> None:
    path = altered({"game": "tictactoe", "players": ["random"] * 2}, header, game)
    with pytest.raises(RecordError, match=problem) as refusal:
        Recorded(path)
    assert refusal.value.code == "match_damaged"


def test_a_match_does_not_go_on_from_games_of_others() -> None:
    settings = {"game": "tictactoe", "players": ["random"] * 2}
    path = altered(settings, {}, {"seats": [1, 1]})
    with pytest.raises(RecordError, match="game 0: seats is"):
        play(Match("tictactoe", ["random"] * 2, games=4, record=path))


def test_what_cannot_be_replayed_is_refused() -> None:
    with pytest.raises(RecordError, match="No such file"):
        Recorded("missing.jsonl")
    play(make(2))
    with pytest.raises(RecordError, match="no finished game 7: it has 2, up to 1"):
        list(Recorded("games.jsonl").replay(7))
    with pytest.raises(RecordError) as refusal:
        Recorded("games.jsonl", kibitz.game("tictactoe", rows=4))
    assert refusal.value.code == "record_other_rules"
    header, *_ = lines(Path("games.jsonl"))
    Path("empty.jsonl").write_text(json.dumps(header) + "\n")
    with pytest.raises(RecordError, match="it has none"):
        list(Recorded("empty.jsonl").replay(0))
    del header["players"]
    Path("empty.jsonl").write_text(json.dumps(header) + "\n")
    with pytest.raises(RecordError, match="its first line lacks 'players'"):
        Recorded("empty.jsonl")


def test_a_strangers_game_that_moved_is_given_beside_its_record(folder: Path) -> None:
    play(Match("sticks.py", ["random", "2"], games=4, record="games.jsonl"))
    moved = folder / "elsewhere.py"
    (folder / "sticks.py").rename(moved)
    with pytest.raises(RecordError, match=r"No game file.* --game FILE to --replay") as refusal:
        Recorded("games.jsonl", trust=[folder])
    assert "damaged" not in str(refusal.value)
    assert len(list(Recorded("games.jsonl", kibitz.game(moved)).replay())) == 4
