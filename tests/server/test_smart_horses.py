"""The Smart Horses API, one fact a test."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from anyio import create_task_group
from anyio.from_thread import start_blocking_portal

from kibitz import Game
from kibitz import game as game_named
from kibitz.core.errors import LimitError
from kibitz.core.text import parse_move, parse_state
from kibitz.search.reference import minimax
from kibitz.server.app import create_app
from kibitz.server.http_errors import BusyError
from kibitz.server.settings import read_settings
from kibitz.server.smart_horses import horses_service as playing
from kibitz.server.smart_horses.horses_routes import default_ending, greeting
from kibitz.server.smart_horses.refusals import is_horses_path
from kibitz.smart_horses import GameState, find_best_move
from tests.server.smart_horses_client import (
    DEPTHS,
    Client,
    FrontEnd,
    Json,
    connected,
    new_app,
    refusal,
)

POINTS = [-10, -5, -4, -3, -1, 1, 3, 4, 5, 10]
NEW = {
    "board",
    "white_knight",
    "black_knight",
    "white_score",
    "black_score",
    "current_player",
    "difficulty",
    "max_depth",
    "game_over",
    "winner",
    "machine_first_move",
    "message",
}
MOVED = (NEW - {"machine_first_move"}) | {
    "machine_move",
    "machine_evaluation",
    "nodes_evaluated",
    "depth_reached",
}
EXTRA = {"ending", "penalty_applied", "machine_moves"}
# In the corner 7,7 a knight can jump to 5,6 and 6,5 only.
CORNER = {"5,6": "destroyed", "6,5": "destroyed"}


@pytest.fixture
def client() -> Iterator[Client]:
    with connected(new_app()) as one:
        yield one


def state_of(
    white: tuple[int, int],
    black: tuple[int, int],
    board: Json | None = None,
    turn: str = "black",
    **more: object,
) -> Json:
    """A game state with these knights and squares."""
    squares = {f"{row},{column}": None for row in range(8) for column in range(8)}
    return {
        "board": squares | (board or {}),
        "white_knight": list(white),
        "black_knight": list(black),
        "white_score": 0,
        "black_score": 0,
        "current_player": turn,
        **more,
    }


def position_of(state: Json) -> str:
    """A game state as Kibitz reads it."""
    letters = {tuple(state["white_knight"]): "W", tuple(state["black_knight"]): "B"}
    rows = []
    for row in range(8):
        cells = []
        for column in range(8):
            held = state["board"][f"{row},{column}"]
            value = f"{held:+}" if isinstance(held, int) and held else ""
            mark = "#" if held == "destroyed" else ""
            cells.append(letters.get((row, column), mark) + value or ".")
        rows.append(",".join(cells))
    scores = f"{state['white_score']}:{state['black_score']}"
    return f"{'/'.join(rows)} {state['current_player'][0]} {scores}"


# A client that knows the documentation alone.


@pytest.mark.parametrize("ending", ["first", "both"])
@pytest.mark.parametrize("difficulty", DEPTHS)
def test_whole_games_are_played_at_every_level(
    client: Client, difficulty: str, ending: str
) -> None:
    lot = random.Random(f"{difficulty} {ending}")
    for _ in range(3):
        front_end = FrontEnd(client, difficulty, ending)
        while not front_end.state["game_over"]:
            for side in ("white", "black"):
                asked = {"game_state": front_end.state, "knight": side}
                listed = client.ask("valid-moves", asked)
                expected = [list(square) for square in front_end.valid_moves(side)]
                assert listed == {
                    "knight": side,
                    "position": list(front_end.knights[side]),
                    "valid_moves": expected,
                    "count": len(expected),
                }
            front_end.play(lot.choice(front_end.valid_moves("black")))


def test_a_new_game_has_every_field_of_its_example(client: Client) -> None:
    answer = client.ask("new", {"difficulty": "amateur"})
    assert set(answer) == NEW | EXTRA
    values = [value for value in answer["board"].values() if isinstance(value, int)]
    assert sorted(values) == POINTS or len(values) == len(POINTS)
    assert list(answer["board"].values()).count("destroyed") == 1
    assert answer["message"] == "Game started. Machine (white) has moved."
    assert (answer["difficulty"], answer["max_depth"]) == ("amateur", 4)
    assert (answer["game_over"], answer["winner"]) == (False, None)
    assert answer["current_player"] == "black"
    assert answer["machine_first_move"] == answer["white_knight"]
    assert answer["black_score"] == 0
    landed = answer["board"][",".join(map(str, answer["white_knight"]))]
    assert answer["white_score"] == (landed or 0)


def test_a_move_has_every_field_of_its_example(client: Client) -> None:
    front_end = FrontEnd(client, "beginner")
    answer = front_end.play(front_end.valid_moves("black")[0])
    assert set(answer) == MOVED | EXTRA
    assert isinstance(answer["machine_evaluation"], float)
    assert answer["nodes_evaluated"] > 1
    assert answer["machine_move"] == answer["white_knight"]


def test_a_machine_move_has_the_fields_of_its_example_and_plays_nothing(client: Client) -> None:
    state = client.ask("new", {"difficulty": "expert"})
    answer = client.ask("machine-move", {"game_state": state})
    assert set(answer) == {"move", "evaluation", "nodes_evaluated", "depth_reached"}
    assert answer["depth_reached"] == 6
    assert client.ask("machine-move", {"game_state": state}) == answer


@pytest.mark.parametrize("body", [None, {}, {"difficulty": None}, {"colour": "red"}])
def test_without_a_difficulty_a_beginner_plays(client: Client, body: Json | None) -> None:
    answer = client.ask("new", body)
    assert (answer["difficulty"], answer["max_depth"]) == ("beginner", 2)


def test_boards_differ(client: Client) -> None:
    boards = [client.ask("new")["board"] for _ in range(5)]
    assert any(board != boards[0] for board in boards)


def test_an_answer_without_the_fields_that_the_move_example_leaves_out_is_a_state(
    client: Client,
) -> None:
    state = client.ask("new", {"difficulty": "expert"})
    for name in ("difficulty", "max_depth", "winner", "game_over", *EXTRA):
        del state[name]
    target = client.ask("valid-moves", {"game_state": state})["valid_moves"][0]
    answer = client.ask("move", {"game_state": state, "move": target})
    assert (answer["difficulty"], answer["max_depth"]) == ("beginner", 2)
    answer = client.ask("machine-move", {"game_state": state | {"max_depth": 4}})
    assert answer["depth_reached"] == 4


def test_squares_left_out_of_the_board_are_empty(client: Client) -> None:
    whole = client.ask("new", {"difficulty": "amateur"})
    sparse = {
        **whole,
        "board": {key: value for key, value in whole["board"].items() if value is not None},
    }
    assert len(sparse["board"]) < 64
    for path in ("machine-move", "valid-moves"):
        assert client.ask(path, {"game_state": sparse}) == client.ask(path, {"game_state": whole})
    target = client.ask("valid-moves", {"game_state": whole})["valid_moves"][0]
    answers = [client.ask("move", {"game_state": one, "move": target}) for one in (sparse, whole)]
    assert answers[0] == answers[1]
    assert len(answers[0]["board"]) == 64
    bare = state_of((0, 0), (7, 7)) | {"board": {}}
    asked = {"game_state": bare, "knight": "white"}
    assert client.ask("valid-moves", asked)["valid_moves"] == [[1, 2], [2, 1]]


def test_whole_numbers_may_be_written_with_a_point(client: Client) -> None:
    state = state_of((0, 0), (7, 7), {"3,3": 5.0}, white_score=3.0)
    answer = client.ask("move", {"game_state": state, "move": [5.0, 6.0]})
    assert (answer["board"]["3,3"], answer["black_knight"]) == (5, [5, 6])


# Values.


def check_values(client: Client, difficulty: str, count: int, plies: range) -> None:
    """Compare answers on either turn with minimax without pruning, so many random plies on."""
    game, lot = game_named("horses"), random.Random(difficulty)
    compared = 0
    while compared < count:
        state = game.initial(lot.randrange(1 << 20))
        for _ in range(lot.choice(plies)):
            moves = list(game.moves(state))
            if not moves:
                break
            state = game.play(state, lot.choice(moves))
        if game.outcome(state) is not None:
            continue
        compared += 1
        given = json_of(state) | {"difficulty": difficulty}
        answer = client.ask("machine-move", {"game_state": given})
        compare_value(game, state, DEPTHS[difficulty], answer["move"], answer["evaluation"])
        if state.turn == 1:
            check_reply(client, game, given, DEPTHS[difficulty])


def json_of(state: Any) -> Json:
    from kibitz.games.horses.board import is_gone, knight_of, score_of, value_at

    return {
        "board": {
            f"{square // 8},{square % 8}": "destroyed"
            if is_gone(state, square)
            else value_at(state, square) or None
            for square in range(64)
        },
        "white_knight": list(divmod(knight_of(state, 0), 8)),
        "black_knight": list(divmod(knight_of(state, 1), 8)),
        "white_score": score_of(state, 0),
        "black_score": score_of(state, 1),
        "current_player": "white" if state.turn == 0 else "black",
    }


def check_reply(client: Client, game: Game, state: Json, depth: int) -> None:
    """The evaluation and the move of the answer to a person's move."""
    target = client.ask("valid-moves", {"game_state": state})["valid_moves"][0]
    answer = client.ask("move", {"game_state": state, "move": target})
    if answer["machine_move"] is None:
        return
    before = parse_state(game, position_of(state))
    after = game.play(before, parse_move(game, before, f"{target[0]},{target[1]}"))
    compare_value(game, after, depth, answer["machine_move"], answer["machine_evaluation"])


