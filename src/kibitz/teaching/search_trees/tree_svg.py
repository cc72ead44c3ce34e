"""A recorded tree as an SVG picture, drawn from left to right."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape

from kibitz.teaching.search_trees.search_tree import SearchTree

_ROW = 22  # pixels
_COLUMN = 190
_BOX = 150  # width of a node
_MARGIN = 12

_STYLE = (
    "text{font:12px sans-serif;fill:#23211d}.move{font-weight:600}.quiet{fill:#5f5a50}"
    "rect{fill:#fff;stroke:#b9b2a3}.max rect{fill:#dcece6}.min rect{fill:#fdf1d5}"
    ".best rect{stroke:#1f6b58;stroke-width:2}.skipped rect{stroke-dasharray:4 3;fill:#f0ede6}"
    "path{fill:none;stroke:#b9b2a3}.dashed{stroke-dasharray:4 3}"
)


def tree_svg(tree: SearchTree) -> str:
    """The tree as an SVG document: each node with its move and value, skipped moves dashed."""
    places: dict[int, tuple[int, float]] = {}
    skipped: list[tuple[int, int, float]] = []  # node, index of the move, row
    row = 0.0

    def place(number: int) -> float:
        nonlocal row
        entry = tree.entries[number]
        rows = [place(child) for child in entry.children]
        for index in range(len(entry.skipped)):
            skipped.append((number, index, row))
            rows.append(row)
            row += 1
        if not rows:
            rows = [row]
            row += 1
        places[number] = entry.ply, (rows[0] + rows[-1]) / 2
        return places[number][1]

    place(0)
    deepest = max(entry.ply + bool(entry.skipped) for entry in tree.entries)
    width = 2 * _MARGIN + deepest * _COLUMN + _BOX
    height = 2 * _MARGIN + row * _ROW
    parts = [*_edges(tree, places, skipped), *_boxes(tree, places, skipped)]
    title = escape(f"Search tree of {tree.game.title or tree.game.name}, depth {tree.depth}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img"><title>{title}</title>'
        f"<style>{_STYLE}</style>{''.join(parts)}</svg>\n"
    )


def _point(ply: int, row: float) -> tuple[float, float]:
    return _MARGIN + ply * _COLUMN, _MARGIN + row * _ROW + _ROW / 2


def _edges(
    tree: SearchTree, places: dict[int, tuple[int, float]], skipped: list[tuple[int, int, float]]
) -> Iterator[str]:
    ends = [
        (entry.parent, places[entry.number], "")
        for entry in tree.entries
        if entry.parent is not None
    ]
    ends += [(number, (places[number][0] + 1, row), "dashed") for number, _, row in skipped]
    for parent, (ply, row), style in ends:
        start_x, start_y = _point(*places[parent])
        end_x, end_y = _point(ply, row)
        middle = (start_x + _BOX + end_x) / 2
        name = f' class="{style}"' if style else ""
        yield (
            f'<path{name} d="M{start_x + _BOX:g} {start_y:g}C{middle:g} {start_y:g} '
            f'{middle:g} {end_y:g} {end_x:g} {end_y:g}"/>'
        )


def _boxes(
    tree: SearchTree, places: dict[int, tuple[int, float]], skipped: list[tuple[int, int, float]]
) -> Iterator[str]:
    best = {0}
    at = 0
    for move in tree.line:
        children = tree.entries[at].children
        at = next(child for child in children if tree.entries[child].move == move)
        best.add(at)
    for entry in tree.entries:
        kind = "max" if entry.node.side == tree.root.side else "min"
        style = f"{kind} best" if entry.number in best else kind
        value = tree.value_text(entry.node.value) + (" cut" if entry.node.is_cut else "")
        yield _box(_point(*places[entry.number]), style, entry.move or "root", value)
    for number, index, row in skipped:
        point = _point(places[number][0] + 1, row)
        yield _box(point, "skipped", tree.entries[number].skipped[index], "skipped")


def _box(point: tuple[float, float], style: str, move: str, value: str) -> str:
    x, y = point
    shown = move if len(move) <= 12 else f"{move[:11]}…"
    return (
        f'<g class="{style}"><rect x="{x:g}" y="{y - 9:g}" width="{_BOX}" height="18" rx="4"/>'
        f'<text class="move" x="{x + 6:g}" y="{y + 4:g}">{escape(shown)}</text>'
        f'<text class="quiet" x="{x + _BOX - 6:g}" y="{y + 4:g}" text-anchor="end">'
        f"{escape(value)}</text></g>"
    )
