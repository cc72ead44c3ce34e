/** Arrow-key navigation, along the board's own neighbours. */

import type { Cell, Geometry } from "./geometry";

export type Direction = "left" | "right" | "up" | "down";

const MAX_ANGLE = Math.PI / 4 + 1e-6; // four sectors of this half-width cover every neighbour
const STEPS: Readonly<Record<Direction, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/**
 * The next cell in a direction, as the board is seen; the same cell at the edge.
 *
 * This is the neighbour with the smallest angle to the direction, then the nearest one. If two are
 * still equal, as on boards whose neighbours are diagonal, it is the one in the same pair of columns
 * or rows: repeated steps up alternate between two columns and so lead straight up. Left and right
 * always stay in the row: where no neighbour is in it, they lead to the next cell that is.
 */
export function walk(
  geometry: Geometry,
  from: number,
  direction: Direction,
  flipped: boolean,
): number {
  const here = geometry.cells[from];
  if (here === undefined) return from;
  const [right, down] = STEPS[direction];
  const sign = flipped ? -1 : 1;
  const side = (cell: Cell): number => (right === 0 ? cell.x : cell.y);
  const pair = (cell: Cell): number => Math.floor(side(cell) / 2);
  const reached = neighboursOf(geometry, from)
    .flatMap((number) => {
      const there = geometry.cells[number];
      if (there === undefined) return [];
      const ahead = sign * (right * (there.x - here.x) + down * (there.y - here.y));
      const angle = Math.atan2(Math.abs(side(there) - side(here)), ahead);
      return [{ number, ahead, angle, isOutside: Number(pair(there) !== pair(here)) }];
    })
    .filter(({ angle }) => angle <= MAX_ANGLE)
    .sort(
      (one, other) =>
        one.angle - other.angle || one.ahead - other.ahead || one.isOutside - other.isOutside,
    );
  const nearest = reached[0];
  if (down !== 0 || nearest?.angle === 0) return nearest?.number ?? from;
  return nextInRow(geometry, here, sign * right) ?? from;
}

/** The next cell in a row, to the right or, if `sign` is negative, to the left. */
function nextInRow(geometry: Geometry, here: Cell, sign: number): number | undefined {
  const ahead = (cell: Cell): number => sign * (cell.x - here.x);
  return geometry.cells
    .map((cell, number) => ({ cell, number }))
    .filter(({ cell }) => cell.y === here.y && ahead(cell) > 0)
    .sort((one, other) => ahead(one.cell) - ahead(other.cell))[0]?.number;
}

/** A cell's neighbours; on a board without links, all other cells in its row and column. */
function neighboursOf(geometry: Geometry, cell: number): readonly number[] {
  if (geometry.links.length > 0) return geometry.cells[cell]?.neighbours ?? [];
  const here = geometry.cells[cell];
  return geometry.cells.flatMap((other, number) =>
    number !== cell && (other.x === here?.x || other.y === here?.y) ? [number] : [],
  );
}
