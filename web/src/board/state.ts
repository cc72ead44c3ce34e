/** The state of a board, without a DOM: its input, and the move being entered. */

import { candidatesOf, commonCaptures, touch, completeMoves } from "./move_entry";
import type { MovePath, Touched } from "./move_entry";
import type { Geometry } from "./geometry";
import type { Arrow, Mark } from "./marks";

/** The input of a board; together with the move being entered, it determines what is shown. */
export interface BoardInput {
  readonly geometry: Geometry;
  /** For every cell the code of a piece, another mark such as a value, or nothing. */
  readonly occupants: readonly (string | null)[];
  /** The legal moves; empty if no move can be entered. */
  readonly moves: readonly MovePath[];
  /** Whether a capture is mandatory although other pieces could move. */
  readonly mustCapture: boolean;
  /** The player to move. */
  readonly turn: number | null;
  /** The cells of the last move. */
  readonly last: readonly number[];
  readonly marks: readonly Mark[];
  readonly arrows: readonly Arrow[];
  /** Whether the board is rotated by 180 degrees. */
  readonly flipped: boolean;
  /** Whether moves can be entered. */
  readonly interactive: boolean;
  /** Whether moves are animated; a system setting for reduced motion has precedence. */
  readonly animate: boolean;
}

/** The complete state: plain and immutable. */
export interface HeadlessState extends BoardInput {
  readonly occupants: readonly string[];
  /** The cells touched so far. */
  readonly path: readonly number[];
  /** The complete move that awaits an answer; several if they have the same cells. */
  readonly sent: readonly MovePath[];
  /** Cells that stand for another one: if moves are entered by columns, the cells of a column. */
  readonly aliases: ReadonlyMap<number, number>;
}

/** The initial state. */
export function initialState(input: BoardInput): HeadlessState {
  return {
    ...input,
    occupants: filled(input.occupants),
    path: [],
    sent: [],
    aliases: columnAliases(input.geometry, input.moves),
  };
}

/**
 * The state after a change of the input.
 *
 * The steps are kept if the position is the same and a legal move still starts with them. A complete
 * move is also kept if there are no legal moves, as is usual while its answer is awaited.
 */
export function configure(state: HeadlessState, changes: Partial<BoardInput>): HeadlessState {
  const next: BoardInput = { ...state, ...changes };
  const geometry = isSame(next.geometry, state.geometry) ? state.geometry : next.geometry;
  const occupants = changes.occupants === undefined ? state.occupants : filled(changes.occupants);
  const isSamePosition =
    geometry === state.geometry && next.turn === state.turn && isSame(occupants, state.occupants);
  const isContinued = next.interactive && candidatesOf(next.moves, state.path).length > 0;
  const isAwaited = isSent(state) && next.moves.length === 0;
  const isKept = isSamePosition && (isContinued || isAwaited);
  return {
    ...next,
    geometry,
    occupants,
    path: isKept ? state.path : [],
    sent: isKept ? state.sent : [],
    aliases: columnAliases(geometry, next.moves),
  };
}

/** Whether a complete move awaits an answer. */
export const isSent = (state: HeadlessState): boolean => state.sent.length > 0;

/** Touches a cell; the new state, and the effect if there is one. */
export function touchCell(
  state: HeadlessState,
  cell: number,
): { readonly state: HeadlessState; readonly touched: Touched | null } {
  if (!state.interactive || isSent(state)) return { state, touched: null };
  const meant = state.path.length === 0 ? (state.aliases.get(cell) ?? cell) : cell;
  const touched = touch(state.moves, state.path, meant);
  if (touched.kind !== "illegal") return { state: follow(state, touched), touched };
  return { state, touched: isUnnamedMover(state, cell) ? null : touched };
}

/** Ends a move that could also continue; no effect if no move is complete. */
export function finishMove(state: HeadlessState): {
  readonly state: HeadlessState;
  readonly touched: Touched | null;
} {
  const moves = isSent(state) ? [] : completeMoves(state.moves, state.path);
  if (moves.length === 0) return { state, touched: null };
  const touched: Touched = { kind: "move", path: state.path, moves };
  return { state: follow(state, touched), touched };
}

/** Undoes the last step. */
export const stepBack = (state: HeadlessState): HeadlessState =>
  isSent(state) ? state : { ...state, path: state.path.slice(0, -1) };

/** Discards what was entered, whether or not it was sent. */
export const cancel = (state: HeadlessState): HeadlessState => ({
  ...state,
  path: [],
  sent: [],
});

/** The moves that start with the steps entered so far. */
export const candidates = (state: HeadlessState): MovePath[] =>
  isSent(state) ? [...state.sent] : candidatesOf(state.moves, state.path);

/** The cells whose pieces the entered steps capture. */
export const capturedCells = (state: HeadlessState): number[] =>
  state.path.length === 0 ? [] : commonCaptures(candidates(state));

const follow = (
  state: HeadlessState,
  touched: Exclude<Touched, { kind: "illegal" }>,
): HeadlessState => ({
  ...state,
  path: touched.path,
  sent: touched.kind === "move" ? touched.moves : [],
});

/**
 * Whether a cell has a piece of the player to move, in a game whose moves name only the destination.
 * Touching the piece first is not an error then.
 */
export function isUnnamedMover(state: HeadlessState, cell: number): boolean {
  const piece = state.geometry.pieces.find(({ code }) => code === state.occupants[cell]);
  return (
    piece?.player === state.turn &&
    state.path.length === 0 &&
    state.moves.some((move) => !move.drop && move.path.length === 1)
  );
}

/** Maps all cells of a column to the destination of the move to that column. */
function columnAliases(geometry: Geometry, moves: readonly MovePath[]): Map<number, number> {
  const aliases = new Map<number, number>();
  if (geometry.entry !== "columns") return aliases;
  for (const { path } of moves) {
    const [meant] = path;
    if (meant === undefined || path.length > 1) continue;
    const column = geometry.cells[meant]?.x;
    geometry.cells.forEach((cell, number) => {
      if (cell.x === column) aliases.set(number, meant);
    });
  }
  return aliases;
}

const filled = (occupants: readonly (string | null)[]): string[] =>
  occupants.map((code) => code ?? "");

/** Whether two plain values are deeply equal. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
