/** A board in the page: it knows no rules, and is told every move that can be entered. */

import "./board.css";

import { rove } from "./aria";
import type { MovePath, Touched } from "./entering";
import { droppedPiece, pieceOf, shownOccupants } from "./highlights";
import type { CellState } from "./highlights";
import { bindKeys } from "./keys";
import { bindPointer } from "./pointing";
import { draw, setAttribute } from "./render/svg";
import {
  cancel,
  candidates,
  configure,
  finishMove,
  initialState,
  isMoverWithoutName,
  isSent,
  stepBack,
  touchCell,
} from "./state";
import type { HeadlessState, Told } from "./state";
import { createView } from "./view";

export type { MovePath } from "./entering";
export type { Cell, Geometry, Piece } from "./geometry";
export { cellNumbers } from "./geometry";
export { lookOf } from "./looks";
export { drawOccupant } from "./render/tokens";
export type { CellState } from "./highlights";
export type { Arrow, Mark, NamedMark } from "./marking";
export { chain, drawnMarks } from "./marking";

/** Everything that a board is told; what is left out here has a default. */
export interface BoardConfig
  extends Pick<Told, "geometry" | "occupants">, Partial<Omit<Told, "geometry" | "occupants">> {
  /** What the board is called when it is read aloud. */
  readonly label: string;
  /** Whether it is only looked at, like a picture. Cannot be changed. */
  readonly picture?: boolean;
  /** Words for a cell and what is true of it, for a screen reader; its name by default. */
  readonly describe?: (cell: number, state: CellState) => string;
  /**
   * A whole move was entered. The board shows it and takes no more input until it is told another
   * position, or to `cancel`.
   */
  readonly onMove?: (move: string) => void;
  /** Several moves share the cells that were entered; the first is meant where this is missing. */
  readonly onChoice?: (moves: readonly MovePath[]) => void;
  /**
   * A step was taken or taken back: the steps that wait for more, none after a whole move, and the
   * moves that they can become. A whole one among them can be ended with `finish`.
   */
  readonly onSteps?: (path: readonly number[], moves: readonly MovePath[]) => void;
  /** No legal move begins like this; `path` are all the cells that were tried. */
  readonly onRefused?: (from: number | null, to: number, path: readonly number[]) => void;
}

/** A board in the page. */
export interface Board {
  /** Tells it something else; only what differs is drawn. */
  set(config: Partial<Omit<BoardConfig, "picture">>): void;
  /** Takes the last step back. */
  stepBack(): void;
  /** Forgets what was entered, also a whole move that was not accepted. */
  cancel(): void;
  /** Ends a move that could also go on. */
  finish(): void;
  /** Gives the keyboard to a cell; to the one that had it last by default. */
  focus(cell?: number): void;
  /** Takes the board out of the page. */
  destroy(): void;
}

const DEFAULTS: Omit<Told, "geometry" | "occupants"> = {
  moves: [],
  turn: null,
  last: [],
  marks: [],
  arrows: [],
  flipped: false,
  interactive: false,
  animate: true,
};

/** Puts a board into an element. */
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
    if (touched?.kind === "refused" && cell !== null) {
      config.onRefused?.(tried[0] ?? null, cell, [...tried, cell]);
    } else if (touched?.kind === "move") {
      const [move] = touched.moves;
      if (touched.moves.length > 1 && config.onChoice) config.onChoice(touched.moves);
      else if (move !== undefined) config.onMove?.(move.move);
    }
  };
  const touch = (cell: number): void => react(cell, touchCell(state, cell));
  const attend = (cell: number): void => {
    rove(view.cells, focused, cell);
    focused = cell;
  };
  const rebuild = (next: HeadlessState): void => {
    const hadFocus = svg.contains(document.activeElement);
    view = createView(svg, next, isPicture);
    if (focused >= next.geometry.cells.length) focused = 0;
    if (!isPicture) attend(focused);
    if (hadFocus) view.cells.cell(focused).focus();
  };

  const onFocus = (event: FocusEvent): void => {
    const cell = event.target instanceof Element ? event.target.getAttribute("data-cell") : null;
    if (cell !== null) attend(Number(cell));
  };
  const bind = (): (() => void)[] => [
    bindPointer(svg, {
      locate: (point) => view.locate(point),
      cellAt: (point) => view.layout.cellAt(point),
      isPickedBy: (cell) => {
        const { touched } = touchCell(state, cell);
        return touched?.kind === "step" && touched.path.length === 1;
      },
      isDraggable: (cell) =>
        state.interactive &&
        !isSent(state) &&
        pieceOf(state.geometry, shownOccupants(state)[cell] ?? "") !== undefined &&
        (cell === state.path.at(-1) || isMoverWithoutName(state, cell)),
      isOccupied: (cell) =>
        state.interactive && pieceOf(state.geometry, state.occupants[cell] ?? "") !== undefined,
      touch,
      refuse: (from, to) => config.onRefused?.(from, to, [from, to]),
      drag: (cell, point) => view.pieces.drag(cell, point),
      drop: (cell) => {
        if (cell !== null) touch(cell);
        view.pieces.release();
      },
      hover: (cell) => {
        const meant = cell === null ? null : (state.aliases.get(cell) ?? cell);
        const isPut =
          state.interactive &&
          state.path.length === 0 &&
          state.moves.some((move) => move.drop && move.path[0] === meant);
        const piece = isPut ? droppedPiece(state) : null;
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

  if (!isPicture) attend(0);
  view.show(state, config.describe ?? nameOf);
  svg.addEventListener("focusin", onFocus);
  const unbind = isPicture ? [] : bind();
  element.append(svg);

  return {
    set(told) {
      config = { ...config, ...told };
      setAttribute(svg, "aria-label", config.label);
      const next = configure(state, told);
      if (next.geometry !== state.geometry || next.flipped !== state.flipped) rebuild(next);
      change(next);
    },
    stepBack: () => change(stepBack(state)),
    cancel: () => change(cancel(state)),
    finish: () => react(null, finishMove(state)),
    focus: (cell = focused) => view.cells.cell(cell).focus(),
    destroy() {
      for (const stop of unbind) stop();
      svg.remove();
    },
  };
}
