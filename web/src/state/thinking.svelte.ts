/** What engines think: the one that analyses for whoever looks on, and those in the seats. */

import { analyse } from "../api/analyses";
import type { AnalysisDocument, SessionDocument, ThinkingFields } from "../api/types";
import { placeOf } from "./view.svelte";

const LINES = 3;
const SECONDS = 9;

export class Thinking {
  /** Whether positions are analysed. */
  isOn = $state(false);
  found = $state.raw<AnalysisDocument | null>(null);
  /** What the engine in a seat thinks so far. */
  seat = $state.raw<ThinkingFields | null>(null);
  #stop: (() => void) | null = null;
  #place = "";

  /** Analyses the position after some moves, where analysing is on and it is another one. */
  look(session: SessionDocument, moves: readonly string[], isOver: boolean): void {
    if (!this.isOn) return this.end();
    const place = placeOf(session, moves);
    const key = JSON.stringify(place);
    if (key === this.#place) return;
    this.end();
    if (isOver) return;
    this.#place = key;
    this.#stop = analyse(
      { ...place, lines: LINES, limit: { time: SECONDS } },
      (found) => {
        this.found = found;
      },
      () => this.end(),
    );
  }

  /** Analyses no more. */
  end(): void {
    this.#stop?.();
    this.#stop = null;
    this.#place = "";
    this.found = null;
  }
}
