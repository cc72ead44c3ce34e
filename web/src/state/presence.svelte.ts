/** Who else has the page of a session open. */

import type { PresenceFields, SessionDocument } from "../api/types";
import { say, title } from "../strings";

const PATIENCE = 4_000; // milliseconds; whoever reloads the page is back sooner

/** Follows who comes and goes; `onChange` receives a sentence about it. */
export class Presence {
  /** Null before the first event about it. */
  players = $state.raw<readonly number[] | null>(null);
  spectators = $state(0);
  /** The players who have been here since the page was opened. */
  seen = $state.raw<readonly number[]>([]);
  readonly #onChange: (sentence: string) => void;
  #announced: readonly number[] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChange: (sentence: string) => void) {
    this.#onChange = onChange;
  }

  /** Applies an event of the server; `mine` are the players of this browser. */
  update(next: PresenceFields, session: SessionDocument, mine: readonly number[]): void {
    this.players = next.players;
    this.spectators = next.spectators;
    this.seen = [...this.seen, ...next.players.filter((player) => !this.seen.includes(player))];
    clearTimeout(this.#timer);
    const before = this.#announced;
    const others = next.players.filter((player) => !mine.includes(player));
    if (before === null || others.some((player) => !before.includes(player))) {
      this.#announce(session, others);
    } else {
      this.#timer = setTimeout(() => this.#announce(session, others), PATIENCE);
    }
  }

  /** Stops announcing. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #announce(session: SessionDocument, others: readonly number[]): void {
    const before = this.#announced;
    this.#announced = others;
    const names = (players: readonly number[]): string =>
      players.map((player) => title(session.game.sides[player] ?? "")).join(", ");
    const joined = others.filter((player) => before?.includes(player) !== true);
    const left = before?.filter((player) => !others.includes(player)) ?? [];
    // A player who was here before this page has not just joined, except before the first move.
    const isNews = before !== null || session.ply === 0;
    if (joined.length > 0 && isNews) this.#onChange(say("people.joined", { sides: names(joined) }));
    else if (left.length > 0) this.#onChange(say("people.left", { sides: names(left) }));
  }
}
