/** Rematches with other people: offers, answers, and the way to the new session. */

import type { RematchFields, SessionDocument } from "../api/types";
import { say, title } from "../strings";
import { api } from "./api";
import { saveGame } from "./saved_games";

/** The offer of a rematch, or the one that began; sessions of earlier versions have none. */
export const rematchOfferIn = (session: SessionDocument): RematchFields | null =>
  (session as Partial<SessionDocument>).rematch ?? null;

/** Whether another person plays at another browser. */
export const hasOtherPeople = (session: SessionDocument, mine: readonly number[]): boolean =>
  session.seats.some(({ kind, player }) => kind === "person" && !mine.includes(player));

/** The sentence about what has just happened to the offer; empty if nothing has. */
export function describeRematch(
  before: SessionDocument,
  next: SessionDocument,
  mine: readonly number[],
): string {
  const [earlier, now] = [rematchOfferIn(before), rematchOfferIn(next)];
  const names = (sides: readonly string[]): string => sides.map(title).join(", ");
  const others = (sides: readonly string[]): string[] =>
    sides.filter((side) => !mine.includes(next.game.sides.indexOf(side)));
  const declined = now?.declined ?? null;
  if (declined !== null && (earlier?.declined ?? null) === null) {
    return others([declined]).length > 0
      ? say("rematch.declined", { sides: names([declined]) })
      : "";
  }
  const wanted = earlier?.wanted ?? [];
  if (wanted.length > 0 && now === null && next.outcome !== null) {
    const makers = others(wanted);
    return makers.length > 0 ? say("rematch.withdrawn", { sides: names(makers) }) : "";
  }
  const offered = others(now?.wanted ?? []).filter((side) => !wanted.includes(side));
  const isOpen = now !== null && now.session === null && offered.length > 0;
  return isOpen ? say("rematch.offered", { sides: names(offered) }) : "";
}

/** Takes the seats of this browser's players in the rematch; returns the id of its session. */
export async function joinRematch(
  session: SessionDocument,
  secrets: readonly string[],
): Promise<string | null> {
  const seats = await Promise.all(secrets.map((secret) => api.readRematch(session.id, secret)));
  const [first] = seats;
  if (first === undefined) return rematchOfferIn(session)?.session ?? null;
  await saveGame(first.session, {
    secrets: Object.fromEntries(seats.map(({ player, secret }) => [player, secret])),
    title: session.game.title,
    at: Date.now(),
  });
  return first.session;
}
