/** The evaluation that the bar shows, and the search it comes from. */

import type { AnalysisDocument, LineFields, SessionDocument, ThinkingFields } from "../api/types";
import { say } from "../strings";

/** A line from the point of view of a player, and where it comes from. */
export interface Evaluation {
  readonly player: number;
  readonly line: LineFields;
  readonly source: string;
}

interface Sources {
  readonly session: SessionDocument;
  /** The number of moves that led to the position on the board. */
  readonly ply: number;
  readonly turn: number;
  readonly analysis: AnalysisDocument | null;
  /** The line of the hint or explanation that is shown. */
  readonly advice: LineFields | null;
  readonly thinking: ThinkingFields | null;
}

/** The best evaluation available; null if nothing has evaluated the position. */
export function evaluationOf(sources: Sources): Evaluation | null {
  const { session, ply, turn, analysis, advice, thinking } = sources;
  const { sides } = session.game;
  const [best] = analysis?.lines ?? [];
  if (best !== undefined) {
    return { player: turn, line: best, source: say("evaluation.analysis") };
  }
  if (advice !== null) return { player: turn, line: advice, source: say("evaluation.advice") };
  if (thinking !== null) {
    const player = sides.indexOf(thinking.side);
    return { player, line: thinking.line, source: say("evaluation.thinking") };
  }
  const entry = session.history.slice(0, ply).findLast(({ evaluation }) => evaluation !== null);
  if (entry?.evaluation == null) return null;
  const source = say("evaluation.move", { move: entry.move });
  return { player: sides.indexOf(entry.side), line: entry.evaluation, source };
}
