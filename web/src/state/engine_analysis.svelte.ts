/** The analysis panel's results, and the thoughts of the engine that is about to move. */

import type { AnalysisDocument, SessionDocument, ThinkingFields } from "../api/types";
import { api } from "./api";
import { errorText } from "./error_text";
import { positionRequest } from "./position_view.svelte";

const LINES = 3;
const SECONDS = 9;

export class EngineAnalysis {
  /** Whether the analysis is switched on. */
  isOn = $state(false);
  result = $state.raw<AnalysisDocument | null>(null);
  /** Why the server refused to analyse; empty if it did not. */
  error = $state("");
  /** What the engine to move currently considers best. */
  thinking = $state.raw<ThinkingFields | null>(null);
  #stop: (() => void) | null = null;
  #moves: readonly string[] | null = null;

  /** Analyses the position after some moves, unless that is already running or switched off. */
  update(session: SessionDocument, moves: readonly string[], isOver: boolean): void {
    if (!this.isOn) {
      this.stop();
      return;
    }
    if (this.#isAbout(moves)) return;
    this.stop();
    if (isOver) return;
    this.#moves = moves;
    this.#stop = api.analyse(
      { ...positionRequest(session, moves), lines: LINES, limit: { time: SECONDS } },
      (result) => {
        this.result = result;
      },
      (error) => {
        this.result = null;
        this.error = errorText(error, session.game.name);
      },
    );
  }

  /** The result, if it is about the position after these moves. */
  resultAfter(moves: readonly string[]): AnalysisDocument | null {
    return this.result !== null && this.#isAbout(moves) ? this.result : null;
  }

  /** Stops the analysis and clears its result. */
  stop(): void {
    this.#stop?.();
    this.#stop = null;
    this.#moves = null;
    this.result = null;
    this.error = "";
  }

  #isAbout(moves: readonly string[]): boolean {
    return JSON.stringify(moves) === JSON.stringify(this.#moves);
  }
}
