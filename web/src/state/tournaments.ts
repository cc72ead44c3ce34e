/** The tournaments of this browser: their secrets, and tables for the page. */

import type { CreatedTournament, TournamentDocument } from "../api/types";
import { loadStored, store } from "./storage";

export interface SavedTournament {
  readonly id: string;
  readonly title: string;
  /** The secret of its creator, or of a person who takes part; null for a spectator. */
  readonly secret: string | null;
  /** Links for people, by the number of the contestant; only for its creator. */
  readonly invitations: Readonly<Record<string, string>>;
  readonly at: number;
}

const NAME = "tournaments";
const MOST = 50;

/** The tournaments that this browser has opened, latest first. */
export function listTournaments(): readonly SavedTournament[] {
  const found = loadStored<unknown>(NAME, []);
  return Array.isArray(found) ? (found as SavedTournament[]) : [];
}

/** What this browser knows about a tournament. */
export const findTournament = (id: string): SavedTournament | undefined =>
  listTournaments().find((one) => one.id === id);

/** Remembers a tournament; what is already known about it stays. */
export function saveTournament(id: string, changes: Partial<SavedTournament>): SavedTournament {
  const empty = { id, title: "", secret: null, invitations: {}, at: Date.now() };
  const saved: SavedTournament = { ...empty, ...findTournament(id), ...changes, id };
  store(NAME, [saved, ...listTournaments().filter((one) => one.id !== id)].slice(0, MOST));
  return saved;
}

/** Remembers a tournament that this browser has created. */
export function saveCreated(created: CreatedTournament): void {
  const { tournament, secret, invitations } = created;
  saveTournament(tournament.id, {
    title: tournament.title,
    secret,
    invitations: Object.fromEntries(
      invitations.map(({ contestant, invitation }) => [contestant, invitation]),
    ),
  });
}

/** What a contestant scored against another: one text per game, such as 1, ½ and 0. */
export function scoresAgainst(
  { games }: Pick<TournamentDocument, "games">,
  own: number,
  other: number,
): string {
  return games
    .filter(
      ({ first, second, points }) =>
        points !== null &&
        ((first === own && second === other) || (first === other && second === own)),
    )
    .map(({ first, points }) => pointsText(first === own ? (points ?? 0) : 1 - (points ?? 0)))
    .join(" ");
}

/** Points as text: 2.5 is 2½. */
export function pointsText(points: number): string {
  const whole = Math.floor(points);
  const hasHalf = points - whole === 0.5;
  if (!hasHalf) return String(Math.round(points * 100) / 100);
  return whole === 0 ? "½" : `${whole}½`;
}
