/** A recorded search that is shown step by step, of either kind. */

import type { ValueFields } from "../api/types";
import { decimal, say } from "../strings";

/** A node of the tree. */
export interface StepNode {
  readonly number: number;
  readonly parent: number | null;
  readonly ply: number;
  readonly move: string | null;
  readonly side: string;
  readonly position: string;
  /** The moves from the root. */
  readonly moves: readonly string[];
  readonly children: readonly number[];
  /** The moves that a cutoff skipped. */
  readonly skipped: readonly string[];
}

/** What is known about a node after a step. */
export interface NodeView {
  /** Not visited yet, being searched, or finished. */
  readonly status: "ahead" | "open" | "done";
  readonly value: string;
  readonly alpha: string;
  readonly beta: string;
  readonly detail: string;
  /** Whether the remaining moves were cut by now. */
  readonly isCut: boolean;
  /** The number that this step changed. */
  readonly changed: "value" | "alpha" | "beta" | "none";
}

/** A question about what comes next, with its right answers. */
export interface StepQuestion {
  readonly text: string;
  readonly choices: readonly string[];
  readonly right: readonly string[];
}

/** A recorded search. Steps are numbered from 0. */
export interface StepRecord {
  readonly nodes: readonly StepNode[];
  readonly count: number;
  /** Whether the nodes have a window. */
  readonly hasWindow: boolean;
  /** The node that a step is about. */
  focus: (step: number) => number;
  view: (node: number, step: number) => NodeView;
  /** What happens in a step, as a sentence. */
  sentence: (step: number) => string;
  /** What to ask before going on from a step; null for nothing. */
  question: (step: number) => StepQuestion | null;
}

/** What a node is called in a sentence. */
export const nameOf = (node: StepNode): string =>
  node.moves.length === 0 ? say("tree.root") : node.moves.join(" ");

/** A value as short text. */
export function valueText(value: ValueFields): string {
  if (value.win_in !== null) return say("tree.wins", { plies: value.win_in });
  if (value.loss_in !== null) return say("tree.loses", { plies: value.loss_in });
  return signed(value.score ?? 0);
}

/** A number with its sign. */
export const signed = (number: number): string =>
  (number > 0 ? "+" : number < 0 ? "−" : "") + decimal(Math.abs(number));

/** The last item at or before a step; null if there is none. */
export function latest<Item extends { readonly step: number }>(
  items: readonly Item[] | undefined,
  step: number,
): Item | null {
  return items?.findLast((item) => item.step <= step) ?? null;
}

/** A node and all nodes above it. */
export function ancestors(record: StepRecord, node: number): number[] {
  const found: number[] = [];
  for (let at: number | null = node; at !== null; at = record.nodes[at]?.parent ?? null) {
    found.push(at);
  }
  return found;
}
