/** The position editor: the pieces on the board, and the verdict of the server. */

import { ApiError } from "../api";
import type { GameDocument, Options, PositionDocument, SetupDocument } from "../api/types";
import { api } from "./api";
import { errorText } from "./error_text";
import { settleOptions } from "./game_options";
import { newSeed } from "./new_session";
import { clear, move, place, placementOf } from "./placement";
import type { Placement } from "./placement";

const PAUSE = 150; // milliseconds without a change before the server is asked

/** A position being edited; in a game without a setup, by its text only. */
export class PositionEditor {
  options = $state.raw<Options>({});
  game = $state.raw<GameDocument | null>(null);
  placement = $state.raw<Placement | null>(null);
  /** The verdict on the placement; null while it is awaited. */
  verdict = $state.raw<SetupDocument | null>(null);
  /** The position of a game without a setup. */
  shown = $state.raw<PositionDocument | null>(null);
  /** Why a text or an option was refused. */
  error = $state("");
  /** Whether the server has no game of this name. */
  isUnknown = $state(false);
  readonly name: string;
  #latest = 0; // the number of the last request
  #waiting: ReturnType<typeof setTimeout> | undefined;

  constructor(name: string) {
    this.name = name;
  }

  /** The position as text; null if it is not known to be right. */
  get position(): string | null {
    return this.verdict?.position ?? this.shown?.position ?? null;
  }

  /** Opens a position, by default the start of the game; `false` if it was refused. */
  async open(options: Options, position: string | null): Promise<boolean> {
    return this.#request(async () => {
      const game = await api.readGame(this.name, options);
      const start = position === null ? { seed: newSeed() } : { position };
      const request = { game: this.name, options, ...start };
      if (game.setup == null) {
        const shown = await api.readPosition({ ...request, moves: [] });
        return () => Object.assign(this, { game, options, shown });
      }
      const verdict = await api.setUp({ ...request, cells: null, turn: 0, counters: {} });
      return () => Object.assign(this, { game, options, verdict, placement: placementOf(verdict) });
    });
  }

  /** Changes an option; the board shows the start of the game with it. */
  async changeOption(option: string, value: number | string): Promise<void> {
    const chosen = { ...this.game?.settings, [option]: value };
    let options = chosen;
    try {
      options = await settleOptions(this.name, chosen, option);
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
    }
    await this.open(options, null);
  }

  /** Places a content on a cell, or removes it. */
  place(cell: number, code: string): void {
    this.#change((placement, board, setup) => place(placement, board, setup, cell, code));
  }

  /** Moves the content of a cell to another one, or off the board. */
  move(from: number, to: number | null): void {
    this.#change((placement, board, setup) => move(placement, board, setup, from, to));
  }

  /** Removes every piece. */
  clear(): void {
    this.#change((placement, _, setup) => clear(placement, setup));
  }

  setTurn(turn: number): void {
    this.#change((placement) => ({ ...placement, turn }));
  }

  setCounter(name: string, value: number): void {
    this.#change((placement) => ({
      ...placement,
      counters: { ...placement.counters, [name]: value },
    }));
  }

  /** Stops asking the server. */
  close(): void {
    this.#latest += 1;
    clearTimeout(this.#waiting);
  }

  #change(
    change: (
      placement: Placement,
      board: NonNullable<GameDocument["geometry"]>,
      setup: NonNullable<GameDocument["setup"]>,
    ) => Placement,
  ): void {
    const { geometry, setup } = this.game ?? {};
    if (this.placement === null || geometry == null || setup == null) return;
    this.placement = change(this.placement, geometry, setup);
    this.verdict = null;
    this.#latest += 1;
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.#check(), PAUSE);
  }

  async #check(): Promise<void> {
    const { placement } = this;
    if (placement === null) return;
    await this.#request(async () => {
      const verdict = await api.setUp({
        game: this.name,
        options: this.options,
        cells: placement.cells.map(({ code }) => code),
        turn: placement.turn,
        counters: placement.counters,
      });
      return () => {
        this.verdict = verdict;
        if (verdict.position !== null) this.placement = placementOf(verdict);
      };
    });
  }

  /** Carries out a request, unless a later one has begun by the time it is answered. */
  async #request(send: () => Promise<() => void>): Promise<boolean> {
    clearTimeout(this.#waiting);
    const number = (this.#latest += 1);
    try {
      const apply = await send();
      if (number !== this.#latest) return false;
      this.error = "";
      apply();
      return true;
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      if (number === this.#latest) {
        this.error = errorText(failure, this.name);
        this.isUnknown = failure.status === 404;
      }
      return false;
    }
  }
}