def compare_value(game: Game, state: Any, depth: int, move: list[int], evaluation: float) -> None:
    """The value is that of plain minimax in white's view, the move the first that is worth it."""

    game = game.judged_by("classic")

    def value(state: Any, depth: int) -> int:
        return minimax(game, state, depth, side=0, pruning=False, outcomes=False).value

    values = [value(game.play(state, one), depth - 1) for one in game.moves(state)]
    best = max(values) if state.turn == 0 else min(values)
    assert round(evaluation * game.unit) == best == value(state, depth)
    first = list(game.moves(state))[values.index(best)]
    assert move == list(divmod(first, 8))


def test_values_and_moves_of_a_beginner_are_plain_minimax(client: Client) -> None:
    check_values(client, "beginner", 60, range(30))


def test_values_and_moves_of_an_amateur_are_plain_minimax(client: Client) -> None:
    check_values(client, "amateur", 20, range(20))


def test_values_and_moves_of_an_expert_are_plain_minimax(client: Client) -> None:
    check_values(client, "expert", 3, range(8, 20))


@pytest.mark.deep
@pytest.mark.parametrize(("difficulty", "count"), [("beginner", 300), ("amateur", 150)])
def test_more_values_are_plain_minimax(client: Client, difficulty: str, count: int) -> None:
    check_values(client, difficulty, count, range(30))


