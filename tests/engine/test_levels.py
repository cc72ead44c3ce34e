"""Levels: the fixed-depth ones are textbook minimax, the ladder errs like a person."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from types import FunctionType
from typing import Any, cast

import pytest

import kibitz
from kibitz import Game, Level, Player, Session, Snapshot
from kibitz.core.level import EFFORTS, STEPS
from kibitz.core.states import state_functions
from kibitz.core.text import parse_move
from kibitz.engine.ladder import EFFORT_TABLE, USUAL, ladder, rows
from kibitz.engine.levels import level, levels, score_spread
from kibitz.games.draughts import draughts
from kibitz.games.draughts.variants import VARIANTS
from kibitz.search.compiled import compiled
from kibitz.search.reference import minimax
from tests import toys

GAMES: dict[str, Callable[[], Game]] = {
    "tictactoe": partial(kibitz.game, "tictactoe"),
    "dame": partial(kibitz.game, "dame"),
    "international": partial(kibitz.game, "draughts", variant="international"),
    "connect4": partial(kibitz.game, "connect4"),
    "morris": partial(kibitz.game, "morris"),
    "horses": partial(kibitz.game, "horses"),
    "horses, ending both": partial(kibitz.game, "horses", ending="both"),
    "tiles": partial(kibitz.game, "tiles"),
    "tiles for three": partial(kibitz.game, "tiles", players=3),
}
PLAIN_LEVELS = [(name, one.name) for name, make in GAMES.items() for one in make().levels]


def random_position(game: Game, lot: random.Random, most: int = 60) -> Snapshot:
    """A position that random play reaches, in which the game goes on."""
    state = game.initial(lot.randrange(1000))
    earlier: list[Any] = []
    for _ in range(lot.randrange(most)):
        after = game.play(state, lot.choice(list(game.moves(state))))
        if game.outcome(after, [*earlier, state]) is not None:
            break
        earlier.append(state)
        state = after
    return Snapshot(state, tuple(earlier))


def unweighted(game: Game) -> Any:
    """The evaluation as one function, its weights constants of it."""
    if game.weights is None:
        return game.evaluate
    function, weights = getattr(game.evaluate, "function"), tuple(game.weights)  # noqa: B009
    return lambda state, player: function(state, player, weights)


def textbook_function(game: Game, scoring: str) -> FunctionType:
    """Minimax without pruning, as a textbook has it, in the level's own scale."""
    moves, play, payoff, evaluate = game.moves, game.play, game.payoff, unweighted(game)
    drawn = game.drawn or (lambda state: False)
    unpack, pack, *_ = state_functions(game)
    by_depth, by_plies = scoring == "remaining", scoring == "plies"

    def textbook(position: tuple[int, ...], depth: int, ply: int, player: int) -> int:
        state = unpack(position)
        is_over = True
        for _ in moves(state):
            is_over = False
            break
        if is_over and by_depth:
            return payoff(state, player) * (1_000_000 + depth)
        if is_over and by_plies:
            return payoff(state, player) * (10 - (ply - 1))
        if not is_over and drawn(state):
            return 0
        if is_over or depth == 0:
            return int(evaluate(state, player))
        best = 0
        is_first = True
        for move in moves(state):
            value = textbook(pack(play(state, move)), depth - 1, ply + 1, player)
            better = value > best if state.turn == player else value < best
            if is_first or better:
                best = value
                is_first = False
        return best

    return cast(FunctionType, textbook)


@lru_cache
def textbook(game: Game, scoring: str) -> Any:
    from kibitz.compiling.signature import INT

    return compiled(game, lambda game: textbook_function(game, scoring), (INT,) * 3)


def judged(game: Game, chosen: Level) -> Game:
    """The game with the evaluation that the level names."""
    return game.judged_by(chosen.evaluation) if chosen.evaluation else game


def textbook_answer(game: Game, chosen: Level, state: Any) -> tuple[int, int]:
    """The value and the move of the textbook."""
    search = textbook(judged(game, chosen), chosen.decided)
    assert chosen.depth is not None
    found = [
        (search(tuple(game.play(state, move)), chosen.depth - 1, 1, state.turn), move)
        for move in game.moves(state)
    ]
    best = max(value for value, _ in found)
    equal = [move for value, move in found if value == best]
    return best, equal[-1] if chosen.ties == "last" else equal[0]


