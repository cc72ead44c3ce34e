"""Rare rules of draughts, each in the smallest position that shows it."""

from __future__ import annotations

import pytest

from kibitz.core.contract import LOSS, WIN, Game
from kibitz.core.errors import AmbiguousMoveError
from kibitz.core.text import format_move, format_state, parse_move, parse_state
from kibitz.games.draughts import draughts
from kibitz.games.draughts.state import State
from kibitz.games.draughts.variants import VARIANTS


def legal(game: Game, position: str) -> set[str]:
    """The texts of the legal moves."""
    state = parse_state(game, position)
    return {format_move(game, state, move) for move in game.moves(state)}


def after(game: Game, position: str, *moves: str) -> State:
    """The state after these moves."""
    state: State = parse_state(game, position)
    for text in moves:
        state = game.play(state, parse_move(game, state, text))
    return state


# The positions of the French and the Italian edition of the international rules, and of the
# Italian rules, as rhalbersma/dctl has them in test/src/core/model.
RULEBOOK = [
    ("international", "W:W28", "28-22 28-23"),
    ("international", "B:B13", "13-18 13-19"),
    ("international", "B:BK1", "1-6 1-7 1-12 1-18 1-23 1-29 1-34 1-40 1-45"),
    ("international", "W:W28,32:B23", "28x19"),
    ("international", "W:WK46:B23", "46x19 46x14 46x10 46x5"),
    ("international", "W:W15:B8,19,20", "15x2"),
    ("international", "W:WK47:B9,12,33", "47x17 47x21 47x26"),
    ("international", "W:WK41,49:B9,10,12,19,38", "41x43"),
    ("international", "W:W48:B24,K31,34,K42,43", "48x19"),
    ("international", "W:W35:B30,K40", "35x24 35x44"),
    ("international", "W:W47:B13,14,22,24,31,34,K41,44", "47x49"),
    ("international", "W:WK1:B7,9,17,19,20,30,31,33,43,44", "1x15"),
    ("international", "B:W27,28,38,39,42:BK25", "25x33"),
    ("international", "W:WK48:B7,8,31,34,K42,44", "48x50"),
    ("international", "W:W26:B12,K21,31,32", "26x8 26x28"),
    ("international", "W:W15:B9,10", "15x13"),
    ("italian", "W:W30:B27", "30x23"),
    ("italian", "W:W31:B12,20,28", "31x8"),
    ("italian", "W:WK22:B18,19,27", "22x13 22x15 22x31"),
    ("italian", "W:WK27:B5,6,13,15,21,23", "27x25"),
    ("italian", "W:WK21,31:B10,18,27", "31x6"),
    ("italian", "W:WK23,31:B19,26,27", "23x21"),
    ("italian", "W:WK23:B19,K28", "23x32"),
    ("italian", "W:WK30:B10,12,18,K20,K26,27", "30x5"),
    ("italian", "W:WK30:B10,K12,K18,20,K26,K27", "30x5"),
    ("italian", "W:WK31:B18,20,K27,K28", "31x13 31x15"),
    ("italian", "W:W32:BK28", ""),
    ("italian", "W:W30:BK26", "30-27"),
]


@pytest.mark.parametrize(("variant", "position", "moves"), RULEBOOK)
def test_positions_of_the_rule_books(variant: str, position: str, moves: str) -> None:
    assert legal(draughts(variant), position) == set(moves.split())


def test_captured_pieces_stand_in_the_way_until_the_end() -> None:
    # Czech kings cannot turn back over what they took; German ones can, it has left at once.
    position = "W:WK15:B6,19"
    assert legal(draughts("czech"), position) == {"e5xb8", "e5xg3", "e5xh2"}
    assert legal(draughts("german"), position) == {"15x1", "15x24"}
    assert after(draughts("german"), position, "15x1").mine == 0
    assert after(draughts("czech"), position, "e5xb8").mine.bit_count() == 1


def test_a_capture_round_a_loop_ends_where_it_began_and_is_one_move() -> None:
    game = draughts("international")
    state = parse_state(game, "W:W28:B22,12,13,23")
    assert len(list(game.moves(state))) == 1
    left = parse_move(game, state, "28x17x8x19x28")
    right = parse_move(game, state, "28x19x8x17x28")
    assert left == right == parse_move(game, state, "28x28")
    done = game.play(state, left)
    assert done.mine == 0
    assert done.theirs == state.mine
    assert legal(draughts("english"), "W:WK22:B17,9,10,18") == {"22x22"}


