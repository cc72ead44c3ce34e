/** An interactive board. It knows no rules: the legal moves are passed in. */

import "./board.css";

import { moveTabStop } from "./aria";
import type { MovePath, Touched } from "./move_entry";
import { droppedPiece, pieceOf, shownOccupants } from "./highlights";
import type { CellState } from "./highlights";
import { bindKeys } from "./keyboard";
import { bindPointer } from "./pointer";
import { draw, setAttribute } from "./render/svg";
import type { Point } from "./geometry";
import {
  cancel,
  candidates,
  configure,
  finishMove,
  initialState,
  isUnnamedMover,
  isSent,
  stepBack,
  touchCell,
} from "./state";
import type { HeadlessState, BoardInput } from "./state";
import { createView } from "./view";

export type { MovePath } from "./move_entry";
export type { Cell, Geometry, Piece } from "./geometry";
export { slowDown } from "./animate";
export { cellNumbers } from "./geometry";
export { drawOccupant } from "./render/occupants";
export type { CellState } from "./highlights";
export type { Arrow, Mark, NamedMark } from "./marks";
export { arrowsAlong, resolveMarks } from "./marks";

/** The configuration of a board; optional fields have defaults. */
export interface BoardConfig
  extends
    Pick<BoardInput, "geometry" | "occupants">,
    Partial<Omit<BoardInput, "geometry" | "occupants">> {
  /** The accessible name of the board. */
  readonly label: string;
  /** Whether the board is a static image. This cannot be changed later. */
  readonly picture?: boolean;
  /** The accessible description of a cell and its highlights; its name by default. */
  readonly describe?: (cell: number, state: CellState) => string;
  /**
   * A complete move was entered. The board shows it and accepts no more input until `set` changes
   * the position or `cancel` is called.
   */
  readonly onMove?: (move: string) => void;
  /** Several moves have the cells that were entered. Without this callback, the first is chosen. */
  readonly onChoice?: (moves: readonly MovePath[]) => void;
  /**
   * A step was added or undone: the steps so far, which are empty after a complete move, and the
   * moves that start with them. `finish` ends the move if one of those is complete.
   */
  readonly onSteps?: (path: readonly number[], moves: readonly MovePath[]) => void;
  /**
   * The position is edited: a cell was touched, or its content was dragged to another cell or off
   * the board (null). With this callback, no moves are entered.
   */
  readonly onEdit?: (cell: number, to?: number | null) => void;
  /** No legal move starts with the cells of `path`. */
  readonly onIllegal?: (path: readonly number[]) => void;
}

/** A board on the page. */
export interface Board {
  /** Changes the configuration; only the differences are redrawn. */
  set(config: Partial<Omit<BoardConfig, "picture">>): void;
  /** Undoes the last step. */
  stepBack(): void;
  /** Discards what was entered, including a complete move that was not accepted. */
  cancel(): void;
  /** Ends a move that could also continue. */
  finish(): void;
  /** Previews a piece on a cell; null removes the preview. */
  preview(cell: number | null, code: string): void;
  /** The cell at a point in the window, if any. */
  cellAt(point: Point): number | null;
  /** Focuses a cell; by default the one that was focused last. */
  focus(cell?: number): void;
  /** Removes the board from the page. */
  destroy(): void;
}

const DEFAULTS: Omit<BoardInput, "geometry" | "occupants"> = {
  moves: [],
  mustCapture: false,
  turn: null,
  last: [],
  marks: [],
  arrows: [],
  flipped: false,
  interactive: false,
  animate: true,
};

