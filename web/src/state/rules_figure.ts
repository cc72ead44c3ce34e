/** How the boards of a rules text show their move. */

import type { FigureFields } from "../api/types";
import { arrowsAlong } from "../board";
import { NO_MARKS } from "./board_marks";
import type { BoardMarks } from "./board_marks";

/** The marks of a board before its move: arrows or a ring, captured pieces and marked cells. */
export function marksOfFigure({ move, marked }: FigureFields): BoardMarks {
  const marks = marked.length === 0 ? [] : [{ kind: "hint", cells: marked }];
  if (move === null) return { ...NO_MARKS, marks };
  const { path, captures, drop } = move;
  const places = path.filter((cell) => !captures.includes(cell));
  // A captured piece on the only destination is captured by moving there.
  const way = !drop && places.length < 2 ? path : places;
  const ring = way.length === 1 ? [{ kind: "move", cells: way }] : [];
  const taken = captures.length === 0 ? [] : [{ kind: "taken", cells: captures }];
  return { marks: [...marks, ...ring, ...taken], arrows: arrowsAlong("move", way) };
}