def test_english_draughts_on_6x6_tells_the_two_ways_round_a_loop_apart() -> None:
    """As its published counts do, from the eleventh ply on; no other board does."""
    game = draughts("english", size=6)
    state = parse_state(game, "W:WK14:B11,5,6,12")
    texts = {format_move(game, state, move) for move in game.moves(state)}
    assert texts == {"14x7x2x9x14", "14x9x2x7x14"}
    assert parse_move(game, state, "14x7x2x9x14") != parse_move(game, state, "14x9x2x7x14")
    with pytest.raises(AmbiguousMoveError):
        parse_move(game, state, "14x14")
    assert len({game.play(state, move) for move in game.moves(state)}) == 1


def test_a_king_goes_on_from_wherever_it_can() -> None:
    assert legal(draughts("russian"), "W:WKa1:Bd4") == {"a1:e5", "a1:f6", "a1:g7", "a1:h8"}
    assert legal(draughts("russian"), "W:WKa1:Bd4,g5") == {"a1:h4"}


def test_a_man_goes_on_as_a_king_in_russian_draughts_alone() -> None:
    russian, pool = draughts("russian"), draughts("pool")
    position = "W:Wf6:Be7,b6"
    assert legal(russian, position) == {"f6:a5"}
    state = after(russian, position, "f6:a5")
    assert state.theirs & state.kings
    assert legal(draughts("brazilian"), position) == {"f6xd8"}
    assert legal(pool, "W:W11:B7,9") == {"11x2"}


def test_a_man_who_passes_the_last_row_stays_a_man() -> None:
    game = draughts("brazilian")
    state = after(game, "W:Wd6:Be7,g7", "d6xh6")
    assert not state.kings
    assert after(draughts("russian"), "W:Wd6:Be7,g7", "d6:h6").kings


def test_a_man_who_captures_forwards_only_ends_on_the_last_row() -> None:
    game = draughts("english")
    assert legal(game, "W:W11:B7,6") == {"11x2"}
    assert after(game, "W:W11:B7,6", "11x2").kings
    assert legal(game, "W:W22:B25") == {"22-17", "22-18"}  # not backwards


def test_killer_kings_halt_behind_a_king_taken_last() -> None:
    killer, international = draughts("killer"), draughts("international")
    everywhere = {"46x19", "46x14", "46x10", "46x5"}
    assert legal(killer, "W:WK46:B23") == everywhere
    assert legal(killer, "W:WK46:BK23") == {"46x19"}
    assert legal(international, "W:WK46:BK23") == everywhere
    assert legal(killer, "W:WK46:B23,K14") == {"46x10"}
    assert legal(killer, "W:WK46:BK23,14") == {"46x10", "46x5"}


def test_czech_kings_capture_before_men() -> None:
    game = draughts("czech")
    assert legal(game, "W:Wg3:Bf4,d6") == {"g3xc7"}
    assert {text[:2] for text in legal(game, "W:WKa1,g3:Bb2,f4,d6")} == {"a1"}


def test_spanish_captures_take_the_most_pieces_then_the_most_kings() -> None:
    game = draughts("spanish")
    assert legal(game, "W:W10:B14,13") == {"10x17", "10x19"}
    assert legal(game, "W:W10:BK14,13") == {"10x19"}
    assert legal(game, "W:W10:BK13,14,22") == {"10x26"}


def test_german_landing_and_majority_can_be_switched() -> None:
    behind, anywhere = draughts("german"), draughts("german", landing="any")
    assert legal(behind, "W:WK29:B22") == {"29x18"}
    assert legal(anywhere, "W:WK29:B22") == {"29x18", "29x15", "29x11", "29x8", "29x4"}
    position = "W:W21,32:B17,9,27"
    assert legal(behind, position) == {"21x5", "32x23"}
    assert legal(draughts("german", majority="yes"), position) == {"21x5"}


def test_frisian_pieces_capture_along_rows_and_columns_too() -> None:
    game = draughts("frisian")
    assert legal(game, "W:W28:B18") == {"28x8"}
    assert legal(game, "W:W28:B29") == {"28x30"}
    assert legal(game, "W:WK1:B3") == {"1x4", "1x5"}  # along the edge
    assert legal(game, "W:WK46:BK26") == {"46x16", "46x6"}
    assert legal(game, "W:W26:B30") == {"26-21"}  # not round the edge
    assert legal(game, "W:W30:B31") == {"30-24", "30-25"}  # nor from one row to the next


def test_frisian_captures_are_valued() -> None:
    game = draughts("frisian")
    assert legal(game, "W:W28:B17,K23") == {"28x19"}  # a king before a man
    assert legal(game, "W:W28:B22,K23,12") == {"28x8"}  # two men before a king
    assert legal(game, "W:W27,49:B22,44") == {"27x18", "49x40"}
    assert legal(game, "W:W27,K49:B22,44") == {"49x40", "49x35"}  # with a king, if it is equal
    assert legal(game, "W:W27,K49:BK22,44") == {"27x18"}
    # Three kings and a man before six men: 697 against 600.
    many = "W:W9,21,41:BK1,3,6,10,K11,13,15,K16,17,18,K19,20,23,24,K28,K32,33,40,K44,K45,K49"
    assert legal(game, many) == {"9x29"}