@pytest.mark.deep
def test_more_values_of_an_expert_are_plain_minimax(client: Client) -> None:
    check_values(client, "expert", 12, range(24))


def test_the_worked_example_of_the_evaluation(client: Client) -> None:
    """White 15, black 8, six moves to four, one proximity of ten and one of seven, white central:
    738 for the position; the best of the moves from it is found from there."""
    state = {
        **state_of(
            (3, 3),
            (3, 1),
            {"1,0": "destroyed", "1,2": "destroyed", "1,4": "destroyed"}
            | {"3,2": 5, "4,3": 4, "5,5": 4},
            turn="white",
        ),
        "white_score": 15,
        "black_score": 8,
    }
    game = game_named("horses").judged_by("classic")
    assert game.evaluate(parse_state(game, position_of(state)), 0) == 738 * game.unit
    answer = client.ask("machine-move", {"game_state": state})
    start = parse_state(game, position_of(state))
    compare_value(game, start, 2, answer["move"], answer["evaluation"])


# Ends.


def test_a_person_who_takes_the_last_way_out_of_the_machine_is_told_that_it_is_over(
    client: Client,
) -> None:
    # The machine in the corner has only 6,5 left, and the person jumps there.
    state = state_of((7, 7), (4, 4), {"5,6": "destroyed"})
    answer = client.ask("move", {"game_state": state, "move": [6, 5]})
    assert (answer["game_over"], answer["winner"], answer["white_score"]) == (True, "black", -4)
    assert (answer["machine_move"], answer["machine_evaluation"]) == (None, None)
    assert (answer["nodes_evaluated"], answer["depth_reached"]) == (0, 0)
    assert answer["penalty_applied"] is True
    assert answer["message"] == "Game over. Player (black) wins."
    refused = client.refused("move", {"game_state": answer, "move": [4, 4]})
    assert (refused["error"], refused["valid_moves"]) == ("game_over", [])
    assert client.ask("machine-move", {"game_state": answer}) == {
        "move": None,
        "evaluation": -10_000,
        "nodes_evaluated": 1,
        "depth_reached": 0,
    }
    asked = {"game_state": answer, "knight": "white"}
    assert client.ask("valid-moves", asked)["count"] == 0
    asked = {"game_state": answer, "knight": "black"}
    assert client.ask("valid-moves", asked)["count"] > 0


