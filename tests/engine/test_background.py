"""Starting without waiting: the interpreted search answers until the compiled one takes over."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import Engine, Game, Limit, Player, Session
from kibitz.core.errors import KibitzWarning
from kibitz.engine import background
from kibitz.engine.compile_order import CompileOrder
from kibitz.engine.search_workers import SearchWorkers
from kibitz.games.game_ref import GameRef
from kibitz.search.builds import Build, on_compile
from kibitz.search.switches import PLAIN, Plain, Switches
from kibitz.search.workers import InterpretedWorker
from tests import toys

PATIENCE = 300.0  # seconds until a test gives up; nothing is measured


@pytest.fixture
def in_background(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, and games compiled in the background."""
    monkeypatch.setenv(background.VARIABLE, "1")
    background.use(background.BackgroundCompiler())
    yield cache
    background.use(background.BackgroundCompiler())


def small(columns: int) -> Game:
    """A game that no other test has loaded: what one test compiled would be known to the next."""
    return kibitz.game("tictactoe", rows=4, columns=columns, length=3)


def until(is_done: Callable[[], object]) -> None:
    give_up = time.monotonic() + PATIENCE
    while not is_done():
        assert time.monotonic() < give_up
        time.sleep(0.02)


def codes(cache: Path) -> list[str]:
    return [file.name for file in cache.glob("*.code")]


# The interpreted search is the compiled one.

