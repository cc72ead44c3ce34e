/** A game's board as the app sees it: which way up it lies. */

import type { GameDocument, SessionDocument } from "../api/types";

export type GeometryFields = NonNullable<GameDocument["geometry"]>;

const FEWEST = 3; // pieces from which on a side has an end of the board

/** Whether a player would rather see the board from the other side: own pieces begin at the top. */
export function isUpsideDown(
  geometry: GeometryFields,
  session: SessionDocument,
  player: number,
): boolean {
  const heights = (isOwn: boolean): number[] =>
    session.board.flatMap((code, cell) => {
      const piece = geometry.pieces.find((one) => one.code === code);
      const place = geometry.cells[cell];
      const counts = piece !== undefined && (piece.player === player) === isOwn;
      return counts && place !== undefined ? [place.y] : [];
    });
  const [own, others] = [heights(true), heights(false)];
  if (own.length < FEWEST || others.length < FEWEST) return false;
  return mean(own) < mean(others) - 1;
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
