/** Winning chances: what a score is worth, by the unit that the server gives for a game. */

import type { LineFields } from "../api/types";

/** The loss of chances from which on the coach warns. */
const BLUNDER = 0.2;

/** The chances of the player who moves, from 0 to 1. */
export function chance(line: LineFields, unit: number): number {
  if (line.win_in !== null) return 1;
  if (line.loss_in !== null) return 0;
  if (line.score === null || (line.score === 0 && isCertain(line.warrant))) return 0.5;
  return 1 / (1 + Math.exp(-line.score / unit));
}

/** Whether a move throws away so much that somebody should think again. */
export const isBlunder = (mine: LineFields, best: LineFields, unit: number): boolean =>
  chance(best, unit) - chance(mine, unit) >= BLUNDER;

/** Whether a value is known, and does not only look so. */
export const isCertain = (warrant: string): boolean => !warrant.startsWith("depth");
