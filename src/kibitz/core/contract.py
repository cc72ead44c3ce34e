"""The contract: what a game is to Kibitz."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import cached_property, lru_cache, partial
from operator import itemgetter
from typing import Any

from kibitz.core.errors import ContractError, OptionError
from kibitz.core.evaluation import Evaluation
from kibitz.core.geometry import Geometry
from kibitz.core.level import EFFORTS, STEPS, Level
from kibitz.core.messages import Message
from kibitz.core.notation import Notation
from kibitz.core.options import Option, parse_options
from kibitz.core.outcome import Outcome
from kibitz.core.score import DRAW, LOSS, WIN
from kibitz.core.transcript import FileFormat
from kibitz.core.types import Move, MoveRule, MovesRule, Rule, Side, SideRule, State
from kibitz.core.vocabulary import Vocabulary
from kibitz.core.weights import Given, WeightedRule, Weights

__all__ = ["DRAW", "LOSS", "WIN", "Game", "Option", "Outcome"]


MOST_PLAYERS = 16


@dataclass(frozen=True, eq=False)
class Game:
    """The rules of a game: a few plain functions, and what is known about them.

    The functions take and return plain values and are called as they are by sessions, interfaces
    and tests. Where the state is a NamedTuple of integers they are also compiled for the search:
    they are then written with integers, loops and the helpers of `kibitz.bits`, they build states
    with `State(field=...)`, and their generators allocate nothing and do not recurse.

    **The rules**

    - `name`: lower-case letters, digits and underscores.
    - `start`: the first state, or a function of a seed that makes one. A state is immutable and
      has a `turn`: the number of the player to move, 0 first. Integers keep within 63 bits. What
      differs from one playing to the next belongs here, never in a constant.
    - `moves(state)` yields every legal move, an integer from 0 up, each once, in a fixed order. It
      yields nothing when the game is over, and only then. It never reads the clocks.
    - `play(state, move)` is the next state. There is no pass: where a turn is skipped, `play` does
      what that costs and hands the turn to the next player who can move. A player who moves twice
      running, or more than two players, need nothing special.
    - `payoff(state, side)` is asked only when the game is over: WIN, DRAW or LOSS. Of several
      players a sole best one gets WIN, tied best ones DRAW, the others LOSS.
    - `evaluate(state, side)` is asked of unfinished games: an integer, what the state is worth
      to `side`, the others' standing taken into account. `Evaluation(evaluate, weights=...)` in
      its place has it take its weights as a third argument, and compiles nothing when they change.

    **What is known about them**, each optional:

    - `sides`: the players' names, in the order of their turns; their number is the number of
      players.
    - `evaluations`: evaluations by name, each a function like `evaluate` or an `Evaluation`;
      `evaluate` is the one used unless told.
    - `mirrored`: False where `evaluate` for one player is not the negative of the other's.
    - `unit`: how many integers of `evaluate` make one point; the edges divide by it.
    - `clocks`: the fields that count moves without progress. They are no part of a position's
      identity. `drawn(state)` ends an unfinished game by them.
    - `repeats`: at which occurrence of a position the game is drawn; 0 for never.
    - `version`: raised when behaviour changes. Name, settings and version identify the rules.
    - `symmetries(state)`: the one state that stands for all that mirror `state`.
    - `noisy(state, move)`: whether the move changes the evaluation by force (captures and the
      like): tried first, and searched past the horizon.
    - `rank(state, move)`: an ordering hint; the higher, the earlier the move is tried.
    - `margin(state, side)`: by how much a finished game was won; of equal results the larger
      one is preferred.
    - `null_move(state)`: the same position with the other side to move, for games where zugzwang
      is rare. It gives the state as it is where no pass makes sense, for example in check.
    - `notation`, `geometry`: text of moves and positions, and the board.
    - `formats`: file formats of its own for playings.
    - `explain(state, side)`: the evaluation's terms by name; their sum is `evaluate`.
    - `why_not(state, move)`: the reason why a move is not legal, or None.
    - `vocabulary`: what the game can say about its moves, for explanations and hints.
    - `levels`: the game's own levels; every game has the ladder from 1 to 10 beside them.
    - `ladder`: for the steps 1 to 10 of the ladder, the row of the dial of efforts that each of
      them takes (`kibitz.engine.ladder`), as `kibitz calibrate` found them; the usual ones where
      it is empty.
    - `options`, `settings`, `build`: the switches, their values in this game, and the function
      that makes the game with other values. An option that `settings` leaves out has its default:
      leave out the default of a new option, so that files of earlier versions stay valid.
    """

    name: str
    start: State | Callable[[int], State]
    moves: MovesRule
    play: MoveRule
    payoff: SideRule
    evaluate: SideRule | Evaluation
    _: KW_ONLY
    title: str = ""
    sides: tuple[str, ...] = ("first", "second")
    evaluations: Mapping[str, SideRule | Evaluation] = field(default_factory=dict)
    mirrored: bool = True
    unit: int = 1
    clocks: tuple[str, ...] = ()
    drawn: Rule | None = None
    repeats: int = 0
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
        if isinstance(self.evaluate, Evaluation):
            self._unfold(self.evaluate)
        for problem in _problems(self):
            raise ContractError("bad_contract", problem=problem)

    def _unfold(self, given: Evaluation) -> None:
        """Take the parts of an evaluation that was given in the place of `evaluate`."""
        object.__setattr__(self, "evaluate", given.evaluate)
        object.__setattr__(self, "explain", given.explain or self.explain)
        object.__setattr__(self, "mirrored", given.mirrored)

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.settings.items())
        return f"<Game {self.name!r}{chosen}>"

    @property
    def players(self) -> int:
        """How many players it has."""
        return len(self.sides)

    @property
    def is_seeded(self) -> bool:
        """Whether its first state depends on a seed."""
        return callable(self.start)

    def initial(self, seed: int = 0) -> State:
        """The first state; `seed` matters only where the start is random."""
        return self.start(seed) if callable(self.start) else self.start

    def judged_by(self, evaluation: str) -> Game:
        """This game with another of its evaluations as the usual one; itself if it is that.

        It has the terms that the evaluation explains itself by, and is mirrored if that is. A
        plain function has no terms, and is taken to mirror as the game does.

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
        """The weights of its evaluation; None where it has none."""
        return self.evaluate.weights if isinstance(self.evaluate, WeightedRule) else None

    def weight_files(self) -> tuple[str, ...]:
        """The files that weights of its evaluations are read from."""
        named = [one.weights for one in self.evaluations.values() if isinstance(one, Evaluation)]
        paths = {one.path for one in (self.weights, *named) if isinstance(one, Weights)}
        return tuple(sorted(path for path in paths if path is not None))

    def with_weights(self, weights: Given) -> Game:
        """This game with other weights of its evaluation; nothing has to be compiled for them.

        OptionError where its evaluation has none.
        """
        if not isinstance(self.evaluate, WeightedRule):
            raise OptionError("no_weights", game=self.name)
        usual = Evaluation(self.evaluate, self.explain, self.mirrored, self.evaluate.weights)
        return replace(self, evaluate=usual.with_weights(weights))

    def has_integer_states(self) -> bool:
        """Whether its states can be compiled: a NamedTuple of integers."""
        state = self.initial()
        fields = getattr(state, "_fields", None)
        return isinstance(state, tuple) and bool(fields) and all(type(x) is int for x in state)

    def configure(self, /, **settings: object) -> Game:
        """This game with other values of its options.

        >>> import kibitz
        >>> kibitz.game("tictactoe").configure(rows=4, columns=4, length=4)
        <Game 'tictactoe', rows=4, columns=4, length=4>
        """
        return self.with_options(settings)

    def with_options(self, given: Mapping[str, object], /) -> Game:
        """The same for options by name from anywhere: OptionError for any that it does not have."""
        own = () if self.build is None else self.options
        parsed = parse_options(self.name, own, given)
        if not parsed or self.build is None:
            return self
        return self.build(**{**self.settings, **parsed})

    def identity(self, state: State) -> Any:
        """What makes two positions the same: the state without its clocks."""
        return state if not self.clocks else self._identify(state)

    @cached_property
    def _identify(self) -> Callable[[State], Any]:
        """What gives the values of a state's fields without its clocks."""
        state = self.initial()
        places = [place for place, name in enumerate(state._fields) if name not in self.clocks]
        if isinstance(state, tuple) and len(places) > 1:
            return itemgetter(*places)  # many times as fast
        return partial(_without, self.clocks)

    def outcome(self, state: State, earlier: Sequence[State] = ()) -> Outcome | None:
        """How the game ended in `state`, reached through the states `earlier`; None if it goes on.

        A game that is over by its rules is decided by them, whatever clocks and repetition say.
        """
        if next(iter(self.moves(state)), None) is None:
            payoffs = tuple(self.payoff(state, side) for side in range(self.players))
            return Outcome(payoffs, "rules", self.sides)
        tied = (DRAW,) * self.players
        if self.drawn is not None and self.drawn(state):
            return Outcome(tied, "clock", self.sides)
        if self.repeats:
            before = list(map(self._identify, earlier) if self.clocks else earlier)
            if before.count(self.identity(state)) + 1 >= self.repeats:
                return Outcome(tied, "repetition", self.sides)
        return None


