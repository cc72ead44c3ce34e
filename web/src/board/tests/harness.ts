/** A board in a simulated page, and the events of a user. */

import { afterEach, beforeEach, vi } from "vitest";

import { layOut } from "../geometry";
import { createBoard } from "../index";
import type { Board, BoardConfig } from "../index";
import { grid, move, occupied } from "./fixtures";

/** The default board. */
export const BOARD = grid(3, 3);

/** A capture with two branches, and a quiet move. */
export const CAPTURING: Partial<BoardConfig> = {
  occupants: occupied(BOARD, { 0: "w", 1: "b", 5: "b", 7: "b", 3: "w" }),
  moves: [
    move([0, 2, 8], { captures: [1, 5] }),
    move([0, 2, 6], { captures: [1, 7] }),
    move([3, 4]),
  ],
};

/** The element that contains the board. */
export let page: HTMLElement;
/** The board shown last. */
export let board: Board | undefined;
export const onMove = vi.fn();
export const onChoice = vi.fn();
export const onSteps = vi.fn<NonNullable<BoardConfig["onSteps"]>>();
export const onIllegal = vi.fn();

/** Shows a board. */
export function show(rest: Partial<BoardConfig> = {}): SVGSVGElement {
  const geometry = rest.geometry ?? BOARD;
  const occupants = geometry.cells.map(() => "");
  const first = { geometry, occupants, label: "board", turn: 0, interactive: true, animate: false };
  board = createBoard(page, { ...first, onMove, onSteps, onIllegal, ...rest });
  const svg = present(page.querySelector("svg"));
  const { width, height } = layOut(geometry, rest.flipped ?? false);
  // A browser would compute this layout, with one pixel per unit.
  svg.getBoundingClientRect = () => new DOMRect(0, 0, width, height);
  return svg;
}

/** An element that the page must have. */
function present<Found>(element: Found | null): Found {
  if (element === null) throw new Error("The element is missing.");
  return element;
}

/** The element of a cell. */
export const cellOf = (cell: number): SVGGElement =>
  present(page.querySelector<SVGGElement>(`[data-cell="${cell}"]`));

/** The cells with a class. */
export const having = (name: string): number[] =>
  [...page.querySelectorAll(`.board-cell.${name}`)].map((cell) =>
    Number(cell.getAttribute("data-cell")),
  );

/** The positions of the pieces on the drawing. */
export const piecesAt = (): string[] =>
  [...page.querySelectorAll(".board-occupant")]
    .map((piece) => piece.getAttribute("transform") ?? "")
    .sort();

/** Dispatches a pointer event on a cell. */
export function point(kind: string, cell: number, rest: PointerEventInit = {}, offset = 0): void {
  const { x, y } = layOut(BOARD, false).centre(cell);
  const place = {
    clientX: x + offset,
    clientY: y,
    bubbles: true,
    isPrimary: true,
    pointerType: "mouse",
  };
  const target = kind === "pointerdown" ? cellOf(cell) : window;
  target.dispatchEvent(
    new PointerEvent(kind, { ...place, button: 0, pointerId: 1, detail: 1, ...rest }),
  );
}

/** Clicks a cell. */
export function click(cell: number): void {
  point("pointerdown", cell);
  point("pointerup", cell);
}

/** Drags from one cell to another. */
export function drag(from: number, to: number): void {
  point("pointerdown", from);
  point("pointermove", from, {}, 20);
  point("pointermove", to);
  point("pointerup", to);
}

/** Presses a key on the focused element. */
export function press(key: string, rest: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...rest });
  present(document.activeElement).dispatchEvent(event);
  return event;
}

/** The focused cell. */
export const focused = (): number =>
  Number(document.activeElement?.getAttribute("data-cell") ?? -1);

beforeEach(() => {
  vi.clearAllMocks();
  page = document.createElement("div");
  document.body.append(page);
});

afterEach(() => {
  board?.destroy();
  page.remove();
});
