/** Winning chances: scores converted to a probability, using the game's own unit. */

import type { LineFields } from "../api/types";
import { word } from "../strings";

/** The coach warns about moves that lose at least this much of the winning chances. */
const BLUNDER = 0.2;

/** The winning chances of the player to move, from 0 to 1. */
export function winningChance(line: LineFields, unit: number): number {
  if (line.win_in !== null) return 1;
  if (line.loss_in !== null) return 0;
  if (line.score === null || (line.score === 0 && isCertain(line.warrant))) return 0.5;
  // A sampled score is a mean result from -1 to 1.
  if (line.interval) return (line.score + 1) / 2;
  return 1 / (1 + Math.exp(-line.score / unit));
}

/** Whether a move is so much worse than the best one that the coach should warn. */
export const isBlunder = (mine: LineFields, best: LineFields, unit: number): boolean =>
  winningChance(best, unit) - winningChance(mine, unit) >= BLUNDER;

/** Whether a value is certain rather than an estimate. */
export const isCertain = (warrant: string): boolean =>
  !warrant.startsWith("depth") && warrant !== "sampled";

/** The score in words, to be followed by what it rests on. */
export const plainValue = (line: LineFields): string => word(line.value.replace(" (table)", ""));

/** What a score rests on, with the interval of a sampled one. */
export function basis(line: LineFields): string {
  if (!line.interval) return word(line.warrant);
  const [low, high] = line.interval.map((end) => `${end < 0 ? "" : "+"}${end.toFixed(2)}`);
  return word(`${line.warrant}, ${low} to ${high}`);
}