def _without(clocks: Sequence[str], state: State) -> tuple[Any, ...]:
    """The values of the fields of `state` but for `clocks`."""
    return tuple(
        value for name, value in zip(state._fields, state, strict=True) if name not in clocks
    )


@lru_cache(maxsize=128)  # one object for one set of rules: compiled code is kept by it
def _judged(game: Game, name: str) -> Game:
    """`game`, judged by its evaluation `name`."""
    chosen = game.evaluations[name]
    if not isinstance(chosen, Evaluation):
        chosen = Evaluation(chosen, None, game.mirrored)
    if chosen.evaluate is game.evaluate:
        return game
    return replace(game, evaluate=chosen.evaluate, explain=chosen.explain, mirrored=chosen.mirrored)


_ARGUMENTS = {
    "moves": ("state",),
    "play": ("state", "move"),
    "payoff": ("state", "side"),
    "evaluate": ("state", "side"),
    "drawn": ("state",),
    "symmetries": ("state",),
    "noisy": ("state", "move"),
    "rank": ("state", "move"),
    "margin": ("state", "side"),
    "null_move": ("state",),
    "explain": ("state", "side"),
    "why_not": ("state", "move"),
}
_PARTS: dict[str, Any] = {
    "title": str,
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


def _rule_problems(role: str, rule: object, arguments: Sequence[str]) -> list[str]:
    """What is wrong with the function in the place of `role`."""
    if not callable(rule):
        return [f"{role} is {rule!r}: expected a function of ({', '.join(arguments)})"]
    if not _takes(rule, len(arguments)):
        return [f"{role} must take ({', '.join(arguments)})"]
    return []


def _evaluation_problems(name: object, chosen: object) -> list[str]:
    """What is wrong with one of the evaluations."""
    if not isinstance(name, str) or not name:
        return [f"an evaluation is named {name!r}: expected a name"]
    found = []
    parts = chosen if isinstance(chosen, Evaluation) else Evaluation(chosen)  # type: ignore[arg-type]  # looked at here
    for role, rule in (("evaluate", parts.evaluate), ("explain", parts.explain)):
        if role == "evaluate" or rule is not None:
            found += _rule_problems(f"{role} of {name!r}", rule, _ARGUMENTS[role])
    return found


def _takes(rule: Callable[..., Any], count: int) -> bool:
    """Whether `rule` can be called with so many arguments; yes where Python cannot tell."""
    try:
        inspect.signature(rule).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        return True
    return True


def require_game(value: object, what: str) -> Game:
    """`value`, if it is a game; ContractError, which says what needs one, otherwise."""
    if not isinstance(value, Game):
        raise ContractError("no_game_object", what=what, value=value)
    return value


def _level_problems(game: Game, level: object) -> list[str]:
    if not isinstance(level, Level):
        return [f"its levels contain {level!r}: expected Level(name, depth=...)"]
    found = []
    if not level.name or level.name.isdecimal():
        found.append(f"a level is named {level.name!r}: numbers are reserved for the ladder")
    if level.is_plain and not (type(level.depth) is int and level.depth > 0):
        found.append(f"level {level.name!r} has depth {level.depth!r}: expected a number from 1")
    if level.evaluation and level.evaluation not in game.evaluations:
        found.append(f"level {level.name!r} has the unknown evaluation {level.evaluation!r}")
    return found


def _ladder_problems(ladder: Sequence[object]) -> list[str]:
    """What is wrong with the rows of the ladder."""
    rows = [row for row in ladder if type(row) is int and 0 <= row < EFFORTS]
    if not ladder or (len(rows) == len(ladder) == STEPS and rows == sorted(set(rows))):
        return []
    expected = f"{STEPS} rising whole numbers from 0 to {EFFORTS - 1}, or none"
    return [f"its ladder is {ladder!r}: expected {expected}"]


def _problems(game: Game) -> list[str]:
    """What is wrong with a game's description, each in words."""
    found = []
    if not isinstance(game.name, str) or not re.fullmatch(r"[a-z][a-z0-9_]*", game.name):
        found.append(
            f"its name {game.name!r} must consist of lower-case letters, digits and underscores"
        )
    for role, arguments in _ARGUMENTS.items():
        rule = getattr(game, role)
        if rule is None and role not in ("moves", "play", "payoff", "evaluate"):
            continue
        found += _rule_problems(role, rule, arguments)
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
    if isinstance(game.evaluations, Mapping):
        for name, chosen in game.evaluations.items():
            found += _evaluation_problems(name, chosen)
    if not isinstance(game.unit, int) or game.unit < 1:
        found.append(f"its unit is {game.unit!r}: expected a whole number from 1")
    if game.repeats not in (0, *range(2, 100)):
        found.append(f"repeats is {game.repeats!r}: expected 0 for never, or a number from 2")
    found += [f"{problem}" for level in game.levels for problem in _level_problems(game, level)]
    found += _ladder_problems(game.ladder)
    if found:
        return found
    state = game.initial()
    if not hasattr(state, "turn"):
        found.append("its state has no field 'turn', the number of the player to move")
    elif state.turn not in range(len(game.sides)):
        found.append(f"the first state's turn is {state.turn!r}: expected 0 to {game.players - 1}")
    missing = [name for name in game.clocks if name not in getattr(state, "_fields", ())]
    if missing:
        found.append(f"its clocks {missing} are not fields of the state")
    if game.clocks and game.drawn is None:
        found.append("it has clocks but no drawn(state) to end a game by them")
    return found
