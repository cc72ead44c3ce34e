/** How pieces look, by the words of their names: shapes that belong to no game. */

import type { Piece } from "./geometry";

/** What is drawn on a piece's body. */
export type Emblem = "rings" | "crown" | "horse" | "text";

/** A piece's looks. */
export interface Look {
  /** The outline: strokes alone, a full square, or the shape of its player. */
  readonly body: "cross" | "nought" | "tile" | "token";
  readonly emblem: Emblem;
  /** The emblem's letters, where it has any. */
  readonly text: string;
  /** A colour that the name says, or the player's number. */
  readonly colour: string;
  /** The number of the player's shape, so that no two sides differ by colour alone. */
  readonly shape: number;
}

/** How many shapes and colours players have before they repeat. */
export const SHAPES = 4;

const COLOURS = new Set(["white", "black", "red", "blue", "green", "yellow"]);
const BODIES: ReadonlyMap<string, Look["body"]> = new Map([
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

/** The looks of a piece: the first word that is known decides, and its letters where none is. */
export function lookOf(piece: Piece): Look {
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

/** A piece's letters: the number in its name, or the first letter of what it is called. */
function lettersOf(piece: Piece, words: readonly string[]): string {
  const number = words.find((word) => /^\d+$/.test(word));
  return number ?? (words[0]?.at(0) ?? piece.code).toUpperCase();
}
