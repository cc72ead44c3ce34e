"""What `Game` itself refuses, and games by name."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import kibitz
from kibitz import Board, ContractError, Game, UnknownGameError
from tests import toys

BASE = toys.claims()


class Misjudged(NamedTuple):
    """A state whose side to move is a board."""

    turn: Board


def game(**changes: Any) -> Game:
    given: dict[str, Any] = {
        "name": "claims",
        "start": BASE.start,
        "moves": BASE.moves,
        "play": BASE.play,
        "payoff": BASE.payoff,
        "evaluate": BASE.evaluate,
    }
    return Game(**{**given, **changes})


@pytest.mark.parametrize(
    ("changes", "text"),
    [
        ({"name": "My Game"}, "must consist of lower-case letters"),
        ({"name": 3}, "must consist of lower-case letters"),
        ({"moves": None}, "moves is None: expected a function of (state)"),
        ({"payoff": lambda state: 0}, "payoff must take (state, side)"),
        ({"play": BASE.moves}, "play must take (state, move), but takes (state"),
        (
            {"start": Misjudged(turn=Board(1, 1))},
            "the first state's turn is Board(1, 1): expected 0 to 1",
        ),
        ({"noisy": 3}, "noisy is 3: expected a function of (state, move)"),
        ({"sides": None}, "expected a tuple of 2 to 16 different names"),
        ({"sides": "ab"}, "expected a tuple of 2 to 16 different names"),
        ({"sides": ("a", "a")}, "different names"),
        ({"sides": ("alone",)}, "different names"),
        ({"unit": 0}, "its unit is 0"),
        ({"repeats": 1}, "repeats is 1"),
        ({"repeats": "never"}, "expected 0 for never, a number from 2, or 'illegal'"),
        ({"notation": 3}, "notation is 3: expected a Notation"),
        ({"geometry": 3}, "geometry is 3"),
        ({"settings": None}, "settings is None: expected a Mapping"),
        ({"clocks": None}, "clocks is None"),
        ({"clocks": ("quiet",), "drawn": lambda state: False}, "not fields of the state"),
        ({"clocks": ("taken",)}, "no drawn(state)"),
        ({"start": 3}, "no field 'turn'"),
        ({"evaluations": 3}, "evaluations is 3: expected a Mapping"),
        ({"evaluations": {"": BASE.evaluate}}, "an evaluation is named ''"),
        ({"evaluations": {"odd": 3}}, "evaluate of 'odd' is 3: expected a function of (state, si"),
        ({"evaluations": {"odd": BASE.moves}}, "evaluate of 'odd' must take (state, side)"),
        (
            {"evaluations": {"odd": kibitz.Evaluation(BASE.evaluate, BASE.moves)}},  # type: ignore[arg-type]
            "explain of 'odd' must take (state, side)",
        ),
    ],
)
def test_a_description_that_cannot_be_is_refused(changes: dict[str, Any], text: str) -> None:
    with pytest.raises(ContractError) as caught:
        game(**changes)
    assert text in str(caught.value)


@pytest.mark.parametrize("name", [None, 3, [], b"tictactoe", "", "tic tac toe", "TICTACTOE"])
def test_an_unknown_name_is_refused_with_those_that_are_known(name: Any) -> None:
    with pytest.raises(UnknownGameError, match=r"connect4, .*tictactoe"):
        kibitz.game(name)


def test_a_game_file_is_loaded_anew_when_it_was_edited(tmp_path: Path) -> None:
    file = tmp_path / "edited.py"
    source = "from tests.toys import pot\nGAME = pot(2, size={size})\n"
    for size in (5, 6):
        file.write_text(source.format(size=size))
        os.utime(file, ns=(size, size))
        assert kibitz.game(file).initial().left == size
    assert kibitz.game(file) is kibitz.game(str(file))


@pytest.mark.parametrize("path", ["missing.py", "\0.py", "folder.py"])
def test_what_is_no_game_file_is_refused(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.py").mkdir()
    with pytest.raises(UnknownGameError, match="No game file"):
        kibitz.game(path)


class Waiting(NamedTuple):
    """Nothing but a player to move and a clock."""

    turn: int
    quiet: int


class Walkers:
    """A state that is no tuple, but has fields."""

    _fields = ("turn", "quiet", "place")

    def __init__(self, *values: int) -> None:
        self.values = values
        self.turn = values[0]

    def __iter__(self) -> Iterator[int]:
        return iter(self.values)


@pytest.mark.parametrize(
    ("state", "clocks", "identity"),
    [
        (toys.Counter(5, 6, 7, 1), ("quiet",), (5, 6, 1)),
        (toys.Counter(5, 6, 7, 1), (), toys.Counter(5, 6, 7, 1)),
        (toys.Counter(5, 6, 7, 1), ("quiet", "theirs"), (5, 1)),
        (Waiting(1, 7), ("quiet",), (1,)),
        (Walkers(1, 7, 3), ("quiet",), (1, 3)),
    ],
)
def test_the_identity_of_a_position_is_its_state_without_clocks(
    state: Any, clocks: tuple[str, ...], identity: Any
) -> None:
    game = toys.ring()
    changed = replace(game, start=state, clocks=clocks)
    assert changed.identity(state) == identity


@pytest.mark.parametrize("clocks", [(), ("quiet",)])
def test_a_position_is_drawn_at_the_occurrence_that_the_rules_name(clocks: tuple[str, ...]) -> None:
    game = replace(toys.ring(repeats=3), clocks=clocks)
    state = game.initial()
    same, other = state._replace(quiet=9 if clocks else 0), state._replace(mine=2)
    assert game.outcome(state) is None
    assert game.outcome(state, [same, other]) is None
    assert str(game.outcome(state, [same, other, same])) == "draw by repetition"
    assert str(game.outcome(state, (same, other, same, same))) == "draw by repetition"
    later = state._replace(quiet=9)
    assert (game.outcome(later, [state, state]) is None) is (not clocks)


def test_the_old_name_of_an_attribute_fails_with_the_new_one() -> None:
    piece = kibitz.Piece("X", "cross", 0)
    with pytest.raises(AttributeError, match=r"Piece.player is now Piece.side"):
        piece.player  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(TypeError, match=r"Offer.player is now Offer.side"):
        kibitz.Offer("draw", player=0)  # type: ignore[call-arg]
