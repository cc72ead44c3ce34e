"""Positions that are set up: from a state to its placement, and from a placement to a state."""

from __future__ import annotations

from typing import NamedTuple

from kibitz.core.contract import Game
from kibitz.core.deadline import check_deadline
from kibitz.core.errors import PositionError
from kibitz.core.messages import Message
from kibitz.core.setup import Placement, Setup
from kibitz.core.text import format_state, parse_state
from kibitz.core.types import State

_MOST_PROBLEMS = 20


class SetUp(NamedTuple):
    """A placement and its state, or None and what is wrong with it."""

    placement: Placement
    state: State | None
    problems: tuple[Message, ...] = ()


def setup_of(game: Game) -> Setup:
    """The setup of a game; PositionError if it has none."""
    setup = None if game.geometry is None else game.geometry.setup
    if setup is None:
        raise PositionError("no_setup", game=game.name, example=format_state(game, game.initial()))
    return setup


def read_placement(game: Game, state: State) -> Placement:
    """The placement of a state.

    >>> import kibitz
    >>> game = kibitz.game("tictactoe")
    >>> read_placement(game, game.initial()).turn
    0
    """
    return setup_of(game).read(state)


def set_up(game: Game, placement: Placement) -> SetUp:
    """The state of a placement, or what is wrong with it.

    A state that is returned has a text that can be read again. Raises PositionError if `placement`
    does not fit the game: it has other cells, contents, sides or counters.

    >>> import kibitz
    >>> cells = ("X", "X", "", "", "", "", "", "", "")
    >>> [str(one) for one in set_up(kibitz.game("tictactoe"), Placement(cells=cells)).problems]
    ['There are 2 X and 0 O: expected as many of each, or one X more.']
    """
    check_deadline()
    setup = setup_of(game)
    _require_fit(game, setup, placement)
    problems = tuple(setup.problems(placement))[:_MOST_PROBLEMS]
    if problems:
        return SetUp(placement, None, problems)
    state = setup.build(placement)
    try:
        parse_state(game, format_state(game, state))
    except PositionError as problem:
        return SetUp(placement, None, (problem.message,))
    return SetUp(setup.read(state), state)


def _require_fit(game: Game, setup: Setup, placement: Placement) -> None:
    """Raise PositionError unless the placement has the cells and counters of the game."""

    def refusal(problem: str) -> PositionError:
        return PositionError("bad_placement", game=game.name, problem=problem)

    cells = () if game.geometry is None else game.geometry.cells
    if len(placement.cells) != len(cells):
        raise refusal(f"expected {len(cells)} cells, got {len(placement.cells)}")
    known = {setup.empty, *(content.code for content in setup.contents)}
    for cell, code in zip(cells, placement.cells, strict=True):
        if code not in known and not (setup.allows is not None and setup.allows(code)):
            listed = ", ".join(map(repr, sorted(known)))
            raise refusal(f"cell {cell.name} cannot hold {code!r}: expected one of {listed}")
    if placement.turn not in range(game.players):
        raise refusal(f"expected a side to move from 0 to {game.players - 1}, got {placement.turn}")
    counters = {counter.name: counter for counter in setup.counters}
    for name, value in placement.counters.items():
        if name not in counters:
            listed = f"its counters are {', '.join(counters)}" if counters else "it has none"
            raise refusal(f"no counter {name!r}: {listed}")
        least, most = counters[name].least, counters[name].most
        if not least <= value <= most:
            raise refusal(f"the counter {name!r} is {value}: expected {least} to {most}")
