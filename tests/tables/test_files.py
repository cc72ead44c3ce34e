from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.core.errors import TableError
from kibitz.games.morris.variants import VARIANTS
from kibitz.tables.files import TableFile, write_table
from kibitz.tables.layout import Layout
from kibitz.tables.morris.processor import Processor
from kibitz.tables.morris.solving import make_plan, solve_morris
from kibitz.tables.solving import solve
from kibitz.tables.stored import StoredTable, store

ABOUT = {"kind": "test", "game": "none"}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "some.table"
    chance = np.random.default_rng(5)
    write_table(path, ABOUT, [chance.integers(0, 9, 1000), np.arange(1000, dtype="u2")], block=64)
    return path


def test_a_table_reads_as_it_was_written(table: Path) -> None:
    file = TableFile(table)
    assert (file.about, file.rows, file.blocks) == (ABOUT, 1000, 16)
    assert file.column(1).tolist() == list(range(1000))
    assert file.read(15)[1].tolist() == list(range(960, 1000))
    file.verify()


def test_a_table_has_the_same_bytes_every_time(table: Path, tmp_path: Path) -> None:
    columns = [TableFile(table).column(number) for number in (0, 1)]
    write_table(tmp_path / "again.table", ABOUT, columns, block=64)
    assert (tmp_path / "again.table").read_bytes() == table.read_bytes()


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (lambda text: b"", "it is empty"),
        (lambda text: b"some other file of enough bytes to be looked at", "does not begin as one"),
        (lambda text: text[:20], "does not begin as one"),
        (lambda text: text[:-1], "its header is broken"),
        (lambda text: text + b" ", "its header is broken"),
        (lambda text: text[:-3] + b"x" + text[-2:], "its header is broken"),
    ],
)
def test_a_damaged_file_is_refused_by_name(table: Path, damage: object, problem: str) -> None:
    assert callable(damage)
    table.write_bytes(damage(table.read_bytes()))
    with pytest.raises(TableError, match=problem) as caught:
        TableFile(table)
    assert caught.value.code == "table_damaged"
    assert str(table) in str(caught.value)


@given(data=st.data())
def test_any_changed_byte_is_noticed(data: st.DataObject, tmp_path_factory: object) -> None:
    assert isinstance(tmp_path_factory, pytest.TempPathFactory)
    path = tmp_path_factory.mktemp("tables") / "some.table"
    write_table(path, ABOUT, [np.arange(300, dtype="u2") % 7], block=50)
    text = bytearray(path.read_bytes())
    at = data.draw(st.integers(0, len(text) - 1))
    text[at] ^= data.draw(st.integers(1, 255))
    path.write_bytes(text)
    with pytest.raises(TableError):
        TableFile(path).verify()


def test_a_broken_block_is_noticed_when_it_is_read(table: Path) -> None:
    text = bytearray(table.read_bytes())
    text[50] ^= 1
    table.write_bytes(text)
    file = TableFile(table)
    assert file.read(9)[1][0] == 9 * 64
    with pytest.raises(TableError, match="its block 0 is broken"):
        file.read(0)


def test_a_file_from_the_future_is_refused(table: Path) -> None:
    text = bytearray(table.read_bytes())
    text[15] = 2
    table.write_bytes(text)
    with pytest.raises(TableError, match="a newer Kibitz can read it"):
        TableFile(table)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(TableError, match="cannot write"):
        write_table(tmp_path / "file" / "some.table", ABOUT, [np.arange(3)])


def test_a_table_of_other_rules_is_refused_by_name(tmp_path: Path) -> None:
    path = store(solve(kibitz.game("tictactoe")), tmp_path)
    assert path is not None
    with pytest.raises(TableError, match=r"rows=3.*expected one of tictactoe rows=4") as caught:
        StoredTable(kibitz.game("tictactoe", rows=4), path)
    assert caught.value.code == "table_other_rules"
    other = tmp_path / "other.table"
    write_table(other, {"kind": "?", "game": "chess", "version": 1}, [np.arange(3)])
    with pytest.raises(TableError, match="is a table of chess"):
        StoredTable(kibitz.game("tictactoe"), other)


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=6))
def test_a_layout_packs_what_it_was_widened_for(values: list[int]) -> None:
    layout = Layout((1,) * len(values))
    for field, value in enumerate(values):
        layout = layout.widened(field, value)
    words = layout.pack(values)
    assert all(-(2**63) <= word < 2**63 for word in words)
    places = layout.places
    for field, value in enumerate(values):
        word, shift, bits = places[3 * field : 3 * field + 3]
        found = words[word] if bits == 64 else words[word] >> shift & (1 << bits) - 1
        assert found == value


_KILLED = """
import sys, kibitz
from pathlib import Path
from kibitz.tables.morris.processor import Processor
from kibitz.tables.morris.solving import make_plan, solve_morris, variant_of
game = kibitz.game("morris", variant="six")
device = Processor(variant_of(game))
folder = Path(sys.argv[1])
plan = make_plan(game, device, folder, None, 4.0)
solve_morris(game, plan, device, folder, 4.0, lambda text: None)
"""


def _files(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_stopped_at_any_step_the_tables_come_out_the_same(tmp_path: Path) -> None:
    game = kibitz.game("morris", variant="three")
    device = Processor(VARIANTS["three"])

    def run(folder: Path, steps: int) -> bool:
        """Solve until so many steps were told; whether it came to its end."""
        left = iter(range(steps))

        def tell(text: str) -> None:
            if next(left, None) is None:
                raise KeyboardInterrupt

        plan = make_plan(game, device, folder, None, 1.0)
        try:
            solve_morris(game, plan, device, folder, 1.0, tell)
        except KeyboardInterrupt:
            return False
        return True

    assert run(tmp_path / "whole", 1000)
    for steps in (14, 20):  # fewer do not reach the end of the longest subspace
        while not run(tmp_path / f"by {steps}", steps):
            pass
        assert _files(tmp_path / f"by {steps}") == _files(tmp_path / "whole")


@pytest.mark.deep
@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_killed_again_and_again_the_tables_come_out_the_same(tmp_path: Path) -> None:
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    command = [sys.executable, "-c", _KILLED]
    subprocess.run([*command, str(whole)], check=True)
    least = 0
    for more in (3, 50):
        process = subprocess.Popen([*command, str(killed)])
        while process.poll() is None and len(list(killed.rglob("*.table"))) < least + more:
            time.sleep(0.002)
        process.send_signal(signal.SIGKILL)
        process.wait()
        least = len(list(killed.rglob("*.table")))
    kept = {path: path.stat().st_mtime_ns for path in killed.rglob("*.table")}
    (killed / "morris-six" / "6-6.table.0123abcd.part").write_bytes(b"half of it")
    (killed / "morris-six" / "6-6.table").unlink(missing_ok=True)
    subprocess.run([*command, str(killed)], check=True)
    assert _files(killed) == _files(whole)
    redone = [path.stem for path, moment in kept.items() if path.stat().st_mtime_ns != moment]
    assert len(redone) <= 2  # at most the other of a pair, whose half was written


def test_the_header_says_what_the_table_is(tmp_path: Path) -> None:
    path = store(solve(kibitz.game("tictactoe")), tmp_path)
    assert path is not None
    about = TableFile(path).about
    assert json.loads(json.dumps(about)) == about
    assert (about["game"], about["version"]) == ("tictactoe", 1)
    assert about["settings"] == {"rows": 3, "columns": 3, "length": 3}
    assert (about["positions"], about["wins"], about["losses"], about["draws"]) == (
        765,
        390,
        224,
        151,
    )
