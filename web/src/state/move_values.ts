/** The values of moves, as colours and arrows on the board. */

import type { LegalMove, LineFields } from "../api/types";
import { arrowsAlong } from "../board";
import type { Arrow, Mark } from "../board";
import type { BoardMarks } from "./board_marks";
import { isCertain } from "./winning_chances";

/** What a move leads to; a score if that is not known for certain. */
export type MoveResult = "win" | "draw" | "loss" | "better" | "worse";

const TABLE_SCORE = 10 ** 8; // more than any evaluation: a win in an endgame table

/** The result of a line for the side to move; a score is better or worse than nothing. */
export function resultOfLine(line: LineFields): MoveResult {
  if (line.win_in !== null) return "win";
  if (line.loss_in !== null) return "loss";
  const score = line.score ?? 0;
  if (Math.abs(score) > TABLE_SCORE) return score > 0 ? "win" : "loss";
  if (score === 0 && isCertain(line.warrant)) return "draw";
  return score >= 0 ? "better" : "worse";
}

/** Every line's move in the colour of its value: the better one where two end on a cell. */
export function marksOfValues(
  legal: readonly LegalMove[],
  lines: readonly LineFields[],
): BoardMarks {
  const marks: Mark[] = [];
  const arrows: Arrow[] = [];
  const seen = new Set<string>();
  for (const line of lines) {
    const path = legal.find(({ move }) => move === line.move)?.path ?? [];
    const key = path.join();
    if (path.length === 0 || seen.has(key)) continue;
    seen.add(key);
    const kind = `value-${resultOfLine(line)}`;
    if (path.length === 1) marks.push({ kind, cells: path });
    else arrows.push(...arrowsAlong(kind, path));
  }
  return { marks, arrows: arrows.reverse() }; // the best is drawn last, above the others
}

/** The first moves of the best lines, weaker ones paler. */
export function marksOfLines(
  legal: readonly LegalMove[],
  lines: readonly LineFields[],
): BoardMarks {
  const ranked = lines.map((line, index) => ({
    kind: `rank-${Math.min(index + 1, 5)}`,
    path: legal.find(({ move }) => move === line.move)?.path ?? [],
  }));
  return {
    marks: ranked.flatMap(({ kind, path }) => (path.length === 1 ? [{ kind, cells: path }] : [])),
    arrows: ranked.flatMap(({ kind, path }) => arrowsAlong(kind, path)).reverse(),
  };
}
