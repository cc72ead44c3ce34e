/** Keyboard input: arrows move the focus, Enter and Space select, Backspace and Escape undo. */

import { walk } from "./directions";
import type { Direction } from "./directions";
import { readingOrder } from "./geometry";
import type { Geometry } from "./geometry";

/** The board as the keyboard handler uses it. */
export interface KeyboardTarget {
  readonly geometry: Geometry;
  readonly flipped: boolean;
  readonly focused: number;
  /** Whether a move is being entered. */
  readonly isEntering: boolean;
  focus(cell: number): void;
  touch(cell: number): void;
  stepBack(): void;
  cancel(): void;
}

const ARROWS: ReadonlyMap<string, Direction> = new Map([
  ["ArrowLeft", "left"],
  ["ArrowRight", "right"],
  ["ArrowUp", "up"],
  ["ArrowDown", "down"],
]);

/** Handles key presses, calling `board` for each of them; returns a function that unbinds. */
export function bindKeys(svg: SVGSVGElement, board: () => KeyboardTarget): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return;
    const target = board();
    const direction = ARROWS.get(event.key);
    if (direction !== undefined && !event.ctrlKey) {
      target.focus(walk(target.geometry, target.focused, direction, target.flipped));
    } else if (!handle(event, target)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  svg.addEventListener("keydown", onKey);
  return () => svg.removeEventListener("keydown", onKey);
}

/** Handles a key; whether it had an effect. */
function handle(event: KeyboardEvent, board: KeyboardTarget): boolean {
  const jump = jumpTo(event, board);
  if (jump !== undefined) board.focus(jump);
  else if (event.ctrlKey) return false;
  else if (event.key === "Enter" || event.key === " ") board.touch(board.focused);
  else if (!board.isEntering) return false;
  else if (event.key === "Backspace") board.stepBack();
  else if (event.key === "Escape") board.cancel();
  else return false;
  return true;
}

/**
 * The cell that a key jumps to.
 *
 * Home and End go to the ends of the row, with Ctrl to the ends of the board. Page Up and Page Down
 * go through all cells in reading order, so that every cell can be reached on any board.
 */
function jumpTo(event: KeyboardEvent, board: KeyboardTarget): number | undefined {
  const rows = readingOrder(board.geometry, board.flipped);
  const cells = rows.flat();
  const row = event.ctrlKey ? cells : (rows.find((found) => found.includes(board.focused)) ?? []);
  const here = cells.indexOf(board.focused);
  switch (event.key) {
    case "Home":
      return row[0];
    case "End":
      return row.at(-1);
    case "PageUp":
      return cells.at(here - 1);
    case "PageDown":
      return cells[(here + 1) % cells.length];
    default:
      return undefined;
  }
}
