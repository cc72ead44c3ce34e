"""Pieces: what can stand on a cell, and what each kind of piece looks like."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from kibitz.core.renamed import renamed
from kibitz.core.types import Side
from kibitz.core.vector_image import clean_svg

# The first four are also the shapes of the sides, in turn order.
SHAPES = ("circle", "octagon", "triangle", "diamond", "tile", "cross", "ring")
# The first four are also the colours of the sides, in turn order.
COLOURS = ("red", "blue", "green", "yellow", "white", "black")
SYMBOLS = ("rings", "crown", "knight")  # symbols with a drawing; any other one is text
LONGEST_SYMBOL = 3  # characters of a symbol that is text


@renamed(player="side")
class Piece(NamedTuple):
    """One kind of piece: its letter on the text board, its name, its owner and its look.

    `shape`: one of `SHAPES`; by default each side has its own.
    `colour`: one of `COLOURS`; by default each side has its own.
    `symbol`: one of `SYMBOLS`, or a text of up to three characters; by default the letter.
        Crosses and rings have no symbol.
    `svg`: a picture that replaces shape, colour and symbol: the text of an SVG document with a
        `viewBox`, of shapes and text only.

    >>> king = Piece("K", "white king", 0, colour="white", symbol="crown")
    >>> king.drawn_shape, king.drawn_colour, king.drawn_symbol
    ('circle', 'white', 'crown')
    """

    letter: str
    name: str
    side: Side
    shape: str = ""
    colour: str = ""
    symbol: str = ""
    svg: str = ""

    @property
    def drawn_shape(self) -> str:
        """Its shape, by default that of its side."""
        return self.shape or SHAPES[self.side % 4]

    @property
    def drawn_colour(self) -> str:
        """Its colour, by default that of its side."""
        return self.colour or COLOURS[self.side % 4]

    @property
    def drawn_symbol(self) -> str:
        """Its symbol, by default its letter."""
        return self.symbol or self.letter.upper()

    @property
    def drawn_svg(self) -> str:
        """Its own picture, checked for anything unsafe; empty if it has none."""
        return _cleaned(self.svg) if self.svg else ""


def piece_problems(piece: object) -> list[str]:
    """The problems with a kind of piece, in words."""
    if not isinstance(piece, Piece):
        return [f"its pieces contain {piece!r}: expected Piece(letter, name, side)"]
    found = []
    if type(piece.side) is not int or piece.side < 0:
        found.append(
            f"the side of {piece.name!r} is {piece.side!r}: expected the number of a side. "
            "A mark that belongs to no side needs no Piece"
        )
    for role, value, known in (
        ("shape", piece.shape, SHAPES),
        ("colour", piece.colour, COLOURS),
    ):
        if value not in ("", *known):
            listed = ", ".join(known)
            found.append(f"the {role} of {piece.name!r} is {value!r}: expected one of {listed}")
    symbol = piece.symbol
    if not isinstance(symbol, str) or (symbol not in SYMBOLS and len(symbol) > LONGEST_SYMBOL):
        listed = ", ".join(SYMBOLS)
        expected = f"expected {listed}, or a text of up to {LONGEST_SYMBOL} characters"
        found.append(f"the symbol of {piece.name!r} is {symbol!r}: {expected}")
    if piece.svg:
        try:
            _cleaned(piece.svg)
        except ValueError as problem:
            found.append(f"the svg of {piece.name!r} cannot be used: {problem}")
    return found


@lru_cache(maxsize=256)
def _cleaned(markup: str) -> str:
    return clean_svg(markup)
