/** The cells: tints and names below the pieces; above them the interactive and focusable parts. */

import { SIDE, readingOrder } from "../geometry";
import type { Geometry, Layout } from "../geometry";
import type { CellState } from "../highlights";
import { draw, setAttribute } from "./svg";

/** The cells of a board. */
export interface CellsLayer {
  /** Drawn below the pieces, with the names of the cells. */
  readonly tints: SVGGElement;
  /** Drawn above everything else. */
  readonly touchable: SVGGElement;
  /** The focusable element of a cell. */
  cell(number: number): SVGGElement;
  /** Shows the highlights; returns the cells that changed. */
  show(states: readonly CellState[]): number[];
}

const INSET = 3;
const NAME = 16; // the most that leaves space for a piece
const CLASSES: readonly (readonly [keyof CellState, string])[] = [
  ["isStart", "is-start"],
  ["isTarget", "is-target"],
  ["isEntered", "is-entered"],
  ["isLast", "is-last"],
  ["isCaptured", "is-captured"],
  ["isForced", "is-forced"],
  ["isOccupied", "is-occupied"],
];

/** Creates the layer; rows and cells are in reading order. */
export function createCells(geometry: Geometry, layout: Layout, flipped: boolean): CellsLayer {
  const tints = draw("g", { class: `board-tints board-${geometry.kind}`, "aria-hidden": "true" });
  const touchable = draw("g", { class: "board-cells" });
  const parts = geometry.cells.map((_, number) => {
    const { x, y } = layout.centre(number);
    const tint = draw(
      "g",
      { transform: `translate(${x} ${y})` },
      area(geometry, "board-tint", INSET),
      ...(geometry.numbered ? [drawName(geometry, layout, number)] : []),
    );
    const cell = draw(
      "g",
      {
        transform: `translate(${x} ${y})`,
        "data-cell": number,
        "data-name": geometry.cells[number]?.name ?? "",
      },
      draw("rect", { class: "board-hit", x: -SIDE / 2, y: -SIDE / 2, width: SIDE, height: SIDE }),
      draw("circle", { class: "board-dot", r: 14 }),
      draw("path", { class: "board-strike", d: "M-24 -24L24 24M-24 24L24 -24" }),
      area(geometry, "board-focus-halo", INSET),
      area(geometry, "board-focus", INSET),
    );
    tints.append(tint);
    return { tint, cell, classes: "" };
  });
  for (const row of readingOrder(geometry, flipped)) {
    const group = draw("g", { class: "board-row" });
    group.append(...row.flatMap((number) => parts[number]?.cell ?? []));
    touchable.append(group);
  }
  return {
    tints,
    touchable,
    cell(number) {
      const part = parts[number];
      if (part === undefined) throw new RangeError(`The board has no cell ${number}.`);
      return part.cell;
    },
    show: (states) =>
      parts.flatMap((part, number) => {
        const state = states[number];
        const classes = CLASSES.flatMap(([key, name]) => (state?.[key] ? [name] : [])).join(" ");
        if (part.classes === classes && part.cell.hasAttribute("class")) return [];
        part.classes = classes;
        setAttribute(part.cell, "class", `board-cell ${classes}`.trim());
        setAttribute(part.tint, "class", classes);
        return [number];
      }),
  };
}

/** The name in the corner of a cell, in one size whether the cell is empty or not. */
function drawName(geometry: Geometry, layout: Layout, number: number): SVGElement {
  const size = Math.min(layout.labelSize * 0.95, NAME);
  const place = { x: 4 - SIDE / 2, y: size - SIDE / 2, "font-size": size };
  return draw("text", { class: "board-name", ...place }, geometry.cells[number]?.name ?? "");
}

/** The area of a cell: a square, or a disc around a point. */
function area(geometry: Geometry, kind: string, inset: number): SVGElement {
  const half = SIDE / 2 - inset;
  if (geometry.kind === "points") return draw("circle", { class: kind, r: half });
  return draw("rect", {
    class: kind,
    x: -half,
    y: -half,
    width: 2 * half,
    height: 2 * half,
    rx: 4,
  });
}
