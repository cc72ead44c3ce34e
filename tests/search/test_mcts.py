"""Monte Carlo tree search: proofs, limits, reproducibility, and the default choice of a search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
import pytest

import kibitz
from kibitz import DRAW, LOSS, WIN, Engine, Game, Limit, LimitError, Session
from kibitz.core.evaluation import no_evaluation
from kibitz.core.states import state_functions
from kibitz.engine.position import Snapshot
from kibitz.search.builds import tree_build
from kibitz.search.reference import minimax
from kibitz.search.switches import Switches
from kibitz.search.tree import COUNT, FIRST, NODE_WORDS, VISITS
from kibitz.search.tree_lines import wilson
from kibitz.search.tree_reuse import move_root
from kibitz.search.tree_worker import TreeWorker
from tests.own_games import kalah
from tests.own_games.breakthrough import breakthrough
from tests.own_games.hex import hex_game
from tests.toys import ring

TICTACTOE = replace(kibitz.game("tictactoe"), evaluate=no_evaluation)
CONNECT4 = replace(kibitz.game("connect4"), evaluate=no_evaluation)


class Pile(NamedTuple):
    sticks: int
    turn: int


def pile_game(sticks: int = 9, players: int = 3) -> Game:
    """Take one to three from a pile; whoever takes the last one wins."""

    def moves(state: Pile) -> Iterator[int]:
        for take in range(1, 4):
            if take <= state.sticks:
                yield take

    def play(state: Pile, move: int) -> Pile:
        return Pile(sticks=state.sticks - move, turn=(state.turn + 1) % players)

    def payoff(state: Pile, side: int) -> int:
        return WIN if (side + 1) % players == state.turn else LOSS

    names = tuple(f"side {number}" for number in range(players))
    return Game("pile", Pile(sticks, 0), moves, play, payoff, sides=names)


def random_positions(game: Game, count: int, seed: int = 1) -> list[Snapshot]:
    """Unfinished positions of random games."""
    generator = random.Random(seed)
    found: list[Snapshot] = []
    while len(found) < count:
        states = [game.initial(generator.getrandbits(30))]
        while game.outcome(states[-1], states[:-1]) is None:
            moves = list(game.moves(states[-1]))
            states.append(game.play(states[-1], generator.choice(moves)))
        place = generator.randrange(len(states) - 1)
        found.append(Snapshot(states[place], states[:place]))
    return found


def worker(game: Game, *, is_compiled: bool, seed: int = 5) -> TreeWorker:
    functions = state_functions(game)
    build = tree_build(game)
    function = build.compile() if is_compiled else build.function()
    return TreeWorker(
        game, function, functions, words=1 << 18, seed=seed, is_interpreted=not is_compiled
    )


@pytest.mark.parametrize("game", [CONNECT4, kibitz.game("connect4")], ids=["plain", "evaluated"])
def test_compiled_search_grows_the_same_tree_as_the_interpreted_one(game: Game) -> None:
    trees = []
    for is_compiled in (True, False):
        grown = worker(game, is_compiled=is_compiled)
        grown.start(game.initial(), ())
        grown.grow(300)
        trees.append(list(map(int, grown.tree[: grown.size])))
    assert trees[0] == trees[1]
    assert len(trees[0]) > 300 * NODE_WORDS


def test_compiled_search_with_repetition_equals_the_interpreted_one() -> None:
    game = replace(ring(), evaluate=no_evaluation)
    session = [game.initial()]
    for move in (0, 0, 1, 1):
        session.append(game.play(session[-1], move))
    trees = []
    for is_compiled in (True, False):
        grown = worker(game, is_compiled=is_compiled)
        grown.start(session[-1], session[:-1])
        grown.grow(200)
        trees.append(list(map(int, grown.tree[: grown.size])))
    assert trees[0] == trees[1]


def test_tictactoe_is_proven_drawn() -> None:
    for seed in range(3):
        line = Engine(TICTACTOE, seed=seed).play(Session(TICTACTOE), Limit(nodes=100_000))
        assert (line.score, str(line.warrant), line.value) == (0, "proven", "draws")
        assert line.interval is None
        session = Session(TICTACTOE)
        for move in line.line:
            session.push(move)
        outcome = session.outcome()
        assert outcome is not None
        assert outcome.payoffs == (DRAW, DRAW)


def test_proven_results_are_those_of_minimax() -> None:
    engine = Engine(TICTACTOE)
    proven = 0
    for position in random_positions(TICTACTOE, 60):
        engine.clear()
        line = engine.play(position, Limit(nodes=20_000))
        value = minimax(TICTACTOE, position.state, 9).value
        assert line.warrant.is_certain
        proven += 1
        found = 1 if line.win_in else -1 if line.loss_in else 0
        assert found == (value > 0) - (value < 0)
    assert proven == 60


def test_a_win_of_one_of_three_sides_holds_against_both_others() -> None:
    """With three sides, `proven` is checked against a search in which the others cooperate."""
    game = pile_game(12)
    engine = Engine(game, compiled=False)
    kinds = set()
    for sticks in range(1, 13):
        position = Snapshot(Pile(sticks, 0), ())
        engine.clear()
        line = engine.play(position, Limit(nodes=1_000))
        value = minimax(game, position.state, 12).value  # both others play against the mover
        if line.win_in is not None:
            assert value > 0
        if line.loss_in is not None and line.warrant.is_certain:
            assert value < 0
        kinds.add((line.win_in is not None, line.warrant.kind))
    assert (True, "proven") in kinds
    assert (False, "sampled") in kinds


def test_draws_by_repetition_and_by_clock_are_not_proven() -> None:
    for rules in (ring(3), ring(3, limit=4)):
        game = replace(rules, evaluate=no_evaluation)
        line = Engine(game, compiled=False).play(Session(game), Limit(nodes=500))
        assert str(line.warrant) == "sampled" or line.score is None


class Bounce(NamedTuple):
    at: int
    quiet: int
    turn: int


def bounce(*, limit: int = 0, repeats: int = 0) -> Game:
    """One stone moves between two cells for ever: only a clock or repetition ends the game."""

    def moves(state: Bounce) -> Iterator[int]:
        yield 1 - state.at

    def play(state: Bounce, move: int) -> Bounce:
        return Bounce(at=move, quiet=state.quiet + 1, turn=1 - state.turn)

    def payoff(state: Bounce, side: int) -> int:
        return DRAW

    def drawn(state: Bounce) -> bool:
        return state.quiet >= limit

    return Game(
        "bounce",
        Bounce(0, 0, 0),
        moves,
        play,
        payoff,
        clocks=("quiet",),
        drawn=drawn if limit else lambda state: False,
        repeats=repeats,
    )


@pytest.mark.parametrize("rules", [{"limit": 6}, {"repeats": 3}], ids=["clock", "repetition"])
def test_a_game_that_only_its_history_ends_is_sampled_as_a_draw(rules: dict[str, int]) -> None:
    game = bounce(**rules)
    line = Engine(game, compiled=False).play(Session(game), Limit(nodes=300))
    assert str(line.warrant) == "sampled"
    assert line.score == 0


def test_a_node_limit_counts_playouts_exactly() -> None:
    line = Engine(CONNECT4).play(Session(CONNECT4), Limit(nodes=2_000))
    assert line.nodes == 2_000
    assert str(line.warrant) == "sampled"
    assert line.interval is not None
    low, high = line.interval
    assert line.score is not None
    assert -1 <= low < line.score < high <= 1


def test_a_full_tree_stops_growing_but_the_search_goes_on() -> None:
    engine = Engine(CONNECT4, memory=1)
    line = engine.play(Session(CONNECT4), Limit(nodes=100_000))
    assert line.nodes == 100_000
    assert engine._trees is not None
    tree = engine._trees._trees[0]
    assert tree.size <= 1 << 17
    assert tree.size > (1 << 17) - 8 * NODE_WORDS


def test_a_depth_limit_ends_the_search_when_the_line_is_that_long() -> None:
    line = Engine(CONNECT4).play(Session(CONNECT4), Limit(depth=4))
    assert len(line.line) >= 4
    assert line.depth == len(line.line)
    drawn = bounce(limit=4)  # its lines never get longer
    assert Engine(drawn, compiled=False).play(Session(drawn), Limit(depth=90)).move


def test_stopping_ends_an_unlimited_search_and_keeps_its_lines() -> None:
    engine = Engine(CONNECT4)
    with engine.analysis(Session(CONNECT4)) as analysis:
        next(analysis)
        analysis.stop()
        lines = analysis.wait()
    assert lines[0].nodes > 0
    assert all(not thread.is_alive() for thread in analysis.threads)


def test_two_threads_add_up_their_trees() -> None:
    engine = Engine(CONNECT4, threads=2)
    lines = engine.analyse(Session(CONNECT4), Limit(nodes=4_000), multipv=7)
    assert len(lines) == 7
    assert 2_000 <= lines[0].nodes <= 4_000
    assert engine._trees is not None
    one, other = engine._trees._trees
    assert one.nodes > 0
    assert list(one.tree[: one.size]) != list(other.tree[: other.size])


def test_the_tree_is_kept_after_moves_and_the_best_lines_are_sorted() -> None:
    engine, session = Engine(CONNECT4), Session(CONNECT4)
    lines = engine.analyse(session, Limit(nodes=3_000), multipv=7)
    shares = [line.share for line in lines]
    assert shares == sorted(shares, key=lambda share: -(share or 0))
    for move in lines[0].line[:2]:
        session.push(move)
    engine.play(session, Limit(nodes=1))
    assert engine._trees is not None
    tree = engine._trees._trees[0].tree
    assert tree[VISITS] > 100  # of the root, with only one playout of its own
    session.undo(2)
    engine.play(session, Limit(nodes=1))
    assert tree[VISITS] == 1  # a takeback starts a new tree


def test_moving_the_root_keeps_the_subtree() -> None:
    grown = worker(CONNECT4, is_compiled=True)
    grown.start(CONNECT4.initial(), ())
    grown.grow(2_000)
    child = int(grown.tree[FIRST]) + 3 * NODE_WORDS
    before = _nested(grown.tree, child)
    copy = grown.tree.copy()
    end = move_root(copy, child)
    assert _nested(copy, 0) == before
    assert end < grown.size
    as_list = list(map(int, grown.tree))
    assert move_root(as_list, child) == end
    assert as_list[:end] == list(copy[:end])


def _nested(tree: Any, node: int) -> Any:
    """The tree below a node without its indexes."""
    words = list(map(int, tree[node : node + NODE_WORDS]))
    first, count = words[FIRST], words[COUNT]
    words[FIRST] = 0
    below = range(first, first + count * NODE_WORDS, NODE_WORDS) if first else ()
    return words, [_nested(tree, child) for child in below]


def test_same_seed_same_line_and_clearing_forgets() -> None:
    one, other = (Engine(CONNECT4, seed=7) for _ in range(2))
    first = one.play(Session(CONNECT4), Limit(nodes=1_000))
    assert replace(first, seconds=0) == replace(
        other.play(Session(CONNECT4), Limit(nodes=1_000)), seconds=0
    )
    one.clear()
    again = one.play(Session(CONNECT4), Limit(nodes=1_000))
    assert replace(first, seconds=0) == replace(again, seconds=0)
    different = Engine(CONNECT4, seed=8).play(Session(CONNECT4), Limit(nodes=1_000))
    assert replace(first, seconds=0) != replace(different, seconds=0)


def test_only_some_first_moves() -> None:
    engine, session = Engine(CONNECT4), Session(CONNECT4)
    assert engine.play(session, Limit(nodes=500)).move == "d"
    lines = engine.analyse(session, Limit(nodes=500), multipv=9, only=[0, 6])
    assert {line.move for line in lines} == {"a", "g"}
    assert len(engine.analyse(session, Limit(nodes=500), multipv=9)) == 7


def test_an_object_game_plays_interpreted() -> None:
    class Heap:
        def __init__(self, sticks: list[int], turn: int) -> None:
            self.sticks, self.turn = sticks, turn

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Heap) and vars(self) == vars(other)

    def moves(state: Heap) -> Iterator[int]:
        yield from range(1, min(3, state.sticks[0]) + 1)

    def play(state: Heap, move: int) -> Heap:
        return Heap([state.sticks[0] - move], 1 - state.turn)

    def payoff(state: Heap, side: int) -> int:
        return LOSS if side == state.turn else WIN

    game = Game("heap", Heap([7], 0), moves, play, payoff)
    with pytest.warns(kibitz.KibitzWarning, match="interpreted search plays heap"):
        line = Engine(game).play(Snapshot(game.initial(), ()), Limit(nodes=3_000))
    assert (line.moves[0], line.win_in, str(line.warrant)) == (3, 3, "proven")
    assert not line.compiled


@pytest.mark.parametrize("name", kibitz.names())
def test_shipped_games_use_alpha_beta_unless_asked(name: str) -> None:
    assert Engine(kibitz.game(name)).search == "alphabeta"
    assert Engine(kibitz.game(name), search="mcts").search == "mcts"


def test_the_default_search_follows_from_the_evaluation() -> None:
    constant = replace(TICTACTOE, evaluate=lambda state, side: 5 if side == 0 else -5)
    assert not TICTACTOE.has_evaluation
    assert TICTACTOE.evaluate(TICTACTOE.initial(), 0) == 0
    for game in (TICTACTOE, constant):
        assert Engine(game).search == "mcts"
        assert Engine(game, search="alphabeta").search == "alphabeta"
        assert Engine(game, switches=Switches()).search == "alphabeta"
    assert Engine(pile_game()).search == "mcts"
    assert Engine(pile_game(), opponents="maxn").search == "alphabeta"


@pytest.mark.parametrize(
    ("settings", "text"),
    [
        ({"search": "random"}, "search cannot be 'random': expected 'mcts' or 'alphabeta'"),
        ({"search": "mcts", "opponents": "maxn"}, "setting of alpha-beta"),
        ({"search": "mcts", "switches": Switches()}, "setting of alpha-beta"),
        ({"seed": "7"}, "seed cannot be '7'"),
    ],
)
def test_wrong_settings_are_refused(settings: dict[str, Any], text: str) -> None:
    with pytest.raises(LimitError, match=text):
        Engine(TICTACTOE, **settings)


def test_quick_wins_and_losses_are_not_missed() -> None:
    assert missed(CONNECT4, 12, seed=1) == []


@pytest.mark.deep
@pytest.mark.parametrize("game", [CONNECT4, TICTACTOE, hex_game(7), kalah.GAME, breakthrough(6)])
def test_quick_wins_and_losses_are_not_missed_in_a_thousand_positions(game: Game) -> None:
    assert missed(replace(game, evaluate=no_evaluation, margin=None), 200, seed=2) == []


def missed(game: Game, count: int, seed: int) -> list[str]:
    """The positions in which 2,000 playouts miss a win, or allow a loss, within three plies."""
    engine, found = Engine(game, seed=seed), []
    generator = random.Random(seed)
    while count:
        states = [game.initial()]
        while moves := list(game.moves(states[-1])):
            states.append(game.play(states[-1], generator.choice(moves)))
        state = states[-2 - generator.randrange(min(8, len(states) - 1))]
        worth = {
            move: minimax(game, game.play(state, move), 2, side=state.turn).value
            for move in game.moves(state)
        }
        best, worst = max(worth.values()), min(worth.values())
        if best == worst or (best <= 0 and worst >= 0):
            continue
        count -= 1
        engine.clear()
        line = engine.play(Snapshot(state, ()), Limit(nodes=2_000))
        value = worth[line.moves[0]]
        is_missed = best > 0 and value <= 0 and line.win_in is None
        if is_missed or (best == 0 and value < 0):
            found.append(f"{state}: {line}")
    return found


def test_wilson_intervals() -> None:
    assert wilson(0.0, 0) == (-1.0, 1.0)
    low, high = wilson(1.0, 10)
    assert high == pytest.approx(1.0)
    assert 0.3 < low < 0.6  # 72 % to 100 % of the points
    widths = [np.subtract(*wilson(0.2, count)[::-1]) for count in (10, 100, 1_000)]
    assert widths == sorted(widths, reverse=True)


def test_none_means_no_evaluation() -> None:
    game = pile_game()
    assert replace(game, evaluate=None).evaluate is game.evaluate is no_evaluation  # type: ignore[arg-type]
