"""What makes the search strong: it may look less far, but what it claims stays true."""

from __future__ import annotations

import random
from functools import lru_cache

import pytest

import kibitz
from kibitz import Engine, Game, Limit, Snapshot, Switches
from kibitz.core.contract import WIN
from kibitz.core.score import decided
from kibitz.core.text import parse_move
from kibitz.core.types import State
from kibitz.search.memory import EXCLUDED, MEMORY_WORDS, NO_MOVE, excluded_move
from kibitz.search.switches import BASELINE
from kibitz.search.transposition_table import BUCKET, EXACT, LOWER, UPPER, singular_score, store
from kibitz.search.typical_change import typical_change

GAMES = {
    "5,5,4": kibitz.game("tictactoe", rows=5, columns=5, length=4),
    "connect4": kibitz.game("connect4", rows=5, columns=5),
    "morris": kibitz.game("morris"),
    "english": kibitz.game("draughts", variant="english"),
    "russian": kibitz.game("draughts", variant="russian"),
    "horses": kibitz.game("horses"),
    "horses for three": kibitz.game("horses", players=3),
    "tiles": kibitz.game("tiles"),
}


def somewhere(game: Game, seed: int, plies: int = 24) -> State:
    """An unfinished position of a random game, after at most so many plies."""
    lot = random.Random(seed)
    while True:
        state = game.initial(seed)
        for _ in range(lot.randrange(4, plies)):
            moves = list(game.moves(state))
            if not moves:
                break
            state = game.play(state, lot.choice(moves))
        if game.outcome(state) is None:
            return state


@lru_cache
def engine(name: str, switches: Switches) -> Engine:
    return Engine(GAMES[name], switches=switches, memory=4)


@pytest.mark.parametrize("depth", [6, 9])
@pytest.mark.parametrize(
    "name",
    [
        name if name in ("english", "morris") else pytest.param(name, marks=pytest.mark.deep)
        for name in GAMES
    ],
)
def test_a_depth_that_was_asked_for_is_searched_whole(name: str, depth: int) -> None:
    """Whatever was left out on the way, the last depth has the value of the whole search."""
    whole = engine(name, BASELINE._replace(deeper_entries=False))
    strong = engine(name, Switches(deeper_entries=False))
    for seed in range(6):
        position = Snapshot(somewhere(GAMES[name], seed))
        for one in (whole, strong):
            one.clear()
        expected = whole.play(position, Limit(depth=depth))
        found = strong.play(position, Limit(depth=depth))
        assert (found.score, found.win_in, found.loss_in) == (
            expected.score,
            expected.win_in,
            expected.loss_in,
        )


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("5,5,4", marks=pytest.mark.deep),
        pytest.param("connect4", marks=pytest.mark.deep),
        "morris",
        "english",
    ],
)
def test_a_forced_end_is_the_quickest(name: str) -> None:
    """A win that a selective search found is confirmed by a whole one of that length."""
    found_any = 0
    for seed in range(100, 160):
        position = Snapshot(somewhere(GAMES[name], seed, 80))
        strong = engine(name, Switches())
        strong.clear()
        found = strong.play(position, Limit(nodes=30_000))
        plies = found.win_in or found.loss_in
        if plies is None or plies > 9:
            continue
        whole = engine(name, BASELINE._replace(deeper_entries=False))
        whole.clear()
        expected = whole.play(position, Limit(depth=plies))
        assert (found.win_in, found.loss_in) == (expected.win_in, expected.loss_in)
        found_any += 1
    assert found_any > 2


@pytest.mark.parametrize(
    ("technique", "name", "depth"),
    [
        ("symmetry", "morris", 7),
        ("late_move_reduction", "english", 12),
        ("futility", "english", 12),
    ],
)
def test_a_technique_saves_nodes_on_the_way(technique: str, name: str, depth: int) -> None:
    game = GAMES[name]
    nodes = {}
    for is_on in (True, False):
        one = Engine(game, switches=Switches()._replace(**{technique: is_on}), memory=16)
        with one.analysis(Snapshot(game.initial())) as analysis:
            line = next(lines[0] for lines in analysis if lines[0].depth >= depth)
        nodes[is_on] = line.nodes
    assert nodes[True] < nodes[False], nodes


