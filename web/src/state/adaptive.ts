/**
 * The adaptive level: as strong as whoever plays here.
 *
 * A ladder of levels is climbed one step after a win, and descended one after a loss; the steps are
 * the levels that the server names by whole numbers. What is remembered stays in this browser.
 */

import type { LevelFields } from "../api/types";
import { keep, kept } from "./storage";

const NAME = "strength";
const FIRST = 4;

/** The step at which the engine plays next. */
export function adaptiveLevel(game: string, levels: readonly LevelFields[]): string {
  const steps = levels.map(({ name }) => Number(name)).filter(Number.isInteger);
  const wanted = strengths()[game] ?? FIRST;
  return String(Math.min(Math.max(wanted, Math.min(...steps)), Math.max(...steps)));
}

/** Whether there is a ladder to adapt on. */
export const canAdapt = (levels: readonly LevelFields[]): boolean =>
  levels.some(({ name }) => Number.isInteger(Number(name)));

/** Learns from a finished game: `payoff` is the person's, 1, 0 or -1. */
export function learn(game: string, level: string, payoff: number): void {
  keep(NAME, { ...strengths(), [game]: Math.max(1, Number(level) + Math.sign(payoff)) });
}

const strengths = (): Record<string, number> => kept<Record<string, number>>(NAME, {});