@pytest.mark.parametrize(
    ("score", "winner", "evaluation"), [(4, "tie", 0), (5, "white", 10_000), (3, "black", -10_000)]
)
def test_a_finished_game_has_no_machine_move_and_the_evaluation_of_its_result(
    client: Client, score: int, winner: str, evaluation: int
) -> None:
    state = state_of((7, 7), (4, 4), {"5,6": "destroyed"}, white_score=score)
    answer = client.ask("move", {"game_state": state, "move": [6, 5]})
    assert (answer["game_over"], answer["winner"]) == (True, winner)
    found = client.ask("machine-move", {"game_state": answer})
    assert (found["move"], found["evaluation"], found["depth_reached"]) == (None, evaluation, 0)
    own = GameState.from_dict(answer)
    assert find_best_move(own) == (None, evaluation, found["nodes_evaluated"], 0)


def test_a_tie_is_a_tie(client: Client) -> None:
    state = state_of((7, 7), (4, 4), {"5,6": "destroyed"}, white_score=4, black_score=0)
    answer = client.ask("move", {"game_state": state | {"white_score": 4}, "move": [6, 5]})
    assert (answer["winner"], answer["message"]) == ("tie", "Game over. It is a tie.")


def test_the_machine_wins_when_the_person_is_stuck(client: Client) -> None:
    # Once the person has gone to the corner, the machine takes the last way out.
    state = state_of((4, 4), (5, 6), difficulty="expert")
    answer = client.ask("move", {"game_state": state, "move": [7, 7]})
    assert (answer["machine_move"], answer["machine_evaluation"]) == ([6, 5], 10_000)
    assert (answer["game_over"], answer["winner"], answer["black_score"]) == (True, "white", -4)
    assert answer["message"] == "Game over. Machine (white) wins."


def test_a_stuck_person_pays_and_the_machine_plays_on_where_both_have_to_be_stuck(
    client: Client,
) -> None:
    state = state_of((4, 4), (5, 6), {"0,0": 10}, ending="both", difficulty="amateur")
    answer = client.ask("move", {"game_state": state, "move": [7, 7]})
    assert answer["penalty_applied"] is True
    further = answer["machine_moves"]
    assert len(further) > 5
    assert further[-1] == answer["white_knight"] != answer["machine_move"]
    assert answer["game_over"] is True
    gone = list(answer["board"].values()).count("destroyed")
    assert gone == 1 + 1 + len(further)  # what the person, the machine at first and then left
    assert answer["black_score"] == -4 * len(further)
    assert answer["white_score"] == 10


def test_a_stuck_machine_pays_and_the_person_moves_again_where_both_have_to_be_stuck(
    client: Client,
) -> None:
    state = state_of((7, 7), (4, 4), {"5,6": "destroyed"}, ending="both")
    answer = client.ask("move", {"game_state": state, "move": [6, 5]})
    assert (answer["machine_move"], answer["machine_moves"]) == (None, [])
    assert (answer["penalty_applied"], answer["white_score"]) == (True, -4)
    assert (answer["current_player"], answer["game_over"]) == ("black", False)
    assert answer["message"] == "Player's turn (black)"
    answer = client.ask("move", {"game_state": answer, "move": [4, 6]})
    assert (answer["penalty_applied"], answer["white_score"]) == (True, -8)


