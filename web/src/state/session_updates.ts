/** Keeps a session up to date: by its event stream, with a poll in case the stream has died. */

import type { SessionDocument, ThinkingFields } from "../api/types";
import { api } from "./api";

const POLL = 20_000; // milliseconds

/** Receives the updates of a session. */
export interface UpdateListener {
  onSession(session: SessionDocument): void;
  onThinking(thinking: ThinkingFields): void;
  onError(error: unknown): void;
}

/** Subscribes to the updates of a session; returns a function that unsubscribes. */
export function watchSession(id: string, listener: UpdateListener): () => void {
  const cancellation = new AbortController();
  const { signal } = cancellation;
  const unsubscribe = api.subscribeToSession(id, listener);
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
