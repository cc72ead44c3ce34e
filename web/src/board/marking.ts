/** Marks and arrows on a board, and how those of an explanation become them. */

import { cellNumbers } from "./geometry";
import type { Geometry } from "./geometry";

/** Cells to mark. "taken" is crossed out; every other kind is ringed. */
export interface Mark {
  readonly kind: string;
  readonly cells: readonly number[];
}

/** An arrow from one cell to another. "move" is the main kind; every other one is drawn dashed. */
export interface Arrow {
  readonly kind: string;
  readonly from: number;
  readonly to: number;
}

/** A mark as the API gives it, its cells by name. */
export interface NamedMark {
  readonly kind: string;
  readonly cells: readonly string[];
}

/** The marks and arrows of an explanation: a move of two or more cells is a chain of arrows. */
export function drawnMarks(
  geometry: Geometry,
  named: readonly NamedMark[],
): { marks: Mark[]; arrows: Arrow[] } {
  const marks: Mark[] = [];
  const arrows: Arrow[] = [];
  for (const { kind, cells } of named) {
    const numbers = cellNumbers(geometry, cells);
    const isArrow = (kind === "move" || kind === "reply") && numbers.length > 1;
    if (!isArrow) marks.push({ kind, cells: numbers });
    else arrows.push(...chain(kind, numbers));
  }
  return { marks, arrows };
}

/** Arrows along the cells of a path. */
export function chain(kind: string, path: readonly number[]): Arrow[] {
  return path
    .slice(1)
    .map((to, step) => ({ kind, from: path[step] as number, to }))
    .filter(({ from, to }) => from !== to);
}
