/** Explains why a piece that the user selected cannot be moved. */

import type { GeometryFields, LegalMove, PositionDocument } from "../api/types";
import { say } from "../strings";

const MOST_LISTED = 6; // cells in one message

/** Why no legal move starts on a cell, in a game whose moves start with a piece. */
export function explainUnmovable(
  position: PositionDocument,
  geometry: GeometryFields,
  cell: number,
): string {
  const { legal_moves: moves, must_capture: mustCapture, board, turn } = position;
  const name = geometry.cells[cell]?.name ?? "";
  const cells = listStarts(geometry, moves);
  if (cells === "") return say("illegal.none");
  const piece = geometry.pieces.find(({ code }) => code === board[cell]);
  if (piece === undefined) return say("illegal.empty", { cell: name, cells });
  if (piece.player !== turn) return say("illegal.other", { cell: name, cells });
  return say(mustCapture ? "illegal.capture" : "illegal.blocked", { cell: name, cells });
}

/** The cells on which legal moves start, in the order of the board. */
function listStarts(geometry: GeometryFields, moves: readonly LegalMove[]): string {
  const starts = [...new Set(moves.flatMap(({ path }) => path.slice(0, 1)))];
  const names = starts
    .sort((one, other) => one - other)
    .map((start) => geometry.cells[start]?.name);
  const listed = names.slice(0, MOST_LISTED).join(", ");
  return names.length > MOST_LISTED ? `${listed}, …` : listed;
}
