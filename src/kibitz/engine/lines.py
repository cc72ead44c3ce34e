"""The results of an engine: lines with their scores and warrants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from kibitz.core.contract import Game
from kibitz.core.score import DRAW, LOSS, TABLE_WON, WIN, has_distance, is_decided, plies_to_end
from kibitz.core.text import format_move
from kibitz.core.types import Move, Payoff, Ply, State
from kibitz.search.tree import UNIT
from kibitz.search.variation import Variation

# The score in points of a win in endgame tables without distances, with remoteness 0. Evaluations
# do not reach it.
TABLE_POINTS = 10**9
_LEAST_TABLE_POINTS = TABLE_POINTS - 10**6


@dataclass(frozen=True, slots=True)
class Warrant:
    """The basis of a score: a proof, an endgame table, a search to some depth, or sampling.

    >>> str(Warrant("depth", 7)), str(Warrant("proven"))
    ('depth 7', 'proven')
    """

    kind: Literal["proven", "table", "depth", "sampled"]
    depth: int | None = None

    @property
    def is_certain(self) -> bool:
        """Whether the score is certain: proven or from an endgame table."""
        return self.kind in ("proven", "table")

    def __str__(self) -> str:
        return self.kind if self.depth is None else f"{self.kind} {self.depth}"


class _Deferred:
    """A line that formats its moves as text on first access.

    Most callers need only the numbers, and formatting a line costs as much as searching 200 nodes.
    """

    __slots__ = ("_write",)  # formats the moves as text

    if not TYPE_CHECKING:  # otherwise a type checker would accept every attribute of a line

        def __getattr__(self, name: str) -> Any:
            if name == "move":
                text = self._write(self.moves[:1])[0]
            elif name == "line":
                text = self._write(self.moves)
            else:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            object.__setattr__(self, name, text)
            return text


@dataclass(frozen=True, slots=True)
class Line(_Deferred):
    """A sequence of moves with its score, from the view of the side to move, in points.

    Wins and losses in endgame tables without distances have scores of about `TABLE_POINTS`.
    A sampled score is the mean result of playouts instead, from -1 for a loss to 1 for a win.
    `interval` contains the true mean with a probability of 95 %, if playouts were independent.

    `moves`: the moves of `line` as numbers; empty for a line made from text, such as one read from
    a file. Lines with the same text are equal.
    """

    move: str  # the first move of the line
    score: int | float | None  # None if a forced end is known
    win_in: int | None  # plies to a forced win of the side to move
    loss_in: int | None  # plies to a forced loss of the side to move
    warrant: Warrant
    depth: int
    nodes: int
    seconds: float
    line: tuple[str, ...]  # best play by all sides
    compiled: bool = True  # False for an interpreted search, which is weaker
    interval: tuple[float, float] | None = None  # of a sampled score, at 95 %
    share: float | None = None  # of all playouts, if they were sampled
    moves: tuple[Move, ...] = field(default=(), compare=False, repr=False)

    def as_dict(self) -> dict[str, object]:
        """The line as a JSON object."""
        found: dict[str, object] = {
            "move": self.move,
            "score": self.score,
            "win_in": self.win_in,
            "loss_in": self.loss_in,
            "warrant": str(self.warrant),
            "depth": self.depth,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 4),
            "line": list(self.line),
            "compiled": self.compiled,
        }
        if self.interval is not None:
            found["interval"] = list(self.interval)
        if self.share is not None:
            found["share"] = self.share
        return found

    @property
    def basis(self) -> str:
        """The warrant in words, with the interval of a sampled score."""
        if self.interval is None:
            return str(self.warrant)
        low, high = self.interval
        return f"{self.warrant}, {low:+.2f} to {high:+.2f}"

    @property
    def result(self) -> Payoff | None:
        """The result for the side to move, if the game is decided; None otherwise.

        >>> Line("a", None, 3, None, Warrant("proven"), 5, 100, 0.1, ("a",)).result
        1
        """
        if self.score is None:
            return WIN if self.win_in is not None else LOSS
        if self.interval is None and abs(self.score) > _LEAST_TABLE_POINTS:
            return WIN if self.score > 0 else LOSS
        return DRAW if self.warrant.is_certain and self.score == 0 else None

    @property
    def remoteness(self) -> Ply:
        """The plies to a forced win or loss, or a number that orders those without a distance."""
        if self.result in (None, DRAW):
            return 0
        if self.score is not None:
            return TABLE_POINTS - int(abs(self.score))
        return self.win_in or self.loss_in or 0

    @property
    def value(self) -> str:
        """The score in words.

        >>> Line("a", None, 3, None, Warrant("proven"), 5, 100, 0.1, ("a",)).value
        'wins in 3'
        """
        is_by_table = self.score is not None and self.result in (WIN, LOSS)
        return f"{self.plain_value} (table)" if is_by_table else self.plain_value

    @property
    def plain_value(self) -> str:
        """The score in words, to be followed by the basis."""
        if self.win_in is not None:
            return f"wins in {self.win_in}"
        if self.loss_in is not None:
            return f"loses in {self.loss_in}"
        assert self.score is not None
        if self.result is not None:
            return {WIN: "wins", DRAW: "draws", LOSS: "loses"}[self.result]
        return f"{self.score:+d}" if isinstance(self.score, int) else f"{self.score:+.2f}"


def line_of(
    game: Game,
    state: State,
    found: Variation,
    nodes: int,
    seconds: float,
    *,
    is_compiled: bool = True,
) -> Line:
    """The line for the variation `found` from `state`."""
    plies = plies_to_end(found.score) if has_distance(found.score) else None
    points: int | float = found.score if game.unit == 1 else found.score / game.unit
    if found.interval is not None:
        points = found.score / UNIT
    elif plies is None and is_decided(found.score):
        points = TABLE_POINTS - TABLE_WON + abs(found.score)
        points = points if found.score > 0 else -points
    line = Line(
        move="",
        score=points if plies is None else None,
        win_in=plies if found.score > 0 else None,
        loss_in=plies if found.score < 0 else None,
        warrant=_warrant(found),
        depth=found.depth,
        nodes=nodes,
        seconds=seconds,
        line=(),
        compiled=is_compiled,
        interval=_rounded(found.interval),
        share=None if found.share is None else round(found.share, 4),
        moves=found.line,
    )
    object.__setattr__(line, "_write", partial(_texts, game, state))
    for name in ("move", "line"):
        object.__delattr__(line, name)
    return line


def _rounded(interval: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if interval is None else (round(interval[0], 3), round(interval[1], 3))


def _texts(game: Game, state: State, moves: Sequence[Move]) -> tuple[str, ...]:
    """The text of each of `moves`, played in turn from `state`."""
    texts = [format_move(game, state, moves[0])]
    for before, move in pairwise(moves):
        state = game.play(state, before)
        texts.append(format_move(game, state, move))
    return tuple(texts)


def _warrant(found: Variation) -> Warrant:
    if found.interval is not None:
        return Warrant("sampled")
    if not found.is_proven:
        return Warrant("depth", found.depth)
    return Warrant("table" if found.is_by_table else "proven")
