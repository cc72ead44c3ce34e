/**
 * The adaptive level: as strong as whoever plays here.
 *
 * What it knows of them comes from the server with a session that is over, and goes with the next one
 * of the same game; in between this browser keeps it, and need not understand it.
 */

import type { LevelFields, Options, SessionDocument } from "../api/types";
import { keep, kept } from "./storage";

/** The level's name. */
export const ADAPTIVE = "adaptive";

/** What is known from some games. */
interface Known {
  readonly skill: string;
  readonly games: number;
}

const NAME = "skills";
const MOST = 100; // games that are remembered

const all = (): Record<string, Known> => kept<Record<string, Known>>(NAME, {});

/** Whether there is such a level. */
export const canAdapt = (levels: readonly LevelFields[]): boolean =>
  levels.some(({ name }) => name === ADAPTIVE);

/** What is known of whoever plays here at a game with these options; nothing at first. */
export const skillAt = (game: string, options: Options): string =>
  all()[keyOf(game, options)]?.skill ?? "";

/** Keeps what a session has taught, unless more is known by now. */
export function learn({ game, seats }: SessionDocument): void {
  const key = keyOf(game.name, game.options);
  const taught = seats.find(({ adaptive }) => adaptive?.learnt === true)?.adaptive;
  const { [key]: before, ...others } = all();
  if (taught == null || taught.games <= (before?.games ?? 0)) return;
  const recent = Object.entries(others).slice(1 - MOST);
  const { skill, games } = taught;
  keep(NAME, Object.fromEntries([...recent, [key, { skill, games } satisfies Known]]));
}

const keyOf = (game: string, options: Options): string =>
  JSON.stringify([game, ...Object.entries(options).sort()]);
