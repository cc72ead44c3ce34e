"""What a game can say about its moves: facts that follow from its rules, and what is counted.

The functions are plain Python and never compiled. Everything said is checked against the rules by
whoever hears it, so each code has its exact meaning beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from kibitz.core.messages import Message
from kibitz.core.types import Move, Side, State


@dataclass(frozen=True, slots=True)
class Fact:
    """One true thing about a move, and how to see it."""

    message: Message
    then: tuple[Move, ...] = ()  # moves after the explained one that show it
    cells: tuple[int, ...] = ()  # cells of the board that it is about, by number


@dataclass(frozen=True, slots=True)
class Phrases:
    """The sentences of a game and what each of them means, by code.

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
    """The words of one game.

    `phrases`: every code it uses, with its sentence and its meaning.
    `facts(state, move)`: what is true of a legal move by the rules alone.
    `nudges`: for the codes that may be hinted at, what to look for; the most telling first.
    `count(state, side)`: the player's pieces less those of the others, where pieces are won and
        lost; asked of unfinished games. What moves win and lose is found by searching over it.
    `pieces`: one of the counted things, and several of them, in words.
    """

    phrases: Phrases
    facts: Callable[[State, Move], Iterable[Fact]]
    nudges: Mapping[str, str] = field(default_factory=dict)
    count: Callable[[State, Side], int] | None = None
    pieces: tuple[str, str] = ("piece", "pieces")
