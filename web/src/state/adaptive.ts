/**
 * The adaptive level, which plays about as well as the person using this browser.
 *
 * The server estimates the person's skill and returns it with each finished session. The browser
 * stores that text, without interpreting it, and sends it with the next session of the same game.
 */

import type { LevelFields, Options, SessionDocument } from "../api/types";
import { loadStored, store } from "./storage";

/** The level's name. */
export const ADAPTIVE = "adaptive";

/** A stored skill and the number of games it is based on. */
interface StoredSkill {
  readonly skill: string;
  readonly games: number;
}

const NAME = "skills";
const LIMIT = 100; // games with a stored skill

const loadAll = (): Record<string, StoredSkill> =>
  loadStored<Record<string, StoredSkill>>(NAME, {});

/** Whether a game has the adaptive level. */
export const hasAdaptiveLevel = (levels: readonly LevelFields[]): boolean =>
  levels.some(({ name }) => name === ADAPTIVE);

/** The stored skill for a game with these options; empty before the first game. */
export const loadSkill = (game: string, options: Options): string =>
  loadAll()[keyOf(game, options)]?.skill ?? "";

/** Stores the skill from a finished session, unless the stored one is based on more games. */
export function saveSkill({ game, seats }: SessionDocument): void {
  const key = keyOf(game.name, game.options);
  const learnt = seats.find(({ adaptive }) => adaptive?.learnt === true)?.adaptive;
  const { [key]: before, ...others } = loadAll();
  if (learnt == null || learnt.games <= (before?.games ?? 0)) return;
  const recent = Object.entries(others).slice(1 - LIMIT);
  const { skill, games } = learnt;
  store(NAME, Object.fromEntries([...recent, [key, { skill, games } satisfies StoredSkill]]));
}

const keyOf = (game: string, options: Options): string =>
  JSON.stringify([game, ...Object.entries(options).sort()]);
