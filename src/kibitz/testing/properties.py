"""Properties that must hold in every state of a game. Each yields its violations."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from numbers import Integral

from kibitz.core.contract import Game
from kibitz.core.outcome import payoffs_problem
from kibitz.core.packed import Packed
from kibitz.core.score import EVALUATION_LIMIT
from kibitz.core.state_fields import field_problem
from kibitz.core.types import State
from kibitz.testing.violation import Violation
from kibitz.testing.watched_rules import MOST_MOVES

Property = Callable[[Game, State], Iterator[Violation]]

_WORD = 1 << 63


def snapshot(state: State) -> object:
    """A value that changes whenever the state is modified."""
    if isinstance(state, tuple) and _is_immutable(state):
        return tuple(state)
    try:
        return pickle.dumps(state)
    except Exception:  # states need not be picklable
        return repr(getattr(state, "__dict__", state))


def _is_immutable(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_immutable, value))
    return value is None or isinstance(value, int | str | float | bytes | Packed)


def is_plain(value: object) -> bool:
    """Whether a number is one of Python's own integers, as compiled rules return them."""
    return type(value) is int


def is_whole(value: object) -> bool:
    """Whether a number is a whole number of any type, as interpreted rules may return them."""
    return isinstance(value, Integral)


def states_are_sound(
    game: Game, state: State, is_number: Callable[[object], bool] = is_plain
) -> Iterator[Violation]:
    """The turn is a valid side, and integer states have the type of the starting state."""
    turn = getattr(state, "turn", None)
    if isinstance(turn, Packed) or turn not in range(game.players):
        yield Violation("play", f"turn is {turn!r}: expected 0 to {game.players - 1}")
    if game.has_integer_states():
        if type(state) is not type(game.initial()):
            expected = type(game.initial()).__name__
            yield Violation(
                "play", f"the state is of type {type(state).__name__}: expected {expected}"
            )
            return
        for name, value, example in zip(state._fields, state, game.initial(), strict=True):
            if type(example) is int and is_number(value) and -_WORD <= value < _WORD:
                continue  # such as an integer of NumPy in interpreted rules
            problem = field_problem(value, example)
            if problem:
                yield Violation("play", f"the field {name} is {value!r}: {problem}")


def moves_are_numbers(
    game: Game, state: State, is_number: Callable[[object], bool] = is_plain
) -> Iterator[Violation]:
    """Moves are distinct nonnegative integers, finitely many, and the same in every call."""
    moves = list(islice(game.moves(state), MOST_MOVES + 1))
    if len(moves) > MOST_MOVES:
        text = f"moves yields more than {MOST_MOVES} moves: does it end?"
        yield Violation("moves", text)
        return
    for move in moves:
        if game.has_integer_states() and not (is_number(move) and 0 <= move < _WORD):
            text = f"moves yields {move!r}: expected an integer from 0, of at most 63 bits"
            yield Violation("moves", text, (state,), move)
    try:
        is_unique = len(set(moves)) == len(moves)
    except TypeError:
        yield Violation(
            "moves", f"moves yields {moves[0]!r}: expected an integer", (state,), moves[0]
        )
        return
    if not is_unique:
        twice = next(move for move in moves if moves.count(move) > 1)
        yield Violation("moves", f"moves yields {twice!r} twice", (state,), twice)
    if list(game.moves(state)) != moves:
        yield Violation("moves", "moves yields other moves when called again")


def rules_change_nothing(game: Game, state: State) -> Iterator[Violation]:
    """No rule modifies a state, or remembers anything."""
    before = snapshot(state)
    kept = copy.copy(state)
    moves = list(game.moves(state))
    if snapshot(state) != before:
        yield Violation("moves", "moves changes the state", (kept,), changed=snapshot)
    for move in moves:
        kept = copy.deepcopy(state) if not _is_immutable(state) else state
        first = game.play(state, move)
        if snapshot(state) != before:
            text = f"play changes its argument (move {move})"
            yield Violation("play", text, (kept, move), changed=snapshot)
            return
        if snapshot(first) != snapshot(game.play(copy.copy(state), move)):
            yield Violation("play", f"play returns another state when called again (move {move})")
    if list(game.moves(state)) != moves:
        yield Violation(
            "moves",
            "moves yields other moves after play was called: keep nothing outside the state",
        )
    rule, name = (game.evaluate, "evaluate") if moves else (game.payoff, "payoff")
    for side in range(game.players):
        rule(state, side)
    if snapshot(state) != before:
        yield Violation(name, f"{name} changes the state", (kept, 0), changed=snapshot)


def values_are_repeated(game: Game, state: State) -> Iterator[Violation]:
    """Evaluations and payoffs are the same in every call."""
    is_over = not any(True for _ in game.moves(state))
    rule, name = (game.payoff, "payoff") if is_over else (game.evaluate, "evaluate")
    for side in range(game.players):
        if rule(state, side) != rule(state, side):
            yield Violation(name, f"{name} returns another value when called again (side {side})")


def payoffs_fit(game: Game, state: State) -> Iterator[Violation]:
    """There is one winner, or a tie for first place."""
    if any(True for _ in game.moves(state)):
        return
    payoffs = [game.payoff(state, side) for side in range(game.players)]
    problem = payoffs_problem(payoffs)
    if problem:
        wrong = next((side for side, one in enumerate(payoffs) if payoffs_problem([one] * 2)), 0)
        yield Violation("payoff", problem, (state, wrong), payoffs[wrong])


