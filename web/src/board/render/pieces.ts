/** The layer of pieces: one element per occupant, kept while the piece stays or moves. */

import { fadeIn, glide, isFewEnough, fadeOut } from "../animate";
import { changesBetween } from "../changes";
import type { Geometry, Layout, Point } from "../geometry";
import { draw, setAttribute } from "./svg";
import { drawOccupant } from "./occupants";

/** The pieces of a board. */
export interface PiecesLayer {
  readonly element: SVGGElement;
  /** Shows a position; with `falling`, new pieces fall down their column. */
  show(occupants: readonly string[], motion: { animate: boolean; falling: boolean }): void;
  /** Moves the piece of a cell with the pointer. */
  drag(cell: number, point: Point): void;
  /** Ends a drag: the piece returns to its cell, or stays where the new position has it. */
  release(): void;
  /** Previews a piece on a cell; null removes the preview. */
  preview(cell: number | null, code: string): void;
}

/** Creates the layer. */
export function createPieces(geometry: Geometry, layout: Layout): PiecesLayer {
  const element = draw("g", { class: "board-pieces", "aria-hidden": "true" });
  const standing = new Map<number, SVGGElement>();
  const fading = new Set<SVGGElement>(); // removed, but visible until the next change
  let shown: readonly string[] = geometry.cells.map(() => "");
  let held: number | null = null; // the cell of the dragged piece
  let ghost: { readonly key: string; readonly element: SVGGElement } | null = null;

  const place = (node: SVGGElement, { x, y }: Point): void =>
    setAttribute(node, "transform", `translate(${x} ${y})`);

  const put = (cell: number, code: string): SVGGElement => {
    const node = draw("g", { class: "board-occupant" }, drawOccupant(geometry, code));
    place(node, layout.centre(cell));
    standing.set(cell, node);
    element.append(node);
    return node;
  };

  return {
    element,
    show(occupants, { animate, falling }) {
      const { moved, removed, added } = changesBetween(geometry, shown, occupants);
      const count = moved.length + removed.length + added.length;
      if (count === 0) return;
      for (const node of fading) node.remove();
      fading.clear();
      const isAnimated = animate && isFewEnough(count);
      const moving = moved.map(([from, to]) => ({ from, to, node: standing.get(from) }));
      for (const { from } of moving) standing.delete(from);
      for (const cell of removed) {
        const node = standing.get(cell);
        standing.delete(cell);
        if (node === undefined) continue;
        if (!isAnimated) node.remove();
        else {
          fading.add(node);
          fadeOut(node);
        }
      }
      for (const cell of added) {
        const node = put(cell, occupants[cell] ?? "");
        if (!isAnimated) continue;
        if (falling) glide(node, layout.entrance(cell), layout.centre(cell));
        else fadeIn(node);
      }
      for (const { from, to, node } of moving) {
        let arrived = node;
        if (arrived !== undefined && shown[from] === occupants[to]) standing.set(to, arrived);
        else {
          arrived?.remove();
          arrived = put(to, occupants[to] ?? "");
        }
        element.append(arrived); // above the pieces it passes
        place(arrived, layout.centre(to));
        // The user has already moved a dragged piece.
        if (isAnimated && held !== from) glide(arrived, layout.centre(from), layout.centre(to));
      }
      shown = [...occupants];
    },
    drag(cell, point) {
      const node = standing.get(cell);
      if (node === undefined) return;
      if (held === null) {
        node.classList.add("board-held");
        element.append(node);
      }
      held = cell;
      place(node, point);
    },
    release() {
      if (held === null) return;
      element.querySelector(".board-held")?.classList.remove("board-held");
      const node = standing.get(held);
      if (node !== undefined) place(node, layout.centre(held));
      held = null;
    },
    preview(cell, code) {
      const key = cell === null ? "" : `${cell} ${code}`;
      if ((ghost?.key ?? "") === key) return;
      ghost?.element.remove();
      ghost = null;
      if (cell === null) return;
      const node = draw("g", { class: "board-ghost" }, drawOccupant(geometry, code));
      place(node, layout.centre(cell));
      element.append(node);
      ghost = { key, element: node };
    },
  };
}
