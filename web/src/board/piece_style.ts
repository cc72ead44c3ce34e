/** The style of a piece, from the words of its name. No style belongs to a particular game. */

import type { Piece } from "./geometry";

/** The symbol on a piece. */
export type Emblem = "rings" | "crown" | "horse" | "text";

/** The style of a piece. */
export interface PieceStyle {
  /** The outline: strokes only, a full square, or the player's shape. */
  readonly body: "cross" | "nought" | "tile" | "token";
  readonly emblem: Emblem;
  /** The letters to draw, if the emblem is text. */
  readonly text: string;
  /** The colour in the piece's name, or else the player's number. */
  readonly colour: string;
  /** The number of the player's shape, so that sides differ by more than colour. */
  readonly shape: number;
}

/** The number of shapes and colours before they repeat. */
export const SHAPES = 4;

const COLOURS = new Set(["white", "black", "red", "blue", "green", "yellow"]);
const BODIES: ReadonlyMap<string, PieceStyle["body"]> = new Map([
  ["cross", "cross"],
  ["nought", "nought"],
  ["tile", "tile"],
]);
const EMBLEMS: ReadonlyMap<string, Emblem> = new Map([
  ["man", "rings"],
  ["stone", "rings"],
  ["disc", "rings"],
  ["counter", "rings"],
  ["king", "crown"],
  ["knight", "horse"],
  ["horse", "horse"],
]);

/** The style of a piece: the first known word of its name decides; otherwise it shows a letter. */
export function pieceStyle(piece: Piece): PieceStyle {
  const words = piece.name.toLowerCase().split(/\s+/);
  const colour = words.find((word) => COLOURS.has(word));
  const emblem = words.map((word) => EMBLEMS.get(word)).find((found) => found !== undefined);
  const body = words.map((word) => BODIES.get(word)).find((found) => found !== undefined);
  return {
    body: body ?? "token",
    emblem: emblem ?? "text",
    text: lettersOf(
      piece,
      words.filter((word) => word !== colour),
    ),
    colour: colour ?? String(piece.player % SHAPES),
    shape: piece.player % SHAPES,
  };
}

/** The text on a piece: the number in its name, or else its first letter. */
function lettersOf(piece: Piece, words: readonly string[]): string {
  const number = words.find((word) => /^\d+$/.test(word));
  return number ?? (words[0]?.at(0) ?? piece.code).toUpperCase();
}