/** Creates a board inside an element. */
export function createBoard(element: HTMLElement, first: BoardConfig): Board {
  const svg = draw("svg", { class: "board", "aria-label": first.label });
  const isPicture = first.picture ?? false;
  let config: BoardConfig = first;
  let state = initialState({ ...DEFAULTS, ...first });
  let view = createView(svg, state, isPicture);
  let focused = 0;

  const nameOf = (cell: number): string => state.geometry.cells[cell]?.name ?? "";
  const change = (next: HeadlessState): void => {
    const isStepped = isSent(next) !== isSent(state) || next.path.join() !== state.path.join();
    state = next;
    view.pieces.preview(null, "");
    view.show(state, config.describe ?? nameOf);
    if (isStepped && isSent(state)) config.onSteps?.([], []);
    else if (isStepped) config.onSteps?.(state.path, candidates(state));
  };
  const react = (
    cell: number | null,
    after: { state: HeadlessState; touched: Touched | null },
  ): void => {
    const { touched } = after;
    const tried = state.path;
    change(after.state);
    if (touched?.kind === "illegal" && cell !== null) {
      config.onIllegal?.([...tried, cell]);
    } else if (touched?.kind === "move") {
      const [move] = touched.moves;
      if (touched.moves.length > 1 && config.onChoice) config.onChoice(touched.moves);
      else if (move !== undefined) config.onMove?.(move.move);
    }
  };
  const touch = (cell: number): void => {
    if (config.onEdit === undefined) react(cell, touchCell(state, cell));
    else config.onEdit(cell);
  };
  const moveFocus = (cell: number): void => {
    moveTabStop(view.cells, focused, cell);
    focused = cell;
  };
  const rebuild = (next: HeadlessState): void => {
    const hadFocus = svg.contains(document.activeElement);
    view = createView(svg, next, isPicture);
    if (focused >= next.geometry.cells.length) focused = 0;
    if (!isPicture) moveFocus(focused);
    if (hadFocus) view.cells.cell(focused).focus();
  };

  const onFocus = (event: FocusEvent): void => {
    const cell = event.target instanceof Element ? event.target.getAttribute("data-cell") : null;
    if (cell !== null) moveFocus(Number(cell));
  };
  const bind = (): (() => void)[] => [
    bindPointer(svg, {
      locate: (point) => view.locate(point),
      cellAt: (point) => view.layout.cellAt(point),
      isSelectable: (cell) => {
        if (config.onEdit !== undefined) return false;
        const { touched } = touchCell(state, cell);
        return touched?.kind === "step" && touched.path.length === 1;
      },
      isDraggable: (cell) =>
        config.onEdit === undefined
          ? state.interactive &&
            !isSent(state) &&
            pieceOf(state.geometry, shownOccupants(state)[cell] ?? "") !== undefined &&
            (cell === state.path.at(-1) || isUnnamedMover(state, cell))
          : state.occupants[cell] !== "",
      isOccupied: (cell) =>
        state.interactive && pieceOf(state.geometry, state.occupants[cell] ?? "") !== undefined,
      touch,
      reject: (from, to) => config.onIllegal?.([from, to]),
      drag: (cell, point) => view.pieces.drag(cell, point),
      drop: (from, to) => {
        if (from !== to && config.onEdit !== undefined) config.onEdit(from, to);
        else if (to !== null && from !== to) touch(to);
        view.pieces.release();
      },
      hover: (cell) => {
        const meant = cell === null ? null : (state.aliases.get(cell) ?? cell);
        const isPlaced =
          state.interactive &&
          state.path.length === 0 &&
          state.moves.some((move) => move.drop && move.path[0] === meant);
        const piece = isPlaced ? droppedPiece(state) : null;
        view.pieces.preview(piece === null ? null : meant, piece?.code ?? "");
      },
    }),
    bindKeys(svg, () => ({
      geometry: state.geometry,
      flipped: state.flipped,
      focused,
      isEntering: state.path.length > 0 && !isSent(state),
      focus: (cell) => view.cells.cell(cell).focus(),
      touch,
      stepBack: () => change(stepBack(state)),
      cancel: () => change(cancel(state)),
    })),
  ];

  if (!isPicture) moveFocus(0);
  view.show(state, config.describe ?? nameOf);
  const unbind = isPicture ? [] : bind();
  // Chromium makes an <svg> with a focus listener a tab stop, so its parent listens.
  if (!isPicture) element.addEventListener("focusin", onFocus);
  element.append(svg);

  return {
    set(changes) {
      config = { ...config, ...changes };
      setAttribute(svg, "aria-label", config.label);
      const next = configure(state, changes);
      if (next.geometry !== state.geometry || next.flipped !== state.flipped) rebuild(next);
      change(next);
    },
    stepBack: () => change(stepBack(state)),
    cancel: () => change(cancel(state)),
    finish: () => react(null, finishMove(state)),
    preview: (cell, code) => view.pieces.preview(cell, code),
    cellAt: (point) => view.layout.cellAt(view.locate(point)),
    focus: (cell = focused) => view.cells.cell(cell).focus(),
    destroy() {
      for (const stop of unbind) stop();
      element.removeEventListener("focusin", onFocus);
      svg.remove();
    },
  };
}
