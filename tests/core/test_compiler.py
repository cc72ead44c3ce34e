"""Compiling plain rules: what used to go wrong with Numba, each as a test."""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from numba import int64
from numba.core.registry import CPUDispatcher
from numba.core.typeinfer import TypeInferer

from kibitz import CompileError, Engine, Game, KibitzWarning, Limit, Session, bits
from kibitz.compiling.compiler import Copies
from kibitz.compiling.entry import compile_entry
from kibitz.compiling.fingerprint import fingerprint
from kibitz.compiling.signature import INT
from kibitz.core.folders import cache_folder
from kibitz.search.builds import on_compile, search_build
from kibitz.search.compiled import compiled_perft
from kibitz.search.switches import PLAIN

tuned = pytest.mark.skipif(
    os.environ.get("KIBITZ_TUNED") == "0", reason="about a patch of Numba that is turned off"
)


class Pile(NamedTuple):
    """A pile of sticks; whoever takes the last one wins."""

    sticks: int
    turn: int


def nim(most: int = 3, sticks: int = 10) -> Game:
    def moves(state: Pile) -> Iterator[int]:
        for take in range(1, most + 1):
            if take <= state.sticks:
                yield take

    def play(state: Pile, move: int) -> Pile:
        return Pile(sticks=state.sticks - move, turn=1 - state.turn)

    def payoff(state: Pile, player: int) -> int:
        return -1 if player == state.turn else 1

    def evaluate(state: Pile, player: int) -> int:
        return 0

    return Game("nim", Pile(sticks, 0), moves, play, payoff, evaluate)


def perft(game: Game, depth: int) -> int:
    import numpy as np

    return int(compiled_perft(game)(tuple(game.initial()), depth, np.zeros(8, np.int64)))


def compiled(function: Any) -> Any:
    """A function of one integer, compiled."""
    return compile_entry(function, (INT,), "test", lambda: None)


# What a function reaches.

TABLE = (1, 2, 3, 4, 5)


def helper(number: int) -> int:
    return number + TABLE[2]


def caller(number: int) -> int:
    return helper(number) * 2


def test_fingerprint_is_the_same_for_equal_code() -> None:
    first, second = nim(3), nim(3)
    assert fingerprint(first.moves) == fingerprint(second.moves)  # type: ignore[arg-type]


def test_fingerprint_sees_a_closure_constant() -> None:
    assert fingerprint(nim(3).moves) != fingerprint(nim(4).moves)  # type: ignore[arg-type]


def test_fingerprint_sees_an_edited_table_behind_a_helper(monkeypatch: pytest.MonkeyPatch) -> None:
    before = fingerprint(caller)  # type: ignore[arg-type]
    monkeypatch.setitem(globals(), "TABLE", (1, 2, 4, 4, 5))
    assert fingerprint(caller) != before  # type: ignore[arg-type]


def test_fingerprint_sees_a_default_argument() -> None:
    def scope(value: int) -> Any:
        def function(number: int, other: int = value) -> int:
            return number + other

        return function

    assert fingerprint(scope(1)) != fingerprint(scope(2))


# Compiled copies.


def test_the_original_function_is_not_touched() -> None:
    before = (caller.__globals__["helper"], caller.__globals__["TABLE"])
    assert compiled(caller)(1) == caller(1) == 8
    assert (caller.__globals__["helper"], caller.__globals__["TABLE"]) == before
    assert isinstance(TABLE, tuple)


def test_helpers_reached_through_a_module_are_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sticks_helper.py").write_text("LIMIT = 2\n\ndef most(sticks):\n    return LIMIT\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    import sticks_helper  # type: ignore[import-not-found]

    def moves(state: Pile) -> Iterator[int]:
        for take in range(1, sticks_helper.most(state.sticks) + 1):
            if take <= state.sticks:
                yield take

    plain = nim()
    game = Game("nim", Pile(10, 0), moves, plain.play, plain.payoff, plain.evaluate)
    assert perft(game, 4) == 2**4
    before = fingerprint(moves)  # type: ignore[arg-type]
    monkeypatch.setattr(sticks_helper, "LIMIT", 3)
    assert fingerprint(moves) != before  # type: ignore[arg-type]


