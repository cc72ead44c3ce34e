"""A board as a picture: SVG, for notebooks, files and web pages.

Sides differ in shape as well as in colour, unless the geometry's pieces choose another look.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from html import escape

from kibitz.core.geometry import Cell, Geometry, Piece
from kibitz.core.piece import SHAPES
from kibitz.core.types import State

SIDE = 48  # pixels per square, or from one point to the next
MARGIN = 20  # pixels around the board, for labels

LIGHT, DARK, PAPER, INK = "#f3e7d0", "#b58863", "#ffffff", "#333333"
LAST, MARKED = "#f2c14e", "#3d85c6"
BLOCK = "#6b5f54"  # cells that are out of play
FILLS = {  # by the colour of a piece
    "red": "#c0392b",
    "blue": "#2e6fb0",
    "green": "#1e7a55",
    "yellow": "#f2c230",
    "white": "#f7f3ea",
    "black": "#3a3a3a",
}
PALE = ("white", "yellow")  # colours on which symbols are dark
CROWN = ((-9, 7), (-10, -6), (-5, 0), (0, -9), (5, 0), (10, -6), (9, 7))
KNIGHT = (
    "M-7 11C-8 5 -3 2 -2 -1C-4 0 -6 2 -8 2C-10 2 -12 0 -11 -2C-9 -5 -7 -8 -4 -10"
    "L-3 -13L0 -10C6 -9 9 -3 9 4C9 7 8 9 8 11Z"
)


def svg(
    geometry: Geometry,
    state: State,
    *,
    last: Collection[int] = (),
    marked: Collection[int] = (),
    title: str = "",
) -> str:
    """The board as SVG.

    `last`: cells to tint, such as those of the last move. `marked`: cells to ring, such as the
    destinations of a piece. `title`: the accessible name of the picture.
    """
    width = geometry.columns * SIDE + 2 * MARGIN
    height = geometry.rows * SIDE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="sans-serif">',
    ]
    if title:
        parts.append(f"<title>{escape(title)}</title>")
    parts.append(f'<rect width="{width}" height="{height}" fill="{PAPER}"/>')
    ground = {"grid": _grid, "checkered": _checkered, "points": _points}[geometry.kind]
    parts += ground(geometry, frozenset(last))
    parts += _labels(geometry)
    pieces = {piece.letter: piece for piece in geometry.pieces}
    occupants = geometry.occupants(state)
    for number, (cell, letter) in enumerate(zip(geometry.cells, occupants, strict=True)):
        if geometry.numbered:
            parts.append(_name(geometry, cell))
        if letter in pieces:
            parts += _piece(pieces[letter], *_centre(cell))
        elif letter and letter in geometry.blocked:
            parts.append(_square(cell, BLOCK, "blocked"))
        elif letter:
            parts.append(_text(*_centre(cell), letter, SIDE * 0.4, INK))
        if number in marked:
            x, y = _centre(cell)
            parts.append(
                f'<circle class="marked" cx="{x}" cy="{y}" r="{SIDE * 0.44:g}" fill="none" '
                f'stroke="{MARKED}" stroke-width="3" stroke-dasharray="6 3"/>'
            )
    return "\n".join([*parts, "</svg>"])


def _centre(cell: Cell) -> tuple[float, float]:
    """The centre of a cell."""
    return MARGIN + (cell.x + 0.5) * SIDE, MARGIN + (cell.y + 0.5) * SIDE


def _square(cell: Cell, fill: str, kind: str) -> str:
    """A filled square with a thin edge."""
    x, y = MARGIN + cell.x * SIDE, MARGIN + cell.y * SIDE
    return (
        f'<rect class="{kind}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{fill}" '
        f'stroke="{INK}" stroke-width="0.5"/>'
    )


def _grid(geometry: Geometry, last: Collection[int]) -> Iterator[str]:
    """Framed cells."""
    for number, cell in enumerate(geometry.cells):
        is_last = number in last
        yield _square(cell, LAST if is_last else LIGHT, "last" if is_last else "cell")


def _checkered(geometry: Geometry, last: Collection[int]) -> Iterator[str]:
    """A light board with its dark squares."""
    yield (
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{geometry.columns * SIDE}" '
        f'height="{geometry.rows * SIDE}" fill="{LIGHT}" stroke="{INK}" stroke-width="2"/>'
    )
    for number, cell in enumerate(geometry.cells):
        is_last = number in last
        yield _square(cell, LAST if is_last else DARK, "last" if is_last else "cell")


def _points(geometry: Geometry, last: Collection[int]) -> Iterator[str]:
    """Lines, and a dot on every cell."""
    yield (
        f'<rect x="{MARGIN}" y="{MARGIN}" width="{geometry.columns * SIDE}" '
        f'height="{geometry.rows * SIDE}" fill="{LIGHT}"/>'
    )
    for one, other in geometry.links:
        (x1, y1), (x2, y2) = _centre(geometry.cells[one]), _centre(geometry.cells[other])
        yield f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{INK}" stroke-width="2"/>'
    for number, cell in enumerate(geometry.cells):
        x, y = _centre(cell)
        if number in last:
            yield f'<circle class="last" cx="{x}" cy="{y}" r="{SIDE * 0.46:g}" fill="{LAST}"/>'
        yield f'<circle class="cell" cx="{x}" cy="{y}" r="5" fill="{INK}"/>'


def _labels(geometry: Geometry) -> Iterator[str]:
    """Files below and ranks beside the board, unless every cell shows its name."""
    if geometry.numbered:
        return
    bottom = MARGIN * 1.5 + geometry.rows * SIDE
    for x, text in enumerate(geometry.files):
        yield _text(MARGIN + (x + 0.5) * SIDE, bottom, text, 12, INK)
    for y, text in enumerate(geometry.ranks):
        yield _text(MARGIN / 2, MARGIN + (y + 0.5) * SIDE, text, 12, INK)


def _name(geometry: Geometry, cell: Cell) -> str:
    """The name of a cell, in small print in its corner."""
    x, y = MARGIN + cell.x * SIDE, MARGIN + cell.y * SIDE
    ink = "#fff6e8" if geometry.kind == "checkered" else INK
    return f'<text x="{x + 2}" y="{y + 8}" font-size="8" fill="{ink}">{escape(cell.name)}</text>'


def _text(x: float, y: float, text: str, size: float, fill: str) -> str:
    """Centred text; capitals and digits are about 0.7 of the font size high."""
    return (
        f'<text x="{x:g}" y="{y + 0.35 * size:g}" font-size="{size:g}" fill="{fill}" '
        f'text-anchor="middle">{escape(text)}</text>'
    )


def _piece(piece: Piece, x: float, y: float) -> Iterator[str]:
    """A piece, as its shape, colour and symbol describe it, or with its own picture."""
    fill = FILLS[piece.drawn_colour]
    ink = FILLS["black"] if piece.drawn_colour in PALE else FILLS["white"]
    shape = piece.drawn_shape
    yield f'<g class="piece player{piece.side}"><title>{escape(piece.name)}</title>'
    if piece.svg:
        size = SIDE * 0.84
        place = f'x="{x - size / 2:g}" y="{y - size / 2:g}" width="{size:g}" height="{size:g}"'
        yield f"<svg {place}>{piece.drawn_svg}</svg>"
    elif shape in ("cross", "ring"):
        yield _stroke(shape, x, y, fill)
    else:
        edge = INK if piece.drawn_colour in PALE else "#000000"
        if shape == "tile":
            yield _tile(x, y, fill, edge)
            yield _shape(SHAPES[piece.side % 4], x, y, SIDE * 0.3, "none", ink)
        else:
            yield _shape(shape, x, y, SIDE * 0.38, fill, edge)
            yield _shape(shape, x, y, SIDE * 0.28, "none", ink)
        yield from _symbol(piece.drawn_symbol, x, y, ink)
    yield "</g>"


def _symbol(symbol: str, x: float, y: float, ink: str) -> Iterator[str]:
    """The symbol on a piece, besides the ring that all of them have."""
    if symbol == "crown":
        points = " ".join(f"{x + right:g},{y + down:g}" for right, down in CROWN)
        yield f'<polygon class="crown" points="{points}" fill="{ink}"/>'
    elif symbol == "knight":
        yield f'<path d="{KNIGHT}" transform="translate({x:g} {y:g})" fill="{ink}"/>'
    elif symbol != "rings":
        yield _text(x, y, symbol, SIDE * 0.34, ink)


def _tile(x: float, y: float, fill: str, stroke: str) -> str:
    """A square that nearly fills its cell."""
    side = SIDE * 0.86
    return (
        f'<rect x="{x - side / 2:g}" y="{y - side / 2:g}" width="{side:g}" height="{side:g}" '
        f'rx="4" fill="{fill}" stroke="{stroke}" stroke-width="1.5"/>'
    )


def _shape(shape: str, x: float, y: float, radius: float, fill: str, stroke: str) -> str:
    """The outline of a piece."""
    paint = f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"'
    if shape == "circle":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {paint}/>'
    corners, turn, stretch = {
        "octagon": (8, 22.5, 1.06),
        "triangle": (3, -90, 1.2),
        "diamond": (4, 0, 1.12),
    }[shape]
    points = " ".join(
        f"{x + stretch * radius * math.cos(math.radians(turn + 360 * corner / corners)):.1f},"
        f"{y + stretch * radius * math.sin(math.radians(turn + 360 * corner / corners)):.1f}"
        for corner in range(corners)
    )
    return f'<polygon points="{points}" {paint}/>'


def _stroke(shape: str, x: float, y: float, colour: str) -> str:
    """A cross or a ring."""
    reach = SIDE * 0.28
    paint = f'fill="none" stroke="{colour}" stroke-width="5"'
    if shape == "ring":
        return f'<circle cx="{x:g}" cy="{y:g}" r="{reach:g}" {paint}/>'
    left, right, top, bottom = x - reach, x + reach, y - reach, y + reach
    return (
        f'<path d="M{left:g} {top:g}L{right:g} {bottom:g}M{left:g} {bottom:g}L{right:g} {top:g}" '
        f"{paint}/>"
    )


def text_svg(text: str) -> str:
    """A line of text as SVG, for games without a geometry."""
    width = 9 * len(text) + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE}" '
        f'width="{width}" height="{SIDE}" role="img" font-family="monospace">'
        f'<text x="{MARGIN}" y="{SIDE * 0.6:g}" font-size="14">{escape(text)}</text></svg>'
    )
