"""Self-play: compiled as interpreted, the rules of its games, its files, and interruptions."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import kibitz
from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError, LimitError, RecordError
from kibitz.core.score import INFINITY
from kibitz.core.states import state_functions
from kibitz.search.reference import Reference
from kibitz.training.position_file import SelfPlayReader, SelfPlayWriter
from kibitz.training.position_records import PROVEN, QUIET, RANDOM, REASONS, PlayedGame
from kibitz.training.self_play import SelfPlay
from kibitz.training.self_play_settings import SelfPlaySettings
from kibitz.training.self_player import SelfPlayer

QUICK = SelfPlaySettings(nodes=150, plies=40, seed=3)
CHOSEN: dict[str, dict[str, Any]] = {
    "connect4": {"rows": 4, "columns": 5},
    "morris": {"variant": "three"},
    "draughts": {"variant": "english"},
    "tiles": {"players": 3, "rows": 4, "columns": 4},
}


class Words(NamedTuple):
    turn: int
    word: str


def chosen(name: str) -> Game:
    return kibitz.game(name, **CHOSEN[name])


@pytest.mark.parametrize("name", CHOSEN)
def test_compiled_games_equal_interpreted_ones(name: str) -> None:
    game = chosen(name)
    settings = SelfPlaySettings(nodes=60, plies=24, seed=3)
    compiled = SelfPlayer(game, settings)
    interpreted = SelfPlayer(game, settings, is_compiled=False)
    for number in range(2):
        one, other = compiled.play(number), interpreted.play(number)
        assert np.array_equal(one.records, other.records)
        assert (one.payoffs, one.plies, one.reason, one.nodes) == (
            other.payoffs,
            other.plies,
            other.reason,
            other.nodes,
        )


@pytest.mark.parametrize("name", CHOSEN)
def test_records_are_positions_of_one_legal_game(name: str) -> None:
    game = chosen(name)
    unpack = state_functions(game).unpack
    player = SelfPlayer(game, QUICK)
    for number in range(8):
        played = player.play(number)
        assert played.plies <= QUICK.plies
        previous = None
        for record in played.records:
            state = unpack(tuple(map(int, record["position"])))
            moves = list(game.moves(state))
            assert int(record["move"]) in moves
            assert len(moves) > 1
            assert state.turn == record["side"]
            assert record["result"] == played.payoffs[state.turn]
            is_quiet = game.noisy is None or not any(game.noisy(state, move) for move in moves)
            assert bool(record["flags"] & QUIET) == is_quiet
            if previous is not None and previous["ply"] + 1 == record["ply"]:
                before = unpack(tuple(map(int, previous["position"])))
                after = [game.play(before, move) for move in game.moves(before)]
                assert state in after
                if not previous["flags"] & RANDOM:
                    assert state == game.play(before, int(previous["move"]))
            previous = record


def test_proven_scores_are_the_results_of_perfect_play() -> None:
    game = kibitz.game("tictactoe")
    settings = SelfPlaySettings(nodes=100_000, adjudicate=False, random_moves=300)
    player = SelfPlayer(game, settings)
    unpack, seen = state_functions(game).unpack, 0
    for number in range(20):
        for record in player.play(number).records:
            if not record["flags"] & PROVEN:
                continue
            state = unpack(tuple(map(int, record["position"])))
            value, _ = Reference(game, state.turn).value(state, 9, -INFINITY, INFINITY, 0)
            assert np.sign(value) == np.sign(record["score"])
            seen += 1
    assert seen >= 10


def test_openings_have_the_requested_lengths_and_games_differ() -> None:
    settings = SelfPlaySettings(nodes=50, least_opening=3, most_opening=5, seed=1)
    player = SelfPlayer(kibitz.game("connect4"), settings)
    games = [player.play(number) for number in range(30)]
    first = {int(game.records["ply"][0]) for game in games if len(game.records)}
    assert first == {3, 4, 5}
    assert len({game.records["position"].tobytes() for game in games}) > 25
    again = SelfPlayer(kibitz.game("connect4"), settings)
    assert np.array_equal(again.play(7).records, games[7].records)


def test_games_without_adjudication_end_by_the_rules() -> None:
    game = chosen("connect4")
    settings = SelfPlaySettings(nodes=200, adjudicate=False)
    player = SelfPlayer(game, settings)
    assert {REASONS[player.play(number).reason] for number in range(5)} == {"rules"}


def test_known_results_end_games() -> None:
    game = chosen("draughts")
    player = SelfPlayer(game, SelfPlaySettings(nodes=300, random_moves=200))
    ended = {REASONS[player.play(number).reason] for number in range(10)}
    assert "tables" in ended


def run_all(played: SelfPlay) -> list[PlayedGame]:
    with ThreadPoolExecutor(1) as executor:
        return list(played.run(executor))


def test_files_hold_what_was_played(tmp_path: Path) -> None:
    game = chosen("connect4")
    played = SelfPlay(game, tmp_path / "games.kbz", games=6, settings=QUICK)
    games = {one.number: one for one in run_all(played)}
    reader = played.reader()
    assert reader.numbers == set(range(6))
    for one in reader.games():
        other = games[one.number]
        assert np.array_equal(one.records, other.records)
        assert (one.payoffs, one.plies, one.reason) == (other.payoffs, other.plies, other.reason)
    positions, numbers = reader.positions()
    assert len(positions) == len(numbers) == sum(len(one.records) for one in games.values())
    quiet, _ = reader.positions(quiet=True)
    assert len(quiet) == np.count_nonzero(positions["flags"] & QUIET)


def test_a_torn_file_continues_with_the_same_games(tmp_path: Path) -> None:
    game = chosen("connect4")
    whole = SelfPlay(game, tmp_path / "whole.kbz", games=8, settings=QUICK)
    run_all(whole)
    data = (tmp_path / "whole.kbz").read_bytes()
    for size in (10, len(data) // 2, len(data) - 1):
        path = tmp_path / f"torn-{size}.kbz"
        path.write_bytes(data[:size])
        resumed = SelfPlay(game, path, games=8, settings=QUICK)
        fresh = run_all(resumed)
        assert 0 < len(fresh) <= 8
        assert resumed.played == 8
        found = {one.number: one for one in resumed.reader().games()}
        for one in whole.reader().games():
            assert np.array_equal(found[one.number].records, one.records)


def test_other_settings_are_refused(tmp_path: Path) -> None:
    game, path = chosen("connect4"), tmp_path / "games.kbz"
    run_all(SelfPlay(game, path, games=1, settings=QUICK))
    before = path.read_bytes()
    other = SelfPlaySettings(nodes=151, plies=40, seed=3)
    with pytest.raises(RecordError, match="nodes was 150 and is 151"):
        run_all(SelfPlay(game, path, games=1, settings=other))
    with pytest.raises(RecordError, match="the game was"):
        run_all(SelfPlay(kibitz.game("tictactoe"), path, games=1, settings=QUICK))
    assert path.read_bytes() == before


@pytest.mark.parametrize("place", ["header", "magic", "content"])
def test_damaged_files_are_refused(tmp_path: Path, place: str) -> None:
    game, path = chosen("connect4"), tmp_path / "games.kbz"
    run_all(SelfPlay(game, path, games=2, settings=QUICK))
    data = bytearray(path.read_bytes())
    first = data.index(b"\n") + 1
    at = {"header": 5, "magic": first, "content": first + 40}[place]
    data[at] ^= 255
    path.write_bytes(data)
    with pytest.raises(RecordError):
        list(SelfPlayReader(path).games())


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    game, path = chosen("connect4"), tmp_path / "games.kbz"
    played = SelfPlay(game, path, games=1, settings=QUICK)
    writer = SelfPlayWriter(path, played.header)
    try:
        with pytest.raises(RecordError, match="Another process"):
            SelfPlayWriter(path, played.header)
    finally:
        writer.close()


@pytest.mark.parametrize(
    "values", [{"nodes": 0}, {"nodes": 1.5}, {"least_opening": 5, "most_opening": 4}, {"plies": 0}]
)
def test_wrong_settings_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(LimitError):
        SelfPlaySettings(**values)  # type: ignore[arg-type]  # wrong on purpose


def test_games_that_cannot_be_played_are_refused(tmp_path: Path) -> None:
    from tests.own_games import go

    with pytest.raises(LimitError, match="forbids repetition"):
        SelfPlay(go.GAME, tmp_path / "games.kbz")
    typed = Game("typed", Words(0, "a"), lambda s: iter((1,)), lambda s, m: s, lambda s, side: 0)
    with pytest.raises(KibitzError, match="word"):
        SelfPlay(typed, tmp_path / "games.kbz")


def test_a_killed_process_loses_no_finished_game(tmp_path: Path) -> None:
    path = tmp_path / "games.kbz"
    command = [sys.executable, "-m", "kibitz", "selfplay", "connect4", str(path)]
    command += ["--games", "400", "--nodes", "300", "--workers", "2"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    size = 0
    try:
        for _ in range(1200):
            size = path.stat().st_size if path.exists() else 0
            if size > 5000 or process.poll() is not None:
                break
            time.sleep(0.1)
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert size > 5000
    before = {one.number: one for one in SelfPlayReader(path).games()}
    assert before
    done = subprocess.run(
        [
            *command[:6],
            "--games",
            str(max(before) + 3),
            "--nodes",
            "300",
            "--workers",
            "1",
            "--json",
        ],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert found["finished"] == max(before) + 3
    after = {one.number: one for one in SelfPlayReader(path).games()}
    assert len(after) == max(before) + 3
    for number, one in before.items():
        assert np.array_equal(after[number].records, one.records)
