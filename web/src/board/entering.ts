/** Moves entered step by step: cells are touched, and the legal moves say what that means. */

/** A legal move as the API gives it. */
export interface MovePath {
  readonly move: string;
  /** The cells to touch, in order; none where the move cannot be entered on the board. */
  readonly path: readonly number[];
  /** The cells whose pieces go. */
  readonly captures: readonly number[];
  /** Whether a piece comes from outside the board. */
  readonly drop: boolean;
}

/** What touching a cell did. */
export type Touched =
  /** A step was taken, or another piece was picked instead. */
  | { readonly kind: "step"; readonly path: readonly number[] }
  /** A whole move; several where moves share their cells. */
  | { readonly kind: "move"; readonly path: readonly number[]; readonly moves: readonly MovePath[] }
  /** The last step was taken back. */
  | { readonly kind: "back"; readonly path: readonly number[] }
  /** No legal move goes on like this. */
  | { readonly kind: "refused" };

/** The moves that begin with the cells touched so far. */
export const candidatesOf = (moves: readonly MovePath[], path: readonly number[]): MovePath[] =>
  moves.filter(
    (move) =>
      move.path.length > 0 &&
      move.path.length >= path.length &&
      path.every((cell, step) => move.path[step] === cell),
  );

/** The cells that can be touched next. */
export function nextCells(moves: readonly MovePath[], path: readonly number[]): Set<number> {
  const next = new Set<number>();
  for (const move of candidatesOf(moves, path)) {
    const cell = move.path[path.length];
    if (cell !== undefined) next.add(cell);
  }
  return next;
}

/** The moves that are whole with the cells touched so far. */
export const wholeMoves = (moves: readonly MovePath[], path: readonly number[]): MovePath[] =>
  path.length === 0
    ? []
    : candidatesOf(moves, path).filter((move) => move.path.length === path.length);

/**
 * Touches a cell after the cells of `path`.
 *
 * A cell that goes on with a legal move is a step. The last cell again ends a move that could also
 * go on, and is taken back otherwise; the cell before it takes the last step back. A first cell can
 * be exchanged for another. The far end of a move that nothing else ends at enters all of it.
 */
export function touch(moves: readonly MovePath[], path: readonly number[], cell: number): Touched {
  if (nextCells(moves, path).has(cell)) return entered(moves, [...path, cell]);
  if (path.length > 0 && cell === path.at(-1)) {
    const whole = wholeMoves(moves, path);
    if (whole.length > 0) return { kind: "move", path, moves: whole };
    return { kind: "back", path: path.slice(0, -1) };
  }
  if (path.length > 1 && cell === path.at(-2)) return { kind: "back", path: path.slice(0, -1) };
  if (path.length === 1 && nextCells(moves, []).has(cell)) return entered(moves, [cell]);
  const ending = path.length > 0 ? endingAt(moves, path, cell) : [];
  const [only] = ending;
  if (only !== undefined && ending.length === 1) {
    return { kind: "move", path: only.path, moves: ending };
  }
  return { kind: "refused" };
}

/** A path that goes on with a legal move: a whole move, or a step where it can become longer. */
function entered(moves: readonly MovePath[], path: readonly number[]): Touched {
  const candidates = candidatesOf(moves, path);
  const isWhole = candidates.every((move) => move.path.length === path.length);
  return isWhole ? { kind: "move", path, moves: candidates } : { kind: "step", path };
}

/** The moves whose piece comes to rest on a cell: not those that only take a piece there. */
const endingAt = (moves: readonly MovePath[], path: readonly number[], cell: number): MovePath[] =>
  candidatesOf(moves, path).filter(
    (move) => move.path.at(-1) === cell && !move.captures.includes(cell),
  );

/** The cells whose pieces go whichever of the moves is meant. */
export function commonCaptures(moves: readonly MovePath[]): number[] {
  const [first, ...others] = moves;
  if (first === undefined) return [];
  return first.captures.filter((cell) => others.every((move) => move.captures.includes(cell)));
}
