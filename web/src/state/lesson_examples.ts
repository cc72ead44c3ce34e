/** The examples of lessons, as their files describe them. */

import type { LessonDocument, ValueFields } from "../api/types";
import { analysisOf, textOf } from "./analysis_address";
import type { AnalysisPlace } from "./analysis_address";
import { DEFAULT_SETUP } from "./tree_setup";
import type { TreeSetup } from "./tree_setup";

/** A node of a lesson's own tree. */
interface ExampleNode {
  readonly name: string;
  readonly move?: string;
  readonly children?: readonly ExampleNode[];
}

/** A term of an evaluation. */
export interface ExampleTerm {
  readonly name: string;
  readonly own: number;
  readonly other: number;
  readonly weight: number;
}

/** A search of a position. */
export interface ExampleRun {
  readonly name: string;
  readonly depth?: number;
  readonly pruning?: boolean;
  readonly ordering?: boolean;
  readonly quiescence?: boolean;
  readonly playouts?: number;
  readonly seed?: number;
}

/** Any example; which fields there are depends on its kind. */
export interface Example {
  readonly game?: string;
  readonly options?: Readonly<Record<string, string | number>>;
  readonly position?: string;
  readonly side?: string;
  readonly evaluation?: string;
  readonly sides?: readonly string[];
  readonly root?: ExampleNode;
  readonly terms?: readonly ExampleTerm[];
  readonly sum?: { readonly terms: readonly ExampleTerm[] };
  readonly best?: { readonly depth: number } | string;
  readonly runs?: readonly ExampleRun[];
}

/** The example of a lesson. */
export const exampleOf = (lesson: LessonDocument): Example => lesson.example;

/** The position of an example; null if it has none. */
export function placeOf({ game, options = {}, position = "" }: Example): AnalysisPlace | null {
  return game === undefined ? null : analysisOf(game, { options: textOf(options), position });
}

/** The words of a lesson for the moves of its tree, by the names of the nodes. */
export function wordsOf({ root }: Example): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const add = (node: ExampleNode): void => {
    words.set(node.name, node.move ?? "");
    node.children?.forEach(add);
  };
  if (root !== undefined) add(root);
  return words;
}

/** The settings of a search. */
export const setupOf = (run: ExampleRun): TreeSetup => ({
  ...DEFAULT_SETUP,
  method: run.playouts === undefined ? "alphabeta" : "mcts",
  depth: run.depth ?? DEFAULT_SETUP.depth,
  pruning: run.pruning ?? false,
  ordering: run.ordering ?? false,
  quiescence: run.quiescence ?? false,
  playouts: run.playouts ?? DEFAULT_SETUP.playouts,
  seed: run.seed ?? 0,
});

/** A whole number of points as a value. */
export const points = (score: number): ValueFields => ({ score, win_in: null, loss_in: null });
