"""Chess against published counts, against OpenSpiel, and at the edges of its rules."""

from __future__ import annotations

import importlib
import random
from pathlib import Path
from typing import NamedTuple

import pytest

from kibitz import DRAW, LOSS, WIN, Engine, Game, Limit, PositionError, Session
from kibitz.search.perft import divide, plain_perft
from kibitz.testing import check
from tests.chess import (
    CHESS,
    FIRST,
    NOWHERE,
    NULL_MOVE,
    RANKED,
    START,
    State,
    format_move,
    format_state,
    is_in_check,
    parse_state,
)

QUICK = 500_000  # leaves that are counted by `make test`
MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R5K w - - 0 1"


class Count(NamedTuple):
    name: str
    position: str
    depth: int
    leaves: int


def counts() -> list[Count]:
    """The lines of the fixture."""
    found = []
    name = position = ""
    for line in (Path(__file__).parents[1] / "perft" / "chess.perft").read_text().splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            name = rest
        elif word == "position":
            position = rest
        elif word == "perft":
            depth, leaves = map(int, rest.split())
            found.append(Count(name, position, depth, leaves))
    return found


def shown(count: Count) -> str:
    return f"{count.name} to {count.depth}"


def texts(state: State) -> set[str]:
    return {format_move(state, move) for move in CHESS.moves(state)}


def played(fen: str, *moves: str) -> Session:
    session = Session(CHESS, fen)
    for move in moves:
        session.push(move)
    return session


def after(fen: str, *moves: str) -> State:
    state: State = played(fen, *moves).state
    return state


def assert_leaves(count: Count) -> None:
    state = parse_state(count.position)
    split = {format_move(state, move): leaves for move, leaves in divide(CHESS, state, count.depth)}
    assert sum(split.values()) == count.leaves, split


@pytest.mark.parametrize("count", [one for one in counts() if one.leaves <= QUICK], ids=shown)
def test_leaves_are_those_of_the_published_tables(count: Count) -> None:
    assert_leaves(count)


@pytest.mark.deep
@pytest.mark.parametrize("count", [one for one in counts() if one.leaves > QUICK], ids=shown)
def test_many_leaves_are_those_of_the_published_tables(count: Count) -> None:
    assert_leaves(count)


@pytest.mark.parametrize("count", [one for one in counts() if one.leaves <= 3_000], ids=shown)
def test_interpreted_rules_count_the_same_leaves(count: Count) -> None:
    assert plain_perft(CHESS, parse_state(count.position), count.depth) == count.leaves


@pytest.mark.parametrize("game", [CHESS, NULL_MOVE], ids=["plain", "null move"])
def test_the_contract_holds(game: Game) -> None:
    check(game, games=12)


def test_open_spiel_has_the_same_positions_after_every_move_of_random_games() -> None:
    pyspiel = importlib.import_module("pyspiel")
    chance = random.Random(64)
    for _ in range(4):
        theirs, ours = pyspiel.load_game("chess").new_initial_state(), START
        while not theirs.is_terminal():
            children = {
                format_state(CHESS.play(ours, move)).split()[0]: move for move in CHESS.moves(ours)
            }
            actions = {str(theirs.child(one)).split()[0]: one for one in theirs.legal_actions()}
            assert set(children) == set(actions)
            board = chance.choice(sorted(children))
            theirs.apply_action(actions[board])
            ours = CHESS.play(ours, children[board])
            assert format_state(ours).split()[:3] == str(theirs).split()[:3]


def test_a_state_is_written_and_read_as_fen() -> None:
    assert format_state(START) == FIRST
    for count in counts():
        assert parse_state(format_state(parse_state(count.position))) == parse_state(count.position)


@pytest.mark.parametrize(
    "text",
    [
        "",
        FIRST.replace("8/8", "8"),
        FIRST.replace("pppppppp", "ppppppppp"),
        FIRST.replace("K", "Q", 1),
        "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
    ],
)
def test_a_position_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        Session(CHESS, text)


