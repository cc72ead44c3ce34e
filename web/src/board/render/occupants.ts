/** Draws pieces and other occupants, centred on a cell. */

import type { Geometry } from "../geometry";
import { pieceOf } from "../highlights";
import { pieceStyle } from "../piece_style";
import type { PieceStyle } from "../piece_style";
import { draw, drawText } from "./svg";

const RADIUS = 38;
const TILE = 86; // the side of a tile
/** For each shape: its corners, rotation in degrees, scale, emblem scale and vertical offset. */
const OUTLINES = [
  { corners: 0, turn: 0, stretch: 1, room: 1, lower: 0 },
  { corners: 8, turn: 22.5, stretch: 1.04, room: 1, lower: 0 },
  { corners: 3, turn: -90, stretch: 1.24, room: 0.72, lower: 8 },
  { corners: 4, turn: 0, stretch: 1.18, room: 0.84, lower: 0 },
] as const;
const CROWN = "M-19 16L-22 -11L-10 1L0 -18L10 1L22 -11L19 16Z";
const HORSE =
  "M-15 23C-16 10 -6 5 -4 -2C-9 0 -13 4 -17 5C-21 5 -24 1 -22 -3C-18 -10 -14 -17 -8 -20" +
  "L-7 -27L0 -21C12 -19 19 -7 18 8C18 14 17 19 17 23Z";

/** Draws the occupant of a cell: a piece, a value, or a block for a cell that is out of play. */
export function drawOccupant(geometry: Geometry, code: string): SVGGElement {
  const piece = pieceOf(geometry, code);
  if (piece !== undefined) return drawPiece(pieceStyle(piece));
  if (/^[^\p{L}\p{N}\s]$/u.test(code)) return drawBlock();
  const sign = /^[+]\d/.test(code) ? "plus" : /^[-−]\d/.test(code) ? "minus" : "plain";
  const text = code.replace(/^-/, "−");
  return draw("g", { class: `board-value board-${sign}` }, drawText("", 0, 0, 36, text));
}

/** Draws a piece in its style. */
function drawPiece(style: PieceStyle): SVGGElement {
  const group = draw("g", { class: `board-piece board-colour-${style.colour}` });
  if (style.body === "cross") {
    group.append(draw("path", { class: "board-stroke", d: "M-26 -26L26 26M-26 26L26 -26" }));
  } else if (style.body === "nought") {
    group.append(draw("circle", { class: "board-stroke", r: 29 }));
  } else if (style.body === "tile") {
    const place = { x: -TILE / 2, y: -TILE / 2, width: TILE, height: TILE, rx: 10 };
    group.append(
      draw("rect", { class: "board-body", ...place }),
      outline(style.shape, RADIUS * 0.78, "board-ring"),
      drawText("board-letters", 0, OUTLINES[style.shape]?.lower ?? 0, 34, style.text),
    );
  } else {
    group.append(outline(style.shape, RADIUS, "board-body"), emblem(style));
  }
  return group;
}

/** The emblem on a piece, as large as its shape allows. */
function emblem(style: PieceStyle): SVGElement {
  const { room, lower } = OUTLINES[style.shape] ?? OUTLINES[0];
  const group = draw("g", { transform: `translate(0 ${lower}) scale(${room})` });
  switch (style.emblem) {
    case "rings":
      return draw(
        "g",
        {},
        outline(style.shape, RADIUS * 0.72, "board-ring"),
        outline(style.shape, RADIUS * 0.4, "board-ring"),
      );
    case "crown":
      group.append(draw("path", { class: "board-emblem", d: CROWN }));
      return group;
    case "horse":
      group.append(
        draw("path", { class: "board-emblem", d: HORSE }),
        draw("circle", { class: "board-eye", cx: -6, cy: -11, r: 2.6 }),
      );
      return group;
    case "text":
      group.append(drawText("board-letters", 0, 0, 40, style.text));
      return group;
  }
}

/** The outline of a shape. */
function outline(shape: number, radius: number, kind: string): SVGElement {
  const { corners, turn, stretch, lower } = OUTLINES[shape] ?? OUTLINES[0];
  if (corners === 0) return draw("circle", { class: kind, r: radius });
  const points = Array.from({ length: corners }, (_, corner) => {
    const angle = ((turn + (360 * corner) / corners) * Math.PI) / 180;
    const x = stretch * radius * Math.cos(angle);
    const y = stretch * radius * Math.sin(angle) + lower;
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return draw("polygon", { class: kind, points: points.join(" ") });
}

/** A cell that is out of play: hatched, so that it differs by more than its shade. */
const drawBlock = (): SVGGElement =>
  draw(
    "g",
    { class: "board-block" },
    draw("rect", { x: -46, y: -46, width: 92, height: 92, rx: 6 }),
    draw("path", { d: "M-40 0L0 -40M-40 40L40 -40M0 40L40 0" }),
  );
