/** The highlights of every cell, and the position including the move being entered. */

import { nextCells } from "./move_entry";
import type { Geometry, Piece } from "./geometry";
import { candidates, isSent, capturedCells } from "./state";
import type { HeadlessState } from "./state";

/** The highlights of a cell. */
export interface CellState {
  /** A legal move starts here. */
  readonly isStart: boolean;
  /** The next step can lead here, and the board shows it. */
  readonly isTarget: boolean;
  /** The cell is part of the move being entered. */
  readonly isEntered: boolean;
  /** The last move changed the cell. */
  readonly isLast: boolean;
  /** The move being entered captures its piece. */
  readonly isCaptured: boolean;
  /** A capture that is mandatory although other pieces could move starts here. */
  readonly isForced: boolean;
  /** A piece or a mark is on the cell. */
  readonly isOccupied: boolean;
}

/** The highlights of all cells. */
export function cellStates(state: HeadlessState): CellState[] {
  const { path, moves, interactive } = state;
  const canEnter = interactive && !isSent(state);
  const starts = canEnter ? nextCells(moves, []) : new Set<number>();
  const targets = canEnter ? shownTargets(state) : new Set<number>();
  const entered = new Set(path);
  const last = new Set(state.last);
  const captured = new Set(capturedCells(state));
  const isForced = canEnter && state.mustCapture;
  return state.geometry.cells.map((_, cell) => ({
    isStart: starts.has(cell),
    isTarget: targets.has(cell),
    isEntered: entered.has(cell),
    isLast: last.has(cell),
    isCaptured: captured.has(cell),
    isForced: isForced && path.length === 0 && starts.has(cell),
    isOccupied: state.occupants[cell] !== "",
  }));
}

/** The position with the steps entered so far: the piece is where its last step led. */
export function shownOccupants(state: HeadlessState): readonly string[] {
  const { path, occupants } = state;
  const [move] = candidates(state);
  if (path.length === 0 || move === undefined) return occupants;
  const captured = new Set(capturedCells(state));
  const shown = [...occupants];
  const { origin, code } = movingPiece(state, move.drop);
  // A final cell with a captured piece is a removal, unless it is the move's only destination.
  const places = path.filter((cell) => !captured.has(cell));
  const rest = (origin !== null && places.length < 2 ? path : places).at(-1);
  for (const cell of captured) if (isSent(state) || path.includes(cell)) shown[cell] = "";
  if (code !== null && rest !== undefined) {
    if (origin !== null) shown[origin] = "";
    shown[rest] = code;
  }
  return shown;
}

/** The piece that moves, and the cell that it comes from. */
function movingPiece(
  state: HeadlessState,
  isDrop: boolean,
): { readonly origin: number | null; readonly code: string | null } {
  if (isDrop) return { origin: null, code: droppedPiece(state)?.code ?? null };
  const [first] = state.path;
  if (first === undefined) return { origin: null, code: null };
  const code = state.occupants[first] ?? "";
  if (isPiece(state.geometry, code)) return { origin: first, code };
  const own = state.occupants.flatMap((other, cell) =>
    pieceOf(state.geometry, other)?.player === state.turn ? [cell] : [],
  );
  const [origin] = own;
  if (origin === undefined || own.length > 1) return { origin: null, code: null };
  return { origin, code: state.occupants[origin] ?? "" };
}

/** The piece that the player to move places, if there is only one kind. */
export function droppedPiece(state: HeadlessState): Piece | null {
  const own = state.geometry.pieces.filter(({ player }) => player === state.turn);
  return own.length === 1 ? (own[0] ?? null) : null;
}

/** The piece with a code, if there is one. */
export const pieceOf = (geometry: Geometry, code: string): Piece | undefined =>
  geometry.pieces.find((piece) => piece.code === code);

const isPiece = (geometry: Geometry, code: string): boolean =>
  pieceOf(geometry, code) !== undefined;

/**
 * The next cells that are highlighted.
 *
 * Before the first step, these are destinations, not pieces to select. If a piece can be placed on
 * every free cell, none is highlighted.
 */
function shownTargets(state: HeadlessState): Set<number> {
  const { geometry, occupants, path, moves } = state;
  const next = nextCells(moves, path);
  if (path.length > 0) return next;
  const free = occupants.flatMap((code, cell) => (isPiece(geometry, code) ? [] : [cell]));
  const targets = free.filter((cell) => next.has(cell));
  return new Set(targets.length === free.length ? [] : targets);
}
