/** What the board shows: the session as it stands, or some position before or beyond it. */

import { readPosition } from "../api/games";
import type { PositionDocument, PositionRequest, SessionDocument } from "../api/types";

const MOST = 500; // positions kept

/** A position that is looked at, and the cells that led to it changed. */
interface Looked {
  readonly moves: readonly string[];
  readonly position: PositionDocument;
  readonly last: readonly number[];
}

export class View {
  #looked = $state.raw<Looked | null>(null);
  /** The moves to the position that is shown, while it is fetched too; null for the present. */
  #wanted = $state.raw<readonly string[] | null>(null);
  #known = new Map<string, Promise<PositionDocument>>();

  /** The moves to what is shown; null for the present. */
  get moves(): readonly string[] | null {
    return this.#wanted;
  }

  /** The position that is shown instead of the present one. */
  get position(): PositionDocument | null {
    return this.#wanted === null ? null : (this.#looked?.position ?? null);
  }

  /** The cells that the last move to it changed. */
  get last(): readonly number[] {
    return this.#looked?.last ?? [];
  }

  /** Shows the present. */
  leave(): void {
    this.#wanted = null;
    this.#looked = null;
  }

  /** Shows the position after these moves from the session's start. */
  async show(session: SessionDocument, moves: readonly string[]): Promise<void> {
    this.#wanted = moves;
    const before = moves.slice(0, -1);
    const [position, earlier] = await Promise.all([
      this.#at(session, moves),
      this.#at(session, before),
    ]);
    if (this.#wanted !== moves) return; // something else is wanted by now
    this.#looked = { moves, position, last: moves.length === 0 ? [] : changed(earlier, position) };
  }

  #at(session: SessionDocument, moves: readonly string[]): Promise<PositionDocument> {
    const request = placeOf(session, moves);
    const key = JSON.stringify(request);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= MOST) this.#known.clear();
    const found = readPosition(request);
    this.#known.set(key, found);
    found.catch(() => this.#known.delete(key));
    return found;
  }
}

/** The position after some moves of a session, as it is asked about. */
export const placeOf = (session: SessionDocument, moves: readonly string[]): PositionRequest => ({
  game: session.game.name,
  options: session.game.options,
  position: session.start,
  moves: [...moves],
});

const changed = (before: PositionDocument, after: PositionDocument): number[] =>
  after.board.flatMap((code, cell) => (code === before.board[cell] ? [] : [cell]));
