/** Shows the moves of other players one after the other, at a pace that can be followed. */

import type { SessionDocument } from "../api/types";
import { settings } from "./settings.svelte";

const MOST_WAITING = 12; // states; more means that the page has fallen behind

export class MovePacer {
  readonly #show: (session: SessionDocument) => void;
  #waiting: { readonly session: SessionDocument; readonly isReply: boolean }[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #shownAt = -Infinity;

  constructor(show: (session: SessionDocument) => void) {
    this.#show = show;
  }

  /** Adds the next state of a session; a reply waits until the move before it has been seen. */
  add(session: SessionDocument, isReply: boolean): void {
    this.#waiting.push({ session, isReply });
    if (this.#timer === undefined) this.#advance();
  }

  /** Discards what has not been shown. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }

  #advance(): void {
    this.#timer = undefined;
    let next = this.#waiting[0];
    while (next !== undefined) {
      const wait = this.#shownAt + settings.pace - performance.now();
      const isPaced = next.isReply && !document.hidden && this.#waiting.length <= MOST_WAITING;
      if (isPaced && wait > 0) {
        this.#timer = setTimeout(() => this.#advance(), wait);
        return;
      }
      this.#waiting.shift();
      this.#shownAt = performance.now();
      this.#show(next.session);
      next = this.#waiting[0];
    }
  }
}
