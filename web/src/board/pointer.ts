/** Pointer input from mouse, pen and finger: clicks and drags. */

import type { Point } from "./geometry";

/** The board as the pointer handler uses it. */
export interface PointerTarget {
  /** Converts a point in the window to a point on the drawing. */
  locate(point: Point): Point;
  cellAt(point: Point): number | null;
  /** Whether a press on the cell selects a piece, so that its moves are shown immediately. */
  isSelectable(cell: number): boolean;
  /** Whether the piece on a cell can be dragged. */
  isDraggable(cell: number): boolean;
  /** Whether there is a piece on a cell. */
  isOccupied(cell: number): boolean;
  touch(cell: number): void;
  /** The user dragged a piece that cannot move. */
  reject(from: number, to: number): void;
  drag(cell: number, point: Point): void;
  /** The drag from one cell ended on another or the same one; null outside the board. */
  drop(from: number, to: number | null): void;
  hover(cell: number | null): void;
}

interface Press {
  readonly id: number;
  readonly cell: number;
  readonly start: Point;
  /** Whether the press itself selected the piece. */
  readonly isSelection: boolean;
  isDragged: boolean;
}

const DRAG_THRESHOLD = { mouse: 4, other: 10 }; // pixels

/** Handles pointer events; returns a function that unbinds. */
export function bindPointer(svg: SVGSVGElement, board: PointerTarget): () => void {
  let press: Press | null = null;
  const place = (event: MouseEvent): Point => board.locate({ x: event.clientX, y: event.clientY });

  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary || press !== null) return;
    const cell = board.cellAt(place(event));
    if (cell === null) return;
    const isSelection = board.isSelectable(cell);
    if (isSelection) board.touch(cell);
    const start = { x: event.clientX, y: event.clientY };
    press = { id: event.pointerId, cell, start, isSelection, isDragged: false };
  };

  const onMove = (event: PointerEvent): void => {
    if (press?.id !== event.pointerId) return;
    const distance = Math.hypot(event.clientX - press.start.x, event.clientY - press.start.y);
    const { mouse, other } = DRAG_THRESHOLD;
    const threshold = event.pointerType === "mouse" ? mouse : other;
    press.isDragged ||= distance > threshold && board.isDraggable(press.cell);
    if (press.isDragged) board.drag(press.cell, place(event));
  };

  const onUp = (event: PointerEvent): void => {
    if (press?.id !== event.pointerId) return;
    const { cell, isSelection, isDragged } = press;
    const target = board.cellAt(place(event));
    press = null;
    if (isDragged) board.drop(cell, target);
    else if (target === cell) {
      if (!isSelection) board.touch(cell);
    } else if (target !== null && board.isOccupied(cell)) board.reject(cell, target);
  };

  const onCancel = (event: PointerEvent): void => {
    if (press?.id !== event.pointerId) return;
    if (press.isDragged) board.drop(press.cell, press.cell);
    press = null;
  };

  const onHover = (event: PointerEvent): void => {
    if (press === null && event.pointerType === "mouse") board.hover(board.cellAt(place(event)));
  };

  const onLeave = (): void => board.hover(null);

  // A click without a pointer comes from assistive technology.
  const onClick = (event: MouseEvent): void => {
    if (event.detail !== 0 || !(event.target instanceof Element)) return;
    const cell = event.target.closest("[data-cell]")?.getAttribute("data-cell");
    if (cell != null) board.touch(Number(cell));
  };

  const listening = new AbortController();
  const { signal } = listening;
  svg.addEventListener("pointerdown", onDown, { signal });
  svg.addEventListener("pointermove", onHover, { signal });
  svg.addEventListener("pointerleave", onLeave, { signal });
  svg.addEventListener("click", onClick, { signal });
  // A drag continues outside the board.
  addEventListener("pointermove", onMove, { signal });
  addEventListener("pointerup", onUp, { signal });
  addEventListener("pointercancel", onCancel, { signal });
  return () => listening.abort();
}
