/** The board without a browser: what it was told, what has been entered, and what follows. */

import { candidatesOf, commonCaptures, touch, wholeMoves } from "./entering";
import type { MovePath, Touched } from "./entering";
import type { Geometry } from "./geometry";
import type { Arrow, Mark } from "./marking";

/** What the board is told; everything that it shows follows from this and from what is entered. */
export interface Told {
  readonly geometry: Geometry;
  /** For every cell a piece's code, another mark such as a value, or nothing. */
  readonly occupants: readonly (string | null)[];
  /** The legal moves; none where nobody is to move here. */
  readonly moves: readonly MovePath[];
  /** The player to move. */
  readonly turn: number | null;
  /** The cells of the last move. */
  readonly last: readonly number[];
  readonly marks: readonly Mark[];
  readonly arrows: readonly Arrow[];
  /** Whether the board is seen from the other side. */
  readonly flipped: boolean;
  /** Whether moves can be entered. */
  readonly interactive: boolean;
  /** Whether pieces glide; reduced motion is honoured besides. */
  readonly animate: boolean;
}

/** The whole state: plain, immutable, and without a DOM. */
export interface HeadlessState extends Told {
  readonly occupants: readonly string[];
  /** The cells touched so far. */
  readonly path: readonly number[];
  /** The whole move whose answer is awaited; several where they share their cells. */
  readonly sent: readonly MovePath[];
  /** Cells that stand for another one: a column for its cell, where moves are named by columns. */
  readonly aliases: ReadonlyMap<number, number>;
}

/** The first state. */
export function initialState(told: Told): HeadlessState {
  return {
    ...told,
    occupants: filled(told.occupants),
    path: [],
    sent: [],
    aliases: columnAliases(told.geometry, told.moves),
  };
}

/**
 * The state after being told something else.
 *
 * Steps are kept where the position is the same and they still lead somewhere; a whole move also
 * where there are no moves, since nobody can enter one while its answer is awaited.
 */
export function configure(state: HeadlessState, told: Partial<Told>): HeadlessState {
  const next: Told = { ...state, ...told };
  const geometry = isSame(next.geometry, state.geometry) ? state.geometry : next.geometry;
  const occupants = told.occupants === undefined ? state.occupants : filled(told.occupants);
  const isSamePosition =
    geometry === state.geometry && next.turn === state.turn && isSame(occupants, state.occupants);
  const isOpen = next.interactive && candidatesOf(next.moves, state.path).length > 0;
  const isAwaited = isSent(state) && next.moves.length === 0;
  const isKept = isSamePosition && (isOpen || isAwaited);
  return {
    ...next,
    geometry,
    occupants,
    path: isKept ? state.path : [],
    sent: isKept ? state.sent : [],
    aliases: columnAliases(geometry, next.moves),
  };
}

/** Whether a whole move was entered and its answer is awaited. */
export const isSent = (state: HeadlessState): boolean => state.sent.length > 0;

/** What touching a cell does, and the state after it. */
export function touchCell(
  state: HeadlessState,
  cell: number,
): { readonly state: HeadlessState; readonly touched: Touched | null } {
  if (!state.interactive || isSent(state)) return { state, touched: null };
  const meant = state.path.length === 0 ? (state.aliases.get(cell) ?? cell) : cell;
  const touched = touch(state.moves, state.path, meant);
  if (touched.kind !== "refused") return { state: follow(state, touched), touched };
  return { state, touched: isMoverWithoutName(state, cell) ? null : touched };
}

/** Ends a move that could also go on; nothing where none is whole. */
export function finishMove(state: HeadlessState): {
  readonly state: HeadlessState;
  readonly touched: Touched | null;
} {
  const moves = isSent(state) ? [] : wholeMoves(state.moves, state.path);
  if (moves.length === 0) return { state, touched: null };
  const touched: Touched = { kind: "move", path: state.path, moves };
  return { state: follow(state, touched), touched };
}

/** Takes the last step back. */
export const stepBack = (state: HeadlessState): HeadlessState =>
  isSent(state) ? state : { ...state, path: state.path.slice(0, -1) };

/** Forgets what was entered, sent or not. */
export const cancel = (state: HeadlessState): HeadlessState => ({
  ...state,
  path: [],
  sent: [],
});

/** The moves that what was entered can still become. */
export const candidates = (state: HeadlessState): MovePath[] =>
  isSent(state) ? [...state.sent] : candidatesOf(state.moves, state.path);

/** The cells whose pieces go by what has been entered. */
export const takenCells = (state: HeadlessState): number[] =>
  state.path.length === 0 ? [] : commonCaptures(candidates(state));

const follow = (
  state: HeadlessState,
  touched: Exclude<Touched, { kind: "refused" }>,
): HeadlessState => ({
  ...state,
  path: touched.path,
  sent: touched.kind === "move" ? touched.moves : [],
});

/**
 * Whether a cell holds a piece of the player to move whose moves name only where they lead.
 * Touching the piece first is no mistake then, and says nothing yet.
 */
export function isMoverWithoutName(state: HeadlessState, cell: number): boolean {
  const piece = state.geometry.pieces.find(({ code }) => code === state.occupants[cell]);
  return (
    piece !== undefined &&
    piece.player === state.turn &&
    state.path.length === 0 &&
    state.moves.some((move) => !move.drop && move.path.length === 1)
  );
}

/** Every cell of a column, for the cell that a move named like the column is entered at. */
function columnAliases(geometry: Geometry, moves: readonly MovePath[]): Map<number, number> {
  const aliases = new Map<number, number>();
  for (const { move, path } of moves) {
    const column = geometry.files.indexOf(move);
    const [meant] = path;
    if (column < 0 || meant === undefined || path.length > 1) continue;
    geometry.cells.forEach((cell, number) => {
      if (cell.x === column) aliases.set(number, meant);
    });
  }
  return aliases;
}

const filled = (occupants: readonly (string | null)[]): string[] =>
  occupants.map((code) => code ?? "");

/** Whether two plain values are the same, field by field. */
const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);
