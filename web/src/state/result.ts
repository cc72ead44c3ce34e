/** How a finished game ended: who won, by how much, and why. */

import type { PositionDocument, SessionDocument } from "../api/types";
import { say, title, whole } from "../strings";
import type { Code } from "../strings";

/** The result of a game, for people to read. */
export interface Result {
  /** Who won. */
  readonly headline: string;
  /** By how much, such as 16 : 2; empty if the game has no score. */
  readonly score: string;
  /** Why the game ended. */
  readonly reason: string;
}

const REASONS: Readonly<Record<string, Code>> = {
  resignation: "result.resignation",
  time: "result.time",
  agreement: "result.agreement",
  repetition: "result.repetition",
  clock: "result.clock",
};

/** The result of a finished position; `mine` are the players of this browser. */
export function resultOf(
  position: Pick<PositionDocument, "outcome" | "counts">,
  game: Pick<SessionDocument["game"], "sides">,
  mine: readonly number[],
): Result | null {
  const { outcome, counts } = position;
  if (outcome === null) return null;
  const sides = game.sides.map(title);
  const winner = outcome.payoffs.indexOf(1);
  const ranking = winner < 0 ? sides.map((_, player) => player) : byWinner(sides.length, winner);
  return {
    headline: headlineOf(outcome.payoffs, sides, mine),
    score: scoreOf(counts, sides, ranking),
    reason: reasonOf(outcome, sides),
  };
}

/** The result in one line. */
export const summarize = ({ headline, score, reason }: Result): string =>
  [[headline, score].filter((part) => part !== "").join(" "), reason]
    .filter((part) => part !== "")
    .join(" – ");

function headlineOf(
  payoffs: readonly number[],
  sides: readonly string[],
  mine: readonly number[],
): string {
  const winner = payoffs.indexOf(1);
  if (winner >= 0) {
    const isMine = mine.length === 1 && mine[0] === winner;
    return isMine ? say("result.mine") : say("result.wins", { side: sides[winner] ?? "" });
  }
  const tied = sides.filter((_, player) => payoffs[player] === 0);
  if (tied.length === sides.length) return say("result.draw");
  return say("result.tie", { sides: tied.slice(0, -1).join(", "), last: tied.at(-1) ?? "" });
}

/** The points of every side, the winner's first. */
function scoreOf(
  counts: readonly Readonly<Record<string, number>>[],
  sides: readonly string[],
  ranking: readonly number[],
): string {
  const points = ranking.flatMap((player) => counts[player]?.points ?? []).map(whole);
  if (points.length === 0 || points.length < ranking.length) return "";
  if (points.length === 2) return points.join(" : ");
  const named = points.map((one, place) => `${sides[ranking[place] ?? 0]} ${one}`);
  return `(${named.join(", ")})`;
}

function reasonOf(
  { reason, ending, payoffs }: NonNullable<PositionDocument["outcome"]>,
  sides: readonly string[],
): string {
  if (ending) return title(ending);
  const code = REASONS[reason];
  const losers = sides.filter((_, player) => payoffs[player] === -1).join(", ");
  return code === undefined ? "" : say(code, { sides: losers });
}

const byWinner = (count: number, winner: number): number[] => [
  winner,
  ...Array.from({ length: count }, (_, player) => player).filter((player) => player !== winner),
];