def test_images_are_looked_for_where_the_root_has_some() -> None:
    """Two stones in one corner leave a board that is like none of its images."""
    game = GAMES["morris"]
    lopsided = game.initial()
    for text in ("a7", "d7", "b6"):
        lopsided = game.play(lopsided, parse_move(game, lopsided, text))
    for state, has_images in ((game.initial(), True), (lopsided, False)):
        nodes = set()
        for is_on in (True, False):
            one = Engine(game, switches=Switches(endgame_tables=False, symmetry=is_on), memory=16)
            nodes.add(one.play(Snapshot(state), Limit(depth=6)).nodes)
        assert (len(nodes) == 2) == has_images


def test_what_was_learnt_is_forgotten_when_asked() -> None:
    game = GAMES["english"]
    one = Engine(game, memory=4)
    position = Snapshot(game.initial())
    first = one.play(position, Limit(depth=9))
    one.clear()
    assert one.play(position, Limit(depth=9)).nodes == first.nodes
    assert one.play(position, Limit(depth=9)).nodes < first.nodes


@pytest.mark.parametrize(
    ("depth", "bound", "score", "is_known"),
    [
        (5, LOWER, 30, True),
        (5, EXACT, -30, True),
        (5, UPPER, 30, False),  # no more than that
        (4, LOWER, 30, False),  # not far enough for a node of depth 8
        (9, LOWER, decided(WIN, 3, 0), False),  # nothing is better than that by far
    ],
)
def test_a_move_is_held_against_the_others_where_its_worth_is_known(
    depth: int, bound: int, score: int, is_known: bool
) -> None:
    table = [0] * BUCKET
    store(table, 77, 4, score, depth, bound, False, False, 1)
    assert singular_score(table, 77, 8) == (score, is_known)
    assert singular_score(table, 78, 8)[1] is False


def test_only_one_search_of_a_node_leaves_a_move_out() -> None:
    memory = [NO_MOVE] * MEMORY_WORDS
    memory[EXCLUDED + 3] = 12
    assert excluded_move(memory, 1, 3) == NO_MOVE  # too shallow to leave anything out
    assert excluded_move(memory, 5, 3) == 12
    assert excluded_move(memory, 5, 3) == NO_MOVE


def test_singular_moves_change_where_the_search_looks() -> None:
    game = GAMES["english"]
    nodes = []
    for is_on in (True, False):
        one = Engine(game, switches=Switches(singular_extension=is_on), memory=16)
        with one.analysis(Snapshot(game.initial())) as analysis:
            nodes.append(next(lines[0].nodes for lines in analysis if lines[0].depth >= 12))
    assert nodes[0] != nodes[1]


def test_the_baseline_leaves_nothing_out() -> None:
    assert not BASELINE.is_selective
    assert Switches().is_selective
    added = {
        name
        for name in Switches._fields
        if BASELINE._asdict()[name] != Switches._field_defaults[name]
    }
    assert {"late_move_reduction", "futility", "null_move", "symmetry"} <= added


def test_the_swing_is_what_quiet_moves_usually_change() -> None:
    assert 0 < typical_change(GAMES["english"]) < 100  # less than a man
    assert typical_change(GAMES["english"]) == typical_change(GAMES["english"])
    still = kibitz.Game(
        "still",
        GAMES["connect4"].start,
        GAMES["connect4"].moves,
        GAMES["connect4"].play,
        GAMES["connect4"].payoff,
        lambda state, player: 0,
    )
    assert typical_change(still) == 0


def test_the_swing_asks_for_no_evaluation_of_what_is_over() -> None:
    ended = kibitz.game("tictactoe")

    def careful(state: State, player: int) -> int:
        assert list(ended.moves(state)), "the game is over"
        return ended.evaluate(state, player)

    rules = ended.start, ended.moves, ended.play, ended.payoff
    assert typical_change(kibitz.Game("careful", *rules, careful)) == typical_change(ended) > 0


def test_former_names_of_techniques_are_accepted_and_others_explained() -> None:
    assert Switches(tables=False, narrow=False) == Switches(endgame_tables=False, zero_window=False)
    for name, reason in (
        ("pruning", r"expected kibitz.Plain\(pruning=...\)"),
        ("ageing", "that technique was removed"),
        ("nonsense", "expected transposition_table, zero_window"),
    ):
        with pytest.raises(kibitz.LimitError, match=reason):
            Switches(**{name: True})
