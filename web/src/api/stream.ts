/** Subscribes to a stream of server-sent events and reconnects whenever it ends. */

import { hasFields } from "./client";
import type { Connection } from "./connection";

/** Handles the events of one name. */
export interface Listener {
  /** The fields that a valid event must have. */
  readonly expect: readonly string[];
  onEvent(data: object): void;
}

const FIRST_DELAY = 500; // milliseconds
const LONGEST_DELAY = 5_000; // milliseconds

/**
 * Subscribes to the stream at `path`; returns a function that unsubscribes.
 *
 * A browser reconnects on its own after a lost connection, but not after a response that is not a
 * stream. Then this function reconnects, with growing delays.
 */
export function subscribe(
  connection: Connection,
  path: string,
  listeners: Readonly<Record<string, Listener>>,
): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_DELAY;

  const connect = (): void => {
    source = new EventSource(`/api/v1${path}`);
    source.onopen = () => {
      delay = FIRST_DELAY;
      connection.restored();
    };
    source.onerror = () => {
      if (source === null) return;
      connection.lost("offline");
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(connect, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY);
    };
    for (const [name, listener] of Object.entries(listeners)) {
      source.addEventListener(name, (event) => {
        const data = parse(event.data);
        if (hasFields(data, listener.expect)) listener.onEvent(data);
        else connection.lost("invalid");
      });
    }
  };

  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    return null;
  }
}
