/** Mouse, pen and finger: touches by clicks, and pieces that are dragged. */

import type { Point } from "./geometry";

/** What pointing does to a board. */
export interface Pointed {
  /** The place on the drawing of a place in the window. */
  locate(point: Point): Point;
  cellAt(point: Point): number | null;
  /** Whether pressing a cell picks a piece up, so that what it can do is shown at once. */
  isPickedBy(cell: number): boolean;
  /** Whether what stands on a cell can be dragged on from there. */
  isDraggable(cell: number): boolean;
  /** Whether a piece stands on a cell. */
  isOccupied(cell: number): boolean;
  touch(cell: number): void;
  /** A piece that cannot move was dragged. */
  refuse(from: number, to: number): void;
  drag(cell: number, point: Point): void;
  /** The drag ended on a cell, or nowhere. */
  drop(cell: number | null): void;
  hover(cell: number | null): void;
}

interface Press {
  readonly id: number;
  readonly cell: number;
  readonly start: Point;
  /** Whether the press itself has picked the piece up. */
  readonly isPick: boolean;
  isDragged: boolean;
}

const SLACK = { mouse: 4, other: 10 }; // pixels before a press becomes a drag

/** Listens; the answer stops listening. */
export function bindPointer(svg: SVGSVGElement, board: Pointed): () => void {
  let press: Press | null = null;
  const place = (event: MouseEvent): Point => board.locate({ x: event.clientX, y: event.clientY });

  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || !event.isPrimary || press !== null) return;
    const cell = board.cellAt(place(event));
    if (cell === null) return;
    const isPick = board.isPickedBy(cell);
    if (isPick) board.touch(cell);
    const start = { x: event.clientX, y: event.clientY };
    press = { id: event.pointerId, cell, start, isPick, isDragged: false };
  };

  const onMove = (event: PointerEvent): void => {
    if (press === null || event.pointerId !== press.id) return;
    const way = Math.hypot(event.clientX - press.start.x, event.clientY - press.start.y);
    const slack = event.pointerType === "mouse" ? SLACK.mouse : SLACK.other;
    press.isDragged ||= way > slack && board.isDraggable(press.cell);
    if (press.isDragged) board.drag(press.cell, place(event));
  };

  const onUp = (event: PointerEvent): void => {
    if (press === null || event.pointerId !== press.id) return;
    const { cell, isPick, isDragged } = press;
    const target = board.cellAt(place(event));
    press = null;
    if (isDragged) board.drop(target === cell ? null : target);
    else if (target === cell) {
      if (!isPick) board.touch(cell);
    } else if (target !== null && board.isOccupied(cell)) board.refuse(cell, target);
  };

  const onCancel = (event: PointerEvent): void => {
    if (press === null || event.pointerId !== press.id) return;
    if (press.isDragged) board.drop(null);
    press = null;
  };

  const onHover = (event: PointerEvent): void => {
    if (press === null && event.pointerType === "mouse") board.hover(board.cellAt(place(event)));
  };

  const onLeave = (): void => board.hover(null);

  // A click without a pointer comes from a screen reader.
  const onClick = (event: MouseEvent): void => {
    if (event.detail !== 0 || !(event.target instanceof Element)) return;
    const cell = event.target.closest("[data-cell]")?.getAttribute("data-cell");
    if (cell != null) board.touch(Number(cell));
  };

  const unlisten = new AbortController();
  const { signal } = unlisten;
  svg.addEventListener("pointerdown", onDown, { signal });
  svg.addEventListener("pointermove", onHover, { signal });
  svg.addEventListener("pointerleave", onLeave, { signal });
  svg.addEventListener("click", onClick, { signal });
  // Wherever the pointer goes once it is down.
  addEventListener("pointermove", onMove, { signal });
  addEventListener("pointerup", onUp, { signal });
  addEventListener("pointercancel", onCancel, { signal });
  return () => unlisten.abort();
}
