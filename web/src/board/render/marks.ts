/** The layer of marks and arrows, redrawn only when they change. */

import { SIDE } from "../geometry";
import type { Layout } from "../geometry";
import type { Arrow, Mark } from "../marks";
import { draw } from "./svg";

/** The marks and arrows of a board. */
export interface MarksLayer {
  readonly element: SVGGElement;
  show(marks: readonly Mark[], arrows: readonly Arrow[]): void;
}

const START = 0.3 * SIDE; // from the centre of a cell to the start of its arrow
const HEAD = 26;
const ASIDE = 13; // a reply's arrow runs beside the move's, so that neither hides the other

/** Creates the layer. */
export function createMarks(layout: Layout): MarksLayer {
  const element = draw("g", { class: "board-marks", "aria-hidden": "true" });
  let drawn = "[[],[]]";
  return {
    element,
    show(marks, arrows) {
      const key = JSON.stringify([marks, arrows]);
      if (key === drawn) return;
      drawn = key;
      element.replaceChildren(
        ...marks.flatMap((mark) => mark.cells.map((cell) => drawMark(layout, mark.kind, cell))),
        ...arrows.map((arrow) => drawArrow(layout, arrow)),
      );
    },
  };
}

function drawMark(layout: Layout, kind: string, cell: number): SVGElement {
  const { x, y } = layout.centre(cell);
  const place = { transform: `translate(${x} ${y})`, "data-kind": kind };
  return kind === "taken"
    ? draw("path", {
        ...place,
        class: "board-mark board-mark-taken",
        d: "M-30 -30L30 30M-30 30L30 -30",
      })
    : draw("circle", { ...place, class: `board-mark board-mark-${kind}`, r: 44 });
}

function drawArrow(layout: Layout, { kind, from, to }: Arrow): SVGElement {
  const [start, end] = [layout.centre(from), layout.centre(to)];
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  const turn = (Math.atan2(end.y - start.y, end.x - start.x) * 180) / Math.PI;
  if (kind === "won") {
    return draw("line", {
      class: "board-won",
      x1: start.x,
      y1: start.y,
      x2: end.x,
      y2: end.y,
      "data-kind": kind,
    });
  }
  const side = kind === "reply" ? ASIDE : 0;
  const tip = length - 8; // just short of the centre
  return draw(
    "g",
    {
      class: kind === "move" ? "board-arrow" : `board-arrow board-arrow-${kind}`,
      transform: `translate(${start.x} ${start.y}) rotate(${turn.toFixed(2)})`,
      "data-kind": kind,
    },
    draw("line", { x1: Math.min(START, length / 3), y1: side, x2: tip - HEAD, y2: side }),
    draw("path", {
      d: `M${tip} ${side}L${tip - HEAD - 6} ${side - HEAD * 0.8}L${tip - HEAD - 6} ${side + HEAD * 0.8}Z`,
    }),
  );
}
