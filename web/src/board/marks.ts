/** Marks and arrows on a board. */

import { cellNumbers } from "./geometry";
import type { Geometry } from "./geometry";

/** Cells to mark: "taken" with a cross, every other kind with a ring. */
export interface Mark {
  readonly kind: string;
  readonly cells: readonly number[];
}

/** An arrow from one cell to another; "reply" is dashed and runs aside. */
export interface Arrow {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/** A mark of the API, with cells by name. */
export interface NamedMark {
  readonly kind: string;
  readonly cells: readonly string[];
}

/** Converts the marks of the API; moves and replies of several cells become arrows. */
export function resolveMarks(
  geometry: Geometry,
  named: readonly NamedMark[],
): { marks: Mark[]; arrows: Arrow[] } {
  const marks: Mark[] = [];
  const arrows: Arrow[] = [];
  for (const { kind, cells } of named) {
    const numbers = cellNumbers(geometry, cells);
    const isArrow = (kind === "move" || kind === "reply") && numbers.length > 1;
    if (!isArrow) marks.push({ kind, cells: numbers });
    else arrows.push(...arrowsAlong(kind, numbers));
  }
  return { marks, arrows };
}

/** The arrows along a path. */
export function arrowsAlong(kind: string, path: readonly number[]): Arrow[] {
  return path.flatMap((to, step) => {
    const from = path[step - 1];
    return from === undefined || from === to ? [] : [{ kind, from, to }];
  });
}
