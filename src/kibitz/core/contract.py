"""The contract: `Game`, which describes the rules of a game to Kibitz."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, Literal

from kibitz.core.contract_checks import (
    ARGUMENTS,
    evaluation_problems,
    ladder_problems,
    level_problems,
    rule_problems,
    turn_problems,
)
from kibitz.core.errors import ContractError, OptionError
from kibitz.core.evaluation import Evaluation, no_evaluation
from kibitz.core.geometry import Geometry, geometry_problems
from kibitz.core.identity import identity_function, unrepeated
from kibitz.core.level import Level
from kibitz.core.messages import Message
from kibitz.core.notation import Notation
from kibitz.core.options import Option, parse_options
from kibitz.core.outcome import Outcome
from kibitz.core.renamed import renamed
from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.state_fields import annotation_problems, uncompilable_fields
from kibitz.core.transcript import FileFormat
from kibitz.core.types import Move, MoveRule, MovesRule, Rule, Side, SideRule, State
from kibitz.core.vocabulary import Vocabulary
from kibitz.core.weights import Given, WeightedRule, Weights

__all__ = ["DRAW", "LOSS", "WIN", "Game", "Option", "Outcome"]


MOST_PLAYERS = 16


@renamed(skip="null_move")
@dataclass(frozen=True, eq=False)
class Game:
    """The rules of a game as a few plain functions, with optional facts about the game.

    The functions take and return plain values. Sessions, interfaces and tests call them directly.
    If the state is a NamedTuple of integers, boards, cells and short tuples, Kibitz also compiles
    them for the search. Compiled functions may use these, loops and the helpers of `kibitz.bits`,
    and must create states with `State(field=...)`. Compiled generators must not allocate memory or
    recurse.

    **The rules**

    - `name`: lower-case letters, digits and underscores, starting with a letter.
    - `start`: the initial state, or a function that creates it from a seed. A state is immutable.
      Its field `turn` is the number of the side to move; side 0 moves first. Integers fit in 63
      bits; `Board` and `Cells` have any size. What differs between sessions belongs in the state.
    - `moves(state)` yields every legal move exactly once, in a fixed order. Moves are non-negative
      integers. It yields nothing if and only if the game is over. It must not read the clocks.
    - `play(state, move)` returns the next state. There is no pass: if a side has to skip its turn,
      `play` applies any penalty and passes the turn to the next side that can move. A side that
      moves twice in a row and a game of more than two sides need no special handling.
    - `payoff(state, side)` returns WIN, DRAW or LOSS. It is called only when the game is over. With
      more than two sides, a sole winner gets WIN, sides that tie for the best result get DRAW, and
      all others get LOSS.
    - `evaluate(state, side)` returns an integer: how good the position is for `side`, compared with
      the other sides. It is called only while the game is unfinished. Without it, the engine plays
      by Monte Carlo tree search, which needs only the rules. It may be an
      `Evaluation(evaluate, weights=...)` instead, whose function takes its weights as a third
      argument; changing them requires no recompilation.

    **Optional facts**

    - `title`: the name shown to users; defaults to `name`. `family`: the name of all variants.
    - `rules`: how the game is played, in Markdown; see `kibitz.core.rules_text`.
    - `sides`: the names of the sides in turn order. A game has one side per name, 2 to 16.
    - `evaluations`: further evaluations by name, each a function like `evaluate` or an
      `Evaluation`. `evaluate` is the default.
    - `mirrored`: False if `evaluate` for one side is not the negative of its value for the other.
    - `unit`: how many units of `evaluate` make one point. Scores are shown in points.
    - `clocks`: the names of the fields that count moves without progress. Positions that differ
      only in these fields are equal. `drawn(state)`, required with `clocks`, returns whether an
      unfinished game is drawn because of them.
    - `repeats`: the game is drawn when a position occurs this many times; 0 for never. With
      "illegal", moves that lead to an earlier position are illegal (superko); every unfinished
      position then needs a move that never repeats, such as a pass that is counted in the state.
    - `version`: raise it whenever behaviour changes. Name, settings and version identify the rules.
    - `symmetries(state)`: one state that represents `state` and all its mirror images.
    - `noisy(state, move)`: whether the move forces a change of the evaluation, as a capture does.
      Noisy moves are searched first, and again in quiescence search.
    - `rank(state, move)`: a hint for move ordering; moves of higher rank are searched first.
    - `margin(state, side)`: by how much a finished game was won or lost. Among equal results,
      the search prefers the larger win and the smaller loss.
    - `null_move(state)`: the same position with the other side to move, for games in which zugzwang
      is rare. It returns `state` unchanged where passing makes no sense, for example in check.
    - `notation`, `geometry`: the text of moves and positions, and the board.
    - `formats`: the game's own file formats for saved games.
    - `explain(state, side)`: the terms of the evaluation by name; they add up to `evaluate`.
    - `why_not(state, move)`: why a move is illegal, as a `Message`, or None.
    - `vocabulary`: the game's own sentences for explanations and hints.
    - `levels`: the game's own levels, in addition to the ladder from 1 to 10 that every game has.
    - `ladder`: the row of the effort table in `kibitz.engine.ladder` for each step of the ladder,
      as measured by `kibitz calibrate`. If empty, the default rows apply.
    - `options`, `settings`, `build`: the options of the game, their values in this game, and the
      function that builds the game with other values. Options missing from `settings` have their
      defaults. Omit the default of a newly added option, so that older files stay valid.
    """

    name: str
    start: State | Callable[[int], State]
    moves: MovesRule
    play: MoveRule
    payoff: SideRule
    evaluate: SideRule | Evaluation = no_evaluation
    _: KW_ONLY
    title: str = ""
    family: str = ""
    rules: str = ""
    sides: tuple[str, ...] = ("first", "second")
    evaluations: Mapping[str, SideRule | Evaluation] = field(default_factory=dict)
    mirrored: bool = True
    unit: int = 1
    clocks: tuple[str, ...] = ()
    drawn: Rule | None = None
    repeats: int | Literal["illegal"] = 0
    version: int = 1
    symmetries: Rule | None = None
    noisy: MoveRule | None = None
    rank: MoveRule | None = None
    margin: SideRule | None = None
    null_move: Rule | None = None
    notation: Notation = field(default_factory=Notation)
    geometry: Geometry | None = None
    formats: tuple[FileFormat[Game], ...] = ()
    explain: Callable[[State, Side], Mapping[str, int]] | None = None
    why_not: Callable[[State, Move], Message | None] | None = None
    vocabulary: Vocabulary | None = None
    levels: tuple[Level, ...] = ()
    ladder: tuple[int, ...] = ()
    options: tuple[Option, ...] = ()
    settings: Mapping[str, int | str] = field(default_factory=dict)
    build: Callable[..., Game] | None = None

    def __post_init__(self) -> None:
        if self.evaluate is None:
            object.__setattr__(self, "evaluate", no_evaluation)
        if isinstance(self.evaluate, Evaluation):
            self._unfold(self.evaluate)
        for problem in _problems(self):
            raise ContractError("bad_contract", problem=problem)

    def _unfold(self, given: Evaluation) -> None:
        """Copy the parts of an `Evaluation` passed as `evaluate` into the fields of the game."""
        object.__setattr__(self, "evaluate", given.evaluate)
        object.__setattr__(self, "explain", given.explain or self.explain)
        object.__setattr__(self, "mirrored", given.mirrored)

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.settings.items())
        return f"<Game {self.name!r}{chosen}>"

    @property
    def players(self) -> int:
        """The number of sides."""
        return len(self.sides)

    @property
    def has_evaluation(self) -> bool:
        """Whether it has an evaluation; `evaluate` of a game without one returns 0."""
        return self.evaluate is not no_evaluation

    @property
    def is_seeded(self) -> bool:
        """Whether the initial state depends on a seed."""
        return callable(self.start)

    def initial(self, seed: int = 0) -> State:
        """The initial state; `seed` matters only if the start is random."""
        return self.start(seed) if callable(self.start) else self.start

    def judged_by(self, evaluation: str) -> Game:
        """This game with another of its evaluations as `evaluate`.

        `explain` and `mirrored` come from that evaluation too. A plain function has no `explain`
        and uses the game's `mirrored`.

        >>> import kibitz
        >>> kibitz.game("morris").judged_by("classic")
        <Game 'morris', variant='nine', clock=50, repeats=3>
        """
        if evaluation not in self.evaluations:
            listed = ", ".join(map(repr, self.evaluations))
            known = f"its evaluations are {listed}" if listed else "it has none"
            raise OptionError("unknown_evaluation", name=evaluation, game=self.name, known=known)
        return _judged(self, evaluation)

    @property
    def weights(self) -> Weights | None:
        """The weights of the evaluation, or None."""
        return self.evaluate.weights if isinstance(self.evaluate, WeightedRule) else None

    def weight_files(self) -> tuple[str, ...]:
        """The files that contain the weights of its evaluations."""
        named = [one.weights for one in self.evaluations.values() if isinstance(one, Evaluation)]
        paths = {one.path for one in (self.weights, *named) if isinstance(one, Weights)}
        return tuple(sorted(path for path in paths if path is not None))

    def with_weights(self, weights: Given) -> Game:
        """This game with other weights; no recompilation is needed.

        OptionError if the evaluation has no weights.
        """
        if not isinstance(self.evaluate, WeightedRule):
            raise OptionError("no_weights", game=self.name)
        usual = Evaluation(self.evaluate, self.explain, self.mirrored, self.evaluate.weights)
        return replace(self, evaluate=usual.with_weights(weights))

    def has_integer_states(self) -> bool:
        """Whether its states can be compiled: NamedTuples of integers, boards, cells and tuples."""
        return self._has_fields

    @cached_property
    def _has_fields(self) -> bool:
        state = self.initial()
        if not isinstance(state, tuple) or not getattr(state, "_fields", None):
            return False
        return not uncompilable_fields(state, self.moves, self.play)

    def configure(self, /, **settings: object) -> Game:
        """This game with other values of its options.

        >>> import kibitz
        >>> kibitz.game("tictactoe").configure(rows=4, columns=4, length=4)
        <Game 'tictactoe', rows=4, columns=4, length=4>
        """
        return self.with_options(settings)

    def with_options(self, given: Mapping[str, object], /) -> Game:
        """Like `configure`, for user input; OptionError for an unknown option or value."""
        own = () if self.build is None else self.options
        parsed = parse_options(self.name, own, given)
        if not parsed or self.build is None:
            return self
        return self.build(**{**self.settings, **parsed})

    def as_dict(self) -> dict[str, object]:
        """The game and its options as a JSON object."""
        return {
            "name": self.name,
            "title": self.title or self.name,
            "family": self.family,
            "players": self.players,
            "sides": list(self.sides),
            "version": self.version,
            "has_rules": bool(self.rules.strip()),
            "options": [option.as_dict() for option in self.options],
        }

    def identity(self, state: State) -> Any:
        """The state without its clocks; equal for equal positions."""
        return state if not self.clocks else self._identify(state)

    @cached_property
    def _identify(self) -> Callable[[State], Any]:
        """A function that returns the fields of a state without its clocks."""
        return identity_function(self.clocks, self.initial())

    @property
    def forbids_repetition(self) -> bool:
        """Whether moves that lead to an earlier position are illegal."""
        return self.repeats == "illegal"

    @property
    def draws_at(self) -> int:
        """How many occurrences of a position draw the game; 0 for never."""
        return 0 if isinstance(self.repeats, str) else self.repeats

    def legal_moves(self, state: State, earlier: Sequence[State] = ()) -> list[Move]:
        """The legal moves in `state`, after the states `earlier`.

        They are `moves`, in a game that forbids repetition without those that repeat a position.
        """
        return list(
            self._unrepeated(state, earlier) if self.forbids_repetition else self.moves(state)
        )

    def _unrepeated(self, state: State, earlier: Sequence[State]) -> Iterator[Move]:
        """The moves to positions that have not occurred before."""

        def after(move: Move) -> Any:
            return self.identity(self.play(state, move))

        before = map(self.identity, (*earlier, state))
        return unrepeated(self.moves(state), after, before)

    def outcome(self, state: State, earlier: Sequence[State] = ()) -> Outcome | None:
        """How the game ended in `state`, after the states `earlier`; None if it is unfinished.

        An end by the rules takes precedence over clocks and repetition. A game that forbids
        repetition is drawn if every move repeats a position.
        """
        if next(iter(self.moves(state)), None) is None:
            payoffs = tuple(self.payoff(state, side) for side in range(self.players))
            return Outcome(payoffs, "rules", self.sides)
        tied = (DRAW,) * self.players
        if self.drawn is not None and self.drawn(state):
            return Outcome(tied, "clock", self.sides)
        if self.forbids_repetition:
            is_stuck = next(self._unrepeated(state, earlier), None) is None
            return Outcome(tied, "repetition", self.sides) if is_stuck else None
        if self.draws_at:
            before = list(map(self._identify, earlier) if self.clocks else earlier)
            if before.count(self.identity(state)) + 1 >= self.draws_at:
                return Outcome(tied, "repetition", self.sides)
        return None


@lru_cache(maxsize=128)  # always the same object, because compiled code is cached per object
def _judged(game: Game, name: str) -> Game:
    """`game` with its evaluation `name`."""
    chosen = game.evaluations[name]
    if not isinstance(chosen, Evaluation):
        chosen = Evaluation(chosen, None, game.mirrored)
    if chosen.evaluate is game.evaluate:
        return game
    return replace(game, evaluate=chosen.evaluate, explain=chosen.explain, mirrored=chosen.mirrored)


_PARTS: dict[str, Any] = {
    "title": str,
    "family": str,
    "rules": str,
    "clocks": tuple,
    "notation": Notation,
    "geometry": Geometry | None,
    "formats": tuple,
    "vocabulary": Vocabulary | None,
    "levels": tuple,
    "ladder": tuple,
    "options": tuple,
    "settings": Mapping,
    "evaluations": Mapping,
}


def require_game(value: object, what: str) -> Game:
    """`value`, if it is a game; otherwise ContractError."""
    if not isinstance(value, Game):
        raise ContractError("no_game_object", what=what, value=value)
    return value


def _problems(game: Game) -> list[str]:
    """The problems with the fields of a game, in words."""
    found = []
    if not isinstance(game.name, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", game.name):
        found.append(
            f"its name {game.name!r} must consist of lower-case letters, digits and underscores"
        )
    for role, arguments in ARGUMENTS.items():
        rule = getattr(game, role)
        if rule is None and role not in ("moves", "play", "payoff"):
            continue
        found += rule_problems(role, rule, arguments)
    names = game.sides if isinstance(game.sides, tuple) else ()
    named = all(isinstance(side, str) and side for side in names)
    if not 2 <= len(names) <= MOST_PLAYERS or not named or len(set(names)) != len(names):
        found.append(
            f"its sides are {game.sides!r}: expected a tuple of 2 to {MOST_PLAYERS} different names"
        )
    for part, kind in _PARTS.items():
        if not isinstance(getattr(game, part), kind):
            expected = getattr(kind, "__name__", str(kind))
            found.append(f"{part} is {getattr(game, part)!r}: expected a {expected}")
    if isinstance(game.geometry, Geometry):
        found += geometry_problems(game.geometry)
    if isinstance(game.evaluations, Mapping):
        for name, chosen in game.evaluations.items():
            found += evaluation_problems(name, chosen)
    if not isinstance(game.unit, int) or game.unit < 1:
        found.append(f"its unit is {game.unit!r}: expected a whole number from 1")
    if game.repeats not in (0, *range(2, 100), "illegal"):
        expected = "0 for never, a number from 2, or 'illegal'"
        found.append(f"repeats is {game.repeats!r}: expected {expected}")
    found += [one for level in game.levels for one in level_problems(game.evaluations, level)]
    found += ladder_problems(game.ladder)
    if found:
        return found
    state = game.initial()
    found += turn_problems(state, game.players)
    found += annotation_problems(state)
    missing = [name for name in game.clocks if name not in getattr(state, "_fields", ())]
    if missing:
        found.append(f"its clocks {missing} are not fields of the state")
    if game.clocks and game.drawn is None:
        found.append("it has clocks but no drawn(state) to end a game by them")
    return found
