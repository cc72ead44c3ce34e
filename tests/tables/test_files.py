from __future__ import annotations

import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz.core.errors import TableError
from kibitz.games.morris.variants import VARIANTS
from kibitz.tables.folder import SHIPPED
from kibitz.tables.memory_tables import memory_tables
from kibitz.tables.morris.cpu_solver import CpuSolver
from kibitz.tables.morris.probing import MorrisTables
from kibitz.tables.morris.solving import make_plan, solve_morris
from kibitz.tables.solving import solve
from kibitz.tables.state_layout import StateLayout
from kibitz.tables.stored_table import StoredTable, open_stored, store
from kibitz.tables.table_file import TableFile, write_table

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
        (
            lambda text: b"some other file of enough bytes to be looked at",
            "it is not an endgame table",
        ),
        (lambda text: text[:20], "it is not an endgame table"),
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


@pytest.fixture
def large(tmp_path: Path) -> Path:
    """A table with so many blocks that it is not hashed as a whole."""
    path = tmp_path / "large.table"
    write_table(path, ABOUT, [np.arange(3000, dtype="u2") * 7 % 1000], block=10)
    return path


def test_a_broken_block_of_a_large_table_is_noticed_when_it_is_read(large: Path) -> None:
    text = bytearray(large.read_bytes())
    text[50] ^= 1
    large.write_bytes(text)
    file = TableFile(large)
    assert file.read(9)[0][0] == 90 * 7
    with pytest.raises(TableError, match="its block 0 is broken"):
        file.read(0)


def index_of(path: Path) -> int:
    """Where the index of a table begins."""
    begin, length, _ = struct.unpack("<QQQ", path.read_bytes()[16:40])
    return int(json.loads(path.read_bytes()[begin : begin + length])["index"])


@pytest.mark.parametrize("name", ["table", "large"])
def test_an_index_that_leads_to_another_block_is_noticed(
    name: str, request: pytest.FixtureRequest
) -> None:
    """Every block of the file is whole, so its own checksum does not notice it."""
    path: Path = request.getfixturevalue(name)
    text = bytearray(path.read_bytes())
    index = index_of(path)
    text[index + 24 : index + 48] = text[index + 72 : index + 96]
    path.write_bytes(text)
    with pytest.raises(TableError, match=re.escape(repr(str(path)))):
        TableFile(path).read(3)


@pytest.mark.parametrize("name", ["table", "large"])
@pytest.mark.parametrize("cut", [100, 41, 1])
def test_a_table_cut_short_while_it_is_open_is_noticed(
    name: str, cut: int, request: pytest.FixtureRequest
) -> None:
    """A file that is mapped into memory would end the process."""
    path: Path = request.getfixturevalue(name)
    file = TableFile(path)
    file.read(0)
    os.truncate(path, cut)
    with pytest.raises(TableError, match="changed while it was in use"):
        file.read(3)


def test_a_table_replaced_while_it_is_open_is_noticed(table: Path, large: Path) -> None:
    file = TableFile(table)
    os.replace(large, table)
    with pytest.raises(TableError, match="changed while it was in use"):
        file.read(0)
    table.unlink()
    with pytest.raises(TableError, match="No such file"):
        file.read(0)


def rewritten(path: Path, **changes: object) -> Path:
    """A table whose header says something else, with a good checksum."""
    text = path.read_bytes()
    begin, length, _ = struct.unpack("<QQQ", text[16:40])
    header = json.loads(text[begin : begin + length])
    header = {name: value for name, value in {**header, **changes}.items() if value != "missing"}
    return with_header(path, json.dumps(header).encode())


