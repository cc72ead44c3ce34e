"""The engine: limits, lines, warrants, stopping, threads."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import Engine, FinishedError, Limit, LimitError, Session, Snapshot
from kibitz.core.text import format_move
from kibitz.search.reference import minimax
from kibitz.search.switches import PLAIN
from kibitz.search.transposition_table import new_table
from tests import toys
from tests.strategies import positions

TICTACTOE = kibitz.game("tictactoe")
CONNECT4 = kibitz.game("connect4")
RING = toys.ring()


# Limits.


@pytest.mark.parametrize(
    "limit",
    [
        {"time": 0},
        {"time": -1},
        {"time": float("nan")},
        {"time": float("inf")},
        {"time": "1"},
        {"time": True},
        {"depth": 0},
        {"depth": -3},
        {"depth": 2.5},
        {"depth": True},
        {"nodes": 0},
        {"nodes": -10},
        {"nodes": 10**30},
    ],
)
def test_impossible_limits_are_refused(limit: dict[str, Any]) -> None:
    (name,) = limit
    with pytest.raises(LimitError, match=f"{name} cannot be"):
        Limit(**limit)


@pytest.mark.parametrize(
    "setting", [{"threads": 0}, {"threads": -1}, {"memory": 0}, {"threads": "2"}]
)
def test_impossible_settings_are_refused(setting: dict[str, Any]) -> None:
    with pytest.raises(LimitError, match="cannot be"):
        Engine(TICTACTOE, **setting)


def test_several_lines_must_be_at_least_one() -> None:
    with pytest.raises(LimitError, match="multipv cannot be 0"):
        Engine(TICTACTOE).analyse(Session(TICTACTOE), Limit(depth=2), multipv=0)


@settings(max_examples=20)
@given(data=st.data(), nodes=st.integers(1, 3000))
def test_a_node_limit_is_kept(data: st.DataObject, nodes: int) -> None:
    state, earlier = data.draw(positions(CONNECT4))
    line = Engine(CONNECT4, memory=1).play(Snapshot(state, earlier), Limit(nodes=nodes))
    assert line.nodes <= nodes
    session = Session(CONNECT4, state)
    assert line.move in session.legal_moves


def test_a_depth_limit_is_kept() -> None:
    for depth in (1, 2, 5):
        line = Engine(CONNECT4).play(Session(CONNECT4), Limit(depth=depth))
        assert line.depth == depth
        assert str(line.warrant) == f"depth {depth}"
        assert len(line.line) <= depth


def test_a_time_limit_ends_the_search() -> None:
    line = Engine(CONNECT4).play(Session(CONNECT4), Limit(time=0.2))
    assert line.move
    assert line.warrant.kind == "depth"


def test_without_time_for_one_depth_a_legal_move_is_given_and_nothing_claimed() -> None:
    line = Engine(CONNECT4).play(Session(CONNECT4), Limit(nodes=1))
    assert line.move in Session(CONNECT4).legal_moves
    assert (line.depth, str(line.warrant)) == (0, "depth 0")


@pytest.mark.parametrize("name", ["tictactoe", "connect4", "tiles", "morris"])
def test_no_depth_is_left_out_or_cut_short(name: str) -> None:
    """Short searches run at once and long ones in threads: what they find must not depend on it."""
    game = kibitz.game(name)
    state = game.initial(0)
    for depth in range(1, 8):
        engine = Engine(game, memory=1, switches=PLAIN)
        line = engine.play(Snapshot(state), Limit(depth=depth))
        assert line.depth == depth or line.warrant.kind == "proven"
        if depth <= 3:
            truth = minimax(game, state, depth)
            assert (line.move, line.line[0]) == (format_move(game, state, truth.move or 0),) * 2
        whole = engine._search_workers.workers[0]
        whole.table = engine._search_workers.small_table
        whole.table.fill(0)
        whole.start(state, (), PLAIN, 1)
        value = whole.value(depth, -(10**13), 10**13, [])
        if line.score is not None:
            assert line.score == value / game.unit


# Lines and warrants.


@settings(max_examples=30)
@given(data=st.data(), count=st.integers(1, 9))
def test_several_lines_are_the_best_ones_with_their_true_values(
    data: st.DataObject, count: int
) -> None:
    state, earlier = data.draw(positions(TICTACTOE))
    # In one position, the eighth of eight lines is proven only by a tenth iteration.
    lines = Engine(TICTACTOE, memory=1).analyse(
        Snapshot(state, earlier), Limit(depth=10), multipv=count
    )
    moves = list(TICTACTOE.moves(state))
    assert len(lines) == min(count, len(moves))
    truth = {
        str(move): minimax(TICTACTOE, TICTACTOE.play(state, move), 9, side=state.turn).value
        for move in moves
    }
    values = [truth[line.move] for line in lines]
    assert values == sorted(truth.values(), reverse=True)[: len(lines)]
    for line in lines:
        assert line.warrant.kind == "proven"
        sign = (line.win_in is not None) - (line.loss_in is not None)
        assert sign == (truth[line.move] > 0) - (truth[line.move] < 0)


def test_a_draw_is_proven_only_when_every_line_was_searched_to_its_end() -> None:
    stream = list(Engine(TICTACTOE).analysis(Session(TICTACTOE)))
    assert [lines[0].warrant.kind for lines in stream] == ["depth"] * 8 + ["proven"]
    assert stream[-1][0].value == "draws"


def test_analysis_is_a_stream_of_deeper_lines() -> None:
    depths = [
        lines[0].depth for lines in Engine(CONNECT4).analysis(Session(CONNECT4), Limit(depth=7))
    ]
    assert depths == [1, 2, 3, 4, 5, 6, 7]


def test_a_win_by_force_ends_the_search() -> None:
    line = Engine(CONNECT4).play(
        Session(CONNECT4, "......./......./......./......./OO...../XX.X.O."), Limit(depth=30)
    )
    assert line.move == "c"
    assert (line.win_in, line.score, line.warrant.kind) == (1, None, "proven")


def test_a_line_as_json_has_the_agreed_keys() -> None:
    line = Engine(TICTACTOE).play(Session(TICTACTOE), Limit(depth=2))
    assert list(line.as_dict()) == [
        "move",
        "score",
        "win_in",
        "loss_in",
        "warrant",
        "depth",
        "nodes",
        "seconds",
        "line",
        "compiled",
    ]


def test_scores_are_divided_by_the_unit() -> None:
    base = toys.claims()
    game = kibitz.Game(
        "halves", base.start, base.moves, base.play, base.payoff, base.evaluate, unit=2
    )
    whole = Engine(base).play(Session(base), Limit(depth=1))
    half = Engine(game).play(Session(game), Limit(depth=1))
    assert whole.score == 9
    assert half.score == 4.5


def test_the_margin_decides_among_wins() -> None:
    game = toys.claims()
    line = Engine(game).play(Session(game), Limit(depth=8))
    # The first takes 9, 5, 3, 1 and the second 6, 4, 2, 1: the largest numbers in turn.
    assert line.win_in == 8
    assert line.warrant.kind == "proven"
    session = Session(game)
    for move in line.line:
        session.push(move)
    assert session.state.lead == 5


def test_a_finished_game_is_refused() -> None:
    session = Session(TICTACTOE, "XXX/OO./...")
    with pytest.raises(FinishedError, match=r"No move to search for.*X wins"):
        Engine(TICTACTOE).play(session, Limit(depth=2))


def test_a_session_of_another_game_is_refused() -> None:
    larger = kibitz.game("tictactoe", rows=4, columns=4)
    with pytest.raises(kibitz.PositionError, match="Make an engine for that game"):
        Engine(TICTACTOE).play(Session(larger), Limit(depth=2))


@pytest.mark.parametrize(
    "position", [None, "...", TICTACTOE.initial(), Snapshot(None), Snapshot((1, 2, 3))]
)
def test_what_is_no_position_is_refused(position: Any) -> None:
    with pytest.raises(kibitz.PositionError, match=r"Use Session\(game\) or Snapshot\(state\)"):
        Engine(TICTACTOE).play(position, Limit(depth=1))


@pytest.mark.parametrize("limit", [3, 1.5, "x", [], {}, ""])
def test_what_is_no_limit_is_refused(limit: Any) -> None:
    with pytest.raises(LimitError, match="limit cannot be"):
        Engine(TICTACTOE).play(Session(TICTACTOE), limit)


@pytest.mark.parametrize("game", [None, "tictactoe", 3])
def test_what_is_no_game_is_refused(game: Any) -> None:
    with pytest.raises(kibitz.ContractError, match=r"Make a game with kibitz.game\(name\)"):
        Engine(game)
    with pytest.raises(kibitz.ContractError, match="as the game for a session"):
        Session(game)


@pytest.mark.parametrize("setting", [{"switches": 5}, {"compiled": "no"}])
def test_settings_of_a_wrong_kind_are_refused(setting: dict[str, Any]) -> None:
    with pytest.raises(LimitError):
        Engine(TICTACTOE, **setting)


# Repetition and clocks.


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("rounds", "is_drawn"), [(0, False), (1, True)])
def test_the_last_occurrence_that_the_rules_allow_is_a_draw(
    rounds: int, is_drawn: bool, compiled: bool
) -> None:
    """Back and forth: "1" brings about the first position once more."""
    game = toys.ring(repeats=3)
    states = [game.initial()]
    for move in ((0, 0, 1, 1) * rounds) + (0, 0, 1):
        states.append(game.play(states[-1], move))
    position = Snapshot(states[-1], states[:-1])
    engine = Engine(game, memory=1, compiled=compiled)
    scores = {line.move: line.score for line in engine.analyse(position, Limit(depth=1), multipv=3)}
    assert (scores["1"] == 0) is is_drawn


@pytest.mark.parametrize("depth", [2, 5, 8])
def test_the_reference_engine_knows_repetition_as_the_compiled_one_does(depth: int) -> None:
    game = toys.ring(size=6)
    answers = [
        Engine(game, memory=1, compiled=compiled).play(Session(game), Limit(depth=depth))
        for compiled in (True, False)
    ]
    assert answers[0].value == answers[1].value


@pytest.mark.parametrize(("compiled", "depth"), [(True, 12), (False, 5)])
def test_draws_by_repetition_and_clock_are_never_proven(compiled: bool, depth: int) -> None:
    """Both sides can only go back and forth, so every line ends in a repetition or the clock."""
    for game in (toys.ring(size=64), toys.ring(size=64, limit=4, repeats=0)):
        engine = Engine(game, memory=1, compiled=compiled)
        for lines in engine.analysis(Session(game), Limit(depth=depth)):
            assert lines[0].warrant.kind == "depth"


def test_a_clock_that_runs_out_draws() -> None:
    game = toys.ring(limit=3)
    line = Engine(game, memory=1).play(Session(game), Limit(depth=8))
    assert line.score == 0
    assert len(line.line) <= 3
    beside = Session(game, toys.Counter(mine=0, theirs=1, quiet=2, turn=0))
    assert Engine(game, memory=1).play(beside, Limit(depth=8)).win_in == 1


def test_the_table_is_not_believed_across_a_clock() -> None:
    """Searching first far from the limit and then near it gives what a fresh search gives."""
    game = toys.ring(size=10, limit=12, repeats=0)
    start = game.initial()
    used = Engine(game, memory=1)
    for quiet in (*range(12), *range(12)):
        state = start._replace(quiet=quiet)
        for depth in (9, 4):
            fresh = Engine(game, memory=1).play(Snapshot(state), Limit(depth=depth))
            again = used.play(Snapshot(state), Limit(depth=depth))
            truth = minimax(game, state, depth).value
            assert (fresh.win_in is not None) == (again.win_in is not None) == (truth > 10**9)


# Stopping and threads.


def test_a_stop_from_another_thread_is_obeyed() -> None:
    engine = Engine(CONNECT4)
    with engine.analysis(Session(CONNECT4)) as analysis:
        timer = threading.Timer(0.2, analysis.stop)
        timer.start()
        lines = list(analysis)
        timer.join()
    assert lines
    assert analysis.lines[0].move in Session(CONNECT4).legal_moves


def test_leaving_the_analysis_ends_its_threads() -> None:
    engine = Engine(CONNECT4, threads=2)
    with engine.analysis(Session(CONNECT4)) as analysis:
        next(analysis)
    assert not [t for t in threading.enumerate() if t.name.startswith("kibitz-search")]


def test_an_engine_that_is_searching_refuses_another_search() -> None:
    engine = Engine(CONNECT4, memory=1)
    with engine.analysis(Session(CONNECT4)) as analysis:
        next(analysis)
        with pytest.raises(kibitz.KibitzError, match="This engine is already searching"):
            engine.play(Session(CONNECT4), Limit(depth=2))
        assert next(analysis)
    assert engine.play(Session(CONNECT4), Limit(depth=2)).depth == 2


def test_an_analysis_that_is_dropped_ends_and_frees_the_engine() -> None:
    engine = Engine(CONNECT4, memory=1)
    for _ in engine.analysis(Session(CONNECT4)):
        break
    assert engine.play(Session(CONNECT4), Limit(depth=12)).depth == 12


def test_an_analysis_that_is_over_cannot_stop_the_next_one() -> None:
    engine = Engine(CONNECT4, memory=1)
    depths = []
    for _ in range(3):
        engine.clear()
        # The last analysis is forgotten only when this one runs already.
        with engine.analysis(Session(CONNECT4)) as analysis:
            depths.append(next(lines[0].depth for lines in analysis if lines[0].depth >= 12))
    assert depths == [12, 12, 12]
    over = analysis
    with engine.analysis(Session(CONNECT4), Limit(depth=13)) as analysis:
        over.stop()
        assert analysis.wait()[0].depth == 13


class _Counted:
    """A queue that counts how often it is asked."""

    def __init__(self, queue: Any) -> None:
        self._queue = queue
        self.asked = 0

    def get(self, timeout: float) -> Any:
        self.asked += 1
        return self._queue.get(timeout=timeout)


def test_who_waits_for_the_end_does_not_keep_the_lock_from_the_search() -> None:
    with Engine(CONNECT4, memory=1).analysis(Session(CONNECT4), Limit(time=0.2)) as analysis:
        queue = _Counted(analysis._found)
        analysis._found = queue  # type: ignore[assignment]
        findings = sum(1 for _ in analysis)
    # Once for each finding and for what is no news, for the deadline, the end, and four a second.
    assert findings <= queue.asked <= findings + 40


def test_an_engine_can_be_used_again_after_a_stop() -> None:
    engine = Engine(TICTACTOE)
    with engine.analysis(Session(TICTACTOE)) as analysis:
        analysis.stop()
    assert engine.play(Session(TICTACTOE), Limit(depth=9)).value == "draws"


def test_a_cleared_engine_searches_as_if_new() -> None:
    engine = Engine(CONNECT4, memory=1)
    nodes = [engine.play(Session(CONNECT4), Limit(depth=8)).nodes for _ in range(2)]
    engine.clear()
    assert engine.play(Session(CONNECT4), Limit(depth=8)).nodes == nodes[0] > nodes[1]


@pytest.mark.parametrize("threads", [2, 3])
def test_several_threads_find_the_same_value(threads: int) -> None:
    game = kibitz.game("connect4", rows=4, columns=5)
    line = Engine(game, threads=threads, memory=2).play(Session(game), Limit(depth=20))
    assert (line.value, line.warrant.kind) == ("draws", "proven")


def test_one_thread_repeats_itself() -> None:
    runs = [Engine(CONNECT4).play(Session(CONNECT4), Limit(depth=9)) for _ in range(2)]
    first, second = ((run.move, run.score, run.nodes, run.line) for run in runs)
    assert first == second


def test_the_first_search_does_not_pay_for_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock on which the making of the table takes longer than the search may."""
    from types import SimpleNamespace

    from kibitz.engine import analysis, search_workers

    late = [0.0]
    clock = SimpleNamespace(perf_counter=lambda: time.perf_counter() + late[0])
    make = new_table

    def slowly(size: int) -> Any:
        late[0] += 1000.0 if size > 1 << 20 else 0.0
        return make(size)

    monkeypatch.setattr(analysis, "time", clock)
    monkeypatch.setattr(search_workers, "new_table", slowly)
    line = Engine(CONNECT4, memory=4).play(Session(CONNECT4), Limit(time=500, depth=12))
    assert late[0] == 1000.0
    assert line.depth == 12


