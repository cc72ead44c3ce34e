from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from kibitz.core.errors import LimitError, RecordError, UnknownGameError
from kibitz.games.registry import shipped
from kibitz.games.trust import NO_TRUST, Trust
from tests.strangers import NIM


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("games", "games2", "games/deeper"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "nim.py").write_text(NIM)
    (tmp_path / "games" / "link.py").symlink_to(tmp_path / "games2" / "nim.py")
    (tmp_path / "linked").symlink_to(tmp_path / "games")
    return tmp_path


@pytest.mark.parametrize(
    ("trusted", "wanted", "is_allowed"),
    [
        ("games", "games/nim.py", True),
        ("games", "games/deeper/nim.py", True),
        ("games", "linked/nim.py", True),
        ("linked", "games/nim.py", True),
        ("games/nim.py", "games/nim.py", True),
        ("games", "games/deeper/../nim.py", True),
        ("games", "games2/nim.py", False),
        ("games", "games/../games2/nim.py", False),
        ("games", "games/link.py", False),
        ("games/nim.py", "games/deeper/nim.py", False),
        ("games/deeper", "games/nim.py", False),
        ("missing", "games/nim.py", False),
    ],
)
def test_a_file_is_trusted_by_where_it_really_is(
    folder: Path, trusted: str, wanted: str, is_allowed: bool
) -> None:
    trust = Trust([folder / trusted])
    assert trust.allows(str(folder / wanted)) is is_allowed
    if is_allowed:
        assert trust.load(str(folder / wanted), {}, "a record").name == "nim"
    else:
        with pytest.raises(RecordError, match="needs the game file") as refusal:
            trust.load(str(folder / wanted), {}, "a record")
        assert refusal.value.code == "file_not_trusted"


@pytest.mark.parametrize(
    "name", ["nim.py", "missing.py", "nim.PY", "nim.py\0", "nim.py ", "", "\ud800.py"]
)
def test_without_trust_all_files_are_refused_alike(folder: Path, name: str) -> None:
    with pytest.raises(RecordError) as refusal:
        NO_TRUST.load(str(folder / "games" / name), {}, "a record")
    assert refusal.value.code == "file_not_trusted"


def test_relative_paths_are_of_this_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    assert Trust(["games"]).allows("games/nim.py")
    assert Trust(".").allows("games/nim.py")
    monkeypatch.chdir("games2")
    assert not Trust([folder / "games"]).allows("nim.py")


@pytest.mark.parametrize("given", [[5], [None], ["a\0b"], [b"games"], [""], [" "], ""])
def test_what_is_no_folder_is_refused(given: list[str]) -> None:
    with pytest.raises(LimitError, match="trust cannot be"):
        Trust(given)


@pytest.mark.parametrize(
    "name", ["nim.py", "./nim.py", "missing.py", "os", "kibitz.games.tiles", "", 5, None]
)
def test_a_shipped_game_is_never_a_file(
    folder: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder / "games")
    looked: list[str] = []
    stat = os.stat

    def noted(path: object, *arguments: Any, **named: Any) -> os.stat_result:
        looked.append(str(path))
        return stat(path, *arguments, **named)  # type: ignore[arg-type]  # as it was called

    with monkeypatch.context() as patch:
        patch.setattr(os, "stat", noted)
        with pytest.raises(UnknownGameError, match=r"Unknown game .*: choose one of connect4"):
            shipped(name)
    files = {str(folder / "games" / str(name)), str(name)} - {""}
    assert not files & {os.path.abspath(path) for path in looked}
    assert not files & {*looked}


def test_without_trust_nobody_looks_at_the_file_system(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    def lstat(path: str, *_: object, **__: object) -> os.stat_result:
        looked.append(os.fspath(path))
        raise FileNotFoundError

    monkeypatch.setattr(os, "lstat", lstat)
    with pytest.raises(RecordError):
        NO_TRUST.load(str(folder / "games" / "nim.py"), {}, "a record")
    assert looked == []
