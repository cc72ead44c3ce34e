"""Sessions as JSON documents: what is written can be read, and nothing else is believed."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kibitz
from kibitz import Limit, Line, RecordError, Seat, Session, TimeControl, Warrant
from tests import toys

GAME = kibitz.game("tictactoe")
THOUGHT = Line("4", 1.5, None, None, Warrant("depth", 7), 7, 1234, 0.123456789, ("4", "0"))


def frozen() -> float:
    return 0.0


def sample(**settings: Any) -> Session:
    """A session with branches, a clock, an engine, evaluations, an ending and an offer."""
    session = Session(
        GAME,
        seats=[Seat(name="Anna"), Seat("engine", level="club", seed=7, limit=Limit(depth=3))],
        clock=TimeControl(300, 5),
        now=frozen,
        **settings,
    )
    session.push("4", seconds=3.25, evaluation=THOUGHT)
    session.push("0", seconds=1)
    session.push("1", seconds=2)
    session.resign("O")
    session.undo(2)
    session.push("8", seconds=0.5)
    session.push("2", seconds=0.5)
    session.undo()
    session.offer_draw("X")
    return session


def document() -> Any:
    return json.loads(json.dumps(sample().to_json()))


def test_a_session_is_read_as_it_was_written() -> None:
    session = sample()
    loaded = Session.from_json(document(), now=frozen)
    assert loaded.to_json() == session.to_json()
    assert loaded.history == session.history
    assert (loaded.line, loaded.branches, loaded.ply) == (("4", "8", "2"), ("2",), 2)
    assert (loaded.seats, loaded.clock, loaded.takebacks) == (
        session.seats,
        session.clock,
        "free",
    )
    assert loaded.offers == session.offers
    loaded.undo()
    loaded.switch("0")
    loaded.redo(2)
    assert str(loaded.outcome()) == "X wins by resignation"


def test_a_document_says_what_it_is() -> None:
    found = document()
    thought = {**THOUGHT.as_dict(), "seconds": THOUGHT.seconds}
    del thought["compiled"]  # kept only where it is not
    assert (found["format"], found["version"]) == ("kibitz-session", 1)
    assert found["game"] == {
        "name": "tictactoe",
        "settings": {"rows": 3, "columns": 3, "length": 3},
        "version": 1,
        "file": None,
    }
    assert found["moves"][0] == {
        "after": -1,
        "chosen": True,
        "move": "4",
        "side": "X",
        "seconds": 3.25,
        "evaluation": thought,
        "clock": [301.75, 300.0],
        "ending": None,
    }
    assert [move["after"] for move in found["moves"]] == [-1, 0, 1, 0, 3]


def test_an_interpreted_thought_makes_the_round_trip() -> None:
    session = Session(GAME, now=frozen)
    session.push("4", evaluation=replace(THOUGHT, compiled=False))
    written = session.to_json()
    assert written["moves"][0]["evaluation"]["compiled"] is False
    assert Session.from_json(json.loads(json.dumps(written)), now=frozen).to_json() == written


@pytest.mark.parametrize("name", kibitz.names())
def test_every_game_makes_the_round_trip(name: str) -> None:
    game = kibitz.game(name)
    session = Session(game, seed=5, now=frozen)
    while session.ply < 12 and session.legal_moves:
        moves = session.legal_moves
        session.push(moves[session.ply * 7 % len(moves)])
    loaded = Session.from_json(json.loads(json.dumps(session.to_json())), now=frozen)
    assert (loaded.state, loaded.seed) == (session.state, 5)
    assert loaded.to_json() == session.to_json()


def test_a_seed_that_was_drawn_is_kept() -> None:
    game = kibitz.game("horses", players=3)
    session = Session(game)
    loaded = Session.from_json(session.to_json())
    assert (loaded.seed, loaded.state, loaded.game) == (session.seed, session.state, game)


def test_a_session_that_began_at_a_position_begins_there_again() -> None:
    session = Session(GAME, "XOX/O../...", now=frozen)
    session.push("4")
    assert Session.from_json(session.to_json()).earlier == session.earlier


def test_a_takeback_that_is_asked_for_is_kept() -> None:
    session = Session(GAME, takebacks="ask")
    session.push("4")
    session.push("0")
    session.request_takeback("X")
    loaded = Session.from_json(session.to_json())
    loaded.accept_takeback("O")
    assert loaded.moves == ()


def test_a_draw_of_several_keeps_who_accepted() -> None:
    game = toys.pot(3)
    session = Session(game)
    session.offer_draw("first")
    session.accept_draw("third")
    loaded = Session.from_json(session.to_json(), game)
    loaded.accept_draw("second")
    assert str(loaded.outcome()) == "draw by agreement"


def test_a_long_session_is_read() -> None:
    game = toys.ring(size=64, repeats=0)
    session = Session(game, now=frozen)
    for ply in range(1500):
        session.push(ply // 2 % 2)
    assert len(Session.from_json(session.to_json(), game).moves) == 1500


# Games that Kibitz does not ship.


def test_a_game_of_ones_own_is_given_when_loading() -> None:
    game = toys.pot(2)
    session = Session(game)
    session.push("3")
    record = session.to_json()
    assert record["game"]["file"].endswith("toys.py")
    with pytest.raises(RecordError, match=r"needs the game file '.*toys\.py'.*--game.*--trust"):
        Session.from_json(record)
    assert Session.from_json(record, game).moves == ("3",)


def test_a_game_of_ones_own_is_not_taken_for_a_shipped_one_of_its_name() -> None:
    record = Session(replace(toys.pot(2), name="tictactoe")).to_json()
    with pytest.raises(RecordError, match="needs the game file"):
        Session.from_json(record)


class Heap:
    """A state that is no tuple and has no text."""

    def __init__(self, left: int, turn: int) -> None:
        self.left, self.turn = left, turn


def heap_game() -> kibitz.Game:
    return kibitz.Game(
        "heap",
        Heap(5, 0),
        lambda state: range(1, min(3, state.left) + 1),
        lambda state, move: Heap(state.left - move, 1 - state.turn),
        lambda state, player: kibitz.LOSS if player == state.turn else kibitz.WIN,
        lambda state, player: 0,
    )


def test_a_game_of_objects_is_saved_from_its_start_only() -> None:
    game = heap_game()
    session = Session(game)
    session.push("2")
    record = session.to_json()
    assert record["start"] is None
    assert Session.from_json(record, game).state.left == 3
    with pytest.raises(RecordError, match="Cannot save this session of heap"):
        Session(game, session.state).to_json()


# Refusals.


def changed(path: str, value: object) -> Any:
    """The document with one value changed, or taken out where the value is Ellipsis."""
    found = document()
    at = found
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in way:
        at = at[part]
    if value is ...:
        del at[last]
    else:
        at[last] = value
    return found


def test_a_game_is_named_as_kibitz_writes_it() -> None:
    found = Session(kibitz.game("dame")).to_json()
    found["game"]["name"] = "dame"
    with pytest.raises(RecordError, match=r"game\.name: expected 'draughts', got 'dame'"):
        Session.from_json(found)


@pytest.mark.parametrize(
    ("path", "value", "text"),
    [
        ("version", 2, "has version 2 of the format, and this Kibitz supports 1. Update Kibitz"),
        ("game.version", 9, "has version 9 of the rules of tictactoe, and this Kibitz supports 1"),
        ("format", "pgn", "format: expected 'kibitz-session', got 'pgn'"),
        ("version", 0, "version: expected a whole number from 1, got 0"),
        ("version", "1", "version: expected a whole number"),
        ("game.name", "chess", "Unknown game 'chess'"),
        ("game.name", ..., "game.name: the field is missing"),
        ("game.settings.rows", 4, "start: Cannot read the tictactoe position"),
        ("game.settings.rows", 99, "cannot be 99"),
        ("game.settings.colour", "red", "has no option 'colour'"),
        ("game.settings", [], "game.settings: expected an object"),
        ("game.settings.rows", ..., "game.settings.rows: the option is missing"),
        ("game.settings.rows", "3", "game.settings.rows: expected 3, got '3'"),
        ("game", None, "game: expected an object, got None"),
        ("seed", "7", "seed: expected a whole number"),
        ("start", "XX", "start: Cannot read the tictactoe position 'XX'"),
        ("start", 3, "start: expected a string, got 3"),
        ("start", "XOX/O../...", "moves[1].move: No move '0'"),
        ("seats", [], "seats: Expected 2 seats as kibitz.Seat"),
        ("seats.1.kind", "robot", "seats[1].kind: expected 'person' or 'engine', got 'robot'"),
        ("seats.1.threads", 0, "seats: threads cannot be 0"),
        ("seats.1.limit.depth", -1, "seats: depth cannot be -1"),
        ("seats.0.level", "club", "seats: level cannot be 'club': expected no value for a person"),
        ("seats.0", 3, "seats[0]: expected an object, got 3"),
        ("takebacks", "maybe", "takebacks: expected 'free' or 'ask' or 'never'"),
        ("clock", None, "clock"),
        ("clock.total", 0, "clock: total cannot be 0"),
        ("clock.increment", -1, "clock.increment: expected seconds"),
        ("clock.total", 400, "does not follow from the times of the moves"),
        ("clock.total", 3, "moves[0].seconds: 3.25 s are more than were left"),
        ("ending", 3, "ending: expected an object"),
        ("moves", {}, "moves: expected a list"),
        ("moves.0", None, "moves[0]: expected an object"),
        ("moves.0.after", 0, "moves[0].after: expected a whole number from -1 to -1"),
        ("moves.3.after", 2, "moves[3]"),
        ("moves.4.after", 1, "moves[4].after: expected complete branches"),
        ("moves.0.move", "9", "moves[0].move: Cannot read the move '9'"),
        ("moves.1.move", "4", "moves[1].move: No move '4'"),
        ("moves.3.move", "0", "moves[3].move: '0' occurs twice"),
        ("moves.0.side", "O", "moves[0].side: expected 'X', got 'O'"),
        ("moves.0.seconds", -1, "moves[0].seconds: expected seconds"),
        ("moves.0.seconds", 4, "does not follow from the times of the moves"),
        ("moves.0.clock", None, "moves[0].clock: None does not follow"),
        ("moves.0.chosen", False, "expected exactly one chosen move in every position"),
        ("moves.1.chosen", True, "expected exactly one chosen move in every position"),
        ("moves.0.chosen", 1, "moves[0].chosen: expected true or false"),
        ("moves.0.evaluation.warrant", "sure", "evaluation.warrant: cannot read 'sure'"),
        ("moves.0.evaluation.score", "1", "evaluation.score: expected a number or null"),
        ("moves.0.evaluation.score", float("inf"), "a number that is not finite"),
        ("moves.0.evaluation.line", [1], "evaluation.line: expected a list of strings"),
        ("moves.2.ending.reason", "boredom", "ending.reason: expected 'resignation'"),
        ("moves.2.ending.side", None, "ending.side: expected 'X' or 'O'"),
        ("ply", 4, "ply: expected a whole number from 0 to 3, got 4"),
        ("ply", -1, "ply: expected"),
        ("ply", True, "ply: expected"),
        ("elapsed", None, "elapsed: expected seconds"),
        ("offers.0.kind", "truce", "offers[0].kind: expected 'draw' or 'takeback'"),
        ("offers.0.kind", "takeback", "count: expected a whole number from 1 to 2"),
        ("offers.0.count", 1, "count: expected a whole number from 0 to 0"),
        ("offers.0.accepted", ["X"], "offers[0].accepted: 'X' has no offer to answer"),
        ("offers.0.accepted", ["O"], "offers[0].accepted: every player has already answered"),
        ("offers", ..., "offers: the field is missing"),
    ],
)
def test_a_damaged_document_is_refused_with_the_place(path: str, value: object, text: str) -> None:
    with pytest.raises(RecordError) as caught:
        Session.from_json(changed(path, value))
    assert text in str(caught.value)
    assert "\n" not in str(caught.value)


def test_offers_of_one_kind_are_one() -> None:
    found = document()
    found["offers"] *= 2
    with pytest.raises(RecordError, match="expected one offer of each kind"):
        Session.from_json(found)
    found = document()
    found["offers"][0].update(kind="takeback", count=1)
    with pytest.raises(RecordError, match="takebacks are free"):
        Session.from_json(found)


def test_a_move_after_the_end_is_refused() -> None:
    session = Session(GAME)
    for move in "03142":
        session.push(move, seconds=0)
    found = session.to_json()
    found["moves"].append({**found["moves"][1], "after": 4, "move": "8"})
    with pytest.raises(RecordError, match=r"moves\[5\]\.move: '8' cannot follow"):
        Session.from_json(found)
    found = session.to_json()
    found["moves"][4]["ending"] = {"reason": "agreement", "side": None}
    with pytest.raises(RecordError, match="the rules had already ended the game"):
        Session.from_json(found)


def test_other_rules_are_refused() -> None:
    with pytest.raises(RecordError, match=r"game of tictactoe .*expected connect4"):
        Session.from_json(document(), kibitz.game("connect4"))
    with pytest.raises(RecordError, match=r"rows=3.*rows=4"):
        Session.from_json(document(), kibitz.game("tictactoe", rows=4))
    with pytest.raises(RecordError, match=r"version 1 of tictactoe .*expected version 2"):
        Session.from_json(document(), replace(GAME, version=2))


def test_a_random_board_needs_its_seed() -> None:
    found = Session(kibitz.game("horses")).to_json()
    found["seed"] = None
    with pytest.raises(RecordError, match="seed: expected a whole number"):
        Session.from_json(found)


@pytest.mark.parametrize("data", [None, [], 3, "text", {}])
def test_what_is_no_document_is_refused(data: Any) -> None:
    with pytest.raises(RecordError, match="is damaged"):
        Session.from_json(data)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document."""
    found = [path] if path else []
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            found += places(inner, (*path, key))
    return found


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    st.just(10**400),
)


@settings(max_examples=300)
@given(st.sampled_from(places(document())), JUNK)
def test_any_change_is_read_or_refused(path: tuple[Any, ...], junk: Any) -> None:
    found = document()
    at = found
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = copy.deepcopy(junk)
    try:
        session = Session.from_json(found, now=frozen)
    except RecordError:
        return
    again = Session.from_json(session.to_json(), now=frozen)
    assert again.to_json() == session.to_json()
