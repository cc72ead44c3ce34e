"""The folder of compiled code: a file that was planted there is never run."""

from __future__ import annotations

import errno
import hashlib
import hmac
import os
import shutil
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType
from typing import Any, cast

import pytest
from filelock import FileLock

from kibitz import KibitzWarning
from kibitz.compiling import code_cache as cache_module
from kibitz.compiling import signed_files
from kibitz.compiling.code_cache import CodeCache
from kibitz.compiling.entry import Entry, compile_entry
from kibitz.compiling.signature import INT
from kibitz.compiling.signed_files import UntrustedFolderError, open_signed_folder

posix = pytest.mark.skipif(os.name != "posix", reason="modes and owners are those of POSIX")
root = pytest.mark.skipif(
    os.name != "posix" or os.geteuid() != 0, reason="only root may give files to other users"
)


@pytest.fixture(autouse=True)
def _nothing_warned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_module, "_warned", set())


def doubled(number: int) -> int:
    return 2 * number


def tripled(number: int) -> int:
    return 3 * number


def compiles(function: Callable[[int], int] = doubled) -> bool:
    """Whether calling the function took compiling, or it came from the disk."""
    misses: list[None] = []
    plain = cast(FunctionType, function)
    compiled: Any = compile_entry(plain, (INT,), "test", lambda: misses.append(None))
    assert compiled(21) == function(21)
    return bool(misses)


