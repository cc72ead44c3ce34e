/** All games of this browser as the text of a file. */

import { ApiError } from "../api";
import { api } from "./api";
import { opponentText, resultOf } from "./game_result";
import type { SavedGame } from "./saved_games";

/**
 * The games as JSON, with their moves where the server still has them, but without secrets.
 *
 * `progress` is called before each game.
 */
export async function exportGames(
  games: readonly SavedGame[],
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const exported: object[] = [];
  for (const game of games) {
    progress(exported.length);
    const { id, title, at, seen } = game;
    exported.push({
      id,
      title,
      opponent: opponentText(game),
      last_change: new Date(at).toISOString(),
      result: resultOf(game),
      game: seen?.game ?? null,
      options: seen?.options ?? null,
      seats: seen?.seats ?? null,
      outcome: seen?.outcome ?? null,
      record: await readRecord(id, signal),
    });
  }
  return JSON.stringify({ format: "kibitz games", version: 1, games: exported }, null, 1);
}

/** The record of a game; null if the server no longer has it. */
async function readRecord(id: string, signal: AbortSignal): Promise<unknown> {
  try {
    const { text } = await api.exportSession(id, signal);
    return JSON.parse(text) as unknown;
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
