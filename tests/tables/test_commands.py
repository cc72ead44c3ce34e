from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kibitz.cli.main import main
from kibitz.tables.table_file import write_table

HEXAPAWN = str(Path(__file__).with_name("hexapawn.py"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    found = tmp_path / "tables"
    monkeypatch.setenv("KIBITZ_TABLES", str(found))
    return found


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    said = capsys.readouterr()
    return code, said.out, said.err


def run_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert code == 0, err
    return json.loads(out)


def test_solve_answers_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "solve", "tictactoe")[1] == "draw\n"
    assert run(capsys, "solve", HEXAPAWN)[1] == "second player wins in 6\n"
    out = run(capsys, "solve", "tictactoe", "--position", "XOX/O../...")[1]
    assert out == "first player wins in 3\n"
    assert run(capsys, "solve", "morris", "--variant", "three")[1] == "first player wins in 9\n"


def test_solve_gives_json(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    found = run_json(capsys, "solve", "tictactoe")
    assert (found["answer"], found["result"], found["plies"]) == ("draw", "draw", None)
    assert (found["positions"], found["wins"]) == (765, 390)
    assert Path(found["table"]).parent == folder
    assert run_json(capsys, "solve", "tictactoe") == {**found, "seconds": 0.0}
    found = run_json(capsys, "solve", "morris", "--up-to", "3-3", "--device", "cpu")
    assert found["answer"] is None
    assert found["subspaces"]["3-3"]["losses"] == 28736


def test_an_edited_game_is_solved_anew(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tmp_path / "own_hexapawn.py"
    own.write_text(Path(HEXAPAWN).read_text())
    assert run_json(capsys, "solve", str(own))["answer"] == "second player wins in 6"
    reversed_goal = Path(HEXAPAWN).read_text().replace("if player ==", "if player !=")
    own.write_text(reversed_goal)
    assert run_json(capsys, "solve", str(own))["answer"] != "second player wins in 6"


def test_no_table_writes_nothing(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert run_json(capsys, "solve", "tictactoe", "--no-table")["table"] is None
    run(capsys, "solve", "morris", "--variant", "three", "--no-table")
    assert not folder.exists()


def test_tables_are_listed_verified_probed_and_removed(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    run(capsys, "solve", "tictactoe")
    run(capsys, "solve", "morris", "--variant", "three")
    names = [
        row["name"] for row in run_json(capsys, "tables", "list", "--folder", str(folder))["tables"]
    ]
    assert "morris-three/3-3" in names
    (name,) = (name for name in names if name.startswith("tictactoe-"))
    assert "morris-three, 7 tables: 564 positions" in run(capsys, "tables", "list")[1]
    code, out, _ = run(capsys, "tables", "list", name)
    assert (code, out.startswith(f"{name}: 765 positions, 390 wins")) == (0, True)
    assert run(capsys, "tables", "verify", name)[:2] == (0, f"{name}: intact\n")
    assert all(row["whole"] for row in run_json(capsys, "tables", "verify")["tables"])
    out = run(capsys, "tables", "probe", "tictactoe", "--position", "XOX/O../...")[1]
    assert out.splitlines()[:2] == ["wins in 3", "  4  wins in 3"]
    found = run_json(capsys, "tables", "probe", "tictactoe", "--moves", "0 1")
    assert (found["result"], found["plies"]) == ("win", 5)
    assert found["moves"]["2"] == {"result": "draw", "plies": None}
    assert run(capsys, "tables", "remove", "morris-three")[1].count(": removed") == 7
    assert run_json(capsys, "tables", "remove", name) == {"removed": [name]}
    assert not list(folder.rglob("*.table"))
    assert "No endgame tables yet" in run(capsys, "tables", "list", "--folder", str(folder))[2]


def test_a_damaged_table_is_named(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    run(capsys, "solve", "tictactoe")
    (path,) = folder.glob("*.table")
    text = bytearray(path.read_bytes())
    text[60] ^= 1
    path.write_bytes(text)
    code, out, _ = run(capsys, "tables", "verify", path.stem)
    assert (code, "its checksum does not match" in out) == (1, True)
    path.write_bytes(b"nonsense")
    code, out, _ = run(capsys, "tables", "list", path.stem)
    assert (code, "it is not an endgame table" in out) == (1, True)
    code, _, err = run(capsys, "solve", "tictactoe")
    assert code == 2
    assert str(path) in err
    assert "Remove it with `kibitz tables remove`, then rebuild it" in err
    assert run(capsys, "tables", "remove", path.stem)[0] == 0
    assert run(capsys, "solve", "tictactoe")[0] == 0
    assert run(capsys, "tables", "verify", path.stem)[0] == 0


def test_a_damaged_table_is_named_when_it_is_probed(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    run(capsys, "solve", "tictactoe")
    (path,) = folder.glob("*.table")
    text = bytearray(path.read_bytes())
    text[60] ^= 1
    path.write_bytes(text)
    code, out, err = run(capsys, "tables", "probe", "tictactoe")
    assert (code, out) == (2, "")
    assert str(path) in err


def test_odd_tables_are_listed(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    folder.mkdir()
    write_table(folder / os.fsdecode(b"odd\xff.table"), {}, [np.arange(3)])
    write_table(folder / "none.table", {"game": 7, "positions": "many"}, [np.arange(3)])
    for more in ((), ("--json",)):
        code, out, _ = run(capsys, "tables", "list", "--folder", str(folder), *more)
        assert code == 1
        assert out.encode().count(b"no valid counts") == 2


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("solve", "tiles", "--players", "3"), "only games for two can be solved"),
        (("solve", "tictactoe", "--memory", "0"), "expected gigabytes"),
        (("solve", "tictactoe", "--memory", "nan"), "expected gigabytes"),
        (("solve", "tictactoe", "--device", "gpu"), "device cannot be 'gpu'"),
        (("solve", "tictactoe", "--up-to", "3-3"), "up-to cannot be '3-3'"),
        (("solve", "connect4", "--memory", "0.01"), "Raise --memory"),
        (("solve", "morris", "--up-to", "2-3"), "two numbers of stones from 3 to 9"),
        (("solve", "morris", "--threads", "0"), "a number from 1 to 256"),
        (("solve", "morris", "--memory", "1", "--device", "cpu"), "GB of memory, but"),
        (("tables", "probe", "connect4"), "`kibitz solve connect4`"),
        (
            ("tables", "probe", "draughts", "--variant", "pool"),
            "`kibitz solve draughts --pieces 4`",
        ),
        (("tables", "probe"), "expected the game to probe"),
        (("tables", "probe", "morris"), "do not include the position"),
        (("tables", "remove"), "a name from `kibitz tables list`"),
        (("tables", "verify", "nonsense"), "No endgame table 'nonsense'"),
    ],
)
def test_nonsense_is_refused(
    words: tuple[str, ...], problem: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert problem in err


@pytest.mark.parametrize("words", [("--memory", "much"), ("--up-to", "seven")])
def test_unreadable_numbers_are_refused(words: tuple[str, str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(("solve", "morris", *words))
    assert caught.value.code == 2


@pytest.mark.skipif(os.name != "posix", reason="sends a signal")
@pytest.mark.parametrize(
    "words", [("connect4",), ("morris", "--device", "cpu"), ("draughts", "--pieces", "6")]
)
def test_ctrl_c_ends_it_without_a_traceback(words: tuple[str, ...], folder: Path) -> None:
    for seconds in (4, 12, 36):
        code, out, err = interrupted(words, seconds)
        if code != -signal.SIGINT:  # on a busy machine, Kibitz may not have started yet
            break
    assert (code, out) == (130, ""), err
    assert "Traceback" not in err
    assert not list(folder.rglob("*.part"))


def interrupted(words: tuple[str, ...], seconds: float) -> tuple[int, str, str]:
    """The exit code and output of `kibitz solve` after Ctrl-C."""
    with subprocess.Popen(
        [sys.executable, "-m", "kibitz", "solve", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A run of the tests in the background ignores Ctrl-C, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL) and None,
    ) as process:
        try:
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    return process.returncode, out, err


def test_draughts_is_solved_by_its_number_of_pieces(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    english = ("draughts", "--variant", "english")
    found = run_json(capsys, "solve", *english, "--pieces", "2")
    assert found["subspaces"]["1k-1k"]["wins"] == 230
    assert (found["answer"], found["positions"]) == (None, 3488)
    out, err = run(capsys, "solve", *english, "--pieces", "2")[1:]
    assert out.startswith("1k-1k: 230 wins, 108 losses, 654 draws\n")
    assert "0 positions in 0 tables to solve, 4 already solved" in err
    own = ("--folder", str(folder))
    assert run(capsys, "tables", "verify", "draughts-english", *own)[1].count("intact") == 4
    out = run(capsys, "tables", "probe", *english, "--position", "W:WK1:BK10")[1]
    assert out.splitlines()[0] == "draws"
    assert run(capsys, "tables", "remove", "draughts-english/1k-1k")[1].endswith("removed\n")
    assert not (folder / "draughts-english" / "1k-1k.table").exists()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("draughts", "--pieces", "9"), "pieces cannot be 9: expected a number of pieces from 2"),
        (("draughts", "--variant", "frisian", "--pieces", "3"), "limit of quiet king moves"),
        (("draughts", "--variant", "azubi", "--pieces", "3"), "not won by capturing"),
        (("draughts", "--pieces", "3", "--device", "gpu"), "device cannot be 'gpu'"),
        (("draughts", "--pieces", "3", "--up-to", "3-3"), "up-to cannot be '3-3'"),
        (("draughts", "--pieces", "3", "--threads", "0"), "threads cannot be 0: expected a number"),
        (("morris", "--pieces", "3"), "not solved by its number of pieces"),
        (("tictactoe", "--pieces", "3"), "not solved by its number of pieces"),
    ],
)
def test_what_cannot_be_solved_by_pieces_has_a_reason(
    words: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = run(capsys, "solve", *words)
    assert (code, err.count("\n")) == (2, 1)
    assert reason in err
