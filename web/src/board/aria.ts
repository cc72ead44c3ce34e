/** The board as a grid that is read aloud and walked through with the keyboard. */

import type { Geometry } from "./geometry";
import type { CellState } from "./highlights";
import type { CellsLayer } from "./render/cells";
import { setAttribute } from "./render/svg";

/** Makes a drawing a grid of rows and cells, none of which can have the focus yet. */
export function makeGrid(
  svg: SVGSVGElement,
  cells: CellsLayer,
  geometry: Geometry,
  flipped: boolean,
): void {
  const seenAs = (place: number, count: number): string =>
    String(flipped ? count - place : place + 1);
  setAttribute(svg, "role", "grid");
  setAttribute(svg, "aria-rowcount", String(geometry.rows));
  setAttribute(svg, "aria-colcount", String(geometry.columns));
  for (const row of cells.touchable.children) setAttribute(row, "role", "row");
  geometry.cells.forEach(({ x, y }, number) => {
    const cell = cells.cell(number);
    setAttribute(cell, "role", "gridcell");
    setAttribute(cell, "aria-colindex", seenAs(x, geometry.columns));
    setAttribute(cell.parentElement as Element, "aria-rowindex", seenAs(y, geometry.rows));
    setAttribute(cell, "tabindex", "-1");
  });
}

/** Makes a drawing a picture: nothing in it can be touched. */
export function makePicture(svg: SVGSVGElement, cells: CellsLayer): void {
  setAttribute(svg, "role", "img");
  setAttribute(cells.touchable, "aria-hidden", "true");
}

/** Names a cell in words, and says whether it was touched on the way. */
export function nameCell(cell: SVGGElement, words: string, state: CellState): void {
  setAttribute(cell, "aria-label", words);
  setAttribute(cell, "aria-selected", String(state.isEntered));
}

/** Lets the tabulator key reach one cell of the grid, and no other. */
export function rove(cells: CellsLayer, from: number, to: number): void {
  setAttribute(cells.cell(from), "tabindex", "-1");
  setAttribute(cells.cell(to), "tabindex", "0");
}
