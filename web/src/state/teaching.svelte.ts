/** Help with the move that is to be made: hints, explanations, comparisons, and the coach. */

import { isAborted } from "../api/errors";
import { readComparison, readExplanation, readHint } from "../api/sessions";
import type { ComparisonDocument, ExplanationDocument, HintDocument } from "../api/types";

/** A move that the coach would think about again. */
export interface Warning {
  readonly move: string;
  readonly comparison: ComparisonDocument;
}

export class Teaching {
  #hint = $state.raw<HintDocument | null>(null);
  #told = $state(0);
  explanation = $state.raw<ExplanationDocument | null>(null);
  comparison = $state.raw<ComparisonDocument | null>(null);
  warning = $state.raw<Warning | null>(null);
  /** Whether the next move that is entered is asked about instead of played. */
  isAsking = $state(false);
  /** Whether an answer is awaited. */
  isBusy = $state(false);
  #interest = new AbortController();

  /** The rungs of the ladder that have been told. */
  get rungs() {
    return this.#hint?.rungs.slice(0, this.#told) ?? [];
  }

  /** Whether the ladder goes on. */
  get hasMore(): boolean {
    return this.#hint === null || this.#told < this.#hint.rungs.length;
  }

  /** Forgets everything: the position has changed. */
  clear(): void {
    this.#interest.abort();
    this.#interest = new AbortController();
    this.#hint = null;
    this.#told = 0;
    this.explanation = null;
    this.comparison = null;
    this.warning = null;
    this.isAsking = false;
    this.isBusy = false;
  }

  /** Tells the next rung of the ladder. */
  async hint(session: string): Promise<void> {
    if (this.#hint === null) {
      const found = await this.#wait((signal) => readHint(session, signal));
      if (found === null) return;
      this.#hint = found;
    }
    this.#told = Math.min(this.#told + 1, this.#hint.rungs.length);
  }

  /** Says why a move is good; the best one unless told. */
  async explain(session: string, move: string | null): Promise<void> {
    const found = await this.#wait((signal) => readExplanation(session, move, signal));
    if (found === null) return;
    this.comparison = null;
    this.explanation = found;
  }

  /** Says what a move has less than the engine's own. */
  async compare(session: string, move: string): Promise<ComparisonDocument | null> {
    const found = await this.#wait((signal) => readComparison(session, move, signal));
    this.isAsking = false;
    if (found === null) return null;
    this.explanation = null;
    this.comparison = found;
    return found;
  }

  /** Waits for an answer; null where it is not wanted any more. */
  async #wait<Answer>(work: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | null> {
    const { signal } = this.#interest;
    this.isBusy = true;
    try {
      const answer = await work(signal);
      return signal.aborted ? null : answer;
    } catch (failure) {
      if (isAborted(failure)) return null;
      throw failure;
    } finally {
      if (!signal.aborted) this.isBusy = false;
    }
  }
}
