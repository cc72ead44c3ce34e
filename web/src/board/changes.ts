/** What went where between two positions, seen from the positions alone. */

import type { Geometry } from "./geometry";
import { pieceOf } from "./highlights";

/** Cells that differ: pieces that went from one to another, what went away and what came. */
export interface Changes {
  readonly moved: readonly (readonly [from: number, to: number])[];
  readonly gone: readonly number[];
  readonly come: readonly number[];
}

/**
 * The changes from one position to the next.
 *
 * A piece that came is the nearest one of its kind that went away, or of its player where it
 * changed its kind on the way. Values and the like do not travel.
 */
export function changesBetween(
  geometry: Geometry,
  before: readonly string[],
  after: readonly string[],
): Changes {
  const differing = geometry.cells.flatMap((_, cell) =>
    before[cell] === after[cell] ? [] : [cell],
  );
  const gone = new Set(differing.filter((cell) => before[cell]));
  const come = new Set(differing.filter((cell) => after[cell]));
  const moved: [number, number][] = [];
  const match = (isSame: (from: number, to: number) => boolean): void => {
    for (const to of [...come]) {
      const from = nearest(
        geometry,
        to,
        [...gone].filter((cell) => isSame(cell, to)),
      );
      if (from === undefined) continue;
      moved.push([from, to]);
      gone.delete(from);
      come.delete(to);
    }
  };
  const player = (code = ""): number | undefined => pieceOf(geometry, code)?.player;
  match((from, to) => before[from] === after[to] && player(after[to]) !== undefined);
  match(
    (from, to) => player(after[to]) !== undefined && player(before[from]) === player(after[to]),
  );
  return { moved, gone: [...gone], come: [...come] };
}

function nearest(geometry: Geometry, to: number, from: readonly number[]): number | undefined {
  const place = geometry.cells[to];
  const distance = (cell: number): number => {
    const other = geometry.cells[cell];
    return Math.hypot((other?.x ?? 0) - (place?.x ?? 0), (other?.y ?? 0) - (place?.y ?? 0));
  };
  return from.toSorted((one, other) => distance(one) - distance(other))[0];
}
