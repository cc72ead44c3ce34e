"""A chart of the winning chances over a game: SVG, for light and dark pages."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from kibitz.core.contract import Game
from kibitz.core.outcome import Outcome
from kibitz.core.types import Ply, Side
from kibitz.teaching.review.judgements import Judged, Point, Summary

WIDTH, HEIGHT = 720, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 56, 16, 40, 44  # pixels around the curve
_LINES = ("#2e6fb0", "#c0392b", "#3a8f4b", "#9467bd")  # by player; visible on white and on black
_DASHES = ("", "8 4", "2 3", "10 3 2 3")  # colour is never the only difference
_MARKED = {"blunder": "#d62828", "mistake": "#e07b00", "inaccuracy": "#b59b00"}
_STYLE = (
    "<style>"
    ".paper{fill:#ffffff}.ink{fill:#222222}.edge{stroke:#222222}.grid{stroke:#cccccc}"
    "@media(prefers-color-scheme:dark){"
    ".paper{fill:#1b1b1b}.ink{fill:#eeeeee}.edge{stroke:#eeeeee}.grid{stroke:#444444}}"
    "</style>"
)


@dataclass(frozen=True, slots=True)
class Chart:
    """The data of a chart."""

    game: Game
    names: tuple[str, ...]
    outcome: Outcome | None
    length: int  # moves of the game
    sides: tuple[Summary, ...]
    turning_points: tuple[Judged, ...]
    chances: tuple[Point, ...]

    def svg(self) -> str:
        """The winning chances over the game, with the turning points marked.

        With two players it draws the first side's chances, with more the chances of every side.
        """
        title = f"{self.game.title or self.game.name}: winning chances"
        scale = _Scale(self.length)
        players = sorted({point.side for point in self.chances})
        parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img" '
            'aria-labelledby="title desc" font-family="sans-serif" font-size="12">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="desc">{escape(_description(self))}</desc>',
            _STYLE,
            f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
            *_grid(scale),
            *_legend(self, players),
        ]
        for side in players:
            own = [point for point in self.chances if point.side == side]
            parts.append(_line(scale, own, side))
        parts += [_turn(scale, self, judged) for judged in self.turning_points]
        return "\n".join([*parts, "</svg>\n"])


class _Scale:
    """Converts numbers of moves and chances to coordinates."""

    def __init__(self, length: int) -> None:
        self.length = max(length, 1)

    def x(self, ply: Ply) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * ply / self.length

    def y(self, chances: float) -> float:
        return _TOP + (HEIGHT - _TOP - _BOTTOM) * (1.0 - chances)


def _description(chart: Chart) -> str:
    """The text alternative of the chart."""
    played = [
        f"{side.name or side.side} {side.accuracy:.0f} %"
        for side in chart.sides
        if side.accuracy is not None
    ]
    turns = [f"{judged.ply}. {judged.move}" for judged in chart.turning_points]
    return "; ".join(
        text
        for text in (
            f"{chart.length} moves, {chart.outcome or 'not over'}",
            f"accuracy: {', '.join(played)}" if played else "",
            f"turning points: {', '.join(turns)}" if turns else "no turning point",
        )
        if text
    )


def _grid(scale: _Scale) -> list[str]:
    """The frame: chances from 0 to 100 %, and the number of moves."""
    parts = []
    for percent in (0, 25, 50, 75, 100):
        y = scale.y(percent / 100)
        kind = "edge" if percent == 50 else "grid"
        parts.append(
            f'<line class="{kind}" x1="{_LEFT}" y1="{y:.1f}" x2="{WIDTH - _RIGHT}" y2="{y:.1f}" '
            'stroke-width="1"/>'
        )
        parts.append(
            f'<text class="ink" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">'
            f"{percent} %</text>"
        )
    step = next((one for one in (1, 2, 5, 10, 20, 50) if scale.length / one <= 14), 100)
    for ply in range(0, scale.length + 1, step):
        parts.append(
            f'<text class="ink" x="{scale.x(ply):.1f}" y="{HEIGHT - _BOTTOM + 18}" '
            f'text-anchor="middle">{ply}</text>'
        )
    parts.append(
        f'<text class="ink" x="{WIDTH - _RIGHT}" y="{HEIGHT - 8}" text-anchor="end">moves</text>'
    )
    return parts


def _legend(chart: Chart, players: list[Side]) -> list[str]:
    """The name and the line style of each side."""
    parts, x = [], float(_LEFT)
    for side in players:
        person, color = chart.names[side], chart.game.sides[side]
        text = f"{person} ({color})" if person else color
        parts.append(
            f'<line x1="{x:.0f}" y1="20" x2="{x + 24:.0f}" y2="20" {_stroke(side)}/>'
            f'<text class="ink" x="{x + 30:.0f}" y="24">{escape(text)}</text>'
        )
        x += 50 + 7 * len(text)
    return parts


def _line(scale: _Scale, points: list[Point], side: Side) -> str:
    places = " ".join(f"{scale.x(p.ply):.1f},{scale.y(p.chances):.1f}" for p in points)
    return f'<polyline class="chances" points="{places}" fill="none" {_stroke(side)}/>'


def _stroke(side: Side) -> str:
    dashes = _DASHES[side % len(_DASHES)]
    style = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'stroke="{_LINES[side % len(_LINES)]}" stroke-width="2.5"{style}'


def _turn(scale: _Scale, chart: Chart, judged: Judged) -> str:
    """A dot at a move that turned the game, with a tooltip."""
    side = judged.turn if chart.game.players > 2 else 0
    drawn = {(point.ply, point.side): point.chances for point in chart.chances}
    x, y = scale.x(judged.ply), scale.y(drawn[judged.ply, side])
    lost = f"{judged.ply}. {judged.move} ({judged.side}): {judged.mark}, -{100 * judged.loss:.0f} %"
    above = y > _TOP + 24
    return (
        f'<g class="turning-point"><title>{escape(lost)}</title>'
        f'<circle class="edge" cx="{x:.1f}" cy="{y:.1f}" r="5" '
        f'fill="{_MARKED.get(judged.mark, _LINES[0])}"/>'
        f'<text class="ink" x="{x:.1f}" y="{y - 10 if above else y + 20:.1f}" '
        f'text-anchor="middle">{escape(judged.move)}</text></g>'
    )