def test_a_thread_that_fails_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.search.workers import CompiledWorker

    value = CompiledWorker.value

    def failing(self: CompiledWorker, *rest: Any) -> int:
        if threading.current_thread().name == "kibitz-search-1":
            raise RuntimeError("the second thread")
        return value(self, *rest)

    monkeypatch.setattr(CompiledWorker, "value", failing)
    with pytest.raises(RuntimeError, match="the second thread"):
        Engine(CONNECT4, threads=2, memory=1).play(Session(CONNECT4), Limit(time=60))


def test_a_stop_ends_an_interpreted_search_too() -> None:
    engine = Engine(CONNECT4, compiled=False)
    began = time.monotonic()
    line = engine.play(Session(CONNECT4), Limit(time=0.3))
    assert line.move
    assert time.monotonic() - began < 60  # it does come back; how quickly is for the benchmark


def test_the_reference_engine_agrees_with_the_compiled_one() -> None:
    for depth in (1, 4):
        answers = [
            Engine(CONNECT4, compiled=compiled).play(Session(CONNECT4), Limit(depth=depth))
            for compiled in (True, False)
        ]
        assert answers[0].score == answers[1].score


def test_a_game_with_too_many_moves_for_the_stack_is_refused_clearly() -> None:
    from collections.abc import Iterator

    base = toys.claims()

    def moves(state: toys.Claim) -> Iterator[int]:
        for index in range(20_000):
            yield index

    def play(state: toys.Claim, move: int) -> toys.Claim:
        return toys.Claim(taken=state.taken + 1, lead=move, turn=1 - state.turn)

    game = kibitz.Game("huge", base.start, moves, play, base.payoff, base.evaluate)
    with pytest.raises(kibitz.KibitzError, match=r"more than 16384 moves.*compiled=False"):
        Engine(game, memory=1).play(Session(game), Limit(depth=3))


