"""Positions that are set up by placing pieces, in every shipped game."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import Counter, Game, Geometry, Placement, PositionError, Setup
from kibitz.core.errors import ConformanceError, ContractError
from kibitz.core.placing import SetUp, read_placement, set_up, setup_of
from kibitz.core.text import format_state, parse_state
from kibitz.testing import check
from tests.strategies import positions

GAMES = [
    kibitz.game("tictactoe"),
    kibitz.game("tictactoe", rows=4, columns=5, length=4, first="O"),
    kibitz.game("connect4"),
    kibitz.game("connect4", rows=8, columns=6),
    kibitz.game("draughts"),
    kibitz.game("draughts", variant="english", size=6),
    kibitz.game("draughts", variant="international"),
    kibitz.game("draughts", variant="russian"),
    kibitz.game("draughts", variant="frisian"),
    kibitz.game("draughts", variant="breakthrough"),
    kibitz.game("draughts", variant="antidraughts"),
    *(kibitz.game("morris", variant=name) for name in ("three", "nine", "lasker", "russian")),
    *(kibitz.game("morris", variant=name) for name in ("da_san_qi", "zhi_qi", "experimental")),
    kibitz.game("horses"),
    kibitz.game("horses", players=4),
    kibitz.game("tiles"),
    kibitz.game("tiles", rows=3, columns=5, players=3),
]


def test_every_shipped_game_has_a_setup() -> None:
    for name in kibitz.names():
        assert setup_of(kibitz.game(name)).contents
    assert {game.name for game in GAMES} == {*kibitz.names()}


@pytest.mark.parametrize("game", GAMES, ids=repr)
@settings(max_examples=20, deadline=None)
@given(data=st.data())
def test_a_position_of_play_is_set_up_again(game: Game, data: st.DataObject) -> None:
    state, _ = data.draw(positions(game, max_plies=60))
    for reached in (state, *(game.play(state, move) for move in list(game.moves(state))[:2])):
        found = set_up(game, read_placement(game, reached))
        assert found.problems == ()
        assert format_state(game, found.state) == format_state(game, reached)
        assert found.state == reached


@st.composite
def placements(draw: st.DrawFn, game: Game) -> Placement:
    """Any placement that fits the game: few pieces, or many."""
    assert game.geometry is not None
    setup = setup_of(game)
    codes = [content.code for content in setup.contents]
    empty = [setup.empty] * draw(st.sampled_from([1, len(codes), 20 * len(codes)]))
    cells = draw(
        st.lists(
            st.sampled_from(codes + empty),
            min_size=len(game.geometry.cells),
            max_size=len(game.geometry.cells),
        )
    )
    counters = {
        one.name: draw(st.integers(one.least, min(one.most, 20)))
        for one in setup.counters
        if draw(st.booleans())
    }
    turn = draw(st.integers(0, game.players - 1))
    return Placement(cells=tuple(cells), turn=turn, counters=counters)


@pytest.mark.parametrize("game", GAMES, ids=repr)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_placement_is_built_or_refused_with_reasons(game: Game, data: st.DataObject) -> None:
    found = set_up(game, data.draw(placements(game)))
    if found.state is None:
        assert found.problems
        assert all(str(problem).endswith(".") for problem in found.problems)
        return
    assert parse_state(game, format_state(game, found.state)) == found.state
    assert set_up(game, found.placement).state == found.state
    if game.outcome(found.state) is None:
        assert list(game.moves(found.state))


def after(game: Game, **changes: Any) -> SetUp:
    """The first position of a game with other cells, by name, and other fields."""
    assert game.geometry is not None
    placement = read_placement(game, game.initial())
    cells = dict(zip((cell.name for cell in game.geometry.cells), placement.cells, strict=True))
    cells |= changes.pop("cells", {})
    return set_up(game, dataclasses.replace(placement, cells=tuple(cells.values()), **changes))


def cleared(game: Game) -> dict[str, str]:
    assert game.geometry is not None
    return {cell.name: setup_of(game).empty for cell in game.geometry.cells}


GERMAN, NINE = kibitz.game("draughts"), kibitz.game("morris")


@pytest.mark.parametrize(
    ("game", "changes", "problems"),
    [
        ("tictactoe", {"cells": {"0": "X", "1": "X"}}, {"wrong_count": "2 X and 0 O"}),
        (
            "tictactoe",
            {"cells": dict(zip("012345", "XXXOOO", strict=True))},
            {"both_have_rows": "Both sides have 3 in a row"},
        ),
        (
            "tictactoe",
            {"cells": dict(zip("012348", "XXXOOO", strict=True))},
            {"over_earlier": "X is to move but already has 3 in a row"},
        ),
        ("connect4", {"cells": {"a2": "X"}}, {"floating_disc": "Column a"}),
        (GERMAN, {"cells": {"1": "w"}}, {"man_on_last_row": "The white man on 1"}),
        (
            GERMAN,
            {"cells": {"14": "w", "19": "B"}},
            {"too_many_pieces": "13 pieces: expected at most 12"},
        ),
        (
            GERMAN,
            {"cells": cleared(GERMAN) | {"14": "w"}},
            {"no_pieces": "Black has no pieces and is not to move"},
        ),
        (
            NINE,
            {"cells": {"a7": "o"}},
            {"too_many_stones": "1 stones on the board and 9"},
        ),
        (
            NINE,
            {"counters": {"white_hand": 0, "black_hand": 9, "quiet": 2}},
            {"quiet_with_hands": "got 2", "uneven_hands": "equal hands"},
        ),
        (NINE, {"counters": {}}, {"over_earlier": "the game ended a move earlier"}),
        ("horses", {"cells": {"a8": "W", "h1": "W"}}, {"extra_knights": "white knights"}),
        ("tiles", {"cells": {"a1": "B3"}}, {"uneven_claims": "Black has 1 tiles"}),
    ],
)
def test_what_is_wrong_has_a_code_and_a_sentence(
    game: Game | str, changes: dict[str, Any], problems: dict[str, str]
) -> None:
    found = after(kibitz.game(game) if isinstance(game, str) else game, **changes)
    assert found.state is None
    codes = {problem.code: str(problem) for problem in found.problems}
    for code, part in problems.items():
        assert part in codes[code]


def test_the_king_of_a_limited_run_must_exist() -> None:
    frisian = kibitz.game("draughts", variant="frisian")
    cells = cleared(frisian) | {"46": "W", "40": "w", "1": "B"}
    run = {"white_king": 45, "white_king_moves": 2}
    found = after(frisian, cells=cells, counters=run)
    assert format_state(frisian, found.state) == "W:W40,K46:BK1:L46x2"
    for wrong in ({**run, "white_king": 39}, {**run, "white_king_moves": 0}):
        codes = [one.code for one in after(frisian, cells=cells, counters=wrong).problems]
        assert codes == ["bad_king_run"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"cells": ()}, "expected 9 cells, got 0"),
        ({"cells": ("Z",) * 9}, "cell 0 cannot hold 'Z'"),
        ({"turn": 2}, "expected a side to move from 0 to 1, got 2"),
        ({"counters": {"hand": 1}}, "no counter 'hand': it has none"),
    ],
)
def test_a_placement_of_another_game_is_refused(changes: dict[str, Any], expected: str) -> None:
    game = kibitz.game("tictactoe")
    placement = dataclasses.replace(read_placement(game, game.initial()), **changes)
    with pytest.raises(PositionError, match=expected):
        set_up(game, placement)


def test_a_counter_out_of_range_is_refused() -> None:
    with pytest.raises(PositionError, match="'white_hand' is 10: expected 0 to 9"):
        after(NINE, counters={"white_hand": 10})


def test_a_game_without_a_setup_says_how_to_give_a_position() -> None:
    game = kibitz.game("tictactoe")
    assert game.geometry is not None
    plain = dataclasses.replace(game, geometry=dataclasses.replace(game.geometry, setup=None))
    with pytest.raises(PositionError, match=r"such as '\.\.\./\.\.\./\.\.\.'"):
        read_placement(plain, plain.initial())


def with_setup(**changes: Any) -> Game:
    """Tic-Tac-Toe with a changed setup."""
    game = kibitz.game("tictactoe")
    assert game.geometry is not None
    setup = dataclasses.replace(setup_of(game), **changes)
    return dataclasses.replace(game, geometry=dataclasses.replace(game.geometry, setup=setup))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"read": lambda state: Placement(cells=())}, "does not fit: .*expected 9 cells, got 0"),
        ({"read": lambda state: None}, "the setup reads None: expected a Placement"),
        (
            {"build": lambda placement: kibitz.game("tictactoe").initial()},
            "the setup of a position builds State",
        ),
        (
            {"problems": lambda placement: [kibitz.Message("odd", "Nothing fits.")]},
            "finds a problem with a position that occurs: Nothing fits",
        ),
        ({"build": lambda placement: 1 // 0}, "geometry.setup.build raises ZeroDivisionError"),
    ],
)
def test_a_wrong_setup_is_found(changes: dict[str, Any], expected: str) -> None:
    with pytest.raises(ConformanceError, match=expected):
        check(with_setup(**changes), games=2, compiled=False)


def test_a_setup_that_cannot_be_used_is_refused_at_once() -> None:
    twice = (Counter("hand", "in hand", 0, 3), Counter("hand", "in hand", 0, 3))
    with pytest.raises(ContractError, match="two counters of the setup have the same name"):
        with_setup(counters=twice)
    with pytest.raises(ContractError, match="the range 3 to 0"):
        with_setup(counters=(Counter("hand", "in hand", 3, 0),))
    board = kibitz.game("tictactoe").geometry
    assert board is not None
    wrong: Any = Geometry
    with pytest.raises(ContractError, match="expected Setup"):
        dataclasses.replace(
            kibitz.game("tictactoe"), geometry=dataclasses.replace(board, setup=wrong)
        )
    assert isinstance(board.setup, Setup)
