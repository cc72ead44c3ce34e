/** Starts a game from the position of an analysis. */

import { ApiError } from "../api";
import type { AnalysisBoard } from "./analysis_board.svelte";
import { startSession } from "./new_session";
import type { SeatChoice } from "./new_session";

/** Starts a game that continues an analysis, with its moves as history; returns its id. */
export async function continueGame(
  board: AnalysisBoard,
  seats: readonly SeatChoice[],
): Promise<string> {
  const { game, place } = board;
  const position = place.position ?? (await board.startText());
  const setup = {
    game: game?.name ?? place.game,
    options: Object.fromEntries((game?.options ?? []).map(({ name, value }) => [name, value])),
    seats,
    clock: null,
    takebacks: "free",
    seed: null,
    help: true,
    moves: board.path,
  } as const;
  try {
    return await startSession({ ...setup, position });
  } catch (failure) {
    // Some games have no text for positions, and then only one start.
    const isUnreadable = failure instanceof ApiError && failure.code === "unreadable_position";
    if (!isUnreadable || place.position !== null) throw failure;
    return startSession({ ...setup, position: null });
  }
}
