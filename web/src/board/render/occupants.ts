/** Draws pieces and other occupants, centred on a cell. */

import type { Geometry, Piece } from "../geometry";
import { pieceOf } from "../highlights";
import { draw, drawText } from "./svg";

const RADIUS = 38;
const TILE = 86; // the side of a tile
const PICTURE = 88; // the side of a piece's own picture
/** The shapes of the sides, in turn order. */
const OF_SIDES = ["circle", "octagon", "triangle", "diamond"] as const;
type Outline = (typeof OF_SIDES)[number];
/** For each shape: its corners, rotation in degrees, scale, symbol scale and vertical offset. */
const OUTLINES = {
  circle: { corners: 0, turn: 0, stretch: 1, room: 1, lower: 0 },
  octagon: { corners: 8, turn: 22.5, stretch: 1.04, room: 1, lower: 0 },
  triangle: { corners: 3, turn: -90, stretch: 1.24, room: 0.72, lower: 8 },
  diamond: { corners: 4, turn: 0, stretch: 1.18, room: 0.84, lower: 0 },
} as const;
const CROWN = "M-19 16L-22 -11L-10 1L0 -18L10 1L22 -11L19 16Z";
const HORSE =
  "M-15 23C-16 10 -6 5 -4 -2C-9 0 -13 4 -17 5C-21 5 -24 1 -22 -3C-18 -10 -14 -17 -8 -20" +
  "L-7 -27L0 -21C12 -19 19 -7 18 8C18 14 17 19 17 23Z";

/** Draws the occupant of a cell: a piece, a value, or a block for a cell that is out of play. */
export function drawOccupant(geometry: Geometry, code: string): SVGGElement {
  const piece = pieceOf(geometry, code);
  if (piece !== undefined) return drawPiece(piece);
  if (geometry.blocked.includes(code)) return drawBlock();
  const sign = /^[+]\d/.test(code) ? "plus" : /^[-−]\d/.test(code) ? "minus" : "plain";
  const text = code.replace(/^-/, "−");
  return draw("g", { class: `board-value board-${sign}` }, drawText("", 0, 0, 36, text));
}

/** Draws a piece as the API describes it. */
function drawPiece(piece: Piece): SVGGElement {
  const group = draw("g", { class: `board-piece board-colour-${piece.colour}` });
  if (piece.svg !== "") group.append(drawPicture(piece.svg));
  else if (piece.shape === "cross") {
    group.append(draw("path", { class: "board-stroke", d: "M-26 -26L26 26M-26 26L26 -26" }));
  } else if (piece.shape === "ring") {
    group.append(draw("circle", { class: "board-stroke", r: 29 }));
  } else if (piece.shape === "tile") {
    const place = { x: -TILE / 2, y: -TILE / 2, width: TILE, height: TILE, rx: 10 };
    const shape = OF_SIDES[piece.player % OF_SIDES.length] ?? "circle";
    group.append(
      draw("rect", { class: "board-body", ...place }),
      outline(shape, RADIUS * 0.78, "board-ring"),
      drawText("board-letters", 0, OUTLINES[shape].lower, 34, piece.symbol),
    );
  } else {
    group.append(outline(piece.shape, RADIUS, "board-body"), symbol(piece.symbol, piece.shape));
  }
  return group;
}

/** Draws a piece's own picture as an image, in which the browser runs no scripts. */
const drawPicture = (svg: string): SVGImageElement =>
  draw("image", {
    href: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    x: -PICTURE / 2,
    y: -PICTURE / 2,
    width: PICTURE,
    height: PICTURE,
  });

/** The symbol on a piece, as large as its shape allows. */
function symbol(name: string, shape: Outline): SVGElement {
  const { room, lower } = OUTLINES[shape];
  const group = draw("g", { transform: `translate(0 ${lower}) scale(${room})` });
  switch (name) {
    case "rings":
      return draw(
        "g",
        {},
        outline(shape, RADIUS * 0.72, "board-ring"),
        outline(shape, RADIUS * 0.4, "board-ring"),
      );
    case "crown":
      group.append(draw("path", { class: "board-emblem", d: CROWN }));
      return group;
    case "knight":
      group.append(
        draw("path", { class: "board-emblem", d: HORSE }),
        draw("circle", { class: "board-eye", cx: -6, cy: -11, r: 2.6 }),
      );
      return group;
    default:
      group.append(drawText("board-letters", 0, 0, name.length > 1 ? 30 : 40, name));
      return group;
  }
}

/** The outline of a shape. */
function outline(shape: Outline, radius: number, kind: string): SVGElement {
  const { corners, turn, stretch, lower } = OUTLINES[shape];
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
