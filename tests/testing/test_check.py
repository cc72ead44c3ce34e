"""The conformance suite finds what is wrong, and shows it by the shortest line of moves."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

import kibitz
from kibitz import DRAW, LOSS, WIN, Board, ConformanceError, Game, Geometry, Message, Notation
from kibitz.testing import check
from tests import toys


class State(NamedTuple):
    """Sticks in a pile; quiet counts moves."""

    sticks: int
    quiet: int
    turn: int


def moves(state: State) -> Iterator[int]:
    for take in range(1, 4):
        if take <= state.sticks:
            yield take


def play(state: State, move: int) -> State:
    return State(sticks=state.sticks - move, quiet=state.quiet + 1, turn=1 - state.turn)


def payoff(state: State, player: int) -> int:
    return LOSS if player == state.turn else WIN


def evaluate(state: State, player: int) -> int:
    return state.sticks if player == state.turn else -state.sticks


def nim(**changes: Any) -> Game:
    given: dict[str, Any] = {
        "start": State(12, 0, 0),
        "moves": moves,
        "play": play,
        "payoff": payoff,
        "evaluate": evaluate,
    }
    return Game("nim", **{**given, **changes})


def found(game: Game, **options: Any) -> str:
    with pytest.raises(ConformanceError) as caught:
        check(game, **options)
    return str(caught.value)


def test_a_sound_game_passes_and_says_what_was_looked_at() -> None:
    report = check(nim(clocks=("quiet",), drawn=lambda state: state.quiet > 50), games=30)
    assert report.games == 30
    assert report.positions >= 100
    assert report.longest >= 4
    assert report.is_compiled


@pytest.mark.parametrize(
    "game", [toys.ring(), toys.pot(2), toys.pot(3), toys.trades(), toys.claims()]
)
def test_the_toys_keep_the_contract(game: Game) -> None:
    check(game)


def test_progress_is_reported() -> None:
    seen: list[tuple[int, int]] = []
    check(nim(), games=3, compiled=False, progress=lambda done, games: seen.append((done, games)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_a_mistake_is_shown_by_the_shortest_line() -> None:
    """The evaluation is wrong only below six sticks: two moves of three show it."""

    def wrong(state: State, player: int) -> int:
        return 1 if state.sticks <= 6 else evaluate(state, player)

    text = found(nim(evaluate=wrong))
    assert "evaluate returns 1 for side 0 and 1 for side 1" in text
    assert "set mirrored=False if that is intended" in text
    assert "Moves: 3 3\n" in text
    assert "Position: 6,2,0" in text


def test_a_mistake_far_from_the_start_is_shown_by_a_short_line() -> None:
    class Far(NamedTuple):
        marks: int
        turn: int

    def far_moves(state: Far) -> Iterator[int]:
        for cell in range(40):
            if not state.marks >> cell & 1:
                yield cell

    def far_play(state: Far, move: int) -> Far:
        return Far(marks=state.marks | 1 << move, turn=1 - state.turn)

    def tie(state: Far, player: int) -> int:
        return DRAW

    def wrong(state: Far, player: int) -> int:
        return 1 if state.marks & 0b1110001 == 0b1110001 else 0

    game = Game("far", Far(0, 0), far_moves, far_play, tie, wrong)
    text = found(game, compiled=False)
    line = text.split("Moves: ")[1].splitlines()[0]
    assert sorted(line.split(), key=int) == ["0", "4", "5", "6"]


def changing_play(state: Any, move: int) -> Any:
    state.sticks -= move
    state.turn = 1 - state.turn
    return state


class Mutable:
    def __init__(self, sticks: int = 6, turn: int = 0) -> None:
        self.sticks, self.turn = sticks, turn


def test_a_state_that_is_changed_is_found() -> None:
    text = found(nim(start=Mutable(), play=changing_play))
    assert "play changes its argument" in text


CALLS = iter(range(10**9))


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"moves": lambda s: [1, 1] if s.sticks else []}, "moves yields 1 twice"),
        ({"moves": lambda s: [-1] if s.sticks else []}, "moves yields -1: expected an integer"),
        ({"moves": lambda s: [1 << 63] if s.sticks else []}, "of at most 63 bits"),
        ({"moves": lambda s: [next(CALLS)]}, "other moves when called again"),
        ({"moves": lambda s: [[]][1]}, "moves raises IndexError: list index out of range"),
        (
            {"play": lambda s, m: State(max(0, s.sticks - m - next(CALLS) % 2), 0, 1 - s.turn)},
            "play returns another state when called again",
        ),
        ({"play": lambda s, m: State(s.sticks - m, 0, 2)}, "turn is 2: expected 0 to 1"),
        ({"play": lambda s, m: State(s.sticks - m, 1 << 70, 0)}, "field quiet is"),
        ({"play": lambda s, m: (s.sticks - m, 0, 0)}, "turn is None"),
        ({"evaluate": lambda s, p: 10**15}, "expected at most 999999000000"),
        (
            {"moves": lambda s: itertools.count()},
            "moves yields more than 16384 moves",
        ),
        ({"payoff": lambda s, p: 5}, "payoff returns 5: expected WIN, DRAW or LOSS"),
        ({"payoff": lambda s, p: WIN}, "the payoffs are [1, 1]"),
        ({"payoff": lambda s, p: LOSS}, "the payoffs are [-1, -1]"),
        ({"evaluate": lambda s, p: 0.5}, "evaluate returns 0.5: expected an integer"),
        ({"explain": lambda s, p: {"sticks": 3}}, "the sum of explain's terms {'sticks': 3}"),
        ({"evaluations": {"odd": lambda s, p: 0.5}}, "evaluation 'odd': evaluate returns 0.5"),
        ({"noisy": lambda s, m: 7}, "noisy returns 7"),
        ({"rank": lambda s, m: 0.5}, "rank returns 0.5"),
        ({"drawn": lambda s: None}, "drawn returns None"),
        ({"margin": lambda s, p: "much"}, "margin returns 'much'"),
        (
            {"null_move": lambda s: s._replace(sticks=s.sticks + 1)},
            "null_move does not return the same",
        ),
        ({"why_not": lambda s, m: Message("no", "no")}, "why_not returns a reason against"),
        ({"notation": Notation(format_move=lambda s, m: "same")}, "two moves have the text 'same'"),
        ({"notation": Notation(format_move=lambda s, m: "")}, "has the text ''"),
        (
            {
                "notation": Notation(
                    format_state=lambda s: "x", parse_state=lambda t: State(1, 0, 0)
                )
            },
            "is parsed as State(sticks=1",
        ),
        (
            {
                "clocks": ("quiet",),
                "drawn": lambda s: False,
                "moves": lambda s: [1, 2][: 1 + s.quiet % 2] if s.sticks > 2 else [],
            },
            "moves depends on the clock quiet",
        ),
        (
            {
                "clocks": ("quiet",),
                "drawn": lambda s: False,
                "play": lambda s, m: State(s.sticks - m, 0, 1 - s.turn if s.quiet < 5 else s.turn),
            },
            "play returns another position if the clock quiet is",
        ),
        (
            {"symmetries": lambda s: State(s.sticks + 1, 0, s.turn)},
            "and another state when applied to that",
        ),
        (
            {"symmetries": lambda s: State(s.sticks - s.sticks % 2, s.quiet, s.turn)},
            "the successors of the canonical state",
        ),
        ({"geometry": Geometry(cells=[], occupants=lambda s: ["x"])}, "0 cells and 1 occupants"),
    ],
)
def test_what_breaks_the_contract_is_found(changes: dict[str, Any], text: str) -> None:
    assert text in found(nim(**changes), compiled=False)


def test_rules_that_do_something_else_when_compiled_are_found() -> None:
    def overflowing(state: State, player: int) -> int:
        value = (state.sticks + (1 << 62)) * 2
        return value % 1000 if player == state.turn else -(value % 1000)

    text = found(nim(evaluate=overflowing))
    assert "evaluate for side 0 is" in text
    assert "when compiled" in text


def test_rules_that_cannot_be_compiled_are_refused_unless_allowed() -> None:
    def replacing(state: State, move: int) -> State:
        return state._replace(sticks=state.sticks - move, turn=1 - state.turn)

    with pytest.raises(kibitz.CompileError, match="_replace"):
        check(nim(play=replacing))
    assert not check(nim(play=replacing), compiled=False).is_compiled


def test_what_is_wrong_in_itself_is_told_before_what_does_not_compile() -> None:
    def replacing(state: State, move: int) -> State:
        return state._replace(sticks=state.sticks - move, turn=1 - state.turn)

    assert "the payoffs are" in found(nim(play=replacing, payoff=lambda s, p: WIN))


def test_no_game_is_refused() -> None:
    with pytest.raises(
        kibitz.ContractError, match=("Cannot use None as the game for the conformance suite")
    ):
        check(None)  # type: ignore[arg-type]


def test_a_game_without_end_is_found() -> None:
    game = toys.ring(size=16, repeats=0)
    endless = Game(
        "endless",
        game.start,
        lambda state: [0, 1],
        game.play,
        game.payoff,
        game.evaluate,
    )
    text = found(endless, compiled=False, positions=10)
    assert "has not ended after" in text
    assert "repeats=3" in text


def test_a_game_of_python_objects_is_checked_interpreted() -> None:
    def object_play(state: Mutable, move: int) -> Mutable:
        return Mutable(state.sticks - move, 1 - state.turn)

    report = check(nim(start=Mutable(), play=object_play))
    assert not report.is_compiled


def test_a_seeded_start_is_named() -> None:
    def start(seed: int) -> State:
        return State(5 + seed, 0, 0)

    def wrong(state: State, player: int) -> int:
        return 1 if state.sticks == 7 else evaluate(state, player)

    assert "(start of seed 2)" in found(nim(start=start, evaluate=wrong), compiled=False)


class Wide(NamedTuple):
    """Two sides choose one of many numbers in turn, which changes nothing."""

    plies: int
    turn: int


def wide(count: int, text_of: Callable[[int], Any], plies: int = 1) -> tuple[Game, list[int]]:
    """A game with `count` moves a ply, and a list with the number of texts that were asked for."""
    asked = [0]

    def moves(state: Wide) -> Iterator[int]:
        if state.plies < plies:
            yield from range(count)

    def play(state: Wide, move: int) -> Wide:
        return Wide(state.plies + 1, 1 - state.turn)

    def format_move(state: Wide, move: int) -> Any:
        asked[0] += 1
        return text_of(move)

    notation = Notation(format_move=format_move)
    result = lambda state, side: LOSS if side == state.turn else WIN  # noqa: E731
    return Game("wide", Wide(0, 0), moves, play, result, notation=notation), asked


def test_a_position_with_many_moves_is_checked_quickly() -> None:
    """To parse the text of each of 2,000 moves, all were formatted: 4 million texts a position."""
    game, asked = wide(2_000, str)
    check(game, games=1, compiled=False)
    assert asked[0] < 150 * 2_000


@pytest.mark.parametrize(
    ("text_of", "text"),
    [
        (lambda move: "last" if move > 1_997 else str(move), "two moves have the text 'last'"),
        (lambda move: f"{'aA'[move % 2]}{move // 2}", "cannot be read"),
        (lambda move: [] if move == 1_999 else str(move), "the move 1999 has the text []"),
    ],
)
def test_every_text_of_many_moves_is_looked_at(text_of: Callable[[int], Any], text: str) -> None:
    game, _ = wide(2_000, text_of)
    assert text in found(game, games=1, compiled=False)


def test_games_with_hundreds_of_moves_are_checked_in_fewer_positions() -> None:
    game, _ = wide(500, str, plies=30)
    assert check(game, games=2, positions=50, compiled=False).positions == 10 + 2
    small, _ = wide(5, str, plies=30)
    assert check(small, games=2, positions=50, compiled=False).positions == 50


class Large(NamedTuple):
    mine: Board
    theirs: Board
    turn: int


def test_large_boards_with_many_moves_are_compared() -> None:
    """The record of a position with 4,096 moves to 129 words each did not fit."""

    def moves(state: Large) -> Iterator[int]:
        if not state.theirs:
            for cell in (~(state.mine | state.theirs)).squares():
                yield cell

    def play(state: Large, move: int) -> Large:
        return Large(state.theirs, state.mine.add(move), 1 - state.turn)

    result = lambda state, side: LOSS if side == state.turn else WIN  # noqa: E731
    game = Game("large", Large(Board(64, 64), Board(64, 64), 0), moves, play, result)
    assert check(game, games=1, positions=1).is_compiled
