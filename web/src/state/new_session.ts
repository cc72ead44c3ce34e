/** Starts sessions: from the new-game form, or as a rematch. */

import type { Options, SeatRequest, SessionDocument } from "../api/types";
import { ADAPTIVE, loadSkill } from "./adaptive";
import { api } from "./api";
import { saveCreatedGame } from "./saved_games";
import { settings } from "./settings.svelte";

/** Who plays a side: a person on this device, a person invited by link, or an engine. */
export type SeatChoice =
  | { readonly kind: "here" }
  | { readonly kind: "link" }
  | { readonly kind: "engine"; readonly level: string };

/** Everything that defines a new session. */
export interface SessionSetup {
  readonly game: string;
  readonly options: Options;
  readonly seats: readonly SeatChoice[];
  /** The time control in the server's notation; null for none. */
  readonly clock: string | null;
  readonly takebacks: "free" | "ask" | "never";
  /** The seed of a random start; null for any start. */
  readonly seed: number | null;
}

/** Starts a session; returns its id. */
export async function startSession(setup: SessionSetup): Promise<string> {
  const { game, options, clock, takebacks, seed } = setup;
  const isHere = setup.seats.some(({ kind }) => kind === "here");
  const invited = setup.seats.flatMap(({ kind }, player) => (kind === "link" ? [player] : []));
  const seats = setup.seats.map((seat): SeatRequest => {
    if (seat.kind !== "engine") return person(seat.kind === "here" ? settings.name : "");
    const skill = isHere && isAdaptive(seat) ? loadSkill(game, options) : "";
    return { ...person(""), kind: "engine", level: seat.level, skill };
  });
  const created = await api.createSession({ game, options, seats, clock, takebacks, seed });
  await saveCreatedGame(created, new Set(invited));
  return created.session.id;
}

/** The same setup with every player moved on by one seat; `mine` are the players of this browser. */
export function rematchOf(session: SessionDocument, mine: readonly number[]): SessionSetup {
  const seats = session.seats.map(({ kind, level, player }): SeatChoice => {
    if (kind === "person") return { kind: mine.includes(player) ? "here" : "link" };
    return { kind: "engine", level };
  });
  return {
    game: session.game.name,
    options: session.game.options,
    seats: [...seats.slice(1), ...seats.slice(0, 1)],
    clock: session.clock?.control ?? null,
    takebacks: session.takebacks,
    seed: null,
  };
}

/** A seed for a random start. */
export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** Whether a seat is for an engine at the adaptive level. */
export const isAdaptive = (seat: SeatChoice): boolean =>
  seat.kind === "engine" && seat.level === ADAPTIVE;

const person = (name: string): SeatRequest => ({
  kind: "person",
  name,
  level: "",
  skill: "",
  opponents: "paranoid",
});
