/** How the boards of a rules text show their move. */

import type { FigureFields, GeometryFields } from "../api/types";
import { arrowsAlong } from "../board";
import { NO_MARKS } from "./board_marks";
import type { BoardMarks } from "./board_marks";

/** The marks of a board before its move: arrows or a ring, captured pieces and marked cells. */
export function marksOfFigure(figure: FigureFields, geometry: GeometryFields): BoardMarks {
  const { move, marked } = figure;
  const marks = marked.length === 0 ? [] : [{ kind: "hint", cells: marked }];
  if (move === null) return { ...NO_MARKS, marks };
  const { path, captures, drop } = move;
  const places = path.filter((cell) => !captures.includes(cell));
  // A captured piece on the only destination is captured by moving there.
  const named = !drop && places.length < 2 ? path : places;
  const way = named.length === 1 && !drop ? [...sourceOf(figure, geometry), ...named] : named;
  const ring = way.length === 1 ? [{ kind: "move", cells: way }] : [];
  const taken = captures.length === 0 ? [] : [{ kind: "taken", cells: captures }];
  return { marks: [...marks, ...ring, ...taken], arrows: arrowsAlong("move", way) };
}

/** The cell of the piece that moves, if the move names only its destination. */
function sourceOf({ before, turn, last, move }: FigureFields, geometry: GeometryFields): number[] {
  return last
    .filter((cell) => !move?.path.includes(cell))
    .filter((cell) => {
      const piece = geometry.pieces.find(({ code }) => code === before.board[cell]);
      return piece?.player === turn;
    })
    .slice(0, 1);
}
