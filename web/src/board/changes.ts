/** Which pieces moved, appeared and disappeared between two positions. */

import type { Geometry } from "./geometry";
import { pieceOf } from "./highlights";

/** The cells that differ between two positions. */
export interface Changes {
  /** Pieces that moved from one cell to another. */
  readonly moved: readonly (readonly [from: number, to: number])[];
  /** Cells whose piece disappeared. */
  readonly removed: readonly number[];
  /** Cells where a piece appeared. */
  readonly added: readonly number[];
}

/**
 * The changes from one position to the next.
 *
 * A piece that appeared counts as moved from the nearest cell that lost a piece of the same kind, or
 * of the same player if it was promoted. Values and other marks never move.
 */
export function changesBetween(
  geometry: Geometry,
  before: readonly string[],
  after: readonly string[],
): Changes {
  const differing = geometry.cells.flatMap((_, cell) =>
    before[cell] === after[cell] ? [] : [cell],
  );
  const removed = new Set(differing.filter((cell) => before[cell]));
  const added = new Set(differing.filter((cell) => after[cell]));
  const moved: [number, number][] = [];
  const match = (isSame: (from: number, to: number) => boolean): void => {
    for (const to of [...added]) {
      const from = nearest(
        geometry,
        to,
        [...removed].filter((cell) => isSame(cell, to)),
      );
      if (from === undefined) continue;
      moved.push([from, to]);
      removed.delete(from);
      added.delete(to);
    }
  };
  const player = (code = ""): number | undefined => pieceOf(geometry, code)?.player;
  match((from, to) => before[from] === after[to] && player(after[to]) !== undefined);
  match(
    (from, to) => player(after[to]) !== undefined && player(before[from]) === player(after[to]),
  );
  return { moved, removed: [...removed], added: [...added] };
}

function nearest(geometry: Geometry, to: number, from: readonly number[]): number | undefined {
  const place = geometry.cells[to];
  const distance = (cell: number): number => {
    const other = geometry.cells[cell];
    return Math.hypot((other?.x ?? 0) - (place?.x ?? 0), (other?.y ?? 0) - (place?.y ?? 0));
  };
  return from.toSorted((one, other) => distance(one) - distance(other))[0];
}