def check_plain(name: str, level_name: str, count: int) -> None:
    game = GAMES[name]()
    # The lot decides about easy moves only; what it would have played otherwise is checked.
    chosen = replace(level(game, level_name), randomness=0.0)
    player = Player(game, chosen, seed=1)
    lot = random.Random(f"{name} {level_name}")
    for _ in range(count):
        position = random_position(game, lot)
        value, move = textbook_answer(game, chosen, position.state)
        line = player.play(position)
        assert parse_move(game, position.state, line.move) == move, (position, line)
        score = line.score
        if score is None:
            plies = line.win_in if line.win_in is not None else line.loss_in
            assert plies is not None
            size = 1_000_000 + (chosen.depth or 0) - plies
            if chosen.decided == "plies":
                size = 10 - (plies - 1)
            score = size if line.win_in is not None else -size
            assert score == value
        else:
            assert round(score * game.unit) == value


@pytest.mark.parametrize(("name", "level_name"), PLAIN_LEVELS)
def test_plain_level_is_textbook_minimax(name: str, level_name: str) -> None:
    check_plain(name, level_name, 15)


@pytest.mark.deep
@pytest.mark.parametrize(("name", "level_name"), PLAIN_LEVELS)
def test_plain_level_is_textbook_minimax_in_500_positions(name: str, level_name: str) -> None:
    check_plain(name, level_name, 500)


@pytest.mark.parametrize("name", GAMES)
def test_textbook_of_these_tests_agrees_with_the_reference_without_pruning(name: str) -> None:
    game = GAMES[name]()
    lot = random.Random(name)
    for depth in (1, 2):
        for chosen in game.levels:
            if chosen.decided == "plies":
                continue  # its scale has no room for evaluations
            one = replace(chosen, depth=depth)
            state = random_position(game, lot).state
            answer = minimax(
                judged(game, one),
                state,
                depth,
                pruning=False,
                outcomes=one.decided != "evaluation",
                latest=one.ties == "last",
            )
            assert (one.value(answer.value), answer.move) == textbook_answer(game, one, state)


def test_levels_are_those_of_the_textbooks() -> None:
    depths = {
        name: {one.name: one.depth for one in GAMES[name]().levels}
        for name in ("dame", "tictactoe", "horses", "morris")
    }
    assert depths == {
        "dame": {"easy": 1, "medium": 3, "hard": 5},
        "tictactoe": {"easy": 1, "medium": 3, "hard": 5, "perfect": 9},
        "horses": {"beginner": 2, "amateur": 4, "expert": 6},
        "morris": {"easy": 1, "medium": 3, "hard": 5},
    }
    easy = level(GAMES["morris"](), "easy")
    assert (easy.randomness, easy.pruning) == (0.5, False)


def test_morris_easy_plays_half_its_moves_by_lot() -> None:
    game = GAMES["morris"]()
    player = Player(game, "easy", seed=3)
    lot = random.Random(1)
    drawn = [player.choose(random_position(game, lot, most=300)).is_random for _ in range(400)]
    assert 0.4 < sum(drawn) / 400 < 0.6


def test_morris_easy_draws_from_all_moves() -> None:
    game = GAMES["morris"]()
    start = Snapshot(game.initial())
    choices = [Player(game, "easy", seed=seed).choose(start) for seed in range(400)]
    assert len({choice.move for choice in choices if choice.is_random}) == 24
    assert len({choice.move for choice in choices if not choice.is_random}) == 1
    assert 0.4 < sum(choice.is_random for choice in choices) / 400 < 0.6


def test_unpruned_level_visits_the_whole_tree() -> None:
    game = GAMES["tictactoe"]()
    whole = Level("whole", depth=3, pruning=False)
    line = Player(game, whole).play(Snapshot(game.initial()))
    assert line.nodes == 1 + 9 + 9 * 8 + 9 * 8 * 7


LADDER_GAMES = ["tictactoe", "dame", "connect4", "morris", "horses"]  # Tiles has one last move
UNTIMED = [str(number) for number in range(1, STEPS)]


def wins_in_one(game: Game, state: Any) -> list[int]:
    found = []
    for move in game.moves(state):
        after = game.play(state, move)
        if next(iter(game.moves(after)), None) is None and game.payoff(after, state.turn) > 0:
            found.append(move)
    return found


