"""Matches by processes and by a cluster: killed at any moment, no game lost or counted twice."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.core.errors import KibitzError, LimitError, OptionError
from kibitz.core.interrupts import interrupts_blocked
from kibitz.match.match import Match
from kibitz.match.worker_pool import LocalProcesses
from tests.match.files import course, lines, play, write_files


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    write_files(tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def workers() -> list[int]:
    """The processes in which a player that tells has moved."""
    return [int(file.name.partition("-")[2]) for file in Path().glob("process-*")]


def wait_until(is_true: Any, seconds: float = 300.0) -> None:
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.005)


# processes


def test_processes_play_the_games_that_one_thread_plays() -> None:
    players = ["2", "bots.py:lot"]
    match = Match("sticks.py", players, games=12)
    seen = [result.number for result in match.run(workers=2)]
    assert sorted(seen) == list(range(12))
    expected = play(Match("sticks.py", players, games=12))
    assert [course(match.results[number]) for number in range(12)] == list(map(course, expected))


def test_a_killed_worker_loses_no_game_and_none_counts_twice(folder: Path) -> None:
    record = folder / "games.jsonl"
    match = Match("tictactoe", ["random", "bots.py:dies_once"], games=20, record=record)
    seen = [result.number for result in match.run(workers=2)]
    assert (folder / "died").exists()
    assert sorted(seen) == list(range(20))
    assert sorted(row["number"] for row in lines(record)[1:]) == list(range(20))
    assert set(match.standings.reasons) == {"rules"}


def test_an_interrupt_while_a_worker_starts_is_heard_afterwards() -> None:
    reached = []
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a background run ignores it

    def start() -> None:
        with interrupts_blocked():
            os.kill(os.getpid(), signal.SIGINT)
            reached.append(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))

    with pytest.raises(KeyboardInterrupt):
        start()
    signal.signal(signal.SIGINT, before)
    assert reached == [True]
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def test_sigterm_while_a_worker_starts_is_heard_afterwards_and_ends_workers() -> None:
    heard = []
    before = signal.signal(signal.SIGTERM, lambda number, _: heard.append(number))
    try:
        with interrupts_blocked():
            os.kill(os.getpid(), signal.SIGTERM)
            assert heard == []
            assert signal.SIGTERM not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    finally:
        signal.signal(signal.SIGTERM, before)
    assert heard == [signal.SIGTERM]


def test_workers_that_do_nothing_but_die_end_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.match.runner._FAILURES", 1)
    match = Match("tictactoe", ["random", "bots.py:always_dies"], games=2)
    with pytest.raises(KibitzError) as refusal:
        list(match.run(workers=1))
    assert refusal.value.code == "workers_lost"


def test_an_executor_of_ones_own_that_breaks_is_told() -> None:
    match = Match("tictactoe", ["random", "bots.py:always_dies"], games=2, opening_plies=0)
    with ProcessPoolExecutor(1) as executor, pytest.raises(KibitzError) as refusal:
        list(match.run(executor))
    assert refusal.value.code == "workers_lost"


def test_a_match_left_in_the_middle_goes_on() -> None:
    match = Match("tictactoe", ["random", "1"], games=30)
    with contextlib.closing(match.run(workers=1)) as results:
        next(iter(results))
    played = match.played
    assert 0 < played < 30
    assert not match.is_over
    play(match)
    assert sorted(match.results) == list(range(30))


class Doubling(Executor):
    """Answers every other game with the result of the one before: a worker gone wrong."""

    def __init__(self) -> None:
        self._last: Any = None

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if self._last is None:
            self._last = fn(*args, **kwargs)
            future.set_result(self._last)
        else:
            future.set_result(self._last)
            self._last = None
        return future


def test_a_number_is_counted_once_whatever_an_executor_answers() -> None:
    match = Match("tictactoe", ["random", "random"], games=8)
    seen = [result.number for result in match.run(Doubling())]
    assert len(seen) == len(set(seen)) == match.played == 4


class Lazy(Executor):
    """Plays the first game, lets another fail if it is to, and never gets to the others."""

    _max_workers = 3

    def __init__(self, failing: int = 0) -> None:
        self.futures: list[Future[Any]] = []
        self._failing = failing

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.futures.append(future)
        if len(self.futures) == 1:
            future.set_result(fn(*args, **kwargs))
        elif len(self.futures) == self._failing:
            future.set_exception(KibitzError("match_game_failed", number=1, problem="it did"))
        return future


def test_games_that_nobody_has_begun_are_taken_back() -> None:
    executor = Lazy()
    match = Match("tictactoe", ["random", "random"], games=8)
    with contextlib.closing(match.run(executor)) as results:
        next(iter(results))
    played, *rest = executor.futures
    assert not played.cancelled()
    assert len(rest) == 5
    assert all(future.cancelled() for future in rest)


def test_games_that_end_with_one_that_fails_are_kept(folder: Path) -> None:
    executor, record = Lazy(failing=2), folder / "games.jsonl"
    match = Match("tictactoe", ["random", "random"], games=8, record=record)
    with pytest.raises(KibitzError, match="it did"):
        list(match.run(executor))
    assert [row["number"] for row in lines(record)[1:]] == [0]
    assert all(future.cancelled() for future in executor.futures[2:])


def test_a_worker_that_does_not_end_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.match.worker_pool._EXIT_SECONDS", 0.2)
    pool = LocalProcesses(1)
    process = pool.submit(os.getpid).result()
    pool.submit(signal.signal, signal.SIGTERM, signal.SIG_IGN).result()
    pool.submit(time.sleep, 600)
    began = time.monotonic()
    pool.close()
    assert time.monotonic() - began < 60
    assert not is_alive(process)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"workers": 0}, "workers cannot be 0"),
        ({"workers": 2, "cluster": "tcp://x:1"}, "one of executor, workers and cluster"),
        ({"cluster": 5}, "the address of a Dask scheduler"),
        ({"executor": "mine"}, "a concurrent.futures.Executor"),
    ],
)
def test_executors_that_are_none_are_refused(given: dict[str, Any], expected: str) -> None:
    match = Match("tictactoe", ["random", "random"], games=2)
    with pytest.raises(LimitError, match=expected):
        list(match.run(**given))


# killed and resumed


def command(games: int, players: list[str], *more: str) -> list[str]:
    named = [word for player in players for word in ("--player", player)]
    rest = ["--games", str(games), "--record", "games.jsonl", "--workers", "2", *more]
    return [sys.executable, "-m", "kibitz", "match", "tictactoe", *named, *rest]


def killed_at(
    lines_there: int, arguments: list[str], lot: random.Random
) -> subprocess.Popen[bytes]:
    """Run a match and kill it, soon after its record has so many lines, or when it is over."""
    record = Path("games.jsonl")
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_until(
        lambda: (
            process.poll() is not None
            or (record.exists() and record.read_bytes().count(b"\n") >= lines_there)
        )
    )
    time.sleep(lot.random() / 100)
    process.kill()
    process.wait()
    return process


def resume_and_compare(games: int, players: list[str], *more: str) -> None:
    """End a match that was killed; it has exactly its games, each as if nothing had happened."""
    done = subprocess.run(command(games, players, *more), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    rows = lines(Path("games.jsonl"))[1:]
    assert sorted(row["number"] for row in rows) == list(range(games))
    given = dict(zip(more[::2], more[1::2], strict=True))
    plies = int(given["--opening-plies"]) if "--opening-plies" in given else None
    match = Match("tictactoe", players, games=games, opening_plies=plies, record="games.jsonl")
    fresh = Match("tictactoe", players, games=games, opening_plies=plies)
    assert list(map(course, play(match))) == list(map(course, play(fresh)))


def test_a_match_killed_again_and_again_ends_with_exactly_its_games() -> None:
    games, players, more = 300, ["random", "bots.py:tells_process"], ("--opening-plies", "0")
    lot = random.Random(8)
    for lines_there in (0, 40, 140, 220):
        killed_at(lines_there, command(games, players, *more), lot)
    assert workers()
    wait_until(lambda: not any(map(is_alive, workers())))  # they do not outlive the match
    assert Path("games.jsonl").read_bytes().count(b"\n") > 200
    resume_and_compare(games, players, *more)


@pytest.mark.deep
def test_a_thousand_games_killed_at_random_moments_end_with_exactly_a_thousand() -> None:
    games, players = 1000, ["3", "random"]
    lot = random.Random(3)
    processes = [
        killed_at(lines_there, command(games, players), lot)
        for lines_there in sorted(lot.sample(range(980), 15))
    ]
    assert sum(process.returncode == -signal.SIGKILL for process in processes) > 10
    resume_and_compare(games, players)


def test_an_interrupt_ends_it_cleanly_and_says_how_to_go_on() -> None:
    arguments = command(100_000, ["random", "bots.py:tells_process"], "--opening-plies", "0")
    process = subprocess.Popen(
        arguments,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    wait_until(lambda: workers() and Path("games.jsonl").read_bytes().count(b"\n") > 5)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "games ended:" in out
    assert "of 100000 games; run the same command again to continue" in err
    assert "Traceback" not in err
    wait_until(lambda: not any(map(is_alive, workers())))


# clusters


@pytest.mark.filterwarnings(
    "ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
def test_a_cluster_plays_a_strangers_game_though_a_worker_is_killed(folder: Path) -> None:
    from distributed import LocalCluster

    record = folder / "games.jsonl"
    players = ["2", "bots.py:text"]
    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as cluster:
        match = Match("sticks.py", players, games=60, record=record)
        seen = []
        for result in match.run(cluster=cluster.scheduler_address):
            seen.append(result.number)
            if len(seen) == 15:
                os.kill(next(iter(cluster.workers.values())).process.pid, signal.SIGKILL)
    assert sorted(seen) == list(range(60))
    assert sorted(row["number"] for row in lines(record)[1:]) == list(range(60))
    expected = play(Match("sticks.py", players, games=60))
    assert [course(match.results[number]) for number in range(60)] == list(map(course, expected))


@pytest.mark.parametrize("address", ["nonsense", "", "http://x", "tcp://127.0.0.1:9"])
def test_a_cluster_that_is_none_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kibitz.match.worker_pool._CONNECT_SECONDS", 1)
    match = Match("tictactoe", ["random", "random"], games=2)
    with pytest.raises(KibitzError, match="No cluster answers") as refusal:
        list(match.run(cluster=address))
    assert refusal.value.code == "no_cluster"


def test_without_dask_a_cluster_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    match = Match("tictactoe", ["random", "random"], games=2)
    with pytest.raises(OptionError, match=r"pip install 'kibitz\[cluster\]'"):
        list(match.run(cluster="tcp://127.0.0.1:8786"))


# sequential tests and standings


def test_the_sequential_test_stops_a_match_early_and_its_verdict_stays(folder: Path) -> None:
    record = folder / "games.jsonl"
    players = ["perfect", "random"]
    match = Match("tictactoe", players, games=400, sprt=(0, 200), record=record)
    play(match)
    assert match.is_over
    assert match.played < 200
    test = match.standings.test
    assert test is not None
    assert test["verdict"] == "elo1"
    again = Match("tictactoe", players, games=400, sprt=(0, 200), record=record)
    assert play(again) == [again.results[number] for number in sorted(again.results)]
    assert again.standings.test == test
    assert again.played == match.played


def test_the_verdict_does_not_depend_on_which_games_end_first() -> None:
    whole = Match("tictactoe", ["3", "random"], games=60, sprt=(0, 400))
    play(Match("tictactoe", ["3", "random"], games=60))
    results = play(whole)
    assert whole.tally.test is not None
    shuffled = list(results)
    random.Random(1).shuffle(shuffled)
    tally = Match("tictactoe", ["3", "random"], games=60, sprt=(0, 400)).tally
    for result in shuffled:
        assert tally.add(result)
        assert not tally.add(result)
    assert tally.test is not None
    assert tally.test.as_dict() == whole.tally.test.as_dict()


def test_the_stronger_player_is_found_in_a_round_robin() -> None:
    match = Match("connect4", ["random", "1", "depth=3"], games=36)
    play(match)
    ratings = {row.name: row.elo for row in match.standings.rows}
    assert ratings["depth=3"] > ratings["random"]  # type: ignore[operator]  # not a duel
    assert match.standings.advantage is None
    assert sum(row.games for row in match.standings.rows) == 72
    found = match.standings.as_dict()
    assert [row["name"] for row in found["players"]] == ["random", "1", "depth=3"]


def test_two_contestants_in_a_game_for_three_are_compared_too() -> None:
    match = Match(kibitz.game("horses", players=3), ["4", "random"], games=24)
    play(match)
    standings = match.standings
    assert standings.advantage is not None
    assert standings.advantage.share > 0.5
    assert standings.rows[0].games == standings.rows[1].games == 36


def test_nothing_played_stands_at_nothing() -> None:
    match = Match("tictactoe", ["1", "2"])
    assert match.standings.games == 0
    assert match.standings.advantage is None
    assert match.standings.as_dict()["reasons"] == {}
