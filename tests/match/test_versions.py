"""Two versions of the engine against each other: here the working tree on both sides."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks import versions
from benchmarks.version_process import ROOT, Process, Version, VersionError, set_up
from kibitz.engine.position import Snapshot

VERSIONS = (Version("working tree", ROOT), Version("twin", ROOT))
SMALL = versions.read_contest("tictactoe --option rows=4 --option columns=4 --option length=4")


def test_a_process_plays_and_says_what_it_took() -> None:
    process = Process(VERSIONS[0], SMALL.ref, SMALL.game)
    try:
        process.start()
        process.clear()
        state = SMALL.game.initial()
        path = [state]
        for move in (0, 4, 1, 5, 2, 8):
            path.append(SMALL.game.play(path[-1], move))
        found = process.play(Snapshot(path[-1], tuple(path[:-1])), {"nodes": 1000})
        assert (found["move"], found["win_in"]) == ("3", 1)
        assert found["nodes"] > 0
        assert found["cpu"] >= 0
        with pytest.raises(VersionError, match="The engine of working tree failed: "):
            process.play(Snapshot((1, 2)), {"nodes": 1000})
    finally:
        process.close()
    with pytest.raises(VersionError, match="The engine of working tree has ended"):
        process.clear()


def test_a_match_is_played_from_both_sides_recorded_and_not_played_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    standings = versions.play(SMALL, VERSIONS, {"nodes": 300}, 4, 1, tmp_path)
    assert standings.games == 4
    assert [row.name for row in standings.rows] == ["working tree", "twin"]
    assert all(row.nodes > 0 for row in standings.rows)
    assert versions.report(SMALL, standings)
    assert "50.0 %" in capsys.readouterr().out  # one program on both sides, and limits in nodes
    (record,) = tmp_path.iterdir()
    written = record.read_bytes()
    missing = Version("working tree", ROOT, "no such python"), VERSIONS[1]
    again = versions.play(SMALL, missing, {"nodes": 300}, 4, 1, tmp_path)
    assert again.games == 4
    assert record.read_bytes() == written


def test_speed_is_compared_and_one_version_searches_like_its_twin() -> None:
    speed = versions.measure(SMALL, VERSIONS, nodes=2_000, rounds=2, count=2)
    assert speed.same == 2
    assert speed.ratio > 0


def test_positions_for_speed_are_unfinished_and_the_same_every_time() -> None:
    game = SMALL.game
    found = versions.positions(game, 3)
    assert found == versions.positions(game, 3)
    assert [len(position.earlier) for position in found] == [4, 6, 8]
    assert all(game.outcome(one.state, one.earlier) is None for one in found)


def test_sources_of_another_place_are_refused(tmp_path: Path) -> None:
    process = Process(Version("elsewhere", tmp_path), SMALL.ref, SMALL.game)
    try:
        with pytest.raises(VersionError, match="elsewhere runs the sources at "):
            process.start()
    finally:
        process.close()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["no-such-commit"], "No commit 'no-such-commit' in this repository."),
        (["HEAD", "--game", "chess"], "Unknown game 'chess'"),
        (["HEAD", "--game", "morris --colour red"], "Cannot read the game: unrecognized"),
        (["HEAD", "--game", "morris '"], ": No closing quotation."),
        (["HEAD", "--game", "tiles --players 3"], "is a game for 3 players; expected one for two."),
        (
            ["HEAD", "--games", "0"],
            "--games, --processes and --rounds have to be whole numbers from 1.",
        ),
        (["HEAD", "--time", "-1"], "time cannot be -1.0"),
        (["HEAD", "--speed", "--time", "1"], "use --nodes, not --time."),
    ],
)
def test_what_cannot_be_measured_is_refused_in_one_line(
    words: list[str],
    problem: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["versions", *words])
    assert versions.main() == 2
    said = capsys.readouterr().err
    assert problem in said
    assert said.count("\n") == 1


def test_an_unknown_commit_makes_nothing(tmp_path: Path) -> None:
    with pytest.raises(VersionError):
        set_up("--help", tmp_path)
    assert not list(tmp_path.iterdir())
