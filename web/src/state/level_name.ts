/** The name of an engine's level. */

import type { LevelFields, SeatFields } from "../api/types";
import { say, title } from "../strings";

/** The level of a seat for people to read; null if it has none. */
export function levelName(seat: SeatFields, levels: readonly LevelFields[]): string | null {
  if (seat.level === "") return null;
  if (!/^\d+$/.test(seat.level)) return title(seat.level);
  const found = levels.find(({ name }) => name === seat.level);
  return say("play.level", { level: seat.level, name: found?.title ?? "" }).replace(/ – $/, "");
}