def with_header(path: Path, header: bytes) -> Path:
    text = path.read_bytes()
    (begin,) = struct.unpack("<Q", text[16:24])
    pointer = struct.pack("<QQQ", begin, len(header), zlib.crc32(header))
    path.write_bytes(text[:16] + pointer + text[40:begin] + header)
    return path


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("about", []),
        ("about", "missing"),
        ("block", 0),
        ("block", -64),
        ("block", 1 << 40),
        ("block", 63),
        ("block", 64.0),
        ("block", True),
        ("rows", -1),
        ("rows", 10**30),
        ("rows", 1025),
        ("rows", None),
        ("index", 0),
        ("index", 1 << 62),
        ("index", "missing"),
        ("columns", []),
        ("columns", ["<u2"] * 1000),
        ("columns", ["O", "<u2"]),
        ("columns", ["<i8", "(2,9)<u2"]),
        ("columns", ["<i8", ["<u2"]]),
        ("columns", "<i8"),
        ("sha256", "0"),
        ("sha256", 7),
        ("index_sha256", None),
        ("index_sha256", "0" * 64),
    ],
)
def test_a_header_out_of_its_range_is_refused_by_name(
    table: Path, name: str, value: object
) -> None:
    with pytest.raises(TableError, match=re.escape(repr(str(table)))) as caught:
        TableFile(rewritten(table, **{name: value})).read(0)
    assert caught.value.code == "table_damaged"


@pytest.mark.parametrize(
    "header",
    [b"", b"{", b"[]", b"7", b"\xff", b"[" * 100_000, b'{"about": {}}', b"9" * 5000],
    ids=lambda header: header[:10].decode(errors="replace"),
)
def test_a_header_that_is_none_is_refused_by_name(table: Path, header: bytes) -> None:
    with pytest.raises(TableError, match="its header"):
        TableFile(with_header(table, header))


def test_a_block_that_unpacks_to_more_is_refused(tmp_path: Path) -> None:
    """Otherwise a small file could take all of the memory."""
    path = tmp_path / "some.table"
    write_table(path, ABOUT, [np.zeros(1 << 16, dtype="u8")], block=1 << 16)
    file = TableFile(rewritten(path, columns=["<u1"]))
    with pytest.raises(TableError, match="its block 0 is broken"):
        file.read(0)


@pytest.mark.skipif(os.name != "posix", reason="has no pipes in folders")
def test_what_is_no_ordinary_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.table")
    for path in (tmp_path / "pipe.table", tmp_path, Path("/dev/zero")):
        with pytest.raises(TableError, match="is damaged"):
            TableFile(path)


def test_more_tables_may_be_open_than_files(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    paths = [tmp_path / f"{number}.table" for number in range(100)]
    for path in paths:
        write_table(path, ABOUT, [np.arange(10)])
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (80, before[1]))
    try:
        files = [TableFile(path) for path in paths]
        assert all(file.read(0)[0][9] == 9 for file in files)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


def test_a_file_from_the_future_is_refused(table: Path) -> None:
    text = bytearray(table.read_bytes())
    text[15] = 2
    table.write_bytes(text)
    with pytest.raises(TableError, match="Update Kibitz to read it"):
        TableFile(table)
    text[15] = 0
    table.write_bytes(text)
    with pytest.raises(TableError, match="its version 0 never existed"):
        TableFile(table)


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(TableError, match="Cannot write"):
        write_table(tmp_path / "file" / "some.table", ABOUT, [np.arange(3)])


def test_a_table_of_other_rules_is_refused_by_name(tmp_path: Path) -> None:
    path = store(solve(kibitz.game("tictactoe")), tmp_path)
    assert path is not None
    with pytest.raises(TableError, match=r"rows=3.*expected one for tictactoe rows=4") as caught:
        StoredTable(kibitz.game("tictactoe", rows=4), path)
    assert caught.value.code == "table_other_rules"
    other = tmp_path / "other.table"
    write_table(other, {"kind": "?", "game": "chess", "version": 1}, [np.arange(3)])
    with pytest.raises(TableError, match="is an endgame table for chess"):
        StoredTable(kibitz.game("tictactoe"), other)


@pytest.fixture
def solved(tmp_path: Path) -> Path:
    path = store(solve(kibitz.game("tictactoe")), tmp_path)
    assert path is not None
    return path


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("bits", None),
        ("bits", [9, 9]),
        ("bits", [9, 9, 0]),
        ("bits", [9, 9, 63]),
        ("bits", [60, 60, 60]),
        ("bits", "999"),
        ("firsts", []),
        ("firsts", [[0, 0]]),
        ("firsts", [["a"]]),
        ("firsts", {}),
        ("start", [0, 0]),
        ("start", [1, 0, 1]),
        ("start", "abc"),
        ("start", None),
    ],
)
def test_a_table_of_positions_that_cannot_be_is_refused_by_name(
    solved: Path, name: str, value: object
) -> None:
    about = {**TableFile(solved).about, name: value}
    game = kibitz.game("tictactoe")
    with pytest.raises(TableError, match=re.escape(repr(str(solved)))):
        open_stored(game, game.initial(), rewritten(solved, about=about).parent)