def test_rules_made_by_one_closure_with_different_constants_stay_apart() -> None:
    assert [perft(nim(most, sticks=20), 3) for most in (1, 2, 3, 4)] == [1, 8, 27, 64]


def test_two_games_with_equal_states_stay_apart() -> None:
    class Twin(NamedTuple):
        sticks: int
        turn: int

    base = nim(3)

    def play(state: Twin, move: int) -> Twin:
        return Twin(sticks=max(0, state.sticks - 2 * move), turn=1 - state.turn)

    other = Game("nim", Twin(10, 0), base.moves, play, base.payoff, base.evaluate)
    assert perft(base, 5) != perft(other, 5)
    assert [perft(base, 5), perft(other, 5)] == [
        sum_lines(base, base.initial(), 5),
        sum_lines(other, other.initial(), 5),
    ]


def sum_lines(game: Game, state: Any, depth: int) -> int:
    from kibitz.search.perft import plain_perft

    return plain_perft(game, state, depth)


def test_nested_tables_work_compiled() -> None:
    small = ((1, 2), (3, 4))
    large = tuple(tuple(range(row, row + 10)) for row in range(10))

    def rule(number: int) -> int:
        total = large[number][3]
        for first, second in small:
            total += first * second
        return total

    assert compiled(rule)(4) == rule(4)


@pytest.mark.parametrize("value", [1, 2, 255, (1 << 62) + 5, 1 << 40])
def test_bit_helpers_agree_with_their_instructions(value: int) -> None:
    def all_of_them(board: int) -> tuple[int, int, int, int, int]:
        total = 0
        for square in bits.squares(board):
            total += square
        return (
            bits.popcount(board),
            bits.lowest(board),
            bits.highest(board),
            bits.mix(board, 7),
            total,
        )

    assert compiled(all_of_them)(value) == all_of_them(value)


def test_truth_values_and_narrow_integers_in_a_state_are_accepted() -> None:
    def play(state: Pile, move: int) -> Pile:
        return Pile(sticks=state.sticks - move, turn=state.turn == 0)

    base = nim()
    game = Game("nim", Pile(6, 0), base.moves, play, base.payoff, base.evaluate)
    assert perft(game, 4) == perft(nim(sticks=6), 4)


LISTS = """
import resource
import kibitz
from kibitz.search.perft import divide
game = kibitz.game("connect4")
engine = kibitz.Engine(game, memory=1)
engine.play(kibitz.Session(game), kibitz.Limit(depth=2))
list(divide(game, game.initial(), 2))
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
lists = sum(count for _, count in divide(game, game.initial(), 8))
lists += engine.play(kibitz.Session(game), kibitz.Limit(nodes=2_000_000)).nodes
print(lists, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_a_million_move_lists_leave_memory_as_it_was(run_python: Any) -> None:
    """A compiled generator that is left early may leak; rules that allocate nothing do not."""
    run = run_python(LISTS)
    lists, kilobytes = map(int, run.stdout.split())
    assert lists > 7_000_000
    assert kilobytes < 16 << 10


def squares_of_odds(limit: int) -> Iterator[int]:
    for number in range(limit):
        if number % 2:
            yield number * number


def sum_of_squares(limit: int) -> int:
    found = 0
    for square in squares_of_odds(limit):
        found += square
    return found


@tuned
def test_a_generator_is_compiled_into_the_loop_over_it() -> None:
    """LLVM is told to, however long it is; Numba's own step would leave the choice to LLVM."""
    assert compiled(sum_of_squares)(6) == sum_of_squares(6) == 35
    copies = Copies(allocates=False)
    copies.of(sum_of_squares).compile((int64,))  # type: ignore[arg-type]
    generator = copies.of(squares_of_odds)  # type: ignore[arg-type]
    assert "alwaysinline" in "".join(generator.inspect_llvm().values())


