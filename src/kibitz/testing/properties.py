"""Properties that must hold in every state of a game. Each yields its violations as text."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from itertools import islice

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError
from kibitz.core.outcome import payoffs_problem
from kibitz.core.score import EVALUATION_LIMIT
from kibitz.core.state_fields import field_problem
from kibitz.core.text import format_move, format_state, parse_move, parse_state
from kibitz.core.types import State

Property = Callable[[Game, State], Iterator[str]]

_WORD = 1 << 63
_MOST_MOVES = 1 << 14  # the most that the compiled search can store


def snapshot(state: State) -> object:
    """A value that changes whenever the state is modified."""
    if isinstance(state, tuple):
        return tuple(state)
    try:
        return pickle.dumps(state)
    except Exception:  # states need not be picklable
        return repr(getattr(state, "__dict__", state))


def states_are_sound(game: Game, state: State) -> Iterator[str]:
    """The turn is a valid side, and integer states have the type of the starting state."""
    if getattr(state, "turn", None) not in range(game.players):
        yield f"turn is {getattr(state, 'turn', None)!r}: expected 0 to {game.players - 1}"
    if game.has_integer_states():
        if type(state) is not type(game.initial()):
            yield f"the state is a {type(state).__name__}: expected {type(game.initial()).__name__}"
            return
        for name, value, example in zip(state._fields, state, game.initial(), strict=True):
            problem = field_problem(value, example)
            if problem:
                yield f"the field {name} is {value!r}: {problem}"


def moves_are_numbers(game: Game, state: State) -> Iterator[str]:
    """Moves are distinct nonnegative integers, finitely many, and the same in every call."""
    moves = list(islice(game.moves(state), _MOST_MOVES + 1))
    if len(moves) > _MOST_MOVES:
        yield f"moves yields more than {_MOST_MOVES} moves: does it end?"
        return
    for move in moves:
        if game.has_integer_states() and (type(move) is not int or not 0 <= move < _WORD):
            yield f"moves yields {move!r}: expected an integer from 0, of at most 63 bits"
    if len(set(moves)) != len(moves):
        twice = next(move for move in moves if moves.count(move) > 1)
        yield f"moves yields {twice!r} twice"
    if list(game.moves(state)) != moves:
        yield "moves yields other moves when called again"


def rules_change_nothing(game: Game, state: State) -> Iterator[str]:
    """No rule modifies a state."""
    before = snapshot(state)
    moves = list(game.moves(state))
    if snapshot(state) != before:
        yield "moves changes the state"
    for move in moves:
        first = game.play(state, move)
        if snapshot(state) != before:
            yield f"play changes its argument (move {move})"
            return
        if snapshot(first) != snapshot(game.play(copy.copy(state), move)):
            yield f"play returns another state when called again (move {move})"
    for side in range(game.players):
        (game.evaluate if moves else game.payoff)(state, side)
    if snapshot(state) != before:
        yield f"{'evaluate' if moves else 'payoff'} changes the state"


def payoffs_fit(game: Game, state: State) -> Iterator[str]:
    """There is one winner, or a tie for first place."""
    if any(True for _ in game.moves(state)):
        return
    problem = payoffs_problem([game.payoff(state, side) for side in range(game.players)])
    if problem:
        yield problem


def evaluations_fit(game: Game, state: State) -> Iterator[str]:
    """Evaluations are integers, equal the sum of their terms, and mirror if `mirrored` is set."""
    if not any(True for _ in game.moves(state)):
        return
    yield from _evaluation_fits(game, state)
    for name in game.evaluations:
        judged = game.judged_by(name)
        if judged is not game:
            for problem in _evaluation_fits(judged, state):
                yield f"evaluation {name!r}: {problem}"


def _evaluation_fits(game: Game, state: State) -> Iterator[str]:
    """The violations of one evaluation."""
    values = [game.evaluate(state, side) for side in range(game.players)]
    for side, value in enumerate(values):
        if type(value) is not int:
            yield f"evaluate returns {value!r}: expected an integer; for fractions, set unit="
            return
        if abs(value) > EVALUATION_LIMIT:
            yield f"evaluate returns {value}: expected at most {EVALUATION_LIMIT} in absolute value"
            return
        if game.explain is not None:
            terms = game.explain(state, side)
            if sum(terms.values()) != value:
                yield f"the sum of explain's terms {dict(terms)} is not the evaluation, {value}"
    if game.mirrored and game.players == 2 and values[0] != -values[1]:
        yield (
            f"evaluate returns {values[0]} for side 0 and {values[1]} for side 1, which is not "
            "its negative: set mirrored=False if that is intended"
        )


def hints_fit(game: Game, state: State) -> Iterator[str]:
    """The optional rules return values of the right types."""
    moves = list(game.moves(state))
    for move in moves:
        if game.noisy is not None and game.noisy(state, move) not in (True, False):
            yield f"noisy returns {game.noisy(state, move)!r}: expected True or False"
        if game.rank is not None and type(game.rank(state, move)) is not int:
            yield f"rank returns {game.rank(state, move)!r}: expected an integer"
        if game.why_not is not None and game.why_not(state, move) is not None:
            yield f"why_not returns a reason against the legal move {move}"
    if game.drawn is not None and game.drawn(state) not in (True, False):
        yield f"drawn returns {game.drawn(state)!r}: expected True or False"
    if not moves and game.margin is not None and type(game.margin(state, 0)) is not int:
        yield f"margin returns {game.margin(state, 0)!r}: expected an integer"
    if moves and game.null_move is not None:
        passed = game.null_move(state)
        if type(passed) is not type(state) or (passed.turn == state.turn and passed != state):
            yield (
                "null_move does not return the same position with the other side to move, "
                "or the unchanged state where a pass makes no sense"
            )


def moves_round_trip(game: Game, state: State) -> Iterator[str]:
    """The text of every move is unique and parses to the move."""
    moves = list(game.moves(state))
    texts = [format_move(game, state, move) for move in moves]
    for move, text in zip(moves, texts, strict=True):
        if not isinstance(text, str) or not text.strip():
            yield f"the move {move} has the text {text!r}"
        elif texts.count(text) > 1:
            yield f"two moves have the text {text!r}"
        else:
            try:
                read = parse_move(game, state, text)
            except KibitzError as error:
                yield f"the text {text!r} of move {move} cannot be read: {error}"
            else:
                if read != move:
                    yield f"the text {text!r} of move {move} is parsed as {read}"


def positions_round_trip(game: Game, state: State) -> Iterator[str]:
    """The text of the position parses to the position."""
    if not game.has_integer_states() and game.notation.parse_state is None:
        return
    text = format_state(game, state)
    try:
        read = parse_state(game, text)
    except KibitzError as error:
        yield f"the position's own text {text!r} cannot be read: {error}"
        return
    if game.identity(read) != game.identity(state):
        yield f"the position's text {text!r} is parsed as {read!r}: expected {state!r}"
    elif format_state(game, read) != text:
        yield f"the position's text {text!r} is {format_state(game, read)!r} once parsed"


def symmetries_hold(game: Game, state: State) -> Iterator[str]:
    """`symmetries` is idempotent, and successors of a state and its image are mirror images."""
    if game.symmetries is None:
        return
    canonical = game.symmetries(state)
    if game.identity(game.symmetries(canonical)) != game.identity(canonical):
        yield f"symmetries returns {canonical!r}, and another state when applied to that"
        return

    def successors(start: State) -> set[object]:
        assert game.symmetries is not None
        after = (game.play(start, move) for move in game.moves(start))
        return {game.identity(game.symmetries(one)) for one in after}

    if successors(state) != successors(canonical):
        yield f"the successors of the canonical state {canonical!r} differ from those of the state"
    elif not successors(state):
        payoffs = [
            [game.payoff(one, side) for side in range(game.players)] for one in (state, canonical)
        ]
        if payoffs[0] != payoffs[1]:
            yield f"the payoffs are {payoffs[0]}, but {payoffs[1]} in the canonical state"


def clocks_are_not_read(game: Game, state: State) -> Iterator[str]:
    """Moves and their results do not depend on the clocks."""
    for clock in game.clocks:
        for value in (0, 1, getattr(state, clock) + 7):
            other = state._replace(**{clock: value})
            if list(game.moves(other)) != list(game.moves(state)):
                yield f"moves depends on the clock {clock}: it yields other moves at {value}"
                return
            for move in game.moves(state):
                after = game.identity(game.play(state, move))
                if game.identity(game.play(other, move)) != after:
                    yield f"play returns another position if the clock {clock} is {value}"
                    return


def board_can_be_drawn(game: Game, state: State) -> Iterator[str]:
    """The geometry lists an occupant or None for every cell, and its names are unique."""
    board = game.geometry
    if board is None:
        return
    occupants = board.occupants(state)
    if len(occupants) != len(board.cells):
        yield f"the geometry has {len(board.cells)} cells and {len(occupants)} occupants"
    if len({cell.name for cell in board.cells}) != len(board.cells):
        yield "two cells of the geometry have the same name"
    for pair in board.links:
        if not all(0 <= cell < len(board.cells) for cell in pair):
            yield f"the geometry links cells {pair}, which it does not have"
            return


PROPERTIES: tuple[Property, ...] = (
    states_are_sound,
    moves_are_numbers,
    rules_change_nothing,
    payoffs_fit,
    evaluations_fit,
    hints_fit,
    moves_round_trip,
    positions_round_trip,
    symmetries_hold,
    clocks_are_not_read,
    board_can_be_drawn,
)
