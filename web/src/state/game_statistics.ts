/** Statistics of the finished games of this browser, by game and opponent. */

import { ADAPTIVE } from "./adaptive";
import { levelText, minePlayers, opponentsOf, resultOf } from "./game_result";
import type { SavedGame } from "./saved_games";
import { say } from "../strings";

/** The results in one game against one kind of opponent. */
export interface StatisticsRow {
  readonly title: string;
  readonly opponent: string;
  readonly won: number;
  readonly drawn: number;
  readonly lost: number;
  /** The strengths of the adaptive level after each game, first to last. */
  readonly curve: readonly number[];
}

/** The number of games of a row. */
export const gamesOf = ({ won, drawn, lost }: StatisticsRow): number => won + drawn + lost;

/** The share of points: a win counts 1 and a draw half. */
export const scoreOf = (row: StatisticsRow): number => (row.won + row.drawn / 2) / gamesOf(row);

/** One row for each game and opponent, the most played first. */
export function statisticsOf(games: readonly SavedGame[]): readonly StatisticsRow[] {
  const rows = new Map<string, StatisticsRow>();
  for (const game of [...games].sort((one, other) => one.at - other.at)) {
    const result = resultOf(game);
    if (result === null) continue;
    const opponent = opponentKind(game);
    const key = JSON.stringify([game.title, opponent]);
    const row = rows.get(key) ?? {
      title: game.title,
      opponent,
      won: 0,
      drawn: 0,
      lost: 0,
      curve: [],
    };
    rows.set(key, {
      ...row,
      [result]: row[result] + 1,
      curve: [...row.curve, ...strengthsOf(game)],
    });
  }
  return [...rows.values()].sort((one, other) => gamesOf(other) - gamesOf(one));
}

/** The kind of opponents: people, or the level of all engines. */
function opponentKind(game: SavedGame): string {
  const opponents = opponentsOf(game);
  if (opponents.some(({ kind }) => kind === "person")) return say("mine.people");
  const levels = new Set(opponents.map(({ level }) => level));
  const [level = ""] = levels;
  return levels.size === 1 ? levelText(level) : say("mine.mixed");
}

function strengthsOf(game: SavedGame): readonly number[] {
  const mine = minePlayers(game);
  const learnt = game.seen?.seats.find(
    ({ level, strength }, player) =>
      level === ADAPTIVE && strength !== null && !mine.includes(player),
  );
  return learnt?.strength == null ? [] : [learnt.strength];
}
