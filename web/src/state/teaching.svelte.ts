/** Help with the next move: hints, explanations, comparisons and the coach's warnings. */

import { isAborted } from "../api";
import type {
  ComparisonDocument,
  ExplanationDocument,
  HintDocument,
  RungFields,
} from "../api/types";
import { api } from "./api";

/** A move that the coach warns about. */
export interface Warning {
  readonly move: string;
  readonly comparison: ComparisonDocument;
}

export class Teaching {
  #hint = $state.raw<HintDocument | null>(null);
  #rungCount = $state(0);
  explanation = $state.raw<ExplanationDocument | null>(null);
  comparison = $state.raw<ComparisonDocument | null>(null);
  warning = $state.raw<Warning | null>(null);
  /** Whether the next move that is entered is checked instead of played. */
  isChecking = $state(false);
  /** Whether a request is running. */
  isBusy = $state(false);
  #cancellation = new AbortController();

  /** The rungs of the hint ladder shown so far. */
  get rungs(): readonly RungFields[] {
    return this.#hint?.rungs.slice(0, this.#rungCount) ?? [];
  }

  /** Whether the hint ladder has another rung. */
  get hasMore(): boolean {
    return this.#hint === null || this.#rungCount < this.#hint.rungs.length;
  }

  /** Clears everything, when the position changes. */
  clear(): void {
    this.#cancellation.abort();
    this.#cancellation = new AbortController();
    this.#hint = null;
    this.#rungCount = 0;
    this.explanation = null;
    this.comparison = null;
    this.warning = null;
    this.isChecking = false;
    this.isBusy = false;
  }

  /** Shows the next rung of the hint ladder. */
  async hint(session: string): Promise<void> {
    if (this.#hint === null) {
      const hint = await this.#load((signal) => api.readHint(session, signal));
      if (hint === null) return;
      this.#hint = hint;
    }
    this.#rungCount = Math.min(this.#rungCount + 1, this.#hint.rungs.length);
  }

  /** Explains why a move is good; the best move by default. */
  async explain(session: string, move: string | null): Promise<void> {
    const explanation = await this.#load((signal) => api.readExplanation(session, move, signal));
    if (explanation === null) return;
    this.comparison = null;
    this.explanation = explanation;
  }

  /** Compares a move with the engine's best move. */
  async compare(session: string, move: string): Promise<ComparisonDocument | null> {
    const comparison = await this.#load((signal) => api.readComparison(session, move, signal));
    this.isChecking = false;
    if (comparison === null) return null;
    this.explanation = null;
    this.comparison = comparison;
    return comparison;
  }

  /** The answer to a request; null if the position has changed meanwhile. */
  async #load<Answer>(request: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | null> {
    const { signal } = this.#cancellation;
    this.isBusy = true;
    try {
      const answer = await request(signal);
      return signal.aborted ? null : answer;
    } catch (error) {
      if (isAborted(error)) return null;
      throw error;
    } finally {
      if (!signal.aborted) this.isBusy = false;
    }
  }
}
