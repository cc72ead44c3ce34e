/** Follows a stream of server-sent events, and takes it up again whenever it ends. */

import { connection } from "../state/connection.svelte";
import { hasFields } from "./client";

/** What is done with the events of one name. */
export interface Listener {
  /** Fields without which an event is nonsense. */
  readonly expect: readonly string[];
  hear(data: object): void;
}

const FIRST_WAIT = 500;
const LONGEST_WAIT = 5_000;

/**
 * Follows the stream at `path`; returns what ends it.
 *
 * A browser takes a stream up again by itself after a lost connection, but not after an answer that
 * is no stream: then it is asked anew, ever less often.
 */
export function follow(path: string, listeners: Readonly<Record<string, Listener>>): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT;

  const begin = (): void => {
    source = new EventSource(`/api/v1${path}`);
    source.onopen = () => {
      wait = FIRST_WAIT;
      connection.restored();
    };
    source.onerror = () => {
      if (source === null) return;
      connection.lost("gone");
      if (source.readyState !== EventSource.CLOSED) return;
      timer = setTimeout(begin, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    };
    for (const [name, listener] of Object.entries(listeners)) {
      source.addEventListener(name, (event) => {
        const data = parsed(event.data);
        if (hasFields(data, listener.expect)) listener.hear(data);
        else connection.lost("nonsense");
      });
    }
  };

  begin();
  return () => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    return null;
  }
}
