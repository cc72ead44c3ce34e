/** The seats that this browser holds, their secrets, and the links to those of others. */

import type { CreatedSession } from "../api/types";
import { keep, kept } from "./storage";

/** What is known of a session besides what the server tells everybody. */
export interface Holding {
  /** Secrets by player, of the seats played from this browser. */
  readonly secrets: Readonly<Record<number, string>>;
  /** Links by player, for those who are still to come. */
  readonly invitations: Readonly<Record<number, string>>;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const NAME = "seats";
const MOST = 40; // sessions remembered
const NOTHING: Holding = { secrets: {}, invitations: {}, title: "", at: 0 };

const all = (): Record<string, Holding> => kept<Record<string, Holding>>(NAME, {});

/** What is held of a session. */
export const holding = (id: string): Holding => ({ ...NOTHING, ...all()[id] });

/** Remembers something about a session. */
export function remember(id: string, more: Partial<Holding>): Holding {
  const held = all();
  const next = { ...NOTHING, ...held[id], ...more, at: Date.now() };
  const recent = Object.entries({ ...held, [id]: next }).sort(([, a], [, b]) => b.at - a.at);
  keep(NAME, Object.fromEntries(recent.slice(0, MOST)));
  return next;
}

/** Remembers a session that was begun here: the seats of `invited` are for others. */
export function rememberCreated(
  { session, secrets }: CreatedSession,
  invited: ReadonlySet<number>,
): void {
  const mine = secrets.filter(({ player }) => !invited.has(player));
  const others = secrets.filter(({ player }) => invited.has(player));
  remember(session.id, {
    secrets: Object.fromEntries(mine.map(({ player, secret }) => [player, secret])),
    invitations: Object.fromEntries(others.map(({ player, invitation }) => [player, invitation])),
    title: session.game.title,
  });
}

/** The sessions that are remembered, the latest first. */
export const remembered = (): { readonly id: string; readonly title: string }[] =>
  Object.entries(all())
    .sort(([, a], [, b]) => b.at - a.at)
    .map(([id, { title }]) => ({ id, title }));

/** Forgets a session. */
export function forget(id: string): void {
  const held = all();
  delete held[id];
  keep(NAME, held);
}
