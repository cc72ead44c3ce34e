/** Links that bring games and their seats to another device. */

import { addGame } from "./saved_games";
import type { SavedGame } from "./saved_games";

export const MOST_MOVED = 100; // games in one link
const MOST_SCANNED = 20; // games in one QR code
const MOST_LETTERS = 900; // of a link in a QR code: a camera can still read it

/** A game in a link, as short as possible. The secrets are those of the seats of this browser. */
export type MovedGame = readonly [
  id: string,
  title: string,
  at: number,
  secrets: Readonly<Record<number, string>>,
];

/** The address that brings games to the device on which it is opened. */
export const linkOf = (games: readonly SavedGame[], origin: string): string =>
  `${origin}/games#games=${encode(games)}`;

/** The latest games whose link a QR code can hold. */
export function gamesInCode(games: readonly SavedGame[], origin: string): readonly SavedGame[] {
  let count = Math.min(games.length, MOST_SCANNED);
  while (count > 0 && linkOf(games.slice(0, count), origin).length > MOST_LETTERS) count -= 1;
  return games.slice(0, count);
}

/** The games of a link; null if it is damaged. */
export function decode(text: string): readonly MovedGame[] | null {
  try {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const found: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return Array.isArray(found) && found.every(isMovedGame) ? found : null;
  } catch {
    return null; // not base64, not UTF-8 or not JSON
  }
}

/** Adds the games of a link to those of this browser, which keeps what it knows about them. */
export async function receive(games: readonly MovedGame[]): Promise<void> {
  for (const [id, title, at, secrets] of games) await addGame({ id, title, at, secrets });
}

function encode(games: readonly SavedGame[]): string {
  const moved = games
    .slice(0, MOST_MOVED)
    .map(({ id, title, at, secrets }): MovedGame => [id, title, at, secrets]);
  const bytes = new TextEncoder().encode(JSON.stringify(moved));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function isMovedGame(value: unknown): value is MovedGame {
  if (!Array.isArray(value)) return false;
  const [id, title, at, secrets] = value as unknown[];
  return (
    typeof id === "string" &&
    typeof title === "string" &&
    typeof at === "number" &&
    typeof secrets === "object" &&
    secrets !== null &&
    Object.entries(secrets).every(
      ([player, secret]) => /^\d{1,2}$/.test(player) && typeof secret === "string",
    )
  );
}
