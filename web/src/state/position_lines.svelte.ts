/** The engine's lines for the position of an analysis. */

import type { AnalysisDocument, LineFields, PositionRequest } from "../api/types";
import { api } from "./api";
import { errorText } from "./error_text";
import { loadStored, store } from "./storage";

const NAME = "analysis";
const MOST_LINES = 5;
const SECONDS = 4;
const MOST_SECONDS = 3_600; // the server searches as long as it allows
const DEEPER = 2; // plies

/** How the engine analyses; the browser remembers it. */
interface Effort {
  readonly lines: number;
  /** Whether every legal move gets a value. */
  readonly isFull: boolean;
  /** The depth in plies; null for a search of some seconds. */
  readonly depth: number | null;
}

const DEFAULT: Effort = { lines: 3, isFull: false, depth: null };

export class PositionLines {
  isOn = $state(true);
  effort = $state.raw<Effort>({ ...DEFAULT, ...loadStored<Partial<Effort>>(NAME, {}) });
  result = $state.raw<AnalysisDocument | null>(null);
  /** Why the server refused to analyse; empty if it did not. */
  error = $state("");
  /** The plies that "go deeper" has added, or whether it has lifted the time limit. */
  #deeper = $state(0);
  #key = "";
  #position = "";
  #stop: () => void = () => undefined;

  /** Every line, best first. */
  get all(): readonly LineFields[] {
    return this.result?.lines ?? [];
  }

  /** The best lines, as many as wanted. */
  get best(): readonly LineFields[] {
    return this.all.slice(0, this.effort.lines);
  }

  get isDone(): boolean {
    return this.result?.status === "done";
  }

  /** Whether a deeper search would find more. */
  get canGoDeeper(): boolean {
    if (!this.isDone || this.all.every(({ warrant }) => warrant === "proven")) return false;
    return this.effort.depth !== null || this.#deeper === 0;
  }

  choose(changes: Partial<Effort>): void {
    const lines = Math.max(1, Math.min(MOST_LINES, changes.lines ?? this.effort.lines));
    this.effort = { ...this.effort, ...changes, lines };
    this.#deeper = 0;
    store(NAME, this.effort);
  }

  goDeeper(): void {
    this.#deeper += DEEPER;
  }

  /** Analyses a position, unless that is already running or the engine is off. */
  update(request: PositionRequest, game: string, isOver: boolean): void {
    const position = JSON.stringify(request);
    if (position !== this.#position) this.#deeper = 0;
    this.#position = position;
    const { lines, isFull, depth } = this.effort;
    const deeper = this.#deeper;
    const key = JSON.stringify([request, lines, isFull, depth, deeper]);
    const isWanted = this.isOn && !isOver;
    if (isWanted && key === this.#key) return;
    this.stop();
    if (!isWanted) return;
    this.#key = key;
    const limit =
      depth === null ? { time: deeper > 0 ? MOST_SECONDS : SECONDS } : { depth: depth + deeper };
    this.#stop = api.analyse(
      { ...request, lines: isFull ? "all" : lines, limit },
      (result) => {
        this.result = result;
      },
      (error) => {
        this.result = null;
        this.error = errorText(error, game);
      },
    );
  }

  /** Stops the analysis and clears its result. */
  stop(): void {
    this.#stop();
    this.#stop = () => undefined;
    this.#key = "";
    this.result = null;
    this.error = "";
  }
}
