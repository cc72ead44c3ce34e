/** What every cell shows besides what stands on it, and the position as it is being entered. */

import { nextCells } from "./entering";
import type { Geometry, Piece } from "./geometry";
import { candidates, isSent, takenCells } from "./state";
import type { HeadlessState } from "./state";

/** What is true of a cell while a move is entered. */
export interface CellState {
  /** A move can be begun here. */
  readonly isStart: boolean;
  /** The next step can be taken to here, and that is shown. */
  readonly isTarget: boolean;
  /** It was touched on the way. */
  readonly isEntered: boolean;
  /** The last move changed it. */
  readonly isLast: boolean;
  /** Its piece goes by the move that is entered. */
  readonly isTaken: boolean;
  /** Every legal move takes something, and one of them begins here. */
  readonly isForced: boolean;
  /** A piece or something else stands on it. */
  readonly isOccupied: boolean;
}

/** What is true of every cell. */
export function cellStates(state: HeadlessState): CellState[] {
  const { path, moves, interactive } = state;
  const isOpen = interactive && !isSent(state);
  const starts = isOpen ? nextCells(moves, []) : new Set<number>();
  const targets = isOpen ? shownTargets(state) : new Set<number>();
  const entered = new Set(path);
  const last = new Set(state.last);
  const taken = new Set(takenCells(state));
  const isForced = isOpen && moves.length > 0 && moves.every((move) => move.captures.length > 0);
  return state.geometry.cells.map((_, cell) => ({
    isStart: starts.has(cell),
    isTarget: targets.has(cell),
    isEntered: entered.has(cell),
    isLast: last.has(cell),
    isTaken: taken.has(cell),
    isForced: isForced && path.length === 0 && starts.has(cell),
    isOccupied: state.occupants[cell] !== "",
  }));
}

/** The position as it is being entered: the piece stands where its last step led. */
export function shownOccupants(state: HeadlessState): readonly string[] {
  const { path, occupants } = state;
  const [move] = candidates(state);
  if (path.length === 0 || move === undefined) return occupants;
  const taken = new Set(takenCells(state));
  const shown = [...occupants];
  const { origin, code } = traveller(state, move.drop);
  // A last cell whose piece goes is a removal, unless the piece would have gone nowhere without it.
  const places = path.filter((cell) => !taken.has(cell));
  const rest = (origin !== null && places.length < 2 ? path : places).at(-1);
  for (const cell of taken) if (isSent(state) || path.includes(cell)) shown[cell] = "";
  if (code !== null && rest !== undefined) {
    if (origin !== null) shown[origin] = "";
    shown[rest] = code;
  }
  return shown;
}

/** The piece that the entered move is made with, and the cell that it comes from. */
function traveller(
  state: HeadlessState,
  isDrop: boolean,
): { readonly origin: number | null; readonly code: string | null } {
  if (isDrop) return { origin: null, code: droppedPiece(state)?.code ?? null };
  const first = state.path[0] as number;
  const code = state.occupants[first] ?? "";
  if (isPiece(state.geometry, code)) return { origin: first, code };
  const own = state.occupants.flatMap((other, cell) =>
    pieceOf(state.geometry, other)?.player === state.turn ? [cell] : [],
  );
  const [origin] = own;
  if (origin === undefined || own.length > 1) return { origin: null, code: null };
  return { origin, code: state.occupants[origin] ?? "" };
}

/** The piece that the player to move puts down, where there is only one kind. */
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
 * The next cells that are pointed out. Before the first step those are cells to go to, not pieces
 * to pick up; and where a piece can be put on any free cell, pointing them all out says nothing.
 */
function shownTargets(state: HeadlessState): Set<number> {
  const { geometry, occupants, path, moves } = state;
  const next = nextCells(moves, path);
  if (path.length > 0) return next;
  const free = occupants.flatMap((code, cell) => (isPiece(geometry, code) ? [] : [cell]));
  const targets = free.filter((cell) => next.has(cell));
  return new Set(targets.length === free.length ? [] : targets);
}
