"""A game whose rules report which of them fails, and are interrupted if they do not return."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from kibitz.core.contract import Game
from kibitz.core.errors import KibitzError
from kibitz.core.evaluation import Evaluation
from kibitz.core.watchdog import OverdueError, Watchdog
from kibitz.core.weights import WeightedRule

MOST_MOVES = 1 << 14  # the most that the compiled search can store

_RULES = (
    "play",
    "payoff",
    "evaluate",
    "drawn",
    "symmetries",
    "noisy",
    "rank",
    "margin",
    "null_move",
    "explain",
    "why_not",
    "build",
)
_NOTATION = ("format_move", "format_state", "format_board", "expected")
_READERS = ("parse_move", "parse_state")
_GEOMETRY = ("occupants", "caption", "path")
_SETUP = ("read", "build", "problems", "allows")
_OF_MOVES = ("play", "noisy", "rank", "why_not", "notation.format_move", "geometry.path")
_END = object()


class RuleError(Exception):
    """A rule raised an exception, which is the cause of this error, or did not return."""

    def __init__(
        self,
        rule: str,
        function: Any,
        problem: BaseException,
        arguments: Sequence[Any],
        seconds: float,
    ) -> None:
        self.rule = rule
        self.function = function
        self.problem = problem
        self.is_overdue: bool = isinstance(problem, OverdueError)
        if self.is_overdue:
            text = f"{rule} does not return within {seconds:g} s"
        else:
            text = f"{rule} raises {type(problem).__name__}: {problem}".rstrip(": ")
        if rule in _OF_MOVES:
            text += f" (move {arguments[1]})"
        super().__init__(text)


def rule_of(game: Game, name: str) -> Any:
    """The function that a game has for a rule, such as `play` or `geometry.occupants`."""
    if name.startswith("evaluations["):
        one = game.evaluations[name[len("evaluations['") : -2]]
        return one.evaluate if isinstance(one, Evaluation) else one
    found: Any = game
    for part in name.split("."):
        found = getattr(found, part, None)
    return found


def watched(game: Game, watchdog: Watchdog, most_moves: int = MOST_MOVES) -> Game:
    """`game` with rules that raise RuleError; `moves` ends after `most_moves` and one more."""

    def wrap(name: str, passes: tuple[type[Exception], ...] = ()) -> Any:
        return _watched_rule(name, rule_of(game, name), watchdog, passes)

    changes: dict[str, Any] = {name: wrap(name) for name in _RULES}
    changes["moves"] = _watched_moves(game.moves, watchdog, most_moves)
    if game.is_seeded:
        changes["start"] = wrap("start")
    changes["evaluations"] = {
        name: _watched_evaluation(f"evaluations[{name!r}]", one, watchdog)
        for name, one in game.evaluations.items()
    }
    notation = {name: wrap(f"notation.{name}") for name in _NOTATION}
    readers = {name: wrap(f"notation.{name}", (ValueError,)) for name in _READERS}
    changes["notation"] = replace(game.notation, **notation, **readers)
    if game.geometry is not None:
        board = {name: wrap(f"geometry.{name}") for name in _GEOMETRY}
        if game.geometry.setup is not None:
            setup = {name: wrap(f"geometry.setup.{name}") for name in _SETUP}
            board["setup"] = replace(game.geometry.setup, **setup)
        changes["geometry"] = replace(game.geometry, **board)
    return replace(game, **changes)


def _watched_rule(
    name: str,
    rule: Any,
    watchdog: Watchdog,
    passes: tuple[type[Exception], ...] = (),
    blamed: object = None,
) -> Any:
    """`rule`, which raises RuleError instead of its own errors, except for `passes`."""
    if rule is None:
        return None

    kept: tuple[type[BaseException], ...] = (KibitzError, *passes)

    def call(*arguments: Any, **named: Any) -> Any:
        try:
            return watchdog.call(rule, *arguments, **named)
        except kept:
            raise
        except (Exception, SystemExit, OverdueError) as problem:
            raise RuleError(name, blamed or rule, problem, arguments, watchdog.seconds) from problem

    if isinstance(rule, WeightedRule):
        return _WatchedWeighted(rule, call)
    return call


class _WatchedWeighted(WeightedRule):
    """A rule with weights, watched."""

    def __init__(self, rule: WeightedRule, call: Callable[..., Any]) -> None:
        super().__init__(rule.function, rule.weights)
        self._call = call

    def __call__(self, state: Any, side: int) -> Any:
        return self._call(state, side)


def _watched_moves(
    rule: Any, watchdog: Watchdog, most_moves: int
) -> Callable[[Any], Iterator[Any]]:
    start = _watched_rule("moves", lambda state: iter(rule(state)), watchdog, blamed=rule)
    step = _watched_rule("moves", lambda iterator: next(iterator, _END), watchdog, blamed=rule)

    def moves(state: Any) -> Iterator[Any]:
        iterator = start(state)
        for _ in range(most_moves + 1):
            move = step(iterator)
            if move is _END:
                return
            yield move

    return moves


def _watched_evaluation(name: str, given: Any, watchdog: Watchdog) -> Any:
    if not isinstance(given, Evaluation):
        return _watched_rule(name, given, watchdog)
    return replace(
        given,
        evaluate=_watched_rule(name, given.evaluate, watchdog),
        explain=_watched_rule(name, given.explain, watchdog),
    )
