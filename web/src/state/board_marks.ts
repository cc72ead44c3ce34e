/** The marks and arrows on the board that show hints, explanations and analyses. */

import type { GeometryFields, LegalMove, RungFields } from "../api/types";
import { arrowsAlong } from "../board";
import type { Arrow, Mark } from "../board";

/** Marks and arrows. */
export interface BoardMarks {
  readonly marks: readonly Mark[];
  readonly arrows: readonly Arrow[];
}

export const NO_MARKS: BoardMarks = { marks: [], arrows: [] };

/** The marks of a move: arrows along its cells, or a ring if it has only one. */
export function marksOfMove(moves: readonly LegalMove[], text: string): BoardMarks {
  const path = moves.find(({ move }) => move === text)?.path ?? [];
  if (path.length === 1) return { marks: [{ kind: "move", cells: path }], arrows: [] };
  return { marks: [], arrows: arrowsAlong("move", path) };
}

/** The marks of the lines that won a game. */
export const marksOfWin = (lines: readonly (readonly number[])[]): BoardMarks => ({
  marks: lines.map((cells) => ({ kind: "won", cells })),
  arrows: lines.flatMap((cells) => arrowsAlong("won", cells)),
});

/** The marks of a hint: its move if it names one, otherwise the cells it names. */
export function marksOfHint(
  geometry: GeometryFields,
  moves: readonly LegalMove[],
  rungs: readonly RungFields[],
): BoardMarks {
  const move = rungs.find(({ kind }) => kind === "move")?.params.move;
  if (typeof move === "string") return marksOfMove(moves, move);
  const values = rungs.flatMap(({ params }) => Object.values(params));
  const cells = geometry.cells.flatMap(({ name }, cell) => (values.includes(name) ? [cell] : []));
  return cells.length === 0 ? NO_MARKS : { marks: [{ kind: "hint", cells }], arrows: [] };
}
