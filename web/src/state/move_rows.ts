/** The rows of the move list, each with one move per player. */

export type MoveRows = readonly (readonly string[])[];

/**
 * Splits moves into rows.
 *
 * Rows that are the same as in `before` stay the same objects, so that the page redraws only the
 * rows that changed, even in a long game.
 */
export const rowsOf = (moves: readonly string[], players: number, before: MoveRows): MoveRows =>
  Array.from({ length: Math.ceil(moves.length / players) }, (_, number) => {
    const row = moves.slice(number * players, (number + 1) * players);
    const known = before[number];
    return known?.join(" ") === row.join(" ") ? known : row;
  });
