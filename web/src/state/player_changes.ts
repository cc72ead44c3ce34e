/** Changes of who plays a side during a game. */

import type { SessionDocument } from "../api/types";
import { api } from "./api";
import type { SeatChoice } from "./new_session";
import { saveGame } from "./saved_games";
import type { SavedGame } from "./saved_games";

/** Who plays a side now, as the form shows it; null for a person elsewhere. */
export function currentSeat(
  session: SessionDocument,
  saved: SavedGame,
  mine: readonly number[],
  player: number,
): SeatChoice | null {
  const seat = session.seats[player];
  if (seat === undefined) return null;
  if (seat.kind === "engine") return { kind: "engine", level: seat.level };
  if (mine.includes(player)) return { kind: "here", name: seat.name };
  return isUnclaimed(session, saved, player) ? { kind: "link" } : null;
}

/** Whether the friend who was invited to a seat has done nothing there yet. */
export const isUnclaimed = (session: SessionDocument, saved: SavedGame, player: number): boolean =>
  saved.invitations[player] !== undefined &&
  saved.joined?.includes(player) !== true &&
  session.seats[player]?.name === "" &&
  // Only the moves of engines have evaluations.
  !session.history.some(
    ({ side, evaluation }) => side === session.seats[player]?.side && evaluation === null,
  );

/** Lets someone else play a side; returns the new state, and what to save about the game. */
export async function changePlayer(
  session: SessionDocument,
  saved: SavedGame,
  mine: readonly number[],
  player: number,
  choice: SeatChoice,
): Promise<{ session: SessionDocument; saved: SavedGame } | null> {
  const secret = secretFor(session, saved, mine, player);
  if (secret === null) return null;
  const name = choice.kind === "here" ? (choice.name ?? "") : "";
  const kind = choice.kind === "engine" ? "engine" : "person";
  const level = choice.kind === "engine" ? choice.level : "";
  const seat = { kind, name, level, skill: "", opponents: "paranoid" } as const;
  const changed = await api.changePlayer(session.id, secret, { player, seat });
  const [given] = changed.secrets;
  const secrets = { ...saved.secrets };
  const invitations = { ...saved.invitations };
  if (choice.kind !== "engine") {
    Reflect.deleteProperty(secrets, player);
    Reflect.deleteProperty(invitations, player);
  }
  if (given !== undefined && choice.kind === "here") secrets[player] = given.secret;
  if (given !== undefined && choice.kind === "link") invitations[player] = given.invitation;
  const joined = (saved.joined ?? []).filter((other) => other !== player);
  await saveGame(session.id, { secrets, invitations, joined });
  return { session: changed.session, saved: { ...saved, secrets, invitations, joined } };
}

/** The secret that allows a change of a seat: its own, or for an engine any of this browser. */
function secretFor(
  session: SessionDocument,
  saved: SavedGame,
  mine: readonly number[],
  player: number,
): string | null {
  const own = saved.secrets[player];
  const isEngine = session.seats[player]?.kind === "engine";
  const [first] = mine;
  if (isEngine && first !== undefined) return saved.secrets[first] ?? null;
  if (own !== undefined) return own;
  const invitation = isUnclaimed(session, saved, player) ? saved.invitations[player] : undefined;
  return invitation?.split("#secret=")[1] ?? null;
}
