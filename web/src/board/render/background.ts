/** The background of a board: its panel, squares or lines, and the labels around it. */

import { SIDE, hasLabels } from "../geometry";
import type { Geometry, Layout } from "../geometry";
import { draw, drawText } from "./svg";

const CORNER = 4; // small enough for the frame to cover the corners of the squares

/** Draws everything that never changes during a game. */
export function drawBackground(geometry: Geometry, layout: Layout, flipped: boolean): SVGGElement {
  const { left, top } = layout;
  const size = { width: geometry.columns * SIDE, height: geometry.rows * SIDE };
  const kind = `board-background board-${geometry.kind}`;
  const background = draw("g", { class: kind, "aria-hidden": "true" });
  background.append(draw("rect", { class: "board-panel", x: left, y: top, ...size, rx: CORNER }));
  if (geometry.kind === "points") background.append(...drawLines(geometry, layout));
  else background.append(...drawSquares(geometry, layout));
  background.append(draw("rect", { class: "board-frame", x: left, y: top, ...size, rx: CORNER }));
  background.append(...drawLabels(geometry, layout, flipped));
  return background;
}

/** The squares of all cells. */
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

/** The lines, with a dot at every point. */
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

/** The labels of the files and ranks. */
function drawLabels(geometry: Geometry, layout: Layout, flipped: boolean): SVGElement[] {
  const files = flipped ? geometry.files.toReversed() : geometry.files;
  const ranks = flipped ? geometry.ranks.toReversed() : geometry.ranks;
  const below = layout.top + geometry.rows * SIDE + layout.labelSize;
  const middle = (start: number, index: number): number => start + (index + 0.5) * SIDE;
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
