"""References to games: what another process loads is the same game, or there is no reference."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.errors import OptionError
from kibitz.games.game_ref import GameId, GameRef, find_game, rules_file
from tests import toys
from tests.strangers import NIM


@pytest.fixture
def nim(tmp_path: Path) -> Path:
    path = tmp_path / "nim.py"
    path.write_text(NIM)
    return path


CONFIGURABLE = """
from kibitz import Option
import kibitz

BUILT = []

def build(size=3):
    BUILT.append(size)
    usual = kibitz.game("tictactoe")
    def moves(state):
        yield from usual.moves(state)
    return kibitz.Game(
        "sized", usual.start, moves, usual.play, usual.payoff, usual.evaluate,
        options=(Option("size", 3, range(1, 9)),), settings={"size": size}, build=build,
    )

GAME = build()
"""


def test_a_game_is_built_once_for_its_options(tmp_path: Path) -> None:
    path = tmp_path / "sized.py"
    path.write_text(CONFIGURABLE)
    usual = kibitz.game(path)
    assert usual.build is not None
    built: list[int] = usual.build.__globals__["BUILT"]
    assert kibitz.game(path, size=3) is usual
    assert kibitz.game(path, size="4") is kibitz.game(path, size=4)
    assert built == [3, 4]


def test_a_reference_survives_json_and_loads_the_same_object(nim: Path) -> None:
    for game in (
        kibitz.game("draughts", variant="russian"),
        kibitz.game("morris").judged_by("classic"),
        kibitz.game(nim),
    ):
        ref = GameRef.of(game)
        assert ref is not None
        again = GameRef.parse(json.loads(json.dumps(ref)))
        assert again == ref
        assert again.load() is game


def test_a_file_named_by_a_relative_path_is_referred_to_by_its_whole_path(
    nim: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(nim.parent)
    ref = GameRef.of(kibitz.game("nim.py"))
    assert ref is not None
    assert (ref.source, ref.file) == (str(nim), str(nim))


def test_there_is_no_reference_where_loading_gives_other_rules(nim: Path) -> None:
    game = kibitz.game(nim)
    nim.write_text(NIM + "\n# a comment changes no rules\n")
    assert GameRef.of(game) is not None
    nim.write_text(NIM.replace("range(1, 4)", "range(1, 5)"))
    assert GameRef.of(game) is None
    nim.write_text("GAME =")
    assert GameRef.of(game) is None


def test_a_reference_loads_only_the_rules_that_it_was_made_of(nim: Path) -> None:
    ref = GameRef.of(kibitz.game(nim))
    assert ref is not None
    assert (ref.version, len(ref.digest)) == (1, 16)
    nim.write_text(NIM.replace("range(1, 4)", "range(1, 5)"))
    with pytest.raises(OptionError, match="have changed since they were loaded") as refusal:
        ref.load()
    assert refusal.value.code == "game_changed"
    assert GameRef(str(nim)).load() is kibitz.game(nim)  # a reference without a version
    with pytest.raises(OptionError, match="rules of tictactoe"):
        GameRef("tictactoe", version=99).load()


def test_a_match_refuses_an_evaluation_that_its_record_cannot_name() -> None:
    with pytest.raises(OptionError) as refusal:
        find_game(kibitz.game("morris").judged_by("classic"))
    assert refusal.value.code == "match_needs_source"


def test_the_file_of_the_rules_is_that_of_the_game_not_of_a_module_beside_it(
    tmp_path: Path, nim: Path
) -> None:
    front = tmp_path / "front.py"
    front.write_text("from nim import GAME")
    assert rules_file(kibitz.game(front)) == str(front)
    assert rules_file(kibitz.game(nim)) == str(nim)
    assert rules_file(kibitz.game("tictactoe", rows=4)) is None
    own: Game = toys.nim()
    assert str(rules_file(own)).endswith("toys.py")


def test_settings_in_another_order_are_the_same_identity() -> None:
    game = kibitz.game("tictactoe")
    name, settings, version = GameId.of(game)
    assert GameId(name, dict(reversed(settings.items())), version) == GameId.of(game)
    assert list(GameId.of(game).as_dict()) == ["name", "settings", "version"]