@pytest.mark.parametrize(
    "verdict",
    [None, [], {}, {"result": "win"}, {"result": "draw", "plies": 3}, {"result": [], "plies": 1}],
)
def test_a_verdict_that_cannot_be_is_refused_by_name(solved: Path, verdict: object) -> None:
    about = {**TableFile(solved).about, "verdict": verdict, "wins": -1}
    stored = StoredTable(kibitz.game("tictactoe"), rewritten(solved, about=about))
    with pytest.raises(TableError, match="no valid 'verdict'"):
        _ = stored.verdict
    with pytest.raises(TableError, match="no valid counts"):
        _ = stored.counts


@pytest.mark.parametrize(
    "about",
    [{}, {"game": "\ud800"}, {"game": "x" * 10**6, "settings": 7}, {"settings": {"\udfff": []}}],
    ids=["nothing", "surrogate", "long", "odd settings"],
)
def test_what_another_table_says_of_itself_can_be_printed(
    solved: Path, about: dict[str, object]
) -> None:
    with pytest.raises(TableError, match="expected one for tictactoe") as caught:
        StoredTable(kibitz.game("tictactoe"), rewritten(solved, about=about))
    assert len(str(caught.value).encode()) < 1000
    assert str(solved) in str(caught.value)


def test_a_table_under_the_name_of_another_start_is_refused(solved: Path, tmp_path: Path) -> None:
    """It would say what the other position is worth."""
    game = kibitz.game("tictactoe")
    later = game.play(game.initial(), 4)
    other = store(solve(game, later), tmp_path)
    assert other is not None
    os.replace(other, solved)
    with pytest.raises(TableError, match="its first position does not match"):
        open_stored(game, game.initial(), tmp_path)


def test_a_morris_table_in_place_of_another_is_refused(tmp_path: Path) -> None:
    game = kibitz.game("morris", variant="three")
    folder = tmp_path / "morris-three"
    shutil.copytree(SHIPPED / "morris-three", folder)
    shutil.copy(folder / "2-2+1-1.table", folder / "2-1+1-2.table")
    state = game.initial()._replace(mine=0b11, theirs=0b100, my_hand=1, their_hand=2)
    with pytest.raises(
        TableError, match=r"2-1.1-2.*is an endgame table for morris variant=three.*2-2.1-1"
    ):
        MorrisTables(game, tmp_path).probe(state)


def test_a_morris_table_with_fewer_rows_is_refused(tmp_path: Path) -> None:
    """Compiled code would read beyond its end."""
    game = kibitz.game("morris", variant="three")
    shutil.copytree(SHIPPED / "morris-three", tmp_path / "morris-three")
    path = tmp_path / "morris-three" / "3-3.table"
    file = TableFile(path)
    write_table(path, file.about, [file.column(0)[:5]], block=file.rows_a_block)
    held = memory_tables(game, tmp_path)
    assert held is not None
    with pytest.raises(TableError, match="it has 5 rows, expected"):
        held.load()
    state = game.initial()._replace(mine=0b111, theirs=0b111000, my_hand=0, their_hand=0)
    with pytest.raises(TableError, match="it has 5 rows, expected"):
        MorrisTables(game, tmp_path).probe(state)


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=1, max_size=6))
def test_a_layout_packs_what_it_was_widened_for(values: list[int]) -> None:
    layout = StateLayout((1,) * len(values))
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
from kibitz.tables.morris.cpu_solver import CpuSolver
from kibitz.tables.morris.solving import make_plan, solve_morris, variant_of
game = kibitz.game("morris", variant="six")
device = CpuSolver(variant_of(game))
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
    device = CpuSolver(VARIANTS["three"])

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
