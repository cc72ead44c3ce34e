/** The settings with which a search tree is shown first. */

/** How to search. */
export interface TreeSetup {
  readonly method: "alphabeta" | "mcts";
  readonly depth: number;
  readonly pruning: boolean;
  readonly ordering: boolean;
  readonly quiescence: boolean;
  readonly playouts: number;
  readonly seed: number;
  /** The name of the evaluation; null for that of the engine. */
  readonly evaluation: string | null;
}

/** Alpha-beta, two plies deep. */
export const DEFAULT_SETUP: TreeSetup = {
  method: "alphabeta",
  depth: 2,
  pruning: true,
  ordering: false,
  quiescence: false,
  playouts: 50,
  seed: 1,
  evaluation: null,
};
