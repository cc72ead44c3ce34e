"""Vocabularies: a game's own sentences about its moves, for hints and explanations.

The functions are plain Python and are never compiled. Each code comes with its exact meaning, so
that every statement can be checked against the rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from kibitz.core.messages import Message
from kibitz.core.types import Move, Side, State


@dataclass(frozen=True, slots=True)
class Fact:
    """A true statement about a move, and the moves and cells that show it."""

    message: Message
    then: tuple[Move, ...] = ()  # the moves after the explained one that demonstrate it
    cells: tuple[int, ...] = ()  # the cells that it is about, by number


@dataclass(frozen=True, slots=True)
class Phrases:
    """The sentences of a game and their meanings, by code.

    >>> phrases = Phrases({"crowns": ("crowns on {cell}", "the man stands on the last row")})
    >>> phrases.fact("crowns", cell="d8").message.text
    'crowns on d8'
    """

    table: Mapping[str, tuple[str, str]]  # code -> sentence, meaning

    def fact(
        self,
        code: str,
        *,
        then: tuple[Move, ...] = (),
        cells: Iterable[int] = (),
        **params: object,
    ) -> Fact:
        """The fact with this code, its parameters filled in."""
        text = self.table[code][0].format(**params)
        return Fact(Message(code, text, params), then, tuple(cells))


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The sentences that a game adds to hints and explanations.

    `phrases`: every code that it uses, with its sentence and meaning.
    `facts(state, move)`: the facts about a legal move that follow from the rules alone.
    `nudges`: for each code suited to a hint, advice on what to look for; the most useful first.
    `count(state, side)`: the pieces of `side` minus those of the others, for games in which pieces
        are won and lost. It is called only for unfinished games; a search that uses it as the
        evaluation shows which moves win pieces.
    `pieces`: the singular and plural of the noun for the counted pieces.
    """

    phrases: Phrases
    facts: Callable[[State, Move], Iterable[Fact]]
    nudges: Mapping[str, str] = field(default_factory=dict)
    count: Callable[[State, Side], int] | None = None
    pieces: tuple[str, str] = ("piece", "pieces")