@lru_cache
def positions_won_in_one(name: str, count: int) -> tuple[Snapshot, ...]:
    game = GAMES[name]()
    lot = random.Random(name)
    found: list[Snapshot] = []
    while len(found) < count:
        state = game.initial(lot.randrange(1000))
        earlier: list[Any] = []
        while game.outcome(state, earlier) is None:
            if wins_in_one(game, state) and len(list(game.moves(state))) > 1:
                found.append(Snapshot(state, tuple(earlier)))
                break
            earlier.append(state)
            state = game.play(state, lot.choice(list(game.moves(state))))
    return tuple(found)


@pytest.mark.parametrize("name", LADDER_GAMES)
@pytest.mark.parametrize("step", UNTIMED)
def test_no_step_misses_a_win_in_one(name: str, step: str) -> None:
    game = GAMES[name]()
    for seed, position in enumerate(positions_won_in_one(name, 8)):
        line = Player(game, step, seed=seed).play(position)
        assert parse_move(game, position.state, line.move) in wins_in_one(game, position.state)


@pytest.mark.parametrize("step", UNTIMED)
def test_lost_step_holds_out_as_long_as_it_sees(step: str) -> None:
    """O has lost: X threatens to win at two places; blocking one is no worse than not looking."""
    game = kibitz.game("tictactoe")
    session = kibitz.Session(game, "X.X/.O./XO.")
    assert session.side == "O"
    one = level(game, step)
    seen = one.depth is None or one.depth >= 2
    for seed in range(10):
        line = Player(game, step, seed=seed).play(session)
        if seen:
            assert line.loss_in == 2 or line.win_in == 1


# Step 1 sees what can be taken at once, step 2 the whole exchange.
@pytest.mark.parametrize(("step", "exchange"), [("1", 1), ("2", 16)])
@pytest.mark.parametrize("name", ["dame", "international"])
def test_weak_step_gives_no_man_away(name: str, step: str, exchange: int) -> None:
    game = GAMES[name]()
    engine = kibitz.Engine(game, switches=kibitz.Switches(quiescence_plies=exchange))
    lot = random.Random(step)
    for seed in range(40):
        position = random_position(game, lot)
        count = len(list(game.moves(position.state)))
        lines = engine.analyse(position, kibitz.Limit(depth=1), multipv=count)
        worth = {line.move: line.score for line in lines if line.score is not None}
        line = Player(game, step, seed=seed).play(position)
        if line.depth == 1 and line.move in worth:
            assert worth[line.move] > max(worth.values()) - 1


@pytest.mark.parametrize("step", ["1", "4", "8", "9"])
def test_equal_moves_are_played_at_random(step: str) -> None:
    game = kibitz.game("tictactoe")
    start = Snapshot(game.initial())
    assert len({Player(game, step, seed=seed).play(start).move for seed in range(40)}) > 1


@pytest.mark.parametrize("step", UNTIMED)
def test_seed_repeats_the_move(step: str) -> None:
    game = GAMES["morris"]()
    position = random_position(game, random.Random(5))
    one, other = Player(game, step, seed=9), Player(game, step, seed=9)
    other.play(Snapshot(game.initial()))
    assert one.play(position).line == other.play(position).line


@pytest.mark.parametrize("game", [toys.nim(), toys.pot(3), toys.coins()], ids=lambda one: one.name)
def test_strangers_games_have_the_ladder(game: Game) -> None:
    for one in levels(game)[:7]:
        line = Player(game, one.name, seed=1).play(Snapshot(game.initial()))
        session = kibitz.Session(game)
        session.push(line.move)


def test_score_spread_separates_quiet_moves_from_captures() -> None:
    loose = score_spread(GAMES["dame"]())
    assert 0 < loose.quiet < 20
    assert 60 < loose.stake < 200  # a man is 100, and his place is worth something too
    assert max(loose.blur(one) for one in ladder(GAMES["dame"]())) < 50
    assert score_spread(GAMES["connect4"]()).stake == float("inf")


def test_unknown_level_is_refused() -> None:
    with pytest.raises(kibitz.LevelError, match="no level 'brutal': its levels are beginner, ama"):
        Player(kibitz.game("horses"), "brutal")
    with pytest.raises(kibitz.LevelError, match="its levels are 1 to 10"):
        Player(toys.nim(), "11")


