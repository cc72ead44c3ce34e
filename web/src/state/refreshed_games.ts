/** Reads games again that may have changed since this browser last saw them. */

import { ApiError } from "../api";
import { api } from "./api";
import { loadBoard, saveBoard, saveGame, saveSeen } from "./saved_games";
import type { SavedGame } from "./saved_games";

const LIMIT = 20; // games

/** The games that may have changed: those that are not over, and those of which nothing is known. */
export const changeable = (games: readonly SavedGame[]): readonly SavedGame[] =>
  games.filter(({ gone, seen }) => !gone && seen?.outcome == null).slice(0, LIMIT);

/** Updates what is stored about these games; `changed` is called after each. */
export async function refreshGames(
  games: readonly SavedGame[],
  changed: () => void,
  signal: AbortSignal,
): Promise<void> {
  for (const game of games) {
    try {
      const session = await api.readSession(game.id, signal);
      const { name, options } = session.game;
      if ((await loadBoard(name, options)) === undefined) {
        const { geometry } = await api.readGame(name, options);
        if (geometry !== null) await saveBoard(name, options, geometry);
      }
      await saveSeen(session);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 404) await saveGame(game.id, { gone: true });
    }
    changed();
  }
}
