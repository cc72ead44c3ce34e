/** The opponents and the result of a saved game, for the players of this browser. */

import type { SavedGame, SavedSeat, SeenGame } from "./saved_games";
import { capital, say, word } from "../strings";
import { ADAPTIVE } from "./adaptive";
import { resultOf as resultOfPosition, summarize } from "./result";

/** The result for the players of this browser; null if they all play against each other. */
export type Result = "won" | "drawn" | "lost";

/** The state of a game as a list filters it. */
export type Kind = "open" | "over" | "watched";

/** The players of this browser. */
export const minePlayers = ({ secrets }: SavedGame): number[] => Object.keys(secrets).map(Number);

/** The seats of the others; of all in a game that was only watched. */
export function opponentsOf(game: SavedGame): readonly SavedSeat[] {
  const mine = minePlayers(game);
  return game.seen?.seats.filter((_, player) => !mine.includes(player)) ?? [];
}

/** The state of a game. One that was never opened here may be open. */
export function kindOf(game: SavedGame): Kind {
  if (minePlayers(game).length === 0) return "watched";
  if (game.gone) return "over";
  return game.seen?.outcome == null ? "open" : "over";
}

/** Whether a player of this browser is to move. */
export const isMyTurn = (game: SavedGame): boolean =>
  game.seen !== null && game.seen.outcome === null && minePlayers(game).includes(game.seen.turn);

/** The result for the one player of this browser; null if there is none, or several. */
export function resultOf(game: SavedGame): Result | null {
  const [player, ...others] = minePlayers(game);
  const payoffs = game.seen?.outcome?.payoffs;
  if (player === undefined || others.length > 0 || payoffs === undefined) return null;
  const own = payoffs[player] ?? 0;
  return own > 0 ? "won" : own < 0 ? "lost" : "drawn";
}

/** How a game ended, whoever won; empty if it did not. */
export function endText({ outcome, seats }: SeenGame): string {
  if (outcome === null) return "";
  if (outcome.reason === undefined) return capital(outcome.sentence);
  const sides = seats.map(({ side }) => side);
  const end = { ...outcome, reason: outcome.reason, winner: null, ending: "" };
  const result = resultOfPosition({ outcome: end, counts: [] }, { sides }, []);
  return result === null ? "" : summarize(result);
}

/** The opponents of this browser's players, as text. */
export function opponentText(game: SavedGame): string {
  if (game.seen === null) return "";
  const opponents = opponentsOf(game);
  if (opponents.length === 0) return say("mine.together");
  const names = [...new Set(opponents.map(seatText))].join(" · ");
  return kindOf(game) === "watched" ? names : say("mine.against", { names });
}

/** Who sits in a seat. */
export function seatText(seat: SavedSeat): string {
  if (seat.kind === "engine") return levelText(seat.level);
  return seat.name === "" ? say("mine.person") : seat.name;
}

/** A level of the engine. */
export function levelText(level: string): string {
  if (level === ADAPTIVE) return say("mine.adaptive");
  if (level === "") return say("mine.engine");
  return Number.isInteger(Number(level))
    ? say("mine.level", { level: word(level) })
    : say("mine.own", { level: word(level) });
}
