/** The moves of a game by rounds, one move a player. */

export type Rounds = readonly (readonly string[])[];

/**
 * The rounds of a line. Those that are as they were `before` are the same objects, so that only what
 * differs is drawn again, however long the game.
 */
export const roundsOf = (line: readonly string[], players: number, before: Rounds): Rounds =>
  Array.from({ length: Math.ceil(line.length / players) }, (_, number) => {
    const round = line.slice(number * players, (number + 1) * players);
    const known = before[number];
    return known?.join(" ") === round.join(" ") ? known : round;
  });