def test_numba_keeps_nothing_of_what_was_compiled(cache: Path) -> None:
    """Otherwise every build takes 20 MB for as long as the process lives."""

    def copies() -> int:
        gc.collect()
        found = [one for one in gc.get_objects() if type(one) is CPUDispatcher]
        return sum(one.py_func.__name__.startswith("search_") for one in found)

    before = copies()
    search_build(broken(), switches=PLAIN).compile()
    assert copies() == before


def test_a_generator_that_allocates_is_pointed_out(cache: Path) -> None:
    def moves(state: Pile) -> Iterator[int]:
        for take in sorted([3, 1, 2]):
            if take <= state.sticks:
                yield take

    with pytest.warns(KibitzWarning, match="moves is a generator that allocates"):
        search_build(broken(moves=moves)).compile()


# Rules that cannot be compiled.

RESULTS = {0: 1, 1: -1}


def broken(**rules: Any) -> Game:
    base = nim()
    parts = {role: getattr(base, role) for role in ("moves", "play", "payoff", "evaluate")}
    return Game("broken", Pile(5, 0), **{**parts, **rules})


def test_an_uncompilable_rule_is_named_with_line_and_advice() -> None:
    def play(state: Pile, move: int) -> Pile:
        left = state.sticks - move
        return state._replace(sticks=left, turn=1 - state.turn)

    with pytest.raises(CompileError) as caught:
        search_build(broken(play=play)).compile()
    text = str(caught.value)
    assert "Cannot compile play of broken" in text
    assert f"line {play.__code__.co_firstlineno + 2}" in text
    assert "State(field=...)" in text
    assert Path(__file__).name in text


@pytest.mark.parametrize(
    ("role", "advice"),
    [
        ("moves", "kibitz.bits.popcount"),
        ("evaluate", "unit="),
        ("payoff", "tuple of integers"),
        ("play", "a for loop instead of a generator expression"),
        ("margin", "Return an integer on every path"),
        ("noisy", "States are immutable"),
        ("null_move", "Return Pile(field=...) on every path"),
        ("symmetries", "Return Pile(field=...) on every path"),
    ],
)
def test_advice_fits_the_mistake(role: str, advice: str) -> None:
    def moves(state: Pile) -> Iterator[int]:
        for take in range(state.sticks.bit_count()):
            yield take

    def evaluate(state: Pile, player: int) -> Any:
        return state.sticks / 2

    def payoff(state: Pile, player: int) -> int:
        return RESULTS[player]

    def play(state: Pile, move: int) -> Pile:
        return Pile(sum(1 for _ in range(state.sticks - move)), 1 - state.turn)

    def margin(state: Pile, player: int) -> Any:
        pass

    def noisy(state: Any, move: int) -> bool:
        state.sticks = 3
        return False

    def null_move(state: Pile) -> Any:
        return state.sticks

    def symmetries(state: Pile) -> Any:
        return (state.sticks, state.turn)

    rules = (moves, evaluate, payoff, play, margin, noisy, null_move, symmetries)
    rule = next(rule for rule in rules if rule.__name__ == role)
    with pytest.raises(CompileError, match=role) as caught:
        search_build(broken(**{role: rule})).compile()
    assert advice in str(caught.value)


def test_a_sort_with_a_key_compiles_in_moves(cache: Path) -> None:
    """Without allocation Numba fails in a way that names no line of the user's."""

    def moves(state: Pile) -> Iterator[int]:
        for take in sorted([1, 3, 2], key=lambda number: -number):
            if take <= state.sticks:
                yield take

    with pytest.warns(KibitzWarning, match="moves is a generator that allocates"):
        assert perft(broken(moves=moves), 3) == perft(nim(sticks=5), 3)