def test_a_long_game_does_not_overflow_the_line() -> None:
    """A game without end is searched to the depth that fits, and no further."""
    from typing import NamedTuple

    class Tick(NamedTuple):
        ticks: int
        turn: int

    def moves(state: Tick) -> Any:
        yield 0

    def play(state: Tick, move: int) -> Tick:
        return Tick(ticks=state.ticks + 1, turn=1 - state.turn)

    def nothing(state: Tick, player: int) -> int:
        return 0

    game = kibitz.Game("tick", Tick(0, 0), moves, play, nothing, nothing)
    engine = Engine(game, search="alphabeta", memory=1)
    line = engine.play(Session(game), Limit(depth=100_000))
    assert line.depth == 255
    assert line.warrant.kind == "depth"


def test_noisy_moves_are_followed_past_the_horizon() -> None:
    """A capture that is answered by a capture is not counted as a gain."""
    game = toys.trades()
    state = toys.Trade(mine=0b1, theirs=0b110, turn=0)
    values = []
    for follows in (False, True):
        engine = Engine(game, memory=1, switches=kibitz.Switches(quiescence=follows))
        lines = engine.analyse(Snapshot(state), Limit(depth=1), multipv=3)
        values.append({line.move: line.value for line in lines})
    assert [value["1"] for value in values] == ["+0", "loses in 2"]
    assert [value["2"] for value in values] == ["+0", "+0"]