def test_seed_that_is_no_number_is_refused() -> None:
    with pytest.raises(kibitz.LimitError, match="seed"):
        Player(toys.nim(), "1", seed="x")  # type: ignore[arg-type]  # on purpose


def test_levels_of_a_game_are_checked() -> None:
    game = toys.nim()
    with pytest.raises(kibitz.ContractError, match="reserved for the ladder"):
        replace(game, levels=(Level("3", depth=1),))
    with pytest.raises(kibitz.ContractError, match="depth None"):
        replace(game, levels=(Level("easy"),))
    with pytest.raises(kibitz.ContractError, match="has the unknown evaluation"):
        replace(game, levels=(Level("easy", depth=1, evaluation="sharp"),))
    with pytest.raises(kibitz.ContractError, match="expected Level"):
        replace(game, levels=("easy",))  # type: ignore[arg-type]  # on purpose


def test_level_with_another_evaluation_plays_by_it() -> None:
    game = toys.nim()

    def flat(state: Any, player: int) -> int:
        return 7 if player == state.turn else -7

    judged = replace(
        game, evaluations={"flat": flat}, levels=(Level("odd", depth=1, evaluation="flat"),)
    )
    assert Player(judged, "odd").play(Snapshot(judged.initial())).score == -7


def test_unknown_evaluation_is_refused() -> None:
    with pytest.raises(kibitz.OptionError, match="no evaluation 'sharp'"):
        kibitz.game("morris").judged_by("sharp")


CALIBRATED = ("connect4", "draughts", "horses", "morris", "tiles")


@pytest.mark.parametrize("chosen", [USUAL, *(kibitz.game(name).ladder for name in CALIBRATED)])
def test_every_step_is_a_higher_row_of_the_dial(chosen: tuple[int, ...]) -> None:
    assert len(chosen) == STEPS
    assert list(chosen) == sorted(set(chosen))
    assert (chosen[0], chosen[-1]) == (0, len(EFFORT_TABLE) - 1)


def test_the_contract_knows_how_many_efforts_the_dial_has() -> None:
    assert len(EFFORT_TABLE) == EFFORTS
    assert [one.name for one in ladder(GAMES["morris"]())] == [str(n) for n in range(1, STEPS + 1)]


def test_a_variant_may_have_rows_of_its_own() -> None:
    usual = kibitz.game("draughts").ladder
    ladders = {name: draughts(name).ladder for name in VARIANTS}
    calibrated = {name for name, ladder in ladders.items() if ladder != usual}
    assert calibrated == {"english", "international", "italian"}
    assert rows(kibitz.game("draughts", variant="english")) == ladders["english"]
    assert rows(kibitz.game("dame")) == usual
    assert rows(kibitz.game("draughts", variant="english", size=6)) == ladders["english"]
    assert rows(kibitz.game("tictactoe")) == USUAL


@pytest.mark.parametrize(
    "chosen", [(1, 2, 3), tuple(range(9, -1, -1)), (0, *range(16, 25)[:8], 25), ("1",) * 10]
)
def test_impossible_ladders_are_refused(chosen: tuple[int, ...]) -> None:
    with pytest.raises(kibitz.ContractError, match="expected 10 rising whole numbers from 0 to 24"):
        replace(toys.nim(), ladder=chosen)
    assert rows(replace(toys.nim(), ladder=tuple(range(5, 15)))) == tuple(range(5, 15))


@pytest.mark.parametrize(
    ("level_name", "least", "most"), [("beginner", 20, 30), ("amateur", 250, 380)]
)
def test_a_level_of_smart_horses_visits_as_many_nodes_as_its_document_says(
    level_name: str, least: int, most: int
) -> None:
    """About 25 and 290 on a full board, by alpha-beta in the order of the rules."""
    game = kibitz.game("horses")
    player = Player(game, level_name, seed=1)
    rules = judged(game, level(game, level_name))
    nodes = []
    for seed in range(8):
        session = Session(game, seed=seed)
        line = player.play(session)
        assert line.nodes == minimax(rules, session.state, player.level.depth or 0).nodes
        nodes.append(line.nodes)
    assert least <= sum(nodes) / len(nodes) <= most
