"""A board as a picture: SVG, for notebooks, files and web pages.

Sides differ in shape as well as in colour: circles, octagons, triangles and diamonds, in turn
order. The words white and black in a piece's name set its colour, the word king adds a crown, and
crosses and noughts are drawn as strokes.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator
from html import escape

from kibitz.core.geometry import Cell, Geometry, Piece
from kibitz.core.types import State

SIDE = 48  # pixels per square, or from one point to the next
MARGIN = 20  # pixels around the board, for labels

LIGHT, DARK, PAPER, INK = "#f3e7d0", "#b58863", "#ffffff", "#333333"
LAST, MARKED = "#f2c14e", "#3d85c6"
PALETTE = ("#f7f3ea", "#3a3a3a", "#c0392b", "#2e6fb0")  # by side, for names without a colour
WHITE, BLACK = PALETTE[0], PALETTE[1]
PLAIN = {"man", "king", "disc", "stone"}  # pieces drawn without a letter


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
    """A piece in its owner's shape."""
    words = piece.name.split()
    kind = words[-1] if words else ""
    fill = WHITE if "white" in words else BLACK if "black" in words else PALETTE[piece.side % 4]
    ink = BLACK if fill == WHITE else WHITE
    yield f'<g class="piece player{piece.side}"><title>{escape(piece.name)}</title>'
    if kind in ("cross", "nought"):
        yield _stroke(kind, x, y)
    else:
        yield _shape(piece.side, x, y, SIDE * 0.38, fill, INK if fill == WHITE else "#000000")
        yield _shape(piece.side, x, y, SIDE * 0.28, "none", ink)
        if "king" in words:
            yield _crown(x, y, ink)
        elif kind not in PLAIN:
            yield _text(x, y, piece.letter, SIDE * 0.34, ink)
    yield "</g>"


def _shape(side: int, x: float, y: float, radius: float, fill: str, stroke: str) -> str:
    """The outline of a side's pieces."""
    paint = f'fill="{fill}" stroke="{stroke}" stroke-width="1.5"'
    if side % 4 == 0:
        return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" {paint}/>'
    corners, turn, stretch = {1: (8, 22.5, 1.06), 2: (3, -90, 1.2), 3: (4, 0, 1.12)}[side % 4]
    points = " ".join(
        f"{x + stretch * radius * math.cos(math.radians(turn + 360 * corner / corners)):.1f},"
        f"{y + stretch * radius * math.sin(math.radians(turn + 360 * corner / corners)):.1f}"
        for corner in range(corners)
    )
    return f'<polygon points="{points}" {paint}/>'


def _crown(x: float, y: float, fill: str) -> str:
    """A crown in the middle of a piece."""
    offsets = ((-9, 7), (-10, -6), (-5, 0), (0, -9), (5, 0), (10, -6), (9, 7))
    points = " ".join(f"{x + right:g},{y + down:g}" for right, down in offsets)
    return f'<polygon class="crown" points="{points}" fill="{fill}"/>'


def _stroke(kind: str, x: float, y: float) -> str:
    """A cross or a nought."""
    reach = SIDE * 0.28
    if kind == "nought":
        return (
            f'<circle cx="{x:g}" cy="{y:g}" r="{reach:g}" fill="none" '
            f'stroke="{PALETTE[3]}" stroke-width="5"/>'
        )
    left, right, top, bottom = x - reach, x + reach, y - reach, y + reach
    return (
        f'<path d="M{left:g} {top:g}L{right:g} {bottom:g}M{left:g} {bottom:g}L{right:g} {top:g}" '
        f'stroke="{PALETTE[2]}" stroke-width="5" fill="none"/>'
    )


def text_svg(text: str) -> str:
    """A line of text as SVG, for games without a geometry."""
    width = 9 * len(text) + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIDE}" '
        f'width="{width}" height="{SIDE}" role="img" font-family="monospace">'
        f'<text x="{MARGIN}" y="{SIDE * 0.6:g}" font-size="14">{escape(text)}</text></svg>'
    )
