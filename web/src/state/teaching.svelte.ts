/** Help with the next move: hints, explanations, comparisons and the coach's warnings. */

import { isAborted } from "../api";
import type {
  ComparisonDocument,
  ExplanationDocument,
  HintDocument,
  LineFields,
  RungFields,
} from "../api/types";
import { api } from "./api";

/** A move that the coach warns about. */
export interface Warning {
  readonly move: string;
  readonly comparison: ComparisonDocument;
}

/** A position of a session: after some of its moves, and further ones. */
export interface AdvisedPosition {
  readonly ply: number;
  readonly moves: readonly string[];
}

/** The position after `path`, in a session with these moves. */
export function advisedPosition(
  moves: readonly string[],
  path: readonly string[],
): AdvisedPosition {
  const differing = path.findIndex((move, index) => move !== moves[index]);
  const ply = differing < 0 ? path.length : differing;
  return { ply, moves: path.slice(ply) };
}

export class Teaching {
  /** The position that the advice is about. */
  about = $state.raw<AdvisedPosition | null>(null);
  #hint = $state.raw<HintDocument | null>(null);
  #rungCount = $state(0);
  explanation = $state.raw<ExplanationDocument | null>(null);
  comparison = $state.raw<ComparisonDocument | null>(null);
  warning = $state.raw<Warning | null>(null);
  /** Whether the next move that is entered is checked instead of played. */
  isChecking = $state(false);
  /** Whether a request is running. */
  isBusy = $state(false);
  /** Whether the explanation is about the best move. */
  #isBest = false;
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
    this.about = null;
  }

  /** Whether the advice shown is about a position. */
  isAbout(position: AdvisedPosition): boolean {
    return JSON.stringify(this.about) === JSON.stringify(position);
  }

  /** The line that the advice shown ends with; null if it names none. */
  get line(): LineFields | null {
    if (this.comparison !== null) return this.comparison.yours.line;
    if (this.explanation !== null) return this.#isBest ? this.explanation.line : null;
    const isFull = this.#hint !== null && this.#rungCount === this.#hint.rungs.length;
    return isFull ? (this.#hint?.line ?? null) : null;
  }

  #turnTo(position: AdvisedPosition): void {
    if (!this.isAbout(position)) this.clear();
    this.about = position;
  }

  /** Shows the next rung of the hint ladder. */
  async hint(session: string, position: AdvisedPosition): Promise<void> {
    this.#turnTo(position);
    if (this.#hint === null) {
      const hint = await this.#load((signal) => api.readHint(session, position, signal));
      if (hint === null) return;
      this.#hint = hint;
    }
    this.#rungCount = Math.min(this.#rungCount + 1, this.#hint.rungs.length);
  }

  /** Explains why a move is good; the best move by default. */
  async explain(session: string, position: AdvisedPosition, move: string | null): Promise<void> {
    this.#turnTo(position);
    const explanation = await this.#load((signal) =>
      api.readExplanation(session, { ...position, move }, signal),
    );
    if (explanation === null) return;
    this.#isBest = move === null;
    this.comparison = null;
    this.explanation = explanation;
  }

  /** Compares a move with the engine's best move. */
  async compare(
    session: string,
    position: AdvisedPosition,
    move: string,
  ): Promise<ComparisonDocument | null> {
    this.#turnTo(position);
    const comparison = await this.#load((signal) =>
      api.readComparison(session, { ...position, mine: move }, signal),
    );
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