def test_an_assignment_in_an_expression_is_named_with_its_line() -> None:
    def moves(state: Pile) -> Iterator[int]:
        if (left := state.sticks) > 0:
            yield left

    with pytest.raises(CompileError) as caught:
        search_build(broken(moves=moves)).compile()
    assert f"test_compiler.py, line {moves.__code__.co_firstlineno}" in str(caught.value)
    assert "not :=" in str(caught.value)


def test_a_state_that_is_not_compiled_is_reported_with_its_line() -> None:
    class Hand(NamedTuple):
        cards: frozenset[int]
        turn: int

    base = nim()
    rules = (base.moves, base.play, base.payoff, base.evaluate)
    game = Game("hands", Hand(frozenset((1, 2)), 0), *rules)
    with pytest.raises(CompileError) as caught:
        search_build(game).compile()
    text = str(caught.value)
    assert "Cannot compile the state of hands" in text
    assert "because of cards" in text
    line = next(
        number
        for number, found in enumerate(Path(__file__).read_text().splitlines(), 1)
        if "class Hand(" in found
    )
    assert f"test_compiler.py, line {line}" in text
    with pytest.warns(KibitzWarning, match="the reference search plays"):
        assert not Engine(game).is_compiled


def test_moves_that_are_no_integers_are_named() -> None:
    def moves(state: Pile) -> Iterator[Any]:
        if state.sticks > 0:
            yield "one"

    with pytest.raises(CompileError, match="it yields values that are not integers"):
        search_build(broken(moves=moves)).compile()


def test_a_division_by_zero_raises_compiled_as_interpreted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The quick look before every search would find this mistake first.
    monkeypatch.setattr("kibitz.session.session.look_at", lambda game: None)
    monkeypatch.setattr("kibitz.engine.engine.look_at", lambda game: None)

    def evaluate(state: Pile, player: int) -> int:
        value = 10 // (state.sticks - 4)
        return value if player == state.turn else -value

    game = broken(evaluate=evaluate)
    with pytest.raises(ZeroDivisionError):
        Engine(game, compiled=True).play(Session(game), Limit(depth=1))


def test_a_game_that_cannot_be_compiled_is_still_played() -> None:
    def play(state: Pile, move: int) -> Pile:
        return state._replace(sticks=state.sticks - move, turn=1 - state.turn)

    game = broken(play=play)
    engine = Engine(game)
    with pytest.warns(KibitzWarning, match="the interpreted search plays"):
        line = engine.play(Session(game), Limit(depth=6))
    assert not engine.is_compiled
    assert line.move == "1"  # leaves four sticks
    assert line.win_in == 3
    with pytest.raises(CompileError):
        Engine(game, compiled=True).prepare()


def test_a_game_of_python_objects_is_played_by_the_reference() -> None:
    class Board:
        def __init__(self, sticks: int, turn: int) -> None:
            self.sticks, self.turn = sticks, turn

    base = nim()
    game = Game(
        "objects",
        Board(10, 0),
        base.moves,
        lambda state, move: Board(state.sticks - move, 1 - state.turn),
        base.payoff,
        base.evaluate,
    )
    line = Engine(game).play(Session(game), Limit(depth=10))
    assert line.move == "2"
    assert line.warrant.kind == "proven"
    with pytest.raises(CompileError, match="NamedTuple of integers"):
        compiled_perft(game)