GAMES: list[tuple[str, dict[str, object]]] = [
    ("connect4", {}),
    ("draughts", {"variant": "english"}),
    ("draughts", {"variant": "international"}),
    ("horses", {}),
    ("morris", {}),
    ("tictactoe", {}),
    ("tiles", {}),
]


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
@pytest.mark.parametrize("switches", [Switches(), PLAIN], ids=["strong", "plain"])
def test_interpreted_and_compiled_agree_at_equal_depth(
    name: str,
    options: dict[str, object],
    switches: Switches | Plain,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = kibitz.game(name, **options)
    compiled = Engine(game, switches=switches)
    for depth in (1, 3, 4):
        compiled.clear()
        session = Session(game, seed=5)
        expected = compiled.play(session, Limit(depth=depth))
        with monkeypatch.context() as patch:
            patch.setattr(SearchWorkers, "prepare", lambda search_workers, waits: None)
            interpreted = Engine(game, switches=switches)
            found = interpreted.play(session, Limit(depth=depth))
        assert isinstance(interpreted._search_workers.interpreted, InterpretedWorker)
        assert (expected.compiled, found.compiled) == (True, False)
        assert (found.score, found.line) == (expected.score, expected.line)
        assert found.warrant == expected.warrant


# What takes over, and when.


def test_a_first_answer_is_interpreted_and_a_later_one_compiled(in_background: Path) -> None:
    game = small(5)
    engine = Engine(game)
    first = engine.play(Session(game), Limit(time=0.05))
    assert not first.compiled
    assert first.depth > 0
    assert engine.is_provisional
    until(lambda: engine.is_compiled)
    assert engine.play(Session(game), Limit(time=0.05)).compiled
    assert len(codes(in_background)) == 1


def test_a_running_search_is_taken_over_without_a_break(in_background: Path) -> None:
    game = kibitz.game("connect4", rows=5, columns=6)
    kinds, depths = [], []
    with Engine(game).analysis(Session(game), Limit(time=PATIENCE)) as analysis:
        for lines in analysis:
            kinds.append(lines[0].compiled)
            depths.append(lines[0].depth)
            if kinds.count(True) > 2:
                break
    assert kinds == sorted(kinds)
    assert False in kinds
    assert depths == sorted(set(depths))


def test_a_stop_during_the_first_search_is_obeyed(in_background: Path) -> None:
    game = small(6)
    engine = Engine(game)
    with engine.analysis(Session(game)) as analysis:
        next(analysis)
        analysis.stop()
        assert analysis.wait()[0].move
    assert engine.play(Session(game), Limit(time=0.01)).move


def test_a_limit_in_nodes_waits(in_background: Path) -> None:
    game = small(7)
    assert Engine(game).play(Session(game), Limit(nodes=50)).compiled
    assert not Engine(small(8), wait=False).play(Session(small(8)), Limit(nodes=50)).compiled


def test_a_player_with_a_seed_waits(in_background: Path) -> None:
    game = kibitz.game("tictactoe", rows=5, columns=3)
    assert not Player(game, "7").engine.is_compiled
    assert Player(game, "7", seed=1).engine.is_compiled


def test_a_level_answers_before_the_game_is_compiled(in_background: Path) -> None:
    game = kibitz.game("tictactoe", rows=5, columns=4)
    for level in ("1", "5", "9"):
        player = Player(game, level)
        line = player.play(Session(game))
        assert line.move
        if player.engine.is_provisional:
            assert not line.compiled


def test_a_hint_and_an_explanation_come_before_the_game_is_compiled(in_background: Path) -> None:
    game = kibitz.game("tictactoe", rows=5, columns=5)
    engine = Engine(game)
    hint = engine.hint(Session(game), Limit(time=0.05))
    assert len(hint.rungs) == 4
    assert engine.explain(Session(game), limit=Limit(time=0.05)).claims is not None


# Who compiles.


def test_a_game_that_no_other_process_can_load_is_compiled_by_a_thread(
    in_background: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise AssertionError("no process is needed")

    monkeypatch.setattr(background, "start_process", refuse)
    game = toys.ring()
    assert GameRef.of(game) is None
    engine = Engine(game)
    assert not engine.play(Session(game), Limit(time=0.02)).compiled
    until(lambda: engine.is_compiled)


@pytest.mark.parametrize("level", ["1", "6", "10", "hard"])
def test_what_a_level_needs_is_compiled_by_another_process(
    in_background: Path, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    """How far captures are followed, and whether tables are asked, is no part of a build."""
    orders: list[CompileOrder | None] = []

    class Noting:
        def request(self, build: Build, order: CompileOrder | None) -> None:
            orders.append(order)

    background.use(Noting())
    game = kibitz.game("tictactoe", rows=7, columns=4)
    player = Player(game, level)
    assert not player.engine.is_compiled
    assert orders[0] is not None
    assert orders[0].code == player.engine.build.entry.name
    assert orders[0].is_plain == (level == "hard")


def test_rules_that_do_not_compile_are_played_by_the_reference(in_background: Path) -> None:
    base = small(9)
    game = Game(
        "words",
        base.start,
        base.moves,
        base.play,
        base.payoff,
        lambda state, player: state._replace(turn=player).turn,
    )
    engine = Engine(game, search="alphabeta")

    def play_until_it_is_known() -> None:
        assert engine.play(Session(game), Limit(time=0.02)).move
        until(lambda: not engine.is_compiled and not engine.is_provisional)

    with pytest.warns(KibitzWarning, match="evaluate"):
        play_until_it_is_known()
    assert not engine.play(Session(game), Limit(depth=1)).compiled


def wrapper(folder: Path, script: str) -> str:
    """A stand-in for Python that runs `script` first."""
    path = folder / "python"
    path.write_text(f'#!/bin/sh\n{script}\nexec {sys.executable} "$@"\n')
    path.chmod(0o700)
    return str(path)


@pytest.mark.skipif(os.name != "posix", reason="scripts of the shell")
def test_a_process_that_is_killed_is_started_again(
    in_background: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = tmp_path / "killed"
    script = f'if [ ! -e "{marker}" ]; then touch "{marker}"; kill -9 $$; fi'
    monkeypatch.setattr(sys, "executable", wrapper(tmp_path, script))
    game = kibitz.game("tictactoe", rows=6, columns=3)
    engine = Engine(game)
    assert not engine.play(Session(game), Limit(time=0.02)).compiled
    until(lambda: engine.is_compiled)
    assert marker.exists()


@pytest.mark.skipif(os.name != "posix", reason="scripts of the shell")
def test_a_process_that_always_fails_never_blocks_an_answer(
    in_background: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        sys, "executable", wrapper(tmp_path, f'echo . >> "{tmp_path}/tries"; exit 1')
    )
    game = kibitz.game("tictactoe", rows=6, columns=4)
    engine = Engine(game)
    tries = tmp_path / "tries"
    assert engine.play(Session(game), Limit(time=0.02)).move
    until(lambda: tries.exists() and len(tries.read_text().split()) == background._TRIES)
    for _ in range(3):
        assert not engine.play(Session(game), Limit(time=0.02)).compiled
    assert len(tries.read_text().split()) == background._TRIES


COMPILE = """
import sys
from kibitz.engine.compile_process import carry_out
from kibitz.engine.compile_order import CompileOrder
from kibitz.engine.search_workers import SearchWorkers
from kibitz.search.builds import Build, on_compile
on_compile(lambda game, is_done: is_done or print("compiled"))
print(carry_out(CompileOrder.parse(sys.argv[1])))
"""


def test_two_processes_at_once_compile_once(cache: Path) -> None:
    found = GameRef.of(kibitz.game("tictactoe", rows=6, columns=5))
    assert found is not None
    running = [
        subprocess.Popen(
            [sys.executable, "-c", COMPILE, CompileOrder(found).line()],
            env={**os.environ, "KIBITZ_CACHE": str(cache)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    said = [process.communicate(timeout=PATIENCE)[0].split() for process in running]
    assert sorted(said, key=len) == [["done"], ["compiled", "done"]]


SHORT = """
import json, kibitz
game = kibitz.game("tictactoe", rows=6, columns=6)
line = kibitz.Engine(game).play(kibitz.Session(game), kibitz.Limit(time=0.01))
print(json.dumps(line.as_dict()))
"""


def test_compiling_outlives_a_short_program(cache: Path, run_python: Any) -> None:
    run = run_python(SHORT, KIBITZ_BACKGROUND="1")
    assert run.stderr == ""
    assert json.loads(run.stdout)["compiled"] is False
    until(lambda: codes(cache))
    again = run_python(SHORT, KIBITZ_BACKGROUND="1")
    assert json.loads(again.stdout)["compiled"] is True


def test_a_command_says_once_that_it_compiles(cache: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "kibitz", "hint", "tictactoe", "--json"],
        env={**os.environ, "KIBITZ_CACHE": str(cache), background.VARIABLE: "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert run.returncode == 0
    assert json.loads(run.stdout)["compiled"] is False
    assert run.stderr.count("in the background") == 1


def test_nothing_is_compiled_here_while_another_process_does(in_background: Path) -> None:
    builds: list[str] = []
    on_compile(lambda game, is_done: builds.append(game.name))
    game = kibitz.game("tictactoe", rows=7, columns=3)
    engine = Engine(game)
    engine.play(Session(game), Limit(time=0.01))
    until(lambda: engine.is_compiled)
    assert game.name not in builds
