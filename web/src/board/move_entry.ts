/** Move entry, cell by cell: the legal moves decide what touching a cell means. */

/** A legal move, as the API describes it. */
export interface MovePath {
  readonly move: string;
  /** The cells to touch, in order; empty if the move cannot be entered on the board. */
  readonly path: readonly number[];
  /** The cells whose pieces are captured. */
  readonly captures: readonly number[];
  /** Whether the move places a piece from outside the board. */
  readonly drop: boolean;
}

/** The effect of touching a cell. */
export type Touched =
  /** A step was added, or another piece was selected instead. */
  | { readonly kind: "step"; readonly path: readonly number[] }
  /** The move is complete; several moves can have the same cells. */
  | { readonly kind: "move"; readonly path: readonly number[]; readonly moves: readonly MovePath[] }
  /** The last step was undone. */
  | { readonly kind: "back"; readonly path: readonly number[] }
  /** No legal move continues like this. */
  | { readonly kind: "illegal" };

/** The moves that start with these cells. */
export const candidatesOf = (moves: readonly MovePath[], path: readonly number[]): MovePath[] =>
  moves.filter(
    (move) =>
      move.path.length > 0 &&
      move.path.length >= path.length &&
      path.every((cell, step) => move.path[step] === cell),
  );

/** The cells that continue a legal move. */
export function nextCells(moves: readonly MovePath[], path: readonly number[]): Set<number> {
  const next = new Set<number>();
  for (const move of candidatesOf(moves, path)) {
    const cell = move.path[path.length];
    if (cell !== undefined) next.add(cell);
  }
  return next;
}

/** The moves that are complete after these cells. */
export const completeMoves = (moves: readonly MovePath[], path: readonly number[]): MovePath[] =>
  path.length === 0
    ? []
    : candidatesOf(moves, path).filter((move) => move.path.length === path.length);

/**
 * The effect of touching a cell after the cells of `path`.
 *
 * A cell that continues a legal move adds a step. Touching the last cell again ends a move that
 * could also continue, and undoes the last step otherwise; so does touching the cell before it.
 * While only one cell is selected, another first cell replaces it. The last cell of a move enters
 * all of it, if no other move ends there.
 */
export function touch(moves: readonly MovePath[], path: readonly number[], cell: number): Touched {
  if (nextCells(moves, path).has(cell)) return entered(moves, [...path, cell]);
  if (path.length > 0 && cell === path.at(-1)) {
    const complete = completeMoves(moves, path);
    if (complete.length > 0) return { kind: "move", path, moves: complete };
    return { kind: "back", path: path.slice(0, -1) };
  }
  if (path.length > 1 && cell === path.at(-2)) return { kind: "back", path: path.slice(0, -1) };
  if (path.length === 1 && nextCells(moves, []).has(cell)) return entered(moves, [cell]);
  const ending = path.length > 0 ? endingAt(moves, path, cell) : [];
  const [only] = ending;
  if (only !== undefined && ending.length === 1) {
    return { kind: "move", path: only.path, moves: ending };
  }
  return { kind: "illegal" };
}

/** A path that a legal move starts with: complete, or a step if the move can be longer. */
function entered(moves: readonly MovePath[], path: readonly number[]): Touched {
  const candidates = candidatesOf(moves, path);
  const isComplete = candidates.every((move) => move.path.length === path.length);
  return isComplete ? { kind: "move", path, moves: candidates } : { kind: "step", path };
}

/** The moves whose piece ends on a cell, without those that only capture a piece there. */
const endingAt = (moves: readonly MovePath[], path: readonly number[], cell: number): MovePath[] =>
  candidatesOf(moves, path).filter(
    (move) => move.path.at(-1) === cell && !move.captures.includes(cell),
  );

/** The cells whose pieces all of these moves capture. */
export function commonCaptures(moves: readonly MovePath[]): number[] {
  const [first, ...others] = moves;
  if (first === undefined) return [];
  return first.captures.filter((cell) => others.every((move) => move.captures.includes(cell)));
}
