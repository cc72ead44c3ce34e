/** The board itself: its panel, its squares or its lines, and the labels around it. */

import { SIDE, hasLabels } from "../geometry";
import type { Geometry, Layout } from "../geometry";
import { draw, drawText } from "./svg";

const CORNER = 4; // so round that the frame still covers the corners of the squares

/** Draws everything that no move changes. */
export function drawGround(geometry: Geometry, layout: Layout, flipped: boolean): SVGGElement {
  const { left, top } = layout;
  const size = { width: geometry.columns * SIDE, height: geometry.rows * SIDE };
  const kind = `board-ground board-${geometry.kind}`;
  const ground = draw("g", { class: kind, "aria-hidden": "true" });
  ground.append(draw("rect", { class: "board-panel", x: left, y: top, ...size, rx: CORNER }));
  if (geometry.kind === "points") ground.append(...drawLines(geometry, layout));
  else ground.append(...drawSquares(geometry, layout));
  ground.append(draw("rect", { class: "board-frame", x: left, y: top, ...size, rx: CORNER }));
  ground.append(...drawLabels(geometry, layout, flipped));
  return ground;
}

/** The square of every cell. */
const drawSquares = (geometry: Geometry, layout: Layout): SVGElement[] =>
  geometry.cells.map((cell, number) => {
    const { x, y } = layout.centre(number);
    const shade = (cell.x + cell.y) % 2 === 0 ? "even" : "odd";
    const corner = { x: x - SIDE / 2, y: y - SIDE / 2 };
    return draw("rect", {
      class: `board-square board-${shade}`,
      ...corner,
      width: SIDE,
      height: SIDE,
    });
  });

/** Lines, and a dot wherever a piece may stand. */
function drawLines(geometry: Geometry, layout: Layout): SVGElement[] {
  const lines = geometry.links.map(([one, other]) => {
    const [start, end] = [layout.centre(one), layout.centre(other)];
    return draw("line", { class: "board-line", x1: start.x, y1: start.y, x2: end.x, y2: end.y });
  });
  const dots = geometry.cells.map((_, number) => {
    const { x, y } = layout.centre(number);
    return draw("circle", { class: "board-point", cx: x, cy: y, r: 10 });
  });
  return [...lines, ...dots];
}

/** Files below and ranks beside. */
function drawLabels(geometry: Geometry, layout: Layout, flipped: boolean): SVGElement[] {
  const files = flipped ? geometry.files.toReversed() : geometry.files;
  const ranks = flipped ? geometry.ranks.toReversed() : geometry.ranks;
  const below = layout.top + geometry.rows * SIDE + layout.labelSize;
  const middle = (start: number, place: number): number => start + (place + 0.5) * SIDE;
  const label = (x: number, y: number, text: string): SVGElement =>
    drawText("board-label", x, y, layout.labelSize, text);
  return [
    ...(hasLabels(geometry, files) ? files : []).map((text, column) =>
      label(middle(layout.left, column), below, text),
    ),
    ...(hasLabels(geometry, ranks) ? ranks : []).map((text, row) =>
      label(layout.left - layout.labelSize * 0.9, middle(layout.top, row), text),
    ),
  ];
}
