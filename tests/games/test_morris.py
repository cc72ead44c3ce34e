"""The rules of the Morris family, one fact a test."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from kibitz import DRAW, LOSS, WIN, Game, OptionError, Session
from kibitz.core.text import format_move, format_state, parse_move, parse_state
from kibitz.games.morris import GAME, morris
from kibitz.games.morris.boards import THREE_RINGS
from kibitz.games.morris.state import State
from kibitz.games.morris.variants import VARIANTS
from kibitz.testing import check

# A middle game: white holds the mill a7 d7 g7, black b6 d6 f6; no stone in hand.
MIDDLE = "ooo/xxx/.../o.o.x./x.x/.../... w 0 0"


def texts(game: Game, state: Any) -> set[str]:
    return {format_move(game, state, move) for move in game.moves(state)}


def after(game: Game, line: str, state: Any = None) -> Any:
    state = game.initial() if state is None else state
    for text in line.split():
        state = game.play(state, parse_move(game, state, text))
    return state


def random_states(game: Game, games: int, seed: int = 0) -> Iterator[Any]:
    chance = random.Random(seed)
    for _ in range(games):
        state: Any = game.initial()
        earlier: list[Any] = []
        while not game.outcome(state, earlier):
            yield state
            earlier.append(state)
            state = game.play(state, chance.choice(list(game.moves(state))))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_keeps_the_contract(variant: str) -> None:
    assert check(morris(variant), games=3, positions=60).is_compiled


@pytest.mark.deep
@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_keeps_the_contract_at_length(variant: str) -> None:
    check(morris(variant), games=40, positions=1500, seed=1)


# Boards.


@pytest.mark.parametrize(
    ("variant", "points", "links", "mills", "symmetries"),
    [
        ("three", 9, 16, 8, 8),
        ("six", 16, 20, 8, 16),
        ("seven", 17, 24, 10, 8),
        ("nine", 24, 32, 16, 16),
        ("twelve", 24, 40, 20, 16),
    ],
)
def test_boards_have_their_points_lines_and_symmetries(
    variant: str, points: int, links: int, mills: int, symmetries: int
) -> None:
    board = VARIANTS[variant].board
    assert (board.count, len(board.links), len(board.mills)) == (points, links, mills)
    assert len(board.symmetries) == symmetries
    assert board.symmetries[0] == tuple(range(points))


def test_symmetries_keep_neighbours_and_mills() -> None:
    for variant in VARIANTS.values():
        board = variant.board
        for symmetry in board.symmetries:
            moved = {tuple(sorted((symmetry[a], symmetry[b]))) for a, b in board.links}
            assert moved == set(board.links)
            assert {
                sum(1 << symmetry[p] for p in range(board.count) if mill >> p & 1)
                for mill in board.mills
            } == set(board.mills)


def test_inner_and_outer_ring_can_change_places() -> None:
    numbers = THREE_RINGS.numbers
    assert any(symmetry[numbers["a7"]] == numbers["c5"] for symmetry in THREE_RINGS.symmetries)


# Placing, moving, flying.


def test_stones_are_placed_on_any_free_point() -> None:
    assert len(texts(GAME, GAME.initial())) == 24
    assert "d6" not in texts(GAME, after(GAME, "d6"))


def test_placed_stones_stay_while_others_are_in_hand() -> None:
    assert not any("-" in text for text in texts(GAME, after(GAME, "d6 d2 b4")))


def test_lasker_moves_placed_stones_while_others_are_in_hand() -> None:
    game = morris("lasker")
    found = texts(game, after(game, "d6 d2"))
    assert {"d6-d7", "d6-b6", "d6-f6", "d6-d5", "a1"} <= found


def test_lasker_does_not_fly_with_stones_in_hand() -> None:
    game = morris("lasker")
    state = parse_state(game, "o.o/.../.../o...../.../.../xxx w 1 7")
    assert "a7-d7" in texts(game, state)
    assert "a7-d1" not in texts(game, state)


def test_stones_move_along_lines_only() -> None:
    state = parse_state(GAME, MIDDLE)
    assert {t for t in texts(GAME, state) if t.startswith("g7-")} == {"g7-g4"}


def test_three_stones_fly() -> None:
    state = parse_state(GAME, "o.o/.../.../...x../.../o../x.x w 0 0")
    free = 24 - 6
    moves = texts(GAME, state)
    assert len({text.split("x")[0] for text in moves}) == 3 * free


@pytest.mark.parametrize("variant", ["six", "seven", "cheng_san_qi"])
def test_nobody_flies_where_flying_is_off(variant: str) -> None:
    game = morris(variant)
    rows = [len(row) for row in VARIANTS[variant].board.rows]
    board = "/".join(["o.o", "." * rows[1], *("." * n for n in rows[2:-2]), "o..", "xxx"])
    state = parse_state(game, f"{board} w 0 0")
    links = VARIANTS[variant].board.links
    names = VARIANTS[variant].board.numbers
    for text in texts(game, state):
        source, target = text.split("x")[0].split("-")
        assert tuple(sorted((names[source], names[target]))) in links


# Mills.


def test_a_mill_takes_a_stone_in_the_same_move() -> None:
    state = after(GAME, "a7 d6 d7 f6")
    assert {text for text in texts(GAME, state) if text.startswith("g7")} == {"g7xd6", "g7xf6"}


def test_a_stone_in_a_mill_is_safe_while_others_are_not() -> None:
    state = after(GAME, "a7 d6 d7 b6 d1 f6xd1 a4 a1")
    assert {text for text in texts(GAME, state) if text.startswith("g7")} == {"g7xa1"}


def test_any_stone_is_taken_when_all_are_in_mills() -> None:
    state = after(GAME, "a7 d6 d7 b6 d1 f6xd1")
    assert {t for t in texts(GAME, state) if t.startswith("g7")} == {"g7xd6", "g7xb6", "g7xf6"}


def test_stones_in_mills_are_never_safe_where_any_may_be_taken() -> None:
    game = morris("da_san_qi")
    state = after(game, "a7 d6 d7 b6 d1 f6xd1 a4 a1")
    assert {t for t in texts(game, state) if t.startswith("g7")} == {
        "g7xd6",
        "g7xb6",
        "g7xf6",
        "g7xa1",
    }


def test_two_mills_at_once_take_one_stone_in_nine() -> None:
    state = parse_state(GAME, "oo./.../x../.....o/.x./.x./..o w 5 5")
    assert {t for t in texts(GAME, state) if t.startswith("g7")} == {"g7xc5", "g7xd3", "g7xd2"}


def test_two_mills_at_once_take_an_unordered_pair_in_morabaraba() -> None:
    game = morris("morabaraba")
    state = parse_state(game, "oo./.../x../.....o/.x./.x./..o w 8 8")
    assert {t for t in texts(game, state) if t.startswith("g7")} == {
        "g7xc5xd3",
        "g7xc5xd2",
        "g7xd3xd2",
    }
    assert format_state(game, after(game, "g7xd2xc5", state)) == format_state(
        game, after(game, "g7xc5xd2", state)
    )


def test_three_mills_at_once_take_three_stones_in_morabaraba() -> None:
    game = morris("morabaraba")
    state = parse_state(game, "oo./..o/x.o/.....o/.x./.x./x.o w 6 6")
    assert len({t for t in texts(game, state) if t.startswith("g7")}) == 4
    assert "g7xc5xd3xd2" in texts(game, state)


def test_two_mills_take_the_one_stone_that_may_be_taken() -> None:
    game = morris("morabaraba")
    state = parse_state(game, "oo./.../..x/.....o/xxx/.../..o w 8 8")
    assert {t for t in texts(game, state) if t.startswith("g7")} == {"g7xe5"}


def test_a_mill_against_an_empty_board_takes_nothing() -> None:
    game = morris("lasker")
    state = parse_state(game, "oo./.../.../....../.../.../... w 8 10")
    assert "g7" in texts(game, state)


def test_a_mill_can_be_opened_and_closed_again_in_nine_but_serves_once_in_russian() -> None:
    position = "oo./.../.../o.x.xo/.../.x./x.x w 0 0"
    for variant, takes in (("nine", True), ("russian", False)):
        game = morris(variant)
        state = parse_state(game, position)
        state = after(game, "g4-g7xc4 d2-d3 g7-g4 d3-d2", state)
        found = texts(game, state)
        assert ("g4-g7xf4" in found) is takes
        assert ("g4-g7" in found) is not takes


def test_the_other_side_may_use_the_same_mill_in_russian() -> None:
    game = morris("russian")
    state = parse_state(game, "xx./.../.../o.o.xx/.../.o./o.o b 0 0 4 a7g7 -")
    assert "g4-g7xa4" in texts(game, state)
    served = parse_state(game, "xx./.../.../o.o.xx/.../.o./o.o b 0 0 4 - a7g7")
    assert "g4-g7" in texts(game, served)


def test_a_mill_takes_from_the_hand_while_placing_in_dooz() -> None:
    game = morris("dooz")
    state = after(game, "a7 d6 d7 f6")
    assert "g7" in texts(game, state)
    state = after(game, "g7", state)
    assert format_state(game, state) == "ooo/.xx/.../....../.../.../... b 9 9 0"


def test_a_mill_takes_from_the_board_in_dooz_where_the_hand_is_empty() -> None:
    game = morris("dooz")
    state = parse_state(game, "oo./.xx/.../x.x.../.../.../x.. w 1 0")
    assert "g7xd6" in texts(game, state)


def test_marked_stones_count_no_more_and_go_when_all_are_placed_in_da_san_qi() -> None:
    game = morris("da_san_qi")
    state = after(game, "a7 d6 d7 f6 g7xd6")
    assert format_state(game, state).startswith("ooo/.#x/")
    assert "d6" not in texts(game, state)
    last = parse_state(game, "oxo/x#x/oxo/xoxoxo/oxo/xox/ox. b 0 1")
    last = after(game, next(iter(texts(game, last))), last)
    assert "#" not in format_state(game, last)
    assert last.turn == 1  # the second player goes on


def test_each_side_takes_a_stone_after_a_full_board_in_zhi_qi() -> None:
    game = morris("zhi_qi")
    state = parse_state(game, "oox/xxo/oxo/xoxxox/.oo/oxx/oxo b 0 1")
    state = after(game, "c3", state)
    assert (state.turn, state.my_hand) == (0, -1)
    assert all(text.startswith("x") for text in texts(game, state))
    state = game.play(state, next(iter(game.moves(state))))
    assert (state.turn, state.my_hand) == (1, -1)
    state = game.play(state, next(iter(game.moves(state))))
    assert (state.turn, state.my_hand, state.their_hand) == (0, 0, 0)


# Ends.


def test_fewer_than_three_stones_lose() -> None:
    state = parse_state(GAME, "oo./xx./.../o...../..x/.../... w 0 0")
    state = after(GAME, "a4-g7xe3", state)
    assert not texts(GAME, state)
    assert (GAME.payoff(state, 0), GAME.payoff(state, 1)) == (WIN, LOSS)


def test_a_blocked_side_loses() -> None:
    state = parse_state(GAME, "o.x/x../.../o....x/.../x../o.x w 0 0")
    assert texts(GAME, state)
    state = parse_state(GAME, "oxo/.x./.../xx..xx/.../.../oxo w 0 0")
    assert not texts(GAME, state)
    assert GAME.payoff(state, 0) == LOSS


def test_a_full_board_loses_for_the_first_player_in_twelve() -> None:
    game = morris("twelve")
    state = parse_state(game, "oox/xxo/oxo/xoxxox/xoo/oxx/oxo w 0 0")
    assert not texts(game, state)
    assert game.payoff(state, 0) == LOSS


def test_a_blocked_side_takes_a_neighbour_and_moves_on_in_zhi_qi() -> None:
    game = morris("zhi_qi")
    state = parse_state(game, "oxo/xxx/.../xx..xx/.../x.x/oxo w 0 0")
    assert texts(game, state) == {f"x{p}" for p in ("d7", "b6", "f6", "a4", "g4", "b2", "f2", "d1")}
    state = after(game, "xd7", state)
    assert state.turn == 0
    assert "a7-d7" in texts(game, state)


def test_three_in_a_row_win_in_three() -> None:
    game = morris("three")
    state = after(game, "b2 a1 b3 c1 b1")
    assert not texts(game, state)
    assert (game.payoff(state, 0), game.payoff(state, 1)) == (WIN, LOSS)


def test_three_steps_along_lines_only() -> None:
    game = morris("three")
    state = after(game, "b3 a1 a2 c3 c2 b1")
    assert texts(game, state) == {"b3-a3", "b3-b2", "a2-a3", "a2-b2", "c2-b2", "c2-c1"}


def test_fifty_moves_each_without_a_stone_taken_draw() -> None:
    state = parse_state(GAME, f"{MIDDLE} 99")
    assert GAME.drawn is not None
    assert not GAME.drawn(state)
    state = after(GAME, "g7-g4", state)
    assert GAME.drawn(state)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.payoffs) == ("clock", (DRAW, DRAW))


def test_the_clock_starts_when_all_stones_are_placed_and_again_when_one_is_taken() -> None:
    for state in random_states(GAME, 20):
        for move in GAME.moves(state):
            child = GAME.play(state, move)
            if child.my_hand or child.their_hand or move >> 10:
                assert child.quiet == 0
    state = parse_state(GAME, "oo./xx./.../o...../..x/.../x.. w 0 0 40")
    assert after(GAME, "a4-g7xe3", state).quiet == 0
    assert after(GAME, "a4-g4", state).quiet == 41


def test_the_third_occurrence_of_a_position_draws() -> None:
    session = Session(GAME, parse_state(GAME, "o.o/.../x../o.x.../..x/.../x.o w 0 0"))
    for text in ("a7-d7 c5-d5 d7-a7 d5-c5 " * 2).split():
        assert session.outcome() is None
        session.push(text)
    outcome = session.outcome()
    assert outcome is not None
    assert outcome.reason == "repetition"


def test_clock_and_repetition_can_be_turned_off() -> None:
    game = morris(clock=0, repeats=0)
    assert game.drawn is not None
    assert not game.drawn(State(7, 56, 0, 0, 0, 0, 10_000))
    assert game.repeats == 0


def test_unknown_variants_are_refused_with_the_known_ones() -> None:
    with pytest.raises(OptionError, match="'nine' or 'lasker'"):
        GAME.configure(variant="eleven")


# The evaluation of the textbooks.

CLASSIC = GAME.judged_by("classic")


def test_classic_counts_stones_mobility_and_stones_placed() -> None:
    state = parse_state(GAME, "oo./.x./.../oo..x./.../.x./o.. w 2 2")
    free = 24 - 8
    assert CLASSIC.explain is not None
    assert CLASSIC.explain(state, 0) == {"stones": 200, "mobility": 0, "placed": 7}
    assert CLASSIC.explain(state, 1) == {"stones": -200, "mobility": 0, "placed": 7}
    assert (CLASSIC.evaluate(state, 0), CLASSIC.evaluate(state, 1)) == (207, -193)
    assert free == len({text.split("x")[0] for text in texts(GAME, state)})


def test_mobility_does_not_multiply_by_what_may_be_taken() -> None:
    state = parse_state(GAME, "oo./x../x../o.x..o/..x/.../o.x w 0 0")
    own = {text.split("x")[0] for text in texts(GAME, state)}
    other = {text.split("x")[0] for text in texts(GAME, swapped(state))}
    assert CLASSIC.evaluate(state, 0) == 2 * (len(own) - len(other)) + 9
    assert len(own) < len(texts(GAME, state))


def swapped(state: State) -> State:
    """The same stones with the other side to move."""
    return state._replace(
        mine=state.theirs,
        theirs=state.mine,
        my_hand=state.their_hand,
        their_hand=state.my_hand,
        turn=1 - state.turn,
    )


def test_a_decided_game_adds_ten_thousand() -> None:
    """White cannot move; nobody has stones in hand."""
    lost = parse_state(GAME, "oxo/.x./.../xx..xx/.../.../oxo w 0 0")
    terms = {"stones": 100 * -3, "mobility": 2 * -10, "placed": 9, "decided": -10_000}
    assert CLASSIC.explain is not None
    assert CLASSIC.explain(lost, 0) == terms
    assert CLASSIC.evaluate(lost, 0) == sum(terms.values())
    assert CLASSIC.evaluate(lost, 1) == 10_000 + 300 + 20 + 9


@pytest.mark.parametrize("variant", VARIANTS)
def test_terms_add_up_and_mobility_is_the_number_of_moves(variant: str) -> None:
    game = morris(variant).judged_by("classic")
    assert game.explain is not None
    for state in random_states(game, 2):
        for player in (0, 1):
            assert sum(game.explain(state, player).values()) == game.evaluate(state, player)
        if VARIANTS[variant].blocked_takes or VARIANTS[variant].full_board_takes:
            continue  # who only takes has moves that are none of a stone
        sides = [state, swapped(state)]
        counts = [len({t.split("x")[0] for t in texts(game, one)}) for one in sides]
        terms = game.explain(state, state.turn)
        assert terms["mobility"] == 2 * (counts[0] - counts[1])


# Symmetries.


def image(state: State, symmetry: tuple[int, ...]) -> State:
    """The mirror image, for variants that keep nothing but stones."""

    def moved(points: int) -> int:
        return sum(1 << symmetry[p] for p in range(len(symmetry)) if points >> p & 1)

    return state._replace(mine=moved(state.mine), theirs=moved(state.theirs))


@pytest.mark.parametrize("variant", ["three", "six", "seven", "nine", "twelve"])
def test_mirror_images_have_one_canonical_state(variant: str) -> None:
    game = morris(variant)
    assert game.symmetries is not None
    for state in list(random_states(game, 3))[::7]:
        canonical = game.symmetries(state)
        for symmetry in VARIANTS[variant].board.symmetries:
            assert game.symmetries(image(state, symmetry)) == canonical
        assert game.symmetries(canonical) == canonical
        assert game.evaluate(canonical, 0) == game.evaluate(state, 0)
        assert len(list(game.moves(canonical))) == len(list(game.moves(state)))


@pytest.mark.parametrize("variant", ["russian", "da_san_qi"])
def test_what_is_spent_is_mirrored_too(variant: str) -> None:
    game = morris(variant)
    assert game.symmetries is not None
    for state in [state for state in random_states(game, 6) if state.spent][::20]:
        canonical = game.symmetries(state)
        assert game.symmetries(canonical) == canonical
        ours, theirs = (
            sorted(game.symmetries(game.play(one, move)) for move in game.moves(one))
            for one in (state, canonical)
        )
        assert ours == theirs