def test_the_ending_travels_in_the_state(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.ask("new")["ending"] == "first"
    both = client.ask("new", {"ending": "both"})
    assert both["ending"] == "both"
    monkeypatch.setenv("KIBITZ_HORSES_ENDING", "both")
    assert client.ask("new")["ending"] == "both"
    first = client.ask("new", {"ending": "first"})
    for state, ending in ((both, "both"), (first, "first")):
        target = client.ask("valid-moves", {"game_state": state})["valid_moves"][0]
        answer = client.ask("move", {"game_state": state, "move": target})
        assert answer["ending"] == ending
    del first["ending"]
    target = client.ask("valid-moves", {"game_state": first})["valid_moves"][0]
    assert client.ask("move", {"game_state": first, "move": target})["ending"] == "both"


def test_an_ending_that_there_is_not_stops_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    async def start() -> None:
        app = new_app()
        async with app.router.lifespan_context(app):
            pass

    # In a thread: this one may already run the event loop of a browser.
    with start_blocking_portal() as portal:
        portal.call(start)
        monkeypatch.setenv("KIBITZ_HORSES_ENDING", "never")
        with pytest.raises(LimitError, match="KIBITZ_HORSES_ENDING cannot be 'never'"):
            portal.call(start)
    with pytest.raises(LimitError):
        default_ending()


# Refusals.


def test_an_illegal_move_is_refused_with_the_legal_ones(client: Client) -> None:
    state = state_of((0, 0), (7, 7))
    for move, code in (
        ([3, 3], "illegal_move"),
        ([7, 7], "illegal_move"),
        ([8, 9], "unreadable_move"),
        ([-1, 5], "unreadable_move"),
        ([10**30, 0], "unreadable_move"),
    ):
        found = client.refused("move", {"game_state": state, "move": move})
        assert (found["error"], found["valid_moves"]) == (code, [[5, 6], [6, 5]])
    state = state_of((5, 6), (7, 7))
    found = client.refused("move", {"game_state": state, "move": [5, 6]})
    assert found["valid_moves"] == [[6, 5]]
    assert "g3 is occupied by a knight" in found["message"]


def test_a_refused_move_changes_nothing(client: Client) -> None:
    state = state_of((0, 0), (7, 7))
    client.refused("move", {"game_state": state, "move": [0, 0]})
    assert client.ask("move", {"game_state": state, "move": [5, 6]})["black_knight"] == [5, 6]


def without(name: str) -> Callable[[Json], None]:
    def change(state: Json) -> None:
        del state[name]

    return change


def with_square(key: str, value: object) -> Callable[[Json], None]:
    def change(state: Json) -> None:
        state["board"][key] = value

    return change


def with_value(**values: object) -> Callable[[Json], None]:
    def change(state: Json) -> None:
        state.update(values)

    return change


WRONG: list[tuple[Callable[[Json], None], str, str]] = [
    (without("board"), "missing_field", "game_state.board is missing"),
    (without("white_knight"), "missing_field", "game_state.white_knight is missing"),
    (without("current_player"), "missing_field", '"white" or "black"'),
    (with_square("8,0", None), "bad_field", 'game_state.board cannot be "8,0"'),
    (with_square("\ud800", None), "bad_field", "game_state.board cannot be"),
    (with_square("3,3", 11), "bad_field", 'game_state.board["3,3"] cannot be 11'),
    (with_square("3,3", -11), "bad_field", "from -10 to 10"),
    (with_square("3,3", 1.5), "bad_field", "cannot be 1.5"),
    (with_square("3,3", True), "bad_field", "cannot be true"),
    (with_square("3,3", "gone"), "bad_field", 'cannot be "gone"'),
    (with_square("3,3", [5]), "bad_field", "cannot be [5]"),
    (with_value(board=[]), "bad_field", "game_state.board cannot be []"),
    (with_value(board="x" * 99), "bad_field", "xxx…"),
    (with_value(white_knight=[0, 8]), "bad_field", "game_state.white_knight[1] cannot be 8"),
    (with_value(white_knight=[0]), "bad_field", "game_state.white_knight cannot be [0]"),
    (with_value(white_knight=[0, 0, 0, 0, 0]), "bad_field", "cannot be a list of 5"),
    (with_value(white_knight="0,0"), "bad_field", 'cannot be "0,0"'),
    (with_value(black_knight=[0, 0]), "knights_together", "Both knights are on [0, 0]"),
    (with_square("7,7", "destroyed"), "knight_destroyed", "The black knight is on [7, 7]"),
    (with_value(white_score=1001), "score_too_large", "white_score cannot be 1001"),
    (with_value(black_score=-1001), "score_too_large", "black_score cannot be -1001"),
    (with_value(white_score="1"), "bad_field", 'game_state.white_score cannot be "1"'),
    (with_value(white_score=None), "bad_field", "cannot be null"),
    (with_value(white_score=float("inf")), "bad_field", "cannot be Infinity"),
    (with_value(current_player="red"), "bad_field", 'game_state.current_player cannot be "red"'),
    (with_value(current_player="white"), "machines_turn", "It is the machine's turn"),
    (with_value(difficulty="hard"), "bad_field", '"beginner", "amateur" or "expert"'),
    (with_value(difficulty="expert", max_depth=2), "other_depth", "expected 6"),
    (with_value(max_depth=3), "other_depth", "expected 2, 4 or 6"),
    (with_value(max_depth=0), "other_depth", "max_depth cannot be 0"),
    (with_value(game_over=True), "not_over", "black can move: expected false"),
    (with_value(game_over="no"), "bad_field", "true or false"),
    (with_value(winner="white"), "other_winner", "not decided yet"),
    (with_value(winner="red"), "bad_field", "game_state.winner"),
    (with_value(ending="third"), "bad_field", '"first" or "both"'),
]


@pytest.mark.parametrize(("change", "code", "text"), WRONG, ids=[text for _, _, text in WRONG])
def test_a_state_that_cannot_be_is_refused_with_the_reason(
    client: Client, change: Callable[[Json], None], code: str, text: str
) -> None:
    state = state_of((0, 0), (7, 7))
    change(state)
    found = client.refused("move", {"game_state": state, "move": [5, 6]})
    assert found["error"] == code
    assert text in found["message"]
    assert "valid_moves" not in found


def test_a_side_that_cannot_move_is_not_to_move(client: Client) -> None:
    state = state_of((0, 0), (7, 7), CORNER, ending="both")
    found = client.refused("machine-move", {"game_state": state})
    assert found["error"] == "stuck_to_move"
    assert "expected white to move, and 4 points less for black" in found["message"]
    assert client.ask("machine-move", {"game_state": state | {"current_player": "white"}})


def test_a_winner_who_has_not_won_is_refused(client: Client) -> None:
    state = state_of((0, 0), (7, 7), CORNER, white_score=0, game_over=True, winner="white")
    found = client.refused("valid-moves", {"game_state": state})
    assert "it is tie" in found["message"]
    assert client.ask("valid-moves", {"game_state": state | {"winner": "tie"}})["count"] == 0


def test_scores_that_play_has_led_to_are_accepted(client: Client) -> None:
    board = {"5,6": 10}
    state = state_of((0, 0), (7, 7), board) | {"black_score": 1000}
    answer = client.ask("move", {"game_state": state, "move": [5, 6]})
    assert answer["black_score"] == 1010
    assert client.ask("valid-moves", {"game_state": answer})["count"] > 0


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"{", "Cannot read the request body as JSON"),
        (b"\xff\xff\xff", "Cannot read the request body as JSON"),
        (b"[" * 20_000, "Cannot read the request body as JSON"),
        (b'{"a":' * 10_000, "Cannot read the request body as JSON"),
        (b"9" * 5000, "Cannot read the request body as JSON"),
        (b"[]", "The body cannot be []"),
        (b'"new"', 'The body cannot be "new"'),
        (b'{"difficulty": 2}', "difficulty cannot be 2"),
        (b'{"difficulty": "\\ud800"}', "difficulty cannot be"),
        (b'{"ending": {}}', "ending cannot be an object of 0 keys"),
    ],
)
def test_a_body_that_cannot_be_read_is_refused(client: Client, content: bytes, text: str) -> None:
    answer = client.send("POST", "/api/game/new", content)
    assert answer.status_code == 400
    assert text in refusal(answer)["message"]


