"""The names under which additional game files are offered."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from kibitz.server.catalogue import Catalogue
from kibitz.server.game_files import absolute_entry
from kibitz.server.schema.preview_schema import listed_game
from tests.server.live import V1, serving

CLASSES = Path(__file__).parents[1] / "own_classes"
DAME, TICTACTOE = str(CLASSES / "dame.py"), str(CLASSES / "tictactoe.py")
STICKS = (Path(__file__).parents[1] / "web" / "custom_games" / "sticks.py").read_text()


def sticks(folder: Path, file: str, name: str = "sticks", title: str = "") -> str:
    """A game file with this name, whose game has another name."""
    folder.mkdir(exist_ok=True)
    path = folder / file
    text = STICKS.replace('Game("sticks"', f'Game("{name}"')
    path.write_text(text.replace("payoff, evaluate)", f"payoff, evaluate, title={title!r})"))
    return str(path)


def test_a_class_with_the_name_of_a_shipped_game_gets_the_name_of_its_file() -> None:
    """One hid the shipped game, the other broke the page."""
    catalogue = Catalogue([DAME, TICTACTOE])
    assert catalogue.names() == (*kibitz.names(), "dame.py", "tictactoe.py")
    assert catalogue.game("tictactoe") is kibitz.game("tictactoe")
    assert catalogue.game("dame") is kibitz.game("draughts")
    assert [catalogue.game(name).title for name in catalogue.files] == ["Dame", "TicTacToe"]
    labels = [catalogue.label(catalogue.game(name)) for name in catalogue.names()]
    assert [label.name for label in labels] == list(catalogue.names())
    assert [label.title for label in labels[-2:]] == ["Dame (dame.py)", "TicTacToe (tictactoe.py)"]


def test_the_name_of_a_file_is_used_without_its_ending_if_no_game_has_it(tmp_path: Path) -> None:
    path = sticks(tmp_path, "My Club-2.py", name="morris")
    assert list(Catalogue([path]).files) == ["my_club_2"]
    assert list(Catalogue([sticks(tmp_path, "2.py", name="morris")]).files) == ["2.py"]


def test_a_name_can_be_chosen(tmp_path: Path) -> None:
    catalogue = Catalogue([f"club={DAME}", sticks(tmp_path, "own.py")])
    assert list(catalogue.files) == ["club", "sticks"]
    assert catalogue.label(catalogue.game("club")).title == "Dame (club)"


@pytest.mark.parametrize("chosen", ["", "one="])
def test_two_files_with_one_name_are_refused(tmp_path: Path, chosen: str) -> None:
    paths = [sticks(tmp_path / part, "own.py") for part in "ab"]
    with pytest.raises(kibitz.UnknownGameError, match="--game NAME=FILE") as refused:
        Catalogue([chosen + path for path in paths])
    assert all(path in str(refused.value) for path in paths)
    assert list(Catalogue([paths[0], f"other={paths[1]}"]).files) == ["sticks", "other"]


def test_a_file_is_served_once(tmp_path: Path) -> None:
    path = sticks(tmp_path, "own.py")
    assert list(Catalogue([path, path]).files) == ["sticks"]
    with pytest.raises(kibitz.UnknownGameError, match="two names"):
        Catalogue([path, f"other={path}"])


@pytest.mark.parametrize("name", ["tictactoe", "dame", "Club", "own game", "", "dame.py", "x" * 61])
def test_a_name_that_cannot_be_chosen_is_refused(name: str) -> None:
    with pytest.raises(kibitz.UnknownGameError, match=r"NAME=FILE|--game club=club\.py"):
        Catalogue([f"{name}={DAME}"])


def test_a_path_with_an_equals_sign_is_a_path(tmp_path: Path) -> None:
    path = sticks(tmp_path, "a=b.py")
    assert list(Catalogue([path]).files) == ["sticks"]


def test_paths_become_absolute() -> None:
    assert absolute_entry("x.py") == os.path.abspath("x.py")
    assert absolute_entry("club=x.py") == f"club={os.path.abspath('x.py')}"


def test_titles_that_look_the_same_are_made_distinct(tmp_path: Path) -> None:
    one = sticks(tmp_path, "one.py", name="one", title="Sticks")
    two = sticks(tmp_path, "two.py", name="two", title="sticks")
    three = sticks(tmp_path, "three.py", name="three", title="Connect-Four")
    titles = [file.label.title for file in Catalogue([one, two, three]).files.values()]
    assert titles == ["Sticks (one)", "sticks (two)", "Connect-Four (three)"]


def test_a_record_finds_its_own_game() -> None:
    catalogue = Catalogue([TICTACTOE])
    for name in ("tictactoe", "tictactoe.py"):
        game = catalogue.game(name)
        session = kibitz.Session(game)
        session.push(session.legal_moves[0])
        record = session.to_json()
        found = kibitz.Session.from_json(record, catalogue.game_of(record))
        assert (found.game is game, found.moves) == (True, session.moves)


def test_a_record_finds_its_file_among_games_of_one_name(tmp_path: Path) -> None:
    paths = [sticks(tmp_path / part, f"{part}.py") for part in "ab"]
    catalogue = Catalogue([f"{part}={path}" for part, path in zip("ab", paths, strict=True)])
    for part, path in zip("ab", paths, strict=True):
        for file in (path, f"{part}.py"):
            record = {"game": {"name": "sticks", "settings": {}, "version": 1, "file": file}}
            assert catalogue.game_of(record) is catalogue.game(part)


def test_rules_that_fail_do_not_hide_the_other_games(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(STICKS.replace("for take in (1, 2, 3):", "for take in (1, 2, 1 // 0):"))
    catalogue = Catalogue([str(path)])
    listed = [
        listed_game(game, catalogue.label(game)) for game in map(catalogue.game, catalogue.names())
    ]
    assert [one.preview is None for one in listed] == [False] * 6 + [True]


@pytest.mark.parametrize("workers", [1, 2])
def test_both_games_are_played_under_their_names(tmp_path: Path, workers: int) -> None:
    options = ["--game", TICTACTOE, "--game", f"club={DAME}"]
    database, log = str(tmp_path / "games.db"), tmp_path / "log"
    with serving(database, log, {"KIBITZ_WARM": "false"}, workers, options=options) as server:
        listed = server.http.get(f"{V1}/games").json()["games"]
        assert [found["name"] for found in listed][-3:] == ["tiles", "tictactoe.py", "club"]
        ours, other = server.begin("tictactoe"), server.begin("tictactoe.py")
        for table, title in ((ours, "Tic-Tac-Toe"), (other, "TicTacToe (tictactoe.py)")):
            found = table.move("4")
            assert found["game"]["title"] == title
            named = server.http.get(f"{V1}/games/{found['game']['name']}").json()
            assert (named["name"], named["title"]) == (found["game"]["name"], title)
            text = server.http.get(f"{table.path}/export").json()["text"]
            again = server.http.post(f"{V1}/sessions/import", json={"text": text}).json()["session"]
            assert again["game"] == found["game"]
    assert f"{TICTACTOE} is served as tictactoe.py" in log.read_text()


def test_a_clash_is_refused_at_the_start(tmp_path: Path) -> None:
    paths = [sticks(tmp_path / part, "own.py") for part in "ab"]
    command = [sys.executable, "-m", "kibitz", "serve", "--game", paths[0], "--game", paths[1]]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (found.returncode, found.stdout) == (2, "")
    assert "--game NAME=FILE" in found.stderr
    assert "Traceback" not in found.stderr
