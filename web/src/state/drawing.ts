/** What is drawn on the board besides the position: from hints, explanations and analyses. */

import type { GeometryFields } from "./geometry";
import type { LegalMove, RungFields } from "../api/types";
import { chain, drawnMarks } from "../board";
import type { Arrow, Mark, NamedMark } from "../board";

/** Marks and arrows. */
export interface Drawing {
  readonly marks: readonly Mark[];
  readonly arrows: readonly Arrow[];
}

/** Nothing at all. */
export const NOTHING: Drawing = { marks: [], arrows: [] };

/** The marks of an explanation. */
export const explained = (geometry: GeometryFields, named: readonly NamedMark[]): Drawing =>
  drawnMarks(geometry, named);

/** A move: an arrow along its cells, or a mark where it has only one. */
export function moved(moves: readonly LegalMove[], text: string): Drawing {
  const path = moves.find(({ move }) => move === text)?.path ?? [];
  if (path.length === 1) return { marks: [{ kind: "move", cells: path }], arrows: [] };
  return { marks: [], arrows: chain("move", path) };
}

/** What the rungs of a hint show: a cell that is named, then the move. */
export function hinted(
  geometry: GeometryFields,
  moves: readonly LegalMove[],
  rungs: readonly RungFields[],
): Drawing {
  const move = rungs.find(({ kind }) => kind === "move")?.params["move"];
  if (typeof move === "string") return moved(moves, move);
  const cells = rungs.flatMap(({ params }) => Object.values(params));
  const named = geometry.cells.flatMap(({ name }, cell) => (cells.includes(name) ? [cell] : []));
  return named.length === 0 ? NOTHING : { marks: [{ kind: "hint", cells: named }], arrows: [] };
}
