/** Pictures of games to choose from: the first position, or where that is bare, a little later. */

import { readPosition } from "../api/games";
import type { GameDocument, PositionDocument } from "../api/types";

const FEWEST = 5; // pieces that make a picture
const STRIDE = 5; // through the legal moves, so that the pieces do not stand in one corner

/** Shows a position that looks like the game. */
export async function portrait(
  game: GameDocument,
  show: (position: PositionDocument) => void,
): Promise<void> {
  const codes = new Set(game.geometry?.pieces.map(({ code }) => code));
  const moves: string[] = [];
  for (;;) {
    const position = await readPosition({ game: game.name, moves });
    if (moves.length > 0 && position.outcome !== null) return; // a finished game is no invitation
    show(position);
    const pieces = position.board.filter((code) => codes.has(code)).length;
    const next = position.legal_moves[(moves.length * STRIDE + 2) % position.legal_moves.length];
    if (codes.size === 0 || pieces >= FEWEST || moves.length >= FEWEST || next === undefined) return;
    moves.push(next.move);
  }
}
