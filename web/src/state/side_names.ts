/** What people call the sides of a game. */

import type { GeometryFields } from "../api/types";
import { say, title, word } from "../strings";

const MARKS: readonly string[] = ["cross", "ring"];
const COLOURS: readonly string[] = ["red", "blue", "green", "yellow", "white", "black"];

/** The name of a side, with the colour of its pieces unless the name says enough. */
export function sideName(side: string, player: number, geometry: GeometryFields | null): string {
  const piece = geometry?.pieces.find((one) => one.player === player);
  if (piece?.svg !== "") return title(side);
  const isClear = MARKS.includes(piece.shape) || COLOURS.includes(side);
  return isClear
    ? title(side)
    : say("side.colour", { side: title(side), colour: word(piece.colour) });
}
