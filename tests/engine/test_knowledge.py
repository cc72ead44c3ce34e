"""What the engine does with tables of perfect play."""

from __future__ import annotations

import random
import warnings
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz import DRAW, LOSS, WIN, Engine, Game, KibitzWarning, Limit, Snapshot, Switches
from kibitz.core.errors import LevelError
from kibitz.core.text import format_move, parse_move
from kibitz.engine.levels import levels
from kibitz.engine.lines import Line
from kibitz.engine.player import Player
from kibitz.match.match import Match
from kibitz.tables.endgame_tables import open_tables, probe
from kibitz.tables.solving import solve
from kibitz.tables.stored_table import store
from kibitz.tables.verdict import Verdict
from tests.tables.checker import random_states
from tests.tables.hexapawn import GAME as HEXAPAWN

SIX = kibitz.game("morris", variant="six")
NINE = kibitz.game("morris")


@lru_cache(maxsize=4)
def engine_of(game: Game) -> Engine:
    return Engine(game)


def endings(count: int, seed: int) -> list[Any]:
    """Positions of Nine Men's Morris with three or four stones a side, none in hand."""
    lot = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        mine, theirs = lot.choice([3, 4]), lot.choice([3, 4])
        points = lot.sample(range(24), mine + theirs)
        state = NINE.initial()._replace(
            mine=sum(1 << point for point in points[:mine]),
            theirs=sum(1 << point for point in points[mine:]),
            my_hand=0,
            their_hand=0,
        )
        if list(NINE.moves(state)):
            found.append(state)
    return found


def told(line: Line) -> Verdict:
    if line.win_in is not None:
        return Verdict(WIN, line.win_in)
    if line.loss_in is not None:
        return Verdict(LOSS, line.loss_in)
    assert line.score == 0
    return Verdict(DRAW)


@pytest.mark.parametrize("depth", [1, 3])
def test_a_search_never_contradicts_the_tables(depth: int) -> None:
    """Whatever is asked for, every move is worth what perfect play makes of it."""
    states = random_states(SIX, 200, seed=depth, longest=30)
    cases = [(SIX, state) for state in states if list(SIX.moves(state))]
    cases += [(NINE, state) for state in endings(60, seed=depth)]
    for game, state in cases:
        engine = engine_of(game)
        lines = engine.analyse(Snapshot(state), Limit(depth=depth), multipv=1)
        assert told(lines[0]) == probe(game, state), state
        after = game.play(state, parse_move(game, state, lines[0].move))
        found = probe(game, after)
        assert found is not None
        if list(game.moves(after)):
            assert found.before(is_same=after.turn == state.turn) == told(lines[0])
        assert str(lines[0].warrant) in ("table", "proven")


def test_every_line_of_several_is_worth_what_its_move_is() -> None:
    for state in endings(20, seed=9):
        moves = list(NINE.moves(state))
        lines = engine_of(NINE).analyse(Snapshot(state), Limit(depth=2), multipv=len(moves))
        for line in lines:
            after = NINE.play(state, parse_move(NINE, state, line.move))
            found = probe(NINE, after)
            assert found is not None
            assert told(line) == found.before(is_same=False)


def test_a_line_goes_on_where_the_tables_took_over() -> None:
    engine = engine_of(NINE)
    is_seen = False
    for state in endings(40, seed=2):
        line = engine.play(Snapshot(state), Limit(depth=1))
        if line.win_in is None or line.win_in < 5:
            continue
        is_seen = True
        at, left = state, line.win_in
        for text in line.line:
            found = probe(NINE, at)
            assert found is not None
            assert found.plies == left
            at, left = NINE.play(at, parse_move(NINE, at, text)), left - 1
        assert len(line.line) == min(line.win_in, 12)
    assert is_seen


def test_where_the_clock_may_come_first_search_decides_and_says_so() -> None:
    engine = engine_of(NINE)
    assert engine.knowledge is not None
    slow = 0
    for state in endings(200, seed=3):
        found = probe(NINE, state)
        if found is None or found.result != WIN or (found.plies or 0) < 12:
            continue
        assert str(engine.play(Snapshot(state), Limit(depth=2)).warrant) == "table"
        late = state._replace(quiet=97)  # nobody takes a stone within three plies: a draw
        line = engine.play(Snapshot(late), Limit(depth=2))
        if line.win_in is not None:
            assert "x" in " ".join(line.line[:3])  # it takes one in time
            continue
        slow += 1
        assert str(line.warrant) == "depth 2"
        verdicts = engine.knowledge.verdicts(late)
        unknown = next(move for move, one in verdicts.items() if one is None)
        said = engine.explain(Snapshot(late), format_move(NINE, late, unknown), Limit(depth=2))
        assert "clock_decides" in {claim.code for claim in said.claims}
    assert slow > 3


def test_tables_can_be_switched_off() -> None:
    state = endings(1, seed=4)[0]
    line = Engine(NINE, switches=Switches(endgame_tables=False)).play(
        Snapshot(state), Limit(depth=1)
    )
    assert str(line.warrant) != "table"


def test_weak_steps_do_not_ask_tables() -> None:
    states = [state for state in endings(30, seed=6) if (probe(NINE, state) or Verdict(DRAW)).plies]
    weak = [Player(NINE, "3", seed=1).play(Snapshot(state)) for state in states[:10]]
    assert "table" not in {str(line.warrant) for line in weak}
    strong = Player(NINE, "9", seed=1).play(Snapshot(states[0]))
    assert str(strong.warrant) in ("table", "proven")


