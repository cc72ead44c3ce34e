/** The keyboard: arrows walk, Enter and Space touch, Backspace steps back, Escape forgets. */

import { walk } from "./directions";
import type { Direction } from "./directions";
import { readingOrder } from "./geometry";
import type { Geometry } from "./geometry";

/** What the keyboard does to a board. */
export interface Keyed {
  readonly geometry: Geometry;
  readonly flipped: boolean;
  readonly focused: number;
  /** Whether a move has been begun. */
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

/** Listens; the answer stops listening. `board` is asked anew for every key. */
export function bindKeys(svg: SVGSVGElement, board: () => Keyed): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.metaKey) return;
    const keyed = board();
    const direction = ARROWS.get(event.key);
    if (direction !== undefined && !event.ctrlKey) {
      keyed.focus(walk(keyed.geometry, keyed.focused, direction, keyed.flipped));
    } else if (!handle(event, keyed)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  svg.addEventListener("keydown", onKey);
  return () => svg.removeEventListener("keydown", onKey);
}

/** Whether the key meant something. */
function handle(event: KeyboardEvent, board: Keyed): boolean {
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
 * The cell that a key jumps to: the ends of a row, with Ctrl those of the board, and the cells
 * before and after in reading order, by which every cell can be reached whatever its neighbours.
 */
function jumpTo(event: KeyboardEvent, board: Keyed): number | undefined {
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