RUN = ("47-42", "1-7", "42-47", "7-1", "47-42")  # three quiet moves of one white king


def test_frisian_kings_rest_after_three_quiet_moves() -> None:
    game = draughts("frisian")
    start = "W:WK47,45:BK1,6"
    assert legal(game, start) > {"47-42", "45-40"}
    state = after(game, start, *RUN, "1-7")
    assert {format_move(game, state, move) for move in game.moves(state)} == {"45-40"}
    # Another piece moves, and the count begins anew.
    assert state.limits & 255
    assert after(game, start, *RUN, "1-7", "45-40").limits & 255 == 0


def test_the_frisian_limit_binds_neither_captures_nor_a_side_without_men() -> None:
    game = draughts("frisian")
    assert legal(game, "W:WK47,45:BK1,6:L47x3") == {"45-40"}
    assert legal(game, "W:WK47,45:BK1,33,6:L47x3") == {"47x29", "47x24", "47x20", "47x15"}
    free = after(game, "W:WK47:BK1,6", *RUN, "1-7")
    assert free.limits & 255 == 0
    assert any(True for _ in game.moves(free))


def test_a_side_whose_only_mobile_king_must_rest_has_lost() -> None:
    game = draughts("frisian")
    state = parse_state(game, "W:WK47,6:B1,K50:L47x3")
    assert list(game.moves(state)) == []
    assert game.payoff(state, 0) == LOSS


def test_the_frisian_limit_can_be_switched_off() -> None:
    game = draughts("frisian", king_limit="off")
    state = after(game, "W:WK47,45:BK1,6", *RUN, "1-7")
    assert state.limits == 0
    assert {format_move(game, state, move) for move in game.moves(state)} > {"42-47", "45-40"}


@pytest.mark.parametrize("size", [8, 10])
def test_the_first_king_wins_a_breakthrough(size: int) -> None:
    game = draughts("breakthrough", size=size)
    position, move = ("W:W7:B20", "7-1") if size == 10 else ("W:Wa7:Bh6", "a7-b8")
    state = after(game, position, move)
    assert list(game.moves(state)) == []
    assert [game.payoff(state, player) for player in (0, 1)] == [WIN, LOSS]
    assert str(game.outcome(state)) == "white wins"


def test_whoever_cannot_move_wins_antidraughts() -> None:
    game = draughts("antidraughts")
    for position in ("W:W:B20", "W:W36:B31,27"):
        state = parse_state(game, position)
        assert list(game.moves(state)) == []
        assert game.payoff(state, state.turn) == WIN
        assert game.payoff(state, 1 - state.turn) == LOSS


@pytest.mark.parametrize("variant", sorted(set(VARIANTS) - {"antidraughts"}))
def test_whoever_has_no_piece_left_has_lost(variant: str) -> None:
    game = draughts(variant)
    state = parse_state(game, f"{game.sides[0][0].upper()}:W:B")
    assert list(game.moves(state)) == []
    assert [game.payoff(state, player) for player in (0, 1)] == [LOSS, WIN]


def test_azubi_is_won_on_the_far_row_and_has_no_kings() -> None:
    game = draughts("azubi")
    assert game.initial().mine.bit_count() == 6
    state = after(game, "W:W4,18:B15", "4-1")
    assert game.payoff(state, 0) == WIN
    assert game.geometry is not None
    assert "W" not in game.geometry.occupants(state)
    assert format_state(game, state) == "B:W1,18:B15"
    assert parse_state(game, "B:W1,18:B15") == state
    assert legal(game, "W:W8:B11") == {"8-5", "8-6"}  # no capture backwards


def test_white_starts_where_pdn_says_so_and_black_elsewhere() -> None:
    black = {name for name in VARIANTS if draughts(name).sides[0] == "black"}
    assert black == {"english", "pool", "thai"}


@pytest.mark.parametrize("variant", VARIANTS)
def test_noisy_moves_capture_or_promote(variant: str) -> None:
    game = draughts(variant)
    assert game.noisy is not None
    start = game.initial()
    assert not any(game.noisy(start, move) for move in game.moves(start))


def test_promotions_and_captures_are_noisy() -> None:
    game = draughts("german")
    assert game.noisy is not None
    capturing = parse_state(game, "W:WK32:B27")
    assert [game.noisy(capturing, move) for move in game.moves(capturing)] == [True]
    promoting = parse_state(game, "W:W5,K32:B12")
    noisy = {
        format_move(game, promoting, move)
        for move in game.moves(promoting)
        if game.noisy(promoting, move)
    }
    assert noisy == {"5-1"}
