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
 * or rows: repeated steps up alternate between two columns and so lead straight up.
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
  return reached[0]?.number ?? from;
}

/** A cell's neighbours; on a board without links, all other cells in its row and column. */
function neighboursOf(geometry: Geometry, cell: number): readonly number[] {
  if (geometry.links.length > 0) return geometry.cells[cell]?.neighbours ?? [];
  const here = geometry.cells[cell];
  return geometry.cells.flatMap((other, number) =>
    number !== cell && (other.x === here?.x || other.y === here?.y) ? [number] : [],
  );
}