def test_rules_with_a_recursive_helper_are_kept(cache: Path) -> None:
    """With Numba's own cache the process would abort when it loads them again."""

    def halve(number: int) -> int:
        if number <= 1:
            return 1
        return 1 + halve(number // 2)

    def evaluate(state: Pile, player: int) -> int:
        value = halve(state.sticks)
        return value if player == state.turn else -value

    builds: list[str] = []
    on_compile(lambda game, is_done: None if is_done else builds.append(game.name))
    lines = []
    for _ in range(2):
        game = broken(evaluate=evaluate)
        lines.append(Engine(game, compiled=True).play(Session(game), Limit(depth=4)))
    assert lines[0].line == lines[1].line
    assert lines[0].nodes == lines[1].nodes
    assert len(list(cache.glob("*.code"))) == len(builds) == 1


def is_even(number: int) -> int:
    return 1 if number == 0 else is_odd(number - 1)


def is_odd(number: int) -> int:
    return 0 if number == 0 else is_even(number - 1)


def fall(number: int, flag: Any = 0) -> int:
    if number <= 0:
        return 1
    return 1 + fall(number - 1, number > 3)


@pytest.mark.parametrize("function", [is_even, is_odd, fall])
def test_functions_that_call_each_other_are_kept(cache: Path, function: Any) -> None:
    """With Numba's own cache the process would crash when it loads them again."""
    misses: list[None] = []
    for _ in range(2):
        entry = compile_entry(function, (INT,), "test", lambda: misses.append(None))
        assert [entry(number) for number in range(6)] == list(map(function, range(6)))
    assert len(misses) == 1


@tuned
def test_what_a_search_returns_is_inferred_once(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba would do it at every place where the search calls itself."""
    inferred = []
    infer = TypeInferer.return_types_from_partial

    def count(inferer: Any) -> Any:
        inferred.append(inferer.func_id.func_name)
        return infer(inferer)

    monkeypatch.setattr(TypeInferer, "return_types_from_partial", count)
    search_build(nim(5, 31)).compile()
    assert len(inferred) == 1
    assert TypeInferer.return_types_from_partial is count


# The cache on disk.

SCRIPT = """
import json
import kibitz
from kibitz.search.builds import on_compile
compiled = []
on_compile(lambda game, is_done: is_done or compiled.append(game.name))
game = kibitz.game({game!r})
line = kibitz.Engine(game).play(kibitz.Session(game), kibitz.Limit(depth={depth}))
print(json.dumps([line.move, line.score, line.nodes, list(line.line), compiled]))
"""


COUNT = """
import json
import kibitz
from kibitz.search.builds import on_compile
from kibitz.search.perft import divide
compiled = []
on_compile(lambda game, is_done: is_done or compiled.append(game.name))
game = kibitz.game("tictactoe")
print(json.dumps([sum(count for _, count in divide(game, game.initial(), 5)), compiled]))
"""


def test_cold_and_cached_runs_in_fresh_processes_agree(cache: Path, run_python: Any) -> None:
    for name in ("tictactoe", "connect4"):
        source = SCRIPT.format(game=name, depth=6)
        runs = [run_python(source) for _ in range(2)]
        assert [run.returncode for run in runs] == [0, 0], runs[1].stderr
        cold, cached = (json.loads(run.stdout) for run in runs)
        assert cold[:4] == cached[:4]
        assert cold[4] == [name]
        assert cached[4] == []


@tuned
def test_code_from_the_disk_does_not_wait_for_all_of_numba(cache: Path, run_python: Any) -> None:
    source = SCRIPT.format(game="tictactoe", depth=6)
    source += "import sys; print('numba.np.arraymath' in sys.modules)"
    needs_all = [run_python(source).stdout.split()[-1] for _ in range(2)]
    assert needs_all == ["True", "False"]


ALLOCATING = """
import json
from typing import NamedTuple
import kibitz
from kibitz.search.builds import on_compile
compiled = []
on_compile(lambda game, is_done: is_done or compiled.append(game.name))

class State(NamedTuple):
    sticks: int
    turn: int

def moves(state):
    for take in range(1, min(3, state.sticks) + 1):
        yield take

def play(state, move):
    left = [state.sticks - move]
    left.append(1 - state.turn)
    return State(sticks=left[0], turn=left[1])

def payoff(state, player):
    return -1 if player == state.turn else 1

def evaluate(state, player):
    return 0

game = kibitz.Game("lists", State(13, 0), moves, play, payoff, evaluate)
line = kibitz.Engine(game).play(kibitz.Session(game), kibitz.Limit(depth=14))
print(json.dumps([line.move, line.score, line.nodes, compiled]))
"""


def test_code_that_allocates_comes_from_the_disk_too(cache: Path, run_python: Any) -> None:
    runs = [run_python(ALLOCATING) for _ in range(2)]
    assert [run.returncode for run in runs] == [0, 0], runs[1].stderr
    cold, cached = (json.loads(run.stdout) for run in runs)
    assert cold[:3] == cached[:3]
    assert cold[3] == ["lists"]
    assert cached[3] == []


OWN_GAME = """
from typing import NamedTuple
from kibitz import Game
from own_helper import most

class State(NamedTuple):
    sticks: int
    turn: int

def moves(state):
    for take in range(1, most() + 1):
        if take <= state.sticks:
            yield take

def play(state, move):
    return State(sticks=state.sticks - move, turn=1 - state.turn)

def payoff(state, player):
    return -1 if player == state.turn else 1

def evaluate(state, player):
    return 0

GAME = Game("own", State(20, 0), moves, play, payoff, evaluate)
"""


def test_an_edited_helper_in_another_file_is_noticed(
    cache: Path, run_python: Any, tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(OWN_GAME)
    nodes = []
    for limit in (2, 3, 2):
        (tmp_path / "own_helper.py").write_text(f"def most():\n    return {limit}\n")
        run = run_python(
            "import kibitz, numpy\n"
            "from kibitz.search.perft import divide\n"
            "game = kibitz.game('own.py')\n"
            "print(sum(count for _, count in divide(game, game.initial(), 5)))",
            PYTHONDONTWRITEBYTECODE="1",
        )
        assert run.returncode == 0, run.stderr
        nodes.append(int(run.stdout))
    assert nodes == [2**5, 3**5, 2**5]
    assert len(list(cache.glob("*.code"))) == 2


def test_two_processes_may_compile_at_once(cache: Path) -> None:
    running = [
        subprocess.Popen(
            [sys.executable, "-c", COUNT],
            env={**os.environ, "KIBITZ_CACHE": str(cache)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    answers = [process.communicate(timeout=300)[0] for process in running]
    assert [process.returncode for process in running] == [0, 0]
    assert answers[0] == answers[1]
    assert len(list(cache.glob("*.code"))) == 1
    names = sorted(path.suffix for path in cache.iterdir())
    assert names == ["", ".code", ".lock"]  # with the key: nothing half-written is left


@pytest.mark.parametrize(
    "damage",
    [b"", b"nonsense", b"\x80\x04N." * 20, sha256(b"junk").digest() + b"junk"],
    ids=["empty", "text", "a pickle", "a good checksum"],
)
def test_a_corrupt_cache_file_is_compiled_anew(cache: Path, run_python: Any, damage: bytes) -> None:
    cold = [15120, ["tictactoe"]]
    assert json.loads(run_python(COUNT).stdout) == cold
    (file,) = cache.glob("*.code")
    file.write_bytes(damage)
    again = run_python(COUNT)
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout) == cold
    assert json.loads(run_python(COUNT).stdout) == [15120, []]


def test_an_unwritable_cache_folder_is_said_once_and_works(tmp_path: Path, run_python: Any) -> None:
    (tmp_path / "file").write_text("not a folder")
    twice = COUNT + COUNT.replace("tictactoe", "connect4")
    run = run_python(twice, KIBITZ_CACHE=str(tmp_path / "file" / "cache"))
    assert run.returncode == 0, run.stderr
    assert run.stdout
    assert run.stderr.count("Set KIBITZ_CACHE") == 1


def test_the_cache_folder_follows_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIBITZ_CACHE", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert cache_folder() == Path("/somewhere/kibitz")
    monkeypatch.setenv("KIBITZ_CACHE", "/elsewhere")
    assert cache_folder() == Path("/elsewhere")