def test_code_that_another_process_is_compiling_is_waited_for(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert compiles()
    file = code_file(cache)
    code = file.read_bytes()
    file.unlink()
    entry = Entry(cast(FunctionType, doubled), (INT,), "test")
    waited = []

    def acquire(lock: Any, timeout: float) -> None:
        waited.append(timeout)
        file.write_bytes(code)  # what the other process has compiled

    monkeypatch.setattr(FileLock, "acquire", acquire)
    monkeypatch.setattr(Entry, "_compile", lambda *_: pytest.fail("compiled twice"))
    assert entry.compile(CodeCache())(21) == 42
    assert len(waited) == 1


def test_a_lock_that_is_never_free_does_not_stop_compiling(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache_module, "_LONGEST_WAIT", 0)
    entry = Entry(cast(FunctionType, doubled), (INT,), "test")
    with CodeCache().compiling(entry.name):
        assert entry.compile(CodeCache())(21) == 42


def code_file(folder: Path) -> Path:
    (file,) = folder.glob("*.code")
    return file


def foreign_code(folder: Path) -> bytes:
    """Code that would run in place of `doubled`: where it is trusted, 2 times 21 is 63."""
    with open_signed_folder(folder, create=True) as files:
        assert compiles(tripled)
        file = code_file(folder)
        found = files.read(file.name)
        file.unlink()
    assert found is not None
    return found


def signed(key: bytes, name: str, payload: bytes) -> bytes:
    """A file as the cache writes it."""
    return hmac.new(key, name.encode() + b"\0" + payload, hashlib.sha256).digest() + payload


# What is kept, and for whom.


@posix
def test_the_folder_and_its_files_are_private(cache: Path) -> None:
    assert compiles()
    assert not compiles()
    assert cache.stat().st_mode & 0o777 == 0o700
    assert {file.stat().st_mode & 0o777 for file in cache.iterdir()} == {0o600}
    assert len((cache / "key").read_bytes()) == 32


@posix
def test_a_folder_that_others_may_read_is_closed_to_them(cache: Path) -> None:
    cache.mkdir(mode=0o755)
    cache.chmod(0o755)
    assert compiles()
    assert cache.stat().st_mode & 0o777 == 0o700


def assert_unused(folder: Path, words: str) -> None:
    """The folder is neither read nor written, and one sentence says so."""
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert compiles()
        assert compiles(tripled)
    assert [one.category for one in caught] == [KibitzWarning]
    text = str(caught[0].message)
    assert words in text
    assert repr(str(folder)) in text
    assert "set KIBITZ_CACHE" in text.replace("Set", "set")
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


@posix
@pytest.mark.parametrize("mode", [0o777, 0o770, 0o702, 0o1777])
def test_a_folder_that_others_may_write_to_is_not_used(cache: Path, mode: int) -> None:
    assert compiles()
    cache.chmod(mode)
    assert_unused(cache, "other users may write to it")
    assert cache.stat().st_mode & 0o7777 == mode


@root
def test_a_folder_of_another_user_is_not_used(cache: Path) -> None:
    assert compiles()
    os.chown(cache, 54321, 54321)
    assert_unused(cache, "belongs to another user (number 54321)")


@posix
def test_a_folder_swapped_after_the_check_is_not_written_to(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine", tmp_path / "other"
    other.mkdir(mode=0o777)
    with open_signed_folder(mine, create=True) as files:
        files.write("a", b"first")
        mine.rename(tmp_path / "moved")
        other.rename(mine)
        files.write("b", b"second")
        assert files.read("a") == b"first"
    assert not list(mine.iterdir())
    assert sorted(file.name for file in (tmp_path / "moved").iterdir()) == ["a", "b", "key"]


# Planted files.


def _as_before_signing(file: Path, payload: bytes) -> None:
    file.write_bytes(hashlib.sha256(payload).digest() + payload)


def _unsigned(file: Path, payload: bytes) -> None:
    file.write_bytes(payload)


def _with_another_key(file: Path, payload: bytes) -> None:
    file.write_bytes(signed(bytes(32), file.name, payload))


def _with_the_old_signature(file: Path, payload: bytes) -> None:
    file.write_bytes(file.read_bytes()[:32] + payload)


def _with_an_empty_key(file: Path, payload: bytes) -> None:
    file.write_bytes(signed(b"", file.name, payload))
    (file.parent / "key").write_bytes(b"")


def _with_a_short_key(file: Path, payload: bytes) -> None:
    file.write_bytes(signed(b"short", file.name, payload))
    (file.parent / "key").write_bytes(b"short")


def _without_a_key(file: Path, payload: bytes) -> None:
    file.write_bytes(signed(b"", file.name, payload))
    (file.parent / "key").unlink()


def _with_a_key_that_others_may_write(file: Path, payload: bytes) -> None:
    file.write_bytes(signed(b"k" * 32, file.name, payload))
    (file.parent / "key").write_bytes(b"k" * 32)
    (file.parent / "key").chmod(0o666)


def _with_a_linked_key(file: Path, payload: bytes) -> None:
    file.write_bytes(signed(b"k" * 32, file.name, payload))
    (file.parent / "key").unlink()
    known = file.parent.parent / "known key"
    known.write_bytes(b"k" * 32)
    known.chmod(0o600)
    (file.parent / "key").symlink_to(known)


def _copied_from_another_folder(file: Path, payload: bytes) -> None:
    other = file.parent.parent / "other"
    with open_signed_folder(other, create=True) as files:
        files.write(file.name, payload)
    shutil.copy(other / file.name, file)


def _renamed(file: Path, payload: bytes) -> None:
    with open_signed_folder(file.parent) as files:
        files.write("another.code", payload)
    (file.parent / "another.code").rename(file)


def _linked(file: Path, payload: bytes) -> None:
    """A file that would pass if it stood there itself."""
    with open_signed_folder(file.parent) as files:
        files.write(file.name, payload)
    aside = file.parent.parent / "aside"
    file.rename(aside)
    file.symlink_to(aside)


@posix
@pytest.mark.parametrize(
    "plant",
    [
        _as_before_signing,
        _unsigned,
        _with_another_key,
        _with_the_old_signature,
        _with_an_empty_key,
        _with_a_short_key,
        _without_a_key,
        _with_a_key_that_others_may_write,
        _with_a_linked_key,
        _copied_from_another_folder,
        _renamed,
        _linked,
    ],
)
def test_a_planted_file_is_never_run(cache: Path, plant: Callable[[Path, bytes], None]) -> None:
    planted = foreign_code(cache)
    assert compiles()
    plant(code_file(cache), planted)
    assert compiles()
    assert not compiles()  # it was replaced
    assert not code_file(cache).is_symlink()


@root
def test_a_key_of_another_user_is_replaced(cache: Path) -> None:
    planted = foreign_code(cache)
    assert compiles()
    file = code_file(cache)
    file.write_bytes(signed(b"k" * 32, file.name, planted))
    (cache / "key").write_bytes(b"k" * 32)
    os.chown(cache / "key", 54321, 54321)
    assert compiles()
    assert not compiles()
    assert (cache / "key").stat().st_uid == os.geteuid()
    assert (cache / "key").read_bytes() != b"k" * 32


@root
def test_a_file_of_another_user_is_not_read(cache: Path) -> None:
    assert compiles()
    os.chown(code_file(cache), 54321, 54321)
    assert compiles()
    assert not compiles()


def test_what_the_tests_plant_would_run_if_it_were_trusted(cache: Path) -> None:
    planted = foreign_code(cache)
    assert compiles()
    with open_signed_folder(cache) as files:
        files.write(code_file(cache).name, planted)
    trusted = compile_entry(cast(FunctionType, doubled), (INT,), "test", lambda: None)
    assert trusted(21) == 63


def test_a_signed_file_that_is_no_code_is_compiled_again(cache: Path) -> None:
    assert compiles()
    for content in (b"", b"nonsense", b"[]\nnonsense", b"{}\nnonsense"):
        with open_signed_folder(cache) as files:
            files.write(code_file(cache).name, content)
        with pytest.warns(KibitzWarning, match="could not be loaded"):
            assert compiles()
        cache_module._warned.clear()
        assert not compiles()


@posix
def test_a_pipe_in_place_of_a_file_does_not_block(cache: Path) -> None:
    assert compiles()
    file = code_file(cache)
    file.unlink()
    os.mkfifo(file)
    assert compiles()
    assert not compiles()


# Folders that do not work.


def said(function: Callable[[int], int] = doubled) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert compiles(function)
    return [str(one.message) for one in caught]


def test_a_full_disk_is_said_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        def __enter__(self) -> Full:
            return self

        def __exit__(self, *problem: object) -> None:
            pass

        def write(self, content: bytes) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

    def open_full(descriptor: int, mode: str, **options: Any) -> Any:
        if mode == "wb":
            os.close(descriptor)
            return Full()
        return open(descriptor, mode, **options)

    monkeypatch.setattr(signed_files, "open", open_full, raising=False)
    (text,) = said()
    assert "(No space left on device). Kibitz compiles again at every start" in text
    assert str(cache) in text
    assert not said(tripled)
    assert {file.suffix for file in cache.iterdir()} <= {".lock"}  # nothing half-written is left


def test_a_file_in_place_of_the_folder_is_said_once(cache: Path) -> None:
    cache.write_text("in the way")
    (text,) = said()
    assert f"cannot be stored in {cache} (" in text
    assert not said(tripled)


def test_a_missing_home_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(cache_module, "cache_folder", homeless)
    (text,) = said()
    assert "There is no folder for compiled code (Could not determine home directory.)" in text
    assert not said(tripled)


@root
def test_a_read_only_folder_is_read_and_its_code_is_used(cache: Path, tmp_path: Path) -> None:
    """As it is in an image of a container; root needs a mount to see it."""
    assert compiles()
    command = f"mount --bind -o ro {cache} {cache} 2>&1 && exec {sys.executable} -c '{{}}'"
    script = (
        'import warnings; warnings.simplefilter("error"); '
        "from tests.core.test_compile_cache import compiles; print(compiles())"
    )
    run = subprocess.run(
        ["unshare", "--mount", "sh", "-c", command.format(script)],
        env={**os.environ, "KIBITZ_CACHE": str(cache)},
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
    )
    if run.returncode and "mount" in run.stderr + run.stdout:
        pytest.skip("mounting is not allowed here")
    assert run.stdout.split() == ["False"], run.stderr


# Several processes.

_BOTH = """
import sys, time
from pathlib import Path
from kibitz.compiling.signed_files import open_signed_folder
folder, mine = Path(sys.argv[1]), sys.argv[2]
print("ready", flush=True)
sys.stdin.readline()
for number in range(50):
    with open_signed_folder(folder, create=True) as files:
        files.write(f"{mine}{number}", b"content")
"""


def test_processes_that_begin_at_once_agree_on_a_key(tmp_path: Path) -> None:
    for attempt in range(3):
        folder = tmp_path / str(attempt)
        running = [
            subprocess.Popen(
                [sys.executable, "-c", _BOTH, str(folder), name],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            for name in ("a", "b")
        ]
        for process in running:
            assert process.stdout is not None
            process.stdout.readline()
        for process in running:
            assert process.stdin is not None
            process.stdin.write("\n")
            process.stdin.flush()
        for process in running:
            process.communicate(timeout=60)
        assert [process.returncode for process in running] == [0, 0]
        with open_signed_folder(folder) as files:
            for name in ("a", "b"):
                assert all(files.read(f"{name}{number}") == b"content" for number in range(50))
        assert len(list(folder.iterdir())) == 101  # nothing half-written is left


def test_a_key_made_meanwhile_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_signed_folder(tmp_path / "files", create=True) as files:
        files.write("a", b"first")
        known = files._key
        answers: Iterator[bytes | None] = iter([None])
        monkeypatch.setattr(files, "_key", lambda: next(answers, known()))
        files.write("b", b"second")
        assert files.read("a") == b"first"
        assert files.read("b") == b"second"


# What is removed.


def aged(file: Path, seconds: float, size: int = 100) -> Path:
    file.write_bytes(b"x" * size)
    then = time.time() - seconds
    os.utime(file, (then, then))
    return file


def code_name(number: int) -> str:
    return f"{number:040x}.code"


def test_old_files_are_removed(tmp_path: Path) -> None:
    with open_signed_folder(tmp_path / "files", create=True) as files:
        folder = tmp_path / "files"
        aged(folder / code_name(1), 200 * 86400)
        aged(folder / code_name(2), 86400)
        aged(folder / "notes.code", 200 * 86400)  # not of our names
        files.prune(cache_module._NAMES, 90, 1000)
        assert sorted(file.name for file in folder.iterdir()) == [code_name(2), "notes.code"]
        files.prune(cache_module._NAMES, 90, 50)
        assert [file.name for file in folder.iterdir()] == ["notes.code"]


def test_what_a_killed_process_left_is_removed_after_a_while(tmp_path: Path) -> None:
    with open_signed_folder(tmp_path / "files", create=True) as files:
        folder = tmp_path / "files"
        aged(folder / f"{1:016x}.part", 2 * 3600)
        aged(folder / f"{2:016x}.part", 60)
        files.prune(cache_module._NAMES, 90, 1000)
        assert [file.name for file in folder.iterdir()] == [f"{2:016x}.part"]


def test_a_file_removed_by_another_process_meanwhile_is_no_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_signed_folder(tmp_path / "files", create=True) as files:
        aged(tmp_path / "files" / code_name(1), 200 * 86400)
        monkeypatch.setattr(os, "listdir", lambda folder: [code_name(1), code_name(2)])
        files.prune(cache_module._NAMES, 90, 1000)
    monkeypatch.undo()
    assert not list((tmp_path / "files").iterdir())


@posix
def test_the_check_is_of_the_open_folder(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    with pytest.raises(UntrustedFolderError, match="chmod 700"), open_signed_folder(tmp_path):
        pass
