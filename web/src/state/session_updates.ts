/** Keeps a session up to date: by its event stream, with a poll in case the stream has died. */

import type { Followers } from "../api";
import type { PresenceFields, SessionDocument, SessionUpdate, ThinkingFields } from "../api/types";
import { api } from "./api";

const POLL = 20_000; // milliseconds

/** Receives the updates of a session. */
export interface UpdateListener {
  onSession(session: SessionDocument): void;
  onUpdate(update: SessionUpdate): void;
  onThinking(thinking: ThinkingFields): void;
  onPresence(presence: PresenceFields): void;
  onError(error: unknown): void;
}

/**
 * The document after an update; the same document if it is at that version already.
 *
 * Null if an update before this one is missing, so that the session has to be read again.
 */
export function applyUpdate(
  session: SessionDocument,
  update: SessionUpdate,
): SessionDocument | null {
  if (update.version <= session.version) return session;
  if (update.version > session.version + 1) return null;
  const { history, undone, seats } = update;
  const next: SessionDocument & { what?: string } = {
    ...session,
    ...update,
    history: [...session.history.slice(0, history.keep), ...history.add],
    undone: [...undone.add, ...session.undone.slice(undone.skip)],
    seats: seats ?? session.seats,
  };
  delete next.what; // not a field of the document
  return next;
}

/** Whether the last move of a session was made by none of these players. */
export function isByOthers(session: SessionDocument, players: readonly number[]): boolean {
  const last = session.history.at(-1);
  return last !== undefined && !players.includes(session.game.sides.indexOf(last.side));
}

/** Subscribes to the updates of a session; returns a function that unsubscribes. */
export function watchSession(
  id: string,
  followers: Followers,
  listener: UpdateListener,
): () => void {
  const cancellation = new AbortController();
  const { signal } = cancellation;
  const unsubscribe = api.subscribeToSession(id, followers, listener);
  // A connection can be lost without any event; a poll now and then detects it.
  const poll = (): void => {
    api.readSession(id, signal).then(
      (session) => listener.onSession(session),
      (error: unknown) => listener.onError(error),
    );
  };
  const timer = setInterval(poll, POLL);
  addEventListener("online", poll, { signal });
  return () => {
    cancellation.abort();
    unsubscribe();
    clearInterval(timer);
  };
}
