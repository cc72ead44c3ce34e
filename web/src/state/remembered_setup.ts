/** How each game was last played in this browser, so that one click starts it again. */

import type { GameDocument, LevelFields } from "../api/types";
import { ADAPTIVE, hasAdaptiveLevel } from "./adaptive";
import { isAdaptive } from "./new_session";
import type { SeatChoice, SessionSetup } from "./new_session";
import { loadStored, store } from "./storage";

/** The choices that apply to every game of a kind. */
export interface RememberedSetup extends Pick<SessionSetup, "options" | "seats" | "clock"> {
  /** Undefined in a setup of an earlier version. */
  readonly help?: boolean;
  /** Null before it is chosen; it then depends on the players. */
  readonly takebacks: SessionSetup["takebacks"] | null;
}

const NAME = "setups";
const CASUAL = "4"; // the standard level where the adaptive level starts
const LIMIT = 100; // games

const loadAll = (): Record<string, RememberedSetup> =>
  loadStored<Record<string, RememberedSetup>>(NAME, {});

/** How a game was last started with the form; null if it never was. */
export const loadSetup = (game: string): RememberedSetup | null => loadAll()[game] ?? null;

/** Remembers how a game is started. */
export function saveSetup(game: string, setup: RememberedSetup): void {
  const recent = othersThan(game).slice(1 - LIMIT);
  store(NAME, Object.fromEntries([...recent, [game, setup]]));
}

/** Forgets how a game was started. */
export function forgetSetup(game: string): void {
  store(NAME, Object.fromEntries(othersThan(game)));
}

const othersThan = (game: string): [string, RememberedSetup][] =>
  Object.entries(loadAll()).filter(([other]) => other !== game);

/** Who plays a side by default: the person here, then engines. */
export function defaultSeat(levels: readonly LevelFields[], player: number): SeatChoice {
  if (player === 0) return { kind: "here" };
  const fallback = levels[0]?.name ?? "";
  return { kind: "engine", level: hasAdaptiveLevel(levels) ? ADAPTIVE : fallback };
}

/** The seats that can be played: the adaptive level needs exactly one person to adapt to. */
export function playableSeats(
  seats: readonly SeatChoice[],
  levels: readonly LevelFields[],
): readonly SeatChoice[] {
  if (isAdaptable(seats)) return seats;
  const casual = levels.find(({ name }) => name === CASUAL)?.name ?? "";
  return seats.map((seat) => (isAdaptive(seat) ? { kind: "engine", level: casual } : seat));
}

/** Whether a level can adapt to the person who plays. */
export const isAdaptable = (seats: readonly SeatChoice[]): boolean =>
  seats.filter(({ kind }) => kind !== "engine").length === 1;

/** How moves are taken back by default. */
export const usualTakebacks = (seats: readonly SeatChoice[]): SessionSetup["takebacks"] =>
  seats.some(({ kind }) => kind === "link") ? "ask" : "free";

/** What one click on Play starts. */
export function quickSetup(
  game: Pick<GameDocument, "name" | "sides" | "levels" | "settings">,
  remembered: RememberedSetup | null,
): SessionSetup {
  const seats = game.sides.map(
    (_, player) => remembered?.seats[player] ?? defaultSeat(game.levels, player),
  );
  return {
    game: game.name,
    options: game.settings,
    seats: playableSeats(seats, game.levels),
    clock: remembered?.clock ?? null,
    takebacks: remembered?.takebacks ?? usualTakebacks(seats),
    seed: null,
    help: remembered?.help ?? true,
  };
}