@pytest.mark.parametrize("path", ["move", "machine-move", "valid-moves"])
def test_a_body_is_needed(client: Client, path: str) -> None:
    assert "The body" in client.refused(path)["message"]
    assert client.refused(path, {})["error"] == "missing_field"
    assert "game_state cannot be 5" in client.refused(path, {"game_state": 5})["message"]


def test_another_content_type_is_refused(client: Client) -> None:
    answer = client.send("POST", "/api/game/new", b"{}", **{"Content-Type": "text/plain"})
    assert answer.status_code == 400
    assert "application/json" in refusal(answer)["message"]


def test_a_knight_of_no_side_is_refused(client: Client) -> None:
    state = state_of((0, 0), (7, 7))
    found = client.refused("valid-moves", {"game_state": state, "knight": "red"})
    assert 'knight cannot be "red"' in found["message"]
    assert client.ask("valid-moves", {"game_state": state})["knight"] == "black"


@pytest.mark.parametrize("method", ["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "ODD"])
def test_another_method_is_refused_in_the_same_shape(client: Client, method: str) -> None:
    answer = client.send(method, "/api/game/new")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")
    assert refusal(answer)["error"] == "other_method"


@pytest.mark.parametrize("path", ["/api/game/nowhere", "/api/game/", "/api/game/new/now"])
def test_another_path_is_refused_in_the_same_shape(client: Client, path: str) -> None:
    answer = client.send("POST", path, b"{}")
    assert answer.status_code == 404
    assert refusal(answer)["error"] == "no_address"


def test_the_paths_of_this_api_are_known() -> None:
    assert is_horses_path("/api/game/new")
    assert is_horses_path("/api/game")
    assert not is_horses_path("/api/games")


# How it is run.


def test_searches_run_where_the_app_says() -> None:
    app, ran = new_app(), []

    async def run_here(work: Callable[[], Any]) -> Any:
        ran.append(work)
        return work()

    app.state.run_search = run_here
    with connected(app) as client:
        client.ask("new")
    assert len(ran) == 1


def test_a_busy_server_says_when_to_come_again() -> None:
    app = new_app()

    async def refuse(work: Callable[[], Any]) -> Any:
        raise BusyError("queue_full", seconds=3)

    app.state.run_search = refuse
    with connected(app) as client:
        answer = client.post("new")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "3")
    refusal(answer)


def test_many_play_at_once(client: Client) -> None:
    async def ask() -> list[int]:
        statuses = []

        async def one(difficulty: str) -> None:
            asked = {"difficulty": difficulty}
            answer = await client.client.post("/api/game/new", json=asked)
            statuses.append(answer.status_code)

        async with create_task_group() as tasks:
            for difficulty in [*DEPTHS] * 10:
                tasks.start_soon(one, difficulty)
        return statuses

    assert client.portal.call(ask) == [200] * 30


@pytest.mark.parametrize("path", ["new", "move", "nowhere"])
def test_the_server_refuses_in_this_shape_what_is_too_large_or_too_often(
    path: str, tmp_path: Path
) -> None:
    database = f"sqlite:///{tmp_path / 'server.db'}"
    settings = read_settings(
        database_url=database, body_limit=5000, work_rate="2/minute", memory_limit=0
    )
    with connected(create_app(settings)) as client:
        large = client.send("POST", f"/api/game/{path}", b" " * 5001)
        client.send("GET", f"/api/game/{path}")
        often = client.send("POST", f"/api/game/{path}")
    assert (large.status_code, refusal(large)["error"]) == (413, "body_too_large")
    assert (often.status_code, refusal(often)["error"]) == (429, "too_many_requests")
    assert int(often.headers["retry-after"]) > 0


def test_a_failure_is_told_in_the_same_shape_and_logged(
    client: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(asked: object, ending: str) -> None:
        raise ZeroDivisionError("by chance")

    monkeypatch.setattr(playing, "new_game", fail)
    answer = client.post("new")
    assert answer.status_code == 500
    assert refusal(answer)["error"] == "internal_error"
    assert "by chance" not in answer.text
    assert "by chance" in caplog.text


def test_the_greeting_names_the_paths() -> None:
    found = greeting()
    assert "POST /api/game/new" in str(found["endpoints"])
    assert found["status"] == "ok"


def test_every_answer_is_documented() -> None:
    paths = new_app().openapi()["paths"]
    assert set(paths) == {
        f"/api/game/{name}" for name in ("new", "move", "machine-move", "valid-moves")
    }
    for operations in paths.values():
        assert set(operations["post"]["responses"]) == {"200", "4XX", "5XX"}
