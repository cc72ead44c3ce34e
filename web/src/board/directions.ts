/** Where the arrow keys lead: along the board's own neighbours, by direction. */

import type { Cell, Geometry } from "./geometry";

export type Direction = "left" | "right" | "up" | "down";

const WIDEST = Math.PI / 4 + 1e-6; // four directions of this reach cover every neighbour
const STEPS: Readonly<Record<Direction, readonly [number, number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/**
 * The cell one step away in a direction as the board is seen; the same where nothing lies there.
 *
 * The neighbour closest to the direction is taken, the nearer one of two. Where two are equally
 * close, as on a board whose neighbours are diagonal, it is the one in the same pair of columns or
 * rows: going up and up leads to and fro between two columns, and so straight up.
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
    .map((number) => {
      const there = geometry.cells[number] as Cell;
      const ahead = sign * (right * (there.x - here.x) + down * (there.y - here.y));
      const angle = Math.atan2(Math.abs(side(there) - side(here)), ahead);
      return { number, ahead, angle, strays: pair(there) === pair(here) ? 0 : 1 };
    })
    .filter(({ angle }) => angle <= WIDEST)
    .sort(
      (one, other) =>
        one.angle - other.angle || one.ahead - other.ahead || one.strays - other.strays,
    );
  return reached[0]?.number ?? from;
}

/** A cell's neighbours; on a board that has none, every other cell in its row and column. */
function neighboursOf(geometry: Geometry, cell: number): readonly number[] {
  if (geometry.links.length > 0) return geometry.cells[cell]?.neighbours ?? [];
  const here = geometry.cells[cell];
  return geometry.cells.flatMap((other, number) =>
    number !== cell && (other.x === here?.x || other.y === here?.y) ? [number] : [],
  );
}
