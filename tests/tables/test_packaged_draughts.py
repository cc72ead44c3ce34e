"""The endgame tables of draughts in the package: size, agreement with the rules, known endings."""

from __future__ import annotations

from pathlib import Path

import pytest

import kibitz
from kibitz import LOSS, WIN
from kibitz.cli import output
from kibitz.cli.main import main
from kibitz.core.score import NO_DISTANCE, STAGE
from kibitz.engine.player import Player
from kibitz.tables.draughts.probing import DraughtsTables
from kibitz.tables.draughts.slice_store import folder_name, has_captures
from kibitz.tables.draughts.slices import slices
from kibitz.tables.folder import SHIPPED, table_paths
from kibitz.tables.table_file import TableFile
from kibitz.tables.verdict import Verdict
from kibitz.teaching.teacher import Teacher
from tests.tables.checker import check, check_results
from tests.tables.test_draughts import positions, variant

PACKAGED = ("english", "german", "russian", "international")
MEGABYTE = 10**6
WON = "W:WK1,K18,49:BK16"  # in international draughts


@pytest.fixture(autouse=True)
def _only_packaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path))


def verdict(name: str, position: str) -> Verdict:
    """The verdict on a position."""
    game = variant(name)
    found = DraughtsTables(game).probe(kibitz.Session(game, position).state)
    assert found is not None
    return found


def test_the_package_is_not_too_large() -> None:
    sizes = {path: path.stat().st_size for path in SHIPPED.rglob("*") if path.is_file()}
    assert sum(sizes.values()) <= 30 * MEGABYTE
    draughts = [size for path, size in sizes.items() if path.parent.name.startswith("draughts")]
    assert 0 < sum(draughts) <= 12 * MEGABYTE


@pytest.mark.parametrize("name", PACKAGED)
def test_every_slice_of_up_to_four_pieces_is_packaged(name: str) -> None:
    paths = list(table_paths(SHIPPED / folder_name(variant(name))))
    every = {str(one) for pieces in (2, 3, 4) for one in slices(pieces)}
    assert {path.stem for path in paths} == every
    for path in paths:
        file = TableFile(path)
        file.verify()
        assert not has_captures(file)


@pytest.mark.parametrize("name", PACKAGED)
def test_they_agree_with_the_rules(name: str) -> None:
    game = variant(name)
    agree = check_results if name == "international" else check
    assert agree(game, positions(game, 4, 200, seed=1), DraughtsTables(game).probe) == 200


def test_three_kings_against_one_in_russian_draughts() -> None:
    """They win in at most 15 moves (Petrov's triangle), unless it has the main road.

    ru.wikipedia.org, "Треугольник Петрова".
    """
    found = verdict("russian", "W:WKa3,Kc1,Ke1:BKh2")
    assert found.result == WIN
    assert (found.plies or 0) <= 2 * 15 - 1
    assert verdict("russian", "W:WKb4,Kc1,Ke1:BKh8").result == 0
    assert verdict("russian", "B:WKb4,Kc1,Ke1:BKd4").result == 0


@pytest.mark.parametrize("corner", ["W:WK15,K18:BK28", "W:WK15,K18:BK32", "W:WK18,K19:BK5"])
def test_two_kings_win_against_one_in_the_double_corner(corner: str) -> None:
    assert verdict("english", corner).result == WIN
    assert verdict("english", corner.replace("W:", "B:", 1)).result == LOSS


def test_the_side_to_move_decides_the_first_position() -> None:
    """Payne's First Position: White to move wins, Black to move draws.

    The American Checker Federation's page on standard positions gives the winning line.
    """
    first = "W:WK15,20:B12,K28"
    assert verdict("english", first).result == WIN
    assert verdict("english", first.replace("W:", "B:", 1)).result == 0


def test_in_international_draughts_only_the_result_is_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = verdict("international", WON)
    assert (str(found), found.plies, found.as_dict()) == (
        "wins (table)", None, {"result": "win", "plies": None},
    )  # fmt: skip
    assert found.remoteness > STAGE
    assert Verdict.of(NO_DISTANCE + found.remoteness) == found
    words = "tables", "probe", "draughts", "--variant", "international", "--position", WON
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "wins (table)"
    assert {line.split("  ")[-1] for line in lines[1:]} >= {"wins (table)", "draws"}


def test_the_word_table_is_not_repeated() -> None:
    session = kibitz.Session(variant("international"), WON)
    engine = kibitz.Engine(session.game, compiled=True)
    line = engine.play(session, kibitz.Limit(depth=1))
    assert line.value == "wins (table)"
    assert output.line_text(line).startswith("18-29  wins (table): 18-29 ")
    hint = Teacher(engine).hint(session, kibitz.Limit(depth=1))
    assert hint.rungs[-1].text.endswith(": wins (table).")


def test_perfect_players_finish_won_endings() -> None:
    game = variant("international")
    session = kibitz.Session(game, WON)
    player = Player(game, "perfect", seed=1, wait=False)
    assert player.play(session).value == "wins (table)"
    while (outcome := session.outcome()) is None:
        session.push(player.play(session).move)
    assert outcome.payoffs == (WIN, LOSS)


def test_explanations_know_wins_without_a_distance() -> None:
    session = kibitz.Session(variant("international"), WON)
    teacher = Teacher(kibitz.Engine(session.game, compiled=False))
    wins = Player(session.game, "perfect", seed=1, wait=False).play(session).move
    loses = next(move for move in session.legal_moves if move != wins)
    for move, code in ((wins, "is_table_win"), (loses, "gives_table_win_away")):
        assert code in {claim.code for claim in teacher.explain(session, move).claims}
