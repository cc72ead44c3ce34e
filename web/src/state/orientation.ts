/** Which way up a player sees the board. */

import type { GeometryFields, PositionDocument } from "../api/types";

const MIN_PIECES = 3; // fewer pieces do not show which end of the board is a player's own

/** Whether a player's own pieces stand at the top, so that the board should be flipped. */
export function isUpsideDown(
  geometry: GeometryFields,
  position: Pick<PositionDocument, "board">,
  player: number,
): boolean {
  const rows = (isOwn: boolean): number[] =>
    position.board.flatMap((code, number) => {
      const piece = geometry.pieces.find((one) => one.code === code);
      const cell = geometry.cells[number];
      const counts = piece !== undefined && (piece.player === player) === isOwn;
      return counts && cell !== undefined ? [cell.y] : [];
    });
  const [own, others] = [rows(true), rows(false)];
  if (own.length < MIN_PIECES || others.length < MIN_PIECES) return false;
  return mean(own) < mean(others) - 1;
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