@pytest.fixture
def solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A stranger's game with a table in the user's folder."""
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path))
    store(solve(HEXAPAWN), tmp_path)
    return HEXAPAWN


def test_a_game_that_its_user_has_solved_is_known(solved: Game) -> None:
    engine = Engine(solved)
    line = engine.play(Snapshot(solved.initial()))
    assert (line.loss_in, str(line.warrant)) == (6, "table")
    assert [level.name for level in levels(solved)][-1] == "perfect"
    said = engine.explain(Snapshot(solved.initial()), limit=Limit(depth=2))
    assert "loses in 6 plies with best play" in str(said)


def test_a_table_of_rules_that_were_edited_since_is_not_used(solved: Game) -> None:
    def moves(state: Any) -> Any:
        for move in list(solved.moves(state))[:1]:
            yield move

    edited = replace(solved, moves=moves)
    with pytest.warns(KibitzWarning, match="built before the rules of hexapawn changed"):
        assert Engine(edited, compiled=False).knowledge is None


def test_a_damaged_table_is_said_and_left_alone(solved: Game, tmp_path: Path) -> None:
    (path,) = tmp_path.glob("*.table")
    whole = path.read_bytes()
    middle = bytes([whole[60] ^ 255])
    for broken in (whole[:-40], whole[:60] + middle + whole[61:]):
        path.write_bytes(broken)
        engine = Engine(solved, search="alphabeta")
        with pytest.warns(KibitzWarning, match=r"is damaged.*does not use this endgame table"):
            line = engine.play(Snapshot(solved.initial()), Limit(depth=3))
        assert str(line.warrant) == "depth 3"
        assert str(engine.play(Snapshot(solved.initial()), Limit(depth=3)).warrant) == "depth 3"


def test_a_table_damaged_during_play_is_said_once(solved: Game, tmp_path: Path) -> None:
    (path,) = tmp_path.glob("*.table")
    engine, start = Engine(solved), Snapshot(solved.initial())
    known = engine.knowledge
    assert known is not None
    whole = path.read_bytes()
    path.write_bytes(whole[:100])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(2):
            assert str(engine.play(start, Limit(depth=3)).warrant) == "depth 3"
            assert known.verdict(solved.initial()) is None
            assert known.sound(solved.initial()) == list(solved.moves(solved.initial()))
    assert [str(path) in str(one.message) for one in caught] == [True]


def test_perfect_needs_a_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_TABLES", str(tmp_path))
    game = kibitz.game("connect4")
    assert "perfect" not in [level.name for level in levels(game)]
    with pytest.raises(LevelError, match="`kibitz solve connect4` and the same options"):
        Player(game, "perfect")
    assert "perfect" in [level.name for level in levels(NINE)]


def best_result(game: Game, state: Any) -> int:
    found = probe(game, state)
    assert found is not None
    return found.result


@pytest.mark.parametrize("seed", range(6))
def test_perfect_never_gives_a_result_away(seed: int) -> None:
    """Against anybody: here one who moves at random."""
    player, lot = Player(SIX, "perfect", seed=seed), random.Random(seed)
    state = SIX.initial()
    earlier: list[Any] = []
    while SIX.outcome(state, earlier) is None and len(earlier) < 120:
        if state.turn == seed % 2:
            line = player.play(Snapshot(state, tuple(earlier)))
            assert line.warrant.is_certain
            move = parse_move(SIX, state, line.move)
            after = SIX.play(state, move)
            if list(SIX.moves(after)):
                assert best_result(SIX, after) == -best_result(SIX, state)
        else:
            move = lot.choice(list(SIX.moves(state)))
            after = SIX.play(state, move)
        earlier.append(state)
        state = after
    outcome = SIX.outcome(state, earlier)
    assert outcome is None or outcome.payoffs[seed % 2] != LOSS


def test_from_a_draw_perfect_leaves_most_ways_to_err() -> None:
    known = open_tables(SIX)
    assert known is not None
    seen = 0
    for state in random_states(SIX, 400, seed=8, longest=20):
        moves = list(SIX.moves(state))
        if not moves or best_result(SIX, state) != DRAW:
            continue
        shares = {}
        for move in moves:
            after = SIX.play(state, move)
            replies = [SIX.play(after, reply) for reply in SIX.moves(after)]
            if not replies or best_result(SIX, after) != DRAW:
                continue
            lost = [best_result(SIX, answered) == WIN for answered in replies]
            shares[move] = sum(lost) / len(lost)
        if len(set(shares.values())) < 2:
            continue
        chosen = Player(SIX, "perfect", seed=seen).play(Snapshot(state)).move
        assert shares[parse_move(SIX, state, chosen)] == max(shares.values())
        seen += 1
        if seen == 12:
            return
    raise AssertionError(f"only {seen} positions with a choice")


@pytest.mark.deep
def test_perfect_does_not_lose_a_game_in_a_thousand() -> None:
    """Six Men's Morris is a draw; the other side is the engine's search without tables."""
    players = ["perfect", "nodes=50000,endgame_tables=off,name=search"]
    match = Match(SIX, players, games=1000, seed=5, opening_plies=0)
    with ProcessPoolExecutor(2) as executor:
        assert len(list(match.run(executor))) == 1000
    assert match.standings.rows[0].losses == 0