def test_rights_that_the_pieces_do_not_allow_are_left_out() -> None:
    state = parse_state("r3k3/8/8/4pP2/8/8/8/4K2R w KQkq d6 0 1")
    assert format_state(state) == "r3k3/8/8/4pP2/8/8/8/4K2R w Kq - 0 1"


def test_a_king_castles_out_of_through_and_into_no_check() -> None:
    home = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert {"e1g1", "e1c1"} <= texts(parse_state(home))
    assert not {"e1g1", "e1c1"} & texts(parse_state("4r3/6k1/8/8/8/8/8/R3K2R w KQ - 0 1"))
    assert not {"e1g1"} & texts(parse_state("5r2/6k1/8/8/8/8/8/R3K2R w KQ - 0 1"))
    assert "e1c1" in texts(parse_state("1r6/6k1/8/8/8/8/8/R3K2R w KQ - 0 1"))
    castled = after(home, "e1g1", "e8c8")
    assert format_state(castled) == "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 1"
    assert format_state(after(home, "a1a8")).split()[2] == "Kk"


def test_en_passant_counts_only_where_a_pawn_stands_ready() -> None:
    assert after(FIRST, "e2e4").passing == NOWHERE
    ready = after(FIRST, "e2e4", "a7a6", "e4e5", "d7d5")
    assert format_state(ready).split()[3] == "d6"
    taken = after(FIRST, "e2e4", "a7a6", "e4e5", "d7d5", "e5d6")
    assert format_state(taken).split()[0] == "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR"


def test_checkmate_loses_and_stalemate_draws() -> None:
    mate = after(FIRST, "f2f3", "e7e5", "g2g4", "d8h4")
    assert not texts(mate)
    assert (CHESS.payoff(mate, 0), CHESS.payoff(mate, 1)) == (LOSS, WIN)
    stalemate = parse_state("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert not texts(stalemate)
    assert (CHESS.payoff(stalemate, 0), CHESS.payoff(stalemate, 1)) == (DRAW, DRAW)


def test_fifty_moves_and_the_third_occurrence_draw_but_checkmate_comes_first() -> None:
    last = played("7k/8/5K2/8/8/8/8/6R1 w - - 99 1", "f6f7").outcome()
    assert last is not None
    assert last.reason == "clock"
    mate = played("7k/8/6K1/8/8/8/8/R7 w - - 99 1", "a1a8").outcome()
    assert mate is not None
    assert mate.winner == 0
    knights = played(FIRST, *["g1f3", "g8f6", "f3g1", "f6g8"] * 2).outcome()
    assert knights is not None
    assert knights.reason == "repetition"


def test_the_most_valuable_victim_is_ranked_first_and_quiet_moves_not_at_all() -> None:
    assert RANKED.rank is not None
    state = parse_state("4k3/P6q/8/1r4B1/2P5/8/8/1Q2K3 w - - 0 1")
    ranks = {format_move(state, move): RANKED.rank(state, move) for move in RANKED.moves(state)}
    assert ranks["b1h7"] > ranks["c4b5"] > ranks["b1b5"] > 0
    assert ranks["a7a8q"] > ranks["a7a8r"] > ranks["a7a8n"] > 0
    assert ranks["e1e2"] == 0


def test_there_is_no_null_move_in_check_or_with_pawns_alone() -> None:
    assert NULL_MOVE.null_move is not None
    passed = NULL_MOVE.null_move(START)
    assert format_state(passed).split()[:4] == [*FIRST.replace(" w ", " b ").split()[:3], "-"]
    for fen in ("4r2k/8/8/8/8/8/8/R3K3 w Q - 0 1", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"):
        state = parse_state(fen)
        assert NULL_MOVE.null_move(state) == state


def test_the_king_is_seen_on_the_square_that_is_the_sign_of_a_word() -> None:
    state = parse_state("7k/8/8/8/8/8/8/K6R b - - 0 1")
    assert is_in_check(state)
    assert texts(state) == {"h8g8", "h8g7"}


def test_the_search_finds_a_mate() -> None:
    line = Engine(NULL_MOVE).play(Session(NULL_MOVE, MATE_IN_TWO), Limit(nodes=200_000))
    assert line.win_in == 3
