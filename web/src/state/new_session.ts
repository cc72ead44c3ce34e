/** Starts sessions: from the new-game form, or as a rematch. */

import type { Options, SeatRequest, SessionDocument } from "../api/types";
import { ADAPTIVE, loadSkill } from "./adaptive";
import { api } from "./api";
import { saveCreatedGame } from "./saved_games";
import { settings } from "./settings.svelte";

/** Who plays a side: a person on this device, a person invited by link, or an engine. */
export type SeatChoice =
  | { readonly kind: "here"; readonly name?: string }
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
  /** Whether engine help is allowed during the game; only people can play without it. */
  readonly help: boolean;
  /** The position before the moves, as text; by default the start of the game. */
  readonly position?: string | null;
  /** Moves to play first. */
  readonly moves?: readonly string[];
}

/** Starts a session; returns its id. */
export async function startSession(setup: SessionSetup): Promise<string> {
  const { game, options, clock, takebacks, seed } = setup;
  const here = setup.seats.filter(({ kind }) => kind === "here");
  const invited = setup.seats.flatMap(({ kind }, player) => (kind === "link" ? [player] : []));
  const seats = setup.seats.map((seat): SeatRequest => {
    if (seat.kind === "link") return person("");
    if (seat.kind === "here") {
      return person(here.length > 1 ? (seat.name ?? "") : settings.name);
    }
    const skill = here.length > 0 && isAdaptive(seat) ? loadSkill(game, options) : "";
    return { ...person(""), kind: "engine", level: seat.level, skill };
  });
  const created = await api.createSession({
    game,
    options,
    seats,
    clock,
    takebacks,
    seed,
    position: setup.position ?? null,
    moves: [...(setup.moves ?? [])],
    help: setup.help || !canForbidHelp(setup.seats),
  });
  await saveCreatedGame(created, new Set(invited));
  return created.session.id;
}

/** The same setup with every player moved on by one seat; `mine` are the players of this browser. */
export function rematchOf(session: SessionDocument, mine: readonly number[]): SessionSetup {
  const seats = session.seats.map(({ kind, level, player, name }): SeatChoice => {
    if (kind === "person") return mine.includes(player) ? { kind: "here", name } : { kind: "link" };
    return { kind: "engine", level };
  });
  return {
    game: session.game.name,
    options: session.game.options,
    seats: [...seats.slice(1), ...seats.slice(0, 1)],
    clock: session.clock?.control ?? null,
    takebacks: session.takebacks,
    seed: null,
    help: (session as Partial<SessionDocument>).help ?? true,
  };
}

/** Whether a game with these players can be played without engine help. */
export const canForbidHelp = (seats: readonly SeatChoice[]): boolean =>
  seats.length > 1 &&
  seats.every(({ kind }) => kind !== "engine") &&
  seats.some(({ kind }) => kind === "link");

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
