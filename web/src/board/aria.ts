/** The ARIA grid that makes a board usable with a screen reader and a keyboard. */

import type { Geometry } from "./geometry";
import type { CellState } from "./highlights";
import type { CellsLayer } from "./render/cells";
import { setAttribute } from "./render/svg";

/** Turns a drawing into a grid of rows and cells; `moveTabStop` then makes one cell focusable. */
export function makeGrid(
  svg: SVGSVGElement,
  cells: CellsLayer,
  geometry: Geometry,
  flipped: boolean,
): void {
  const indexAt = (index: number, count: number): string =>
    String(flipped ? count - index : index + 1);
  setAttribute(svg, "role", "grid");
  setAttribute(svg, "aria-rowcount", String(geometry.rows));
  setAttribute(svg, "aria-colcount", String(geometry.columns));
  for (const row of cells.touchable.children) setAttribute(row, "role", "row");
  geometry.cells.forEach(({ x, y }, number) => {
    const cell = cells.cell(number);
    setAttribute(cell, "role", "gridcell");
    setAttribute(cell, "aria-colindex", indexAt(x, geometry.columns));
    setAttribute(cell.parentElement as Element, "aria-rowindex", indexAt(y, geometry.rows));
    setAttribute(cell, "tabindex", "-1");
  });
}

/** Turns a drawing into an image without interactive parts. */
export function makePicture(svg: SVGSVGElement, cells: CellsLayer): void {
  setAttribute(svg, "role", "img");
  setAttribute(cells.touchable, "aria-hidden", "true");
}

/** Labels a cell and marks whether it is part of the entered move. */
export function labelCell(cell: SVGGElement, label: string, state: CellState): void {
  setAttribute(cell, "aria-label", label);
  setAttribute(cell, "aria-selected", String(state.isEntered));
}

/** Moves the grid's only tab stop from one cell to another (a roving tabindex). */
export function moveTabStop(cells: CellsLayer, from: number, to: number): void {
  setAttribute(cells.cell(from), "tabindex", "-1");
  setAttribute(cells.cell(to), "tabindex", "0");
}
