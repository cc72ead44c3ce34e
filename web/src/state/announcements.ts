/** Announces what happens in a session: aloud by a screen reader, and with a sound. */

import type { SessionDocument } from "../api/types";
import { say, title } from "../strings";
import { announcer } from "./announcer.svelte";
import { resultOf, summarize } from "./result";
import { playSound } from "./sounds";

/** Announces the difference between two states of a session. */
export function announceChange(
  before: SessionDocument,
  next: SessionDocument,
  isMyTurn: boolean,
  hasOthers: boolean,
): void {
  const played = next.history.slice(before.ply);
  const parts = played.map(({ side, move }) => say("spoken.move", { side: title(side), move }));
  if (next.ply < before.ply) parts.push(say("spoken.undone"));
  if (next.outcome !== null && before.outcome === null) {
    const result = resultOf(next, next.game, []);
    if (result !== null) parts.push(summarize(result));
    playSound("end");
  } else if (played.length > 0) {
    const isCapture = countOccupied(next) < countOccupied(before);
    // With other people the wait may be long, so that the user is elsewhere.
    const isCalled = isMyTurn && (hasOthers || document.hidden);
    playSound(isCalled ? "turn" : isCapture ? "capture" : "move");
    if (isMyTurn) parts.push(say("spoken.turn", { side: title(next.side) }));
  }
  if (parts.length > 0) announcer.announce(parts.join(". "));
}

/** Announces why something was rejected. */
export function announceError(message: string): void {
  playSound("error");
  announcer.announce(message);
}

const countOccupied = ({ board }: SessionDocument): number =>
  board.filter((code) => code !== "").length;
