/** The analysis panel's results, and the thoughts of the engine that is about to move. */

import type { AnalysisDocument, SessionDocument, ThinkingFields } from "../api/types";
import { api } from "./api";
import { positionRequest } from "./position_view.svelte";

const LINES = 3;
const SECONDS = 9;

export class EngineAnalysis {
  /** Whether the analysis is switched on. */
  isOn = $state(false);
  result = $state.raw<AnalysisDocument | null>(null);
  /** What the engine to move currently considers best. */
  thinking = $state.raw<ThinkingFields | null>(null);
  #stop: (() => void) | null = null;
  #key = "";

  /** Analyses the position after some moves, unless that is already running or switched off. */
  update(session: SessionDocument, moves: readonly string[], isOver: boolean): void {
    if (!this.isOn) {
      this.stop();
      return;
    }
    const request = positionRequest(session, moves);
    const key = JSON.stringify(request);
    if (key === this.#key) return;
    this.stop();
    if (isOver) return;
    this.#key = key;
    this.#stop = api.analyse(
      { ...request, lines: LINES, limit: { time: SECONDS } },
      (result) => {
        this.result = result;
      },
      () => this.stop(),
    );
  }

  /** Stops the analysis and clears its result. */
  stop(): void {
    this.#stop?.();
    this.#stop = null;
    this.#key = "";
    this.result = null;
  }
}
