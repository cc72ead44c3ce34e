/** The position on the board: the current one, or one that the user browses to. */

import type { PositionDocument, PositionRequest, SessionDocument } from "../api/types";
import { api } from "./api";

const CACHE_LIMIT = 500; // positions

/** A position to show instead of the current one. */
interface ViewedPosition {
  readonly position: PositionDocument;
  /** The cells that the last move changed. */
  readonly last: readonly number[];
}

export class PositionView {
  #shown = $state.raw<ViewedPosition | null>(null);
  #moves = $state.raw<readonly string[] | null>(null);
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- the page shows nothing of the cache
  readonly #cache = new Map<string, Promise<PositionDocument>>();

  /** The moves to the viewed position, also while it is loading; null for the current position. */
  get moves(): readonly string[] | null {
    return this.#moves;
  }

  /** The viewed position; null for the current position. */
  get position(): PositionDocument | null {
    return this.#moves === null ? null : (this.#shown?.position ?? null);
  }

  /** The cells that the last move to the viewed position changed. */
  get last(): readonly number[] {
    return this.#shown?.last ?? [];
  }

  /** Returns to the current position. */
  leave(): void {
    this.#moves = null;
    this.#shown = null;
  }

  /** Keeps a position that is known already, so that it need not be requested. */
  remember(session: SessionDocument): void {
    const moves = session.history.map(({ move }) => move);
    this.#cache.set(keyOf(session, moves), Promise.resolve(session));
  }

  /** Goes on showing a state of the session when later ones arrive. */
  hold(session: SessionDocument): void {
    if (this.#moves !== null) return;
    this.#moves = session.history.map(({ move }) => move);
    this.#shown = { position: session, last: session.last };
  }

  /** Shows the position after these moves from the session's start. */
  async show(session: SessionDocument, moves: readonly string[]): Promise<void> {
    this.#moves = moves;
    const [position, before] = await Promise.all([
      this.#read(session, moves),
      this.#read(session, moves.slice(0, -1)),
    ]);
    if (this.#moves !== moves) return; // the user has moved on
    this.#shown = { position, last: moves.length === 0 ? [] : changedCells(before, position) };
  }

  #read(session: SessionDocument, moves: readonly string[]): Promise<PositionDocument> {
    const request = positionRequest(session, moves);
    const key = keyOf(session, moves);
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    if (this.#cache.size >= CACHE_LIMIT) this.#cache.clear();
    const position = api.readPosition(request);
    this.#cache.set(key, position);
    position.catch(() => this.#cache.delete(key));
    return position;
  }
}

/**
 * The request for the position after some moves from a session's start.
 *
 * The server replays the moves, so the position has a history and needs no text.
 */
export const positionRequest = (
  session: SessionDocument,
  moves: readonly string[],
): PositionRequest => ({ session: session.id, ply: 0, moves: [...moves] });

const keyOf = (session: SessionDocument, moves: readonly string[]): string =>
  JSON.stringify(positionRequest(session, moves));

const changedCells = (before: PositionDocument, after: PositionDocument): number[] =>
  after.board.flatMap((code, cell) => (code === before.board[cell] ? [] : [cell]));
