/** The drawing of a board: its layers, and how they show the state. */

import { prefersReducedMotion } from "./animate";
import { makeGrid, makePicture, labelCell } from "./aria";
import type { MovePath } from "./move_entry";
import { layOut } from "./geometry";
import type { Layout, Point } from "./geometry";
import { cellStates, shownOccupants } from "./highlights";
import type { CellState } from "./highlights";
import { createCells } from "./render/cells";
import type { CellsLayer } from "./render/cells";
import { drawBackground } from "./render/background";
import { createMarks } from "./render/marks";
import { createPieces } from "./render/pieces";
import type { PiecesLayer } from "./render/pieces";
import { setAttribute } from "./render/svg";
import type { HeadlessState } from "./state";

/** Describes a cell for screen readers. */
export type Describe = (cell: number, state: CellState) => string;

/** The drawing of a board. */
export interface View {
  readonly layout: Layout;
  readonly cells: CellsLayer;
  readonly pieces: PiecesLayer;
  /** Shows a state; only the differences from the previous one are redrawn. */
  show(state: HeadlessState, describe: Describe): void;
  /** Converts a point in the window to a point on the drawing. */
  locate(point: Point): Point;
}

/** Draws a board into `svg`, replacing its content. */
export function createView(svg: SVGSVGElement, first: HeadlessState, isPicture: boolean): View {
  const { geometry, flipped } = first;
  const layout = layOut(geometry, flipped);
  const background = drawBackground(geometry, layout, flipped);
  const cells = createCells(geometry, layout, flipped);
  const pieces = createPieces(geometry, layout);
  const marks = createMarks(layout);
  setAttribute(svg, "viewBox", `0 0 ${layout.width} ${layout.height}`);
  svg.replaceChildren(background, cells.tints, pieces.element, marks.element, cells.touchable);
  if (isPicture) makePicture(svg, cells);
  else makeGrid(svg, cells, geometry, flipped);

  let shown: HeadlessState | null = null;
  let lastDescribe: Describe | null = null;

  return {
    layout,
    cells,
    pieces,
    show(state, describe) {
      const occupants = shownOccupants(state);
      const states = cellStates(state);
      const changed = new Set(cells.show(states));
      const hasNewMarks = state.marks !== shown?.marks; // which descriptions may mention
      pieces.show(occupants, {
        animate: state.animate && shown !== null && !prefersReducedMotion(),
        falling: state.geometry.falls,
      });
      marks.show(state.marks, state.arrows);
      setAttribute(svg, "data-interactive", String(state.interactive));
      setAttribute(svg, "data-drags", String(state.interactive && state.moves.some(isDragged)));
      if (!isPicture) {
        states.forEach((cell, number) => {
          const isStale =
            describe !== lastDescribe ||
            hasNewMarks ||
            changed.has(number) ||
            state.occupants[number] !== shown?.occupants[number];
          if (isStale) labelCell(cells.cell(number), describe(number, cell), cell);
        });
      }
      shown = state;
      lastDescribe = describe;
    },
    locate({ x, y }) {
      const box = svg.getBoundingClientRect();
      const scale = Math.min(box.width / layout.width, box.height / layout.height) || 1;
      return {
        x: (x - box.left - (box.width - scale * layout.width) / 2) / scale,
        y: (y - box.top - (box.height - scale * layout.height) / 2) / scale,
      };
    },
  };
}

/** Whether a move is made with a piece on the board. */
const isDragged = (move: MovePath): boolean => !move.drop;
