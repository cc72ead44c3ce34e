"""The web app's sources: type-checked, consistent with the API, and independent of any game."""

from __future__ import annotations

import os
import re
from pathlib import Path
from types import ModuleType

import pytest

from kibitz.games.registry import ALIASES, names
from tests.web.conftest import ROOT

SOURCES = ROOT / "web" / "src"
GENERATED = SOURCES / "api" / "schema.d.ts"
# What each folder of the app may import: the API layer knows neither the page nor its framework.
LAYERS: dict[str, set[str]] = {
    "api": set(),
    "qr": set(),
    "board": set(),
    "strings": set(),
    "styles": set(),
    "state": {"api", "board", "strings"},
    "app": {"api", "board", "qr", "state", "strings"},
}
IMPORTED = re.compile(r"""(?:from|import)\s*\(?\s*["']([^"']+)["']""")
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def sources() -> list[Path]:
    found = [path for path in SOURCES.rglob("*") if path.suffix in (".ts", ".svelte")]
    return [path for path in found if path != GENERATED]


def shipped() -> list[Path]:
    return [path for path in sources() if not path.name.endswith(".test.ts")]


def test_types_match_the_server(build_app: ModuleType, tmp_path: Path) -> None:
    build_app.write_types(tmp_path / "schema.d.ts")
    written = (tmp_path / "schema.d.ts").read_text()
    assert written == GENERATED.read_text(), "run `make types`"


def test_type_check_and_unit_tests_pass(build_app: ModuleType) -> None:
    build_app.main(["check"])


def test_app_is_rebuilt_only_if_a_source_is_newer(
    build_app: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert build_app.build() is False
    monkeypatch.setattr(build_app, "BUILT", tmp_path)
    assert not build_app.is_built()
    page = tmp_path / "index.html"
    page.touch()
    assert build_app.is_built()
    os.utime(page, (0, 0))
    assert not build_app.is_built()


def test_folders_import_only_from_the_layers_below() -> None:
    found: dict[str, set[str]] = {folder: set() for folder in LAYERS}
    for path in shipped():
        folder = path.relative_to(SOURCES).parts[0]
        if folder in LAYERS and "tests" not in path.parts:
            targets = IMPORTED.findall(path.read_text())
            places = [(path.parent / name).resolve() for name in targets if name.startswith(".")]
            found[folder] |= {place.relative_to(SOURCES).parts[0] for place in places} - {folder}
            if folder == "api":
                assert not any("svelte" in name for name in targets), path
    assert found["app"] == LAYERS["app"], "imports are found"
    assert {folder: (found[folder] & LAYERS.keys()) - LAYERS[folder] for folder in LAYERS} == {
        folder: set() for folder in LAYERS
    }


def test_no_game_is_named() -> None:
    words = {*names(), *ALIASES}
    pattern = re.compile(rf"\b({'|'.join(map(re.escape, sorted(words)))})\b", re.IGNORECASE)
    places = [
        (path.name, found[0])
        for path in shipped()
        if "tests" not in path.parts
        for found in pattern.finditer(path.read_text())
    ]
    assert places == []


def test_nothing_is_exported_by_default() -> None:
    assert [path.name for path in sources() if "export default" in path.read_text()] == []


def test_no_any_and_no_inline_style() -> None:
    offenders = [
        path.name
        for path in shipped()
        if re.search(r":\s*any\b|as any\b|<any>|\sstyle=\"", COMMENT.sub("", path.read_text()))
    ]
    assert offenders == []


def test_strings_are_all_in_use() -> None:
    text = "".join(path.read_text() for path in shipped() if path.name != "en.ts")
    english = (SOURCES / "strings" / "en.ts").read_text()
    codes = re.findall(r'^ {2}"([a-z]+\.[^"]+)":', english, re.MULTILINE)
    assert codes
    unused = [code for code in codes if f'"{code}"' not in text and not _is_composed(code, text)]
    assert unused == []


def _is_composed(code: str, text: str) -> bool:
    """Whether a code is built from its first part and a name."""
    return f"`{code.split('.')[0]}.${{" in text
