/** The layer of pieces: one element an occupant, kept while it stands or travels. */

import { appear, glide, isFollowable, vanish } from "../animate";
import { changesBetween } from "../changes";
import type { Geometry, Layout, Point } from "../geometry";
import { draw, setAttribute } from "./svg";
import { drawOccupant } from "./tokens";

/** The pieces of a board. */
export interface PiecesLayer {
  readonly element: SVGGElement;
  /** Shows a position; `falling` pieces that come enter at the end of their column. */
  show(occupants: readonly string[], motion: { animate: boolean; falling: boolean }): void;
  /** Holds what stands on a cell under the pointer. */
  drag(cell: number, point: Point): void;
  /** Lets everything that is held fall back, or stay where the next position has it. */
  release(): void;
  /** Shows what would be put on a cell; nothing for null. */
  preview(cell: number | null, code: string): void;
}

/** Makes the layer. */
export function createPieces(geometry: Geometry, layout: Layout): PiecesLayer {
  const element = draw("g", { class: "board-pieces", "aria-hidden": "true" });
  const standing = new Map<number, SVGGElement>();
  const fading = new Set<SVGGElement>(); // gone, and still to be seen until the next change
  let shown: readonly string[] = geometry.cells.map(() => "");
  let held: number | null = null; // the cell of what is dragged
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
      const { moved, gone, come } = changesBetween(geometry, shown, occupants);
      const count = moved.length + gone.length + come.length;
      if (count === 0) return;
      for (const node of fading) node.remove();
      fading.clear();
      const isMoving = animate && isFollowable(count);
      const travelling = moved.map(([from, to]) => ({ from, to, node: standing.get(from) }));
      for (const { from } of travelling) standing.delete(from);
      for (const cell of gone) {
        const node = standing.get(cell);
        standing.delete(cell);
        if (node === undefined) continue;
        if (!isMoving) node.remove();
        else {
          fading.add(node);
          vanish(node);
        }
      }
      for (const cell of come) {
        const node = put(cell, occupants[cell] ?? "");
        if (!isMoving) continue;
        if (falling) glide(node, layout.entrance(cell), layout.centre(cell));
        else appear(node);
      }
      for (const { from, to, node } of travelling) {
        if (node !== undefined && shown[from] === occupants[to]) standing.set(to, node);
        else {
          node?.remove();
          put(to, occupants[to] ?? "");
        }
        const arrived = standing.get(to) as SVGGElement;
        element.append(arrived); // above what it passes
        place(arrived, layout.centre(to));
        // What was dragged has been moved by hand already.
        if (isMoving && held !== from) glide(arrived, layout.centre(from), layout.centre(to));
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
