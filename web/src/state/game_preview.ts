/** The pictures on the start page: a game's first position, or a later one if that is empty. */

import type { GameDocument, PositionDocument } from "../api/types";
import { api } from "./api";

const ENOUGH_PIECES = 5;
const STRIDE = 5; // through the legal moves, so that the pieces spread over the board

/** Plays a few moves until the board has enough pieces, and shows every position on the way. */
export async function showPreview(
  game: GameDocument,
  show: (position: PositionDocument) => void,
): Promise<void> {
  const codes = new Set(game.geometry?.pieces.map(({ code }) => code));
  const moves: string[] = [];
  for (;;) {
    const position = await api.readPosition({ game: game.name, moves });
    if (moves.length > 0 && position.outcome !== null) return; // never show a finished game
    show(position);
    const pieces = position.board.filter((code) => codes.has(code)).length;
    const next = position.legal_moves[(moves.length * STRIDE + 2) % position.legal_moves.length];
    const isDone = codes.size === 0 || pieces >= ENOUGH_PIECES || moves.length >= ENOUGH_PIECES;
    if (isDone || next === undefined) return;
    moves.push(next.move);
  }
}
