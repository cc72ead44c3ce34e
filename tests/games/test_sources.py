"""Files of strangers: each is loaded with the modules that stand beside it, and no others."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kibitz.core.child_python import python_command
from kibitz.core.errors import UnknownGameError
from kibitz.engine.compile_order import start_process
from kibitz.games import sources
from kibitz.games.sources import load_source, siblings, source_files


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave behind no module, no folder and no name."""
    monkeypatch.setattr(sources, "_siblings", dict(sources._siblings))
    monkeypatch.setattr(sources, "_folders", dict(sources._folders))
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    before = dict(sys.modules)
    yield
    for name in set(sys.modules) - set(before):
        del sys.modules[name]
    sys.modules.update(before)


def write(folder: Path, **files: str) -> str:
    """Files of one folder by their names; the path of the one called bot."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return str(folder / "bot.py")


def test_two_versions_have_their_own_neighbours_in_whatever_order(tmp_path: Path) -> None:
    bot = "from brain import WHO\nimport brain\ndef who(): return WHO, brain.WHO"
    paths = [write(tmp_path / name, bot=bot, brain=f"WHO = {name!r}") for name in ("v1", "v2")]
    loaded = {path: load_source(path) for path in (*paths, paths[0])}
    assert [loaded[path].who() for path in paths] == [("v1", "v1"), ("v2", "v2")]


def test_packages_are_neighbours_with_all_their_modules(tmp_path: Path) -> None:
    for name in ("v1", "v2"):
        write(tmp_path / name, bot="from brain.deep import WHO")
        write(tmp_path / name / "brain", __init__="", deep=f"WHO = {name!r}")
    paths = [str(tmp_path / name / "bot.py") for name in ("v1", "v2")]
    assert [load_source(path).WHO for path in paths] == ["v1", "v2"]
    assert [Path(one).name for one in source_files(paths[0])] == [
        "bot.py",
        "__init__.py",
        "deep.py",
    ]


def test_files_of_one_folder_share_their_neighbours(tmp_path: Path) -> None:
    path = write(tmp_path, bot="import brain", other="import brain", brain="")
    assert load_source(path).brain is load_source(str(tmp_path / "other.py")).brain


def test_a_name_that_is_looked_up_later_cannot_be_shared(tmp_path: Path) -> None:
    now, late = "import brain", "def choose(game, position):\n    import brain"
    first = write(tmp_path / "v1", bot=now, brain="")
    second = write(tmp_path / "v2", bot=late, brain="")
    load_source(first)
    with pytest.raises(UnknownGameError, match=r"both named brain.*to the top of the file"):
        load_source(second)


def test_neighbours_are_found_by_way_of_each_other(tmp_path: Path) -> None:
    bot = write(
        tmp_path,
        bot="import brain, json\nfrom kibitz import Game",
        brain="import bot, heart\ntry:\n    import absent\nexcept ImportError: pass",
        heart="def beat():\n    import blood",
        blood="",
        idle="",
        json="raise RuntimeError('Python has its own')",
        kibitz="raise RuntimeError('so has this process')",
    )
    found = siblings(Path(bot))
    assert {name: one.is_late for name, one in found.items()} == {
        "brain": False,
        "heart": False,
        "blood": True,
    }


def test_what_a_file_prints_when_loaded_is_no_result(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    load_source(write(tmp_path, bot="print('hello')"))
    assert capsys.readouterr() == ("", "hello\n")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("def", "(bot.py, line 1)"),
        ("import brain", "(brain.py, line 1)"),
        ("\ndef half():\n    return 1 / 0\nhalf()", "(bot.py, line 3)"),
        ("\nimport none_such", "'none_such' (bot.py, line 2)"),
        ("import sys; sys.exit()", "(bot.py, line 1)"),
    ],
)
def test_a_file_that_is_broken_is_refused(tmp_path: Path, text: str, where: str) -> None:
    path = write(tmp_path, bot=text, brain="x = ")
    with pytest.raises(UnknownGameError, match=f"Cannot load .*{re.escape(where)}\\.$"):
        load_source(path)


def test_a_file_named_like_a_module_of_python_does_not_replace_it(tmp_path: Path) -> None:
    """Not for the game, not for what is imported later, and not for processes that compile it."""
    write(
        tmp_path,
        bot="import colorsys, brain",
        brain="",
        colorsys="raise RuntimeError('not the one of Python')",
        this="raise RuntimeError('not the one of Python')",
    )
    before = list(sys.path)
    module = load_source(str(tmp_path / "bot.py"))
    assert module.colorsys.rgb_to_hsv(0, 0, 0) == (0, 0, 0)
    assert Path(module.brain.__file__).parent == tmp_path
    assert sys.path == before


def test_child_processes_do_not_import_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("random", "types", "glob", "json", "subprocess"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('not the one of Python')")
    monkeypatch.chdir(tmp_path)
    code = "import random, types, glob, json, kibitz"
    assert subprocess.run(python_command("-c", code), check=False).returncode == 0
    process = start_process()
    out, _ = process.communicate("")
    assert (process.returncode, out) == (0, "")