def evaluations_fit(game: Game, state: State) -> Iterator[Violation]:
    """Evaluations are integers, equal the sum of their terms, and mirror if `mirrored` is set."""
    if not any(True for _ in game.moves(state)):
        return
    yield from _evaluation_fits(game, state, "evaluate")
    for name in game.evaluations:
        judged = game.judged_by(name)
        if judged is not game:
            for one in _evaluation_fits(judged, state, f"evaluations[{name!r}]"):
                yield replace(one, text=f"evaluation {name!r}: {one.text}")


def _evaluation_fits(game: Game, state: State, rule: str) -> Iterator[Violation]:
    """The violations of one evaluation."""
    values = [game.evaluate(state, side) for side in range(game.players)]
    for side, value in enumerate(values):
        call = (state, side)
        if type(value) is not int:
            text = f"evaluate returns {value!r}: expected an integer; for fractions, set unit="
            yield Violation(rule, text, call, value)
            return
        if abs(value) > EVALUATION_LIMIT:
            expected = f"expected at most {EVALUATION_LIMIT} in absolute value"
            yield Violation(rule, f"evaluate returns {value}: {expected}", call, value)
            return
        if game.explain is not None:
            terms = game.explain(state, side)
            if not isinstance(terms, Mapping):
                text = f"explain returns {terms!r}: expected a dict of terms by name"
                yield Violation("explain", text, call, terms)
                return
            if sum(terms.values()) != value:
                text = f"the sum of explain's terms {dict(terms)} is not the evaluation, {value}"
                yield Violation("explain" if rule == "evaluate" else rule, text, call, terms)
    if game.mirrored and game.players == 2 and values[0] != -values[1]:
        yield Violation(
            rule,
            f"evaluate returns {values[0]} for side 0 and {values[1]} for side 1, which is not "
            "its negative: set mirrored=False if that is intended",
            (state, 1),
            values[1],
        )


def hints_fit(game: Game, state: State) -> Iterator[Violation]:
    """The optional rules return values of the right types."""
    moves = list(game.moves(state))
    for move in moves:
        call = (state, move)
        if game.noisy is not None and (noisy := game.noisy(state, move)) not in (True, False):
            text = f"noisy returns {noisy!r}: expected True or False"
            yield Violation("noisy", text, call, noisy)
        if game.rank is not None and type(rank := game.rank(state, move)) is not int:
            yield Violation("rank", f"rank returns {rank!r}: expected an integer", call, rank)
        if game.why_not is not None and game.why_not(state, move) is not None:
            text = f"why_not returns a reason against the legal move {move}"
            yield Violation("why_not", text)
    if game.drawn is not None and (drawn := game.drawn(state)) not in (True, False):
        text = f"drawn returns {drawn!r}: expected True or False"
        yield Violation("drawn", text, (state,), drawn)
    if not moves and game.margin is not None and type(margin := game.margin(state, 0)) is not int:
        text = f"margin returns {margin!r}: expected an integer"
        yield Violation("margin", text, (state, 0), margin)
    if moves and game.null_move is not None:
        passed = game.null_move(state)
        if type(passed) is not type(state) or (passed.turn == state.turn and passed != state):
            yield Violation(
                "null_move",
                "null_move does not return the same position with the other side to move, "
                "or the unchanged state where a pass makes no sense",
                (state,),
                passed,
            )


def symmetries_hold(game: Game, state: State) -> Iterator[Violation]:
    """`symmetries` is idempotent, and successors of a state and its image are mirror images."""
    if game.symmetries is None:
        return
    canonical = game.symmetries(state)
    if type(canonical) is not type(state):
        text = f"symmetries returns {canonical!r}: expected a {type(state).__name__}"
        yield Violation("symmetries", text, (state,), canonical)
        return
    if game.identity(game.symmetries(canonical)) != game.identity(canonical):
        text = f"symmetries returns {canonical!r}, and another state when applied to that"
        yield Violation("symmetries", text, (state,), canonical)
        return

    def successors(start: State) -> set[object]:
        assert game.symmetries is not None
        after = (game.play(start, move) for move in game.moves(start))
        return {game.identity(game.symmetries(one)) for one in after}

    if successors(state) != successors(canonical):
        text = f"the successors of the canonical state {canonical!r} differ from those of the state"
        yield Violation("symmetries", text, (state,), canonical)
    elif not successors(state):
        payoffs = [
            [game.payoff(one, side) for side in range(game.players)] for one in (state, canonical)
        ]
        if payoffs[0] != payoffs[1]:
            text = f"the payoffs are {payoffs[0]}, but {payoffs[1]} in the canonical state"
            yield Violation("symmetries", text, (state,), canonical)


def clocks_are_not_read(game: Game, state: State) -> Iterator[Violation]:
    """Moves and their results do not depend on the clocks."""
    for clock in game.clocks:
        for value in (0, 1, getattr(state, clock) + 7):
            other = state._replace(**{clock: value})
            if list(game.moves(other)) != list(game.moves(state)):
                text = f"moves depends on the clock {clock}: it yields other moves at {value}"
                yield Violation("moves", text)
                return
            for move in game.moves(state):
                after = game.identity(game.play(state, move))
                if game.identity(game.play(other, move)) != after:
                    text = f"play returns another position if the clock {clock} is {value}"
                    yield Violation("play", text)
                    return


RULE_PROPERTIES: tuple[Property, ...] = (
    states_are_sound,
    moves_are_numbers,
    rules_change_nothing,
    values_are_repeated,
    payoffs_fit,
    evaluations_fit,
    hints_fit,
    symmetries_hold,
    clocks_are_not_read,
)
