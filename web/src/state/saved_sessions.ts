/** The sessions this browser knows: the secrets of its seats, and invitation links for others. */

import type { CreatedSession } from "../api/types";
import { loadStored, store } from "./storage";

/** What the browser stores about a session. */
export interface SavedSession {
  /** The secrets of the seats played in this browser, by player. */
  readonly secrets: Readonly<Record<number, string>>;
  /** The invitation links of the other people's seats, by player. */
  readonly invitations: Readonly<Record<number, string>>;
  readonly title: string;
  /** The time of the last change, in milliseconds since 1970. */
  readonly at: number;
}

const NAME = "seats";
const LIMIT = 40; // sessions
const EMPTY: SavedSession = { secrets: {}, invitations: {}, title: "", at: 0 };

const loadAll = (): Record<string, SavedSession> =>
  loadStored<Record<string, SavedSession>>(NAME, {});

/** What is stored about a session. */
export const loadSession = (id: string): SavedSession => ({ ...EMPTY, ...loadAll()[id] });

/** Updates what is stored about a session. */
export function saveSession(id: string, changes: Partial<SavedSession>): SavedSession {
  const all = loadAll();
  const next = { ...EMPTY, ...all[id], ...changes, at: Date.now() };
  const recent = Object.entries({ ...all, [id]: next }).sort(([, a], [, b]) => b.at - a.at);
  store(NAME, Object.fromEntries(recent.slice(0, LIMIT)));
  return next;
}

/** Saves a session created here; the seats of the `invited` players belong to other people. */
export function saveCreatedSession(
  { session, secrets }: CreatedSession,
  invited: ReadonlySet<number>,
): void {
  const mine = secrets.filter(({ player }) => !invited.has(player));
  const others = secrets.filter(({ player }) => invited.has(player));
  saveSession(session.id, {
    secrets: Object.fromEntries(mine.map(({ player, secret }) => [player, secret])),
    invitations: Object.fromEntries(others.map(({ player, invitation }) => [player, invitation])),
    title: session.game.title,
  });
}

/** The saved sessions, latest first. */
export const listSavedSessions = (): { readonly id: string; readonly title: string }[] =>
  Object.entries(loadAll())
    .sort(([, a], [, b]) => b.at - a.at)
    .map(([id, { title }]) => ({ id, title }));

/** Removes a session, with its secrets. */
export function forgetSession(id: string): void {
  const others = Object.entries(loadAll()).filter(([other]) => other !== id);
  store(NAME, Object.fromEntries(others));
}
