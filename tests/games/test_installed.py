"""Games that other installed packages offer by entry points."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kibitz
from kibitz.core.errors import KibitzWarning, UnknownGameError
from kibitz.games import installed
from kibitz.games.game_ref import GameRef, rules_file
from kibitz.games.registry import installed_names, is_taken, loadable_games, named
from kibitz.match.specification import specify
from kibitz.server.catalogue import Catalogue
from tests.strangers import NIM

Install = Callable[..., None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Installs a package that offers games, in a folder of this test."""
    monkeypatch.syspath_prepend(tmp_path)
    before = set(sys.modules)

    def write(package: str, rules: str = "", **points: str) -> None:
        (tmp_path / f"{package}.py").write_text(rules)
        info = tmp_path / f"{package}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        lines = [f"{name} = {value}" for name, value in points.items()]
        (info / "entry_points.txt").write_text("\n".join(["[kibitz.games]", *lines]))
        _forget()

    yield write
    monkeypatch.undo()
    _forget()
    for name in set(sys.modules) - before:
        if (tmp_path / f"{name}.py").exists():
            del sys.modules[name]


def _forget() -> None:
    installed._found.cache_clear()
    installed.load_installed.cache_clear()


def rules_of(name: str) -> str:
    assert '"nim"' in NIM
    return NIM.replace('"nim"', f'"{name}"')


def test_an_installed_game_is_found_by_name(install: Install) -> None:
    install("piles", rules_of("piles"), piles="piles:GAME")
    game = kibitz.game("piles")
    assert installed_names() == ("piles",)
    assert is_taken("piles")
    assert game in list(loadable_games())
    assert Catalogue().game("piles") is game
    assert Catalogue().names()[-1] == "piles"
    ref = GameRef.of(game)
    assert ref is not None
    assert (ref.source, ref.file) == ("piles", None)
    assert ref.load() is game
    assert rules_file(game) is None


def test_a_session_of_an_installed_game_is_saved_and_loaded(
    install: Install, tmp_path: Path
) -> None:
    install("heaps", rules_of("heaps"), heaps="heaps:GAME")
    session = kibitz.Session(kibitz.game("heaps"))
    session.push(next(iter(session.legal_moves)))
    session.save(tmp_path / "saved.json")
    assert json.loads((tmp_path / "saved.json").read_text())["game"]["file"] is None
    assert kibitz.Session.load(tmp_path / "saved.json").history == session.history


def test_a_match_watches_the_module_of_an_installed_game(install: Install) -> None:
    install("stacks", rules_of("stacks"), stacks="stacks:GAME")
    found, _ = specify(
        "stacks",
        ["random", "random"],
        seed=0,
        opening_plies=0,
        balance=1.0,
        plies=100,
        adjudicate=None,
        adjudicate_draws=None,
    )
    assert [Path(file).name for file, _ in found.files] == ["stacks.py"]


@pytest.mark.parametrize(
    ("rules", "value", "problem"),
    [
        ("1 / 0", "broken:GAME", "ZeroDivisionError"),
        ("GAME = 5", "broken:GAME", "of type int"),
        (rules_of("another"), "broken:GAME", "called 'another'"),
        ("", "broken:GAME", "AttributeError"),
        ("", "missing_module:GAME", "ModuleNotFoundError"),
    ],
)
def test_a_broken_package_is_named_and_stops_nothing(
    install: Install, rules: str, value: str, problem: str
) -> None:
    install("broken", rules, broken=value)
    with pytest.raises(UnknownGameError, match=problem) as error:
        kibitz.game("broken")
    assert "broken" in str(error.value)
    with pytest.warns(KibitzWarning, match=problem):
        assert "broken" not in Catalogue().names()


def test_a_package_never_hides_a_shipped_game(install: Install) -> None:
    install("evil", rules_of("draughts"), draughts="evil:GAME", dame="evil:GAME")
    with pytest.warns(KibitzWarning, match="Kibitz has a game of that name|ignores because"):
        assert installed_names() == ()
    assert kibitz.game("dame").name == "draughts"
    assert kibitz.game("draughts").players == 2


def test_of_two_packages_with_one_name_the_first_wins(install: Install) -> None:
    install("alpha", rules_of("shared"), shared="alpha:GAME")
    install("beta", rules_of("shared"), shared="beta:GAME")
    with pytest.warns(KibitzWarning, match="alpha and beta"):
        game = named("shared")
    assert game.moves.__module__ == "alpha"


def test_a_bad_name_is_ignored(install: Install) -> None:
    install("shout", rules_of("SHOUT"), SHOUT="shout:GAME")
    with pytest.warns(KibitzWarning, match="lower-case letters"):
        assert installed_names() == ()


def test_shipped_games_need_no_look_at_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installed, "_found", None)
    assert named("tictactoe").name == "tictactoe"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert kibitz.game("dame").name == "draughts"
