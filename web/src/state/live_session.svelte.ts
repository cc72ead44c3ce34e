/** A session that is being played or watched in this browser. */

import { ApiError, isAborted } from "../api";
import type { Command } from "../api";
import type { GameDocument, SessionDocument, SessionUpdate } from "../api/types";
import { saveSkill } from "./adaptive";
import { MovePacer } from "./move_pacer";
import { say } from "../strings";
import { announceChange, announceError } from "./announcements";
import { announcer } from "./announcer.svelte";
import { api } from "./api";
import { EngineAnalysis } from "./engine_analysis.svelte";
import { errorText } from "./error_text";
import { explainIllegalMove } from "./illegal_move";
import { PositionView } from "./position_view.svelte";
import { loadGame, saveBoard, saveGame, saveSeat, saveSeen, unknownGame } from "./saved_games";
import type { SavedGame } from "./saved_games";
import { describeRefusal } from "./refused_offers";
import { applyUpdate, isByOthers, watchSession } from "./session_updates";
import { settings } from "./settings.svelte";
import { Teaching, advisedPosition } from "./teaching.svelte";
import type { AdvisedPosition } from "./teaching.svelte";
import { isBlunder } from "./winning_chances";

export class LiveSession {
  readonly id: string;
  session = $state.raw<SessionDocument | null>(null);
  game = $state.raw<GameDocument | null>(null);
  saved = $state.raw<SavedGame>(unknownGame(""));
  /** What happened to an offer; empty if there is nothing new. */
  notice = $state("");
  /** The last error message; empty if there is none. */
  error = $state("");
  /** Whether the session does not exist, or no longer. */
  isMissing = $state(false);
  /** Whether a command is being sent to the server. */
  isSending = $state(false);
  /** Increases whenever the board must discard the move that was entered on it. */
  discards = $state(0);
  readonly view = new PositionView();
  readonly teaching = new Teaching();
  readonly analysis = new EngineAnalysis();
  /** The players of this browser. */
  readonly mine = $derived(Object.keys(this.saved.secrets).map(Number));
  /** The moves played so far. */
  readonly played = $derived(this.session?.history.map(({ move }) => move) ?? []);
  /** The moves played so far, followed by those that were undone. */
  readonly moves = $derived([...this.played, ...(this.session?.undone ?? [])]);
  /** Whether only engines play, so that the user watches at a pace of their own. */
  readonly isWatched = $derived(
    this.session?.seats.every(({ kind }) => kind === "engine") ?? false,
  );
  /** Whether the position on the board waits for the user, in a game that is watched. */
  isHeld = $state(true);
  #latest: SessionDocument | null = null;
  readonly #pacer = new MovePacer((next) => this.#show(next));
  #stopUpdates: () => void = () => undefined;
  #cancellation = new AbortController();

  constructor(id: string) {
    this.id = id;
  }

  /** Whether a player of this browser is to move. */
  get isMyTurn(): boolean {
    const { session } = this;
    return session !== null && session.outcome === null && this.mine.includes(session.turn);
  }

  /** The position that advice is asked about: the one on the board. */
  get advised(): AdvisedPosition {
    return advisedPosition(this.moves, this.view.moves ?? this.played);
  }

  /** Whether advice about the position on the board can be asked for. */
  get canAsk(): boolean {
    const position = this.view.moves === null ? this.session : this.view.position;
    if (position?.outcome !== null || this.teaching.isBusy) return false;
    return this.isMyTurn || this.view.moves !== null;
  }

  /** Whether a move can be entered. */
  get canMove(): boolean {
    const isReady = !this.isSending && !this.teaching.isBusy && this.teaching.warning === null;
    return this.isMyTurn && this.view.moves === null && isReady;
  }

  /** Loads the session and follows it; `secret` comes from an invitation. */
  async open(secret: string | null): Promise<void> {
    await this.#try(async () => {
      const { signal } = this.#cancellation;
      this.saved = await loadGame(this.id);
      const session = await this.#readFirst(signal);
      const isSeated = secret === null || (await this.#takeSeat(secret));
      this.game = await api.readGame(session.game.name, session.game.options);
      if (signal.aborted) return;
      this.#accept(session);
      if (!isSeated) this.showError(say("missing.invitation"));
      const { name, options } = session.game;
      if (this.game.geometry !== null) await saveBoard(name, options, this.game.geometry);
      this.#stopUpdates = watchSession(this.id, {
        onSession: (next) => this.#accept(next),
        onUpdate: (update) => void this.#update(update),
        onThinking: (thinking) => {
          if (thinking.version === this.session?.version) this.analysis.thinking = thinking;
        },
        onError: (error) => this.#handleError(error),
      });
    });
  }

  /** Stops following the session, and everything that is running for it. */
  close(): void {
    this.#cancellation.abort();
    this.#stopUpdates();
    this.#pacer.stop();
    this.analysis.stop();
    this.teaching.clear();
  }

  /** Enters a move: it is played, unless the user only checks it or the coach warns. */
  async enter(move: string): Promise<void> {
    const { session, game, teaching } = this;
    if (session === null || game === null) return;
    if (teaching.isChecking) {
      await this.#try(() => teaching.compare(this.id, this.advised, move));
      this.discards += 1;
      return;
    }
    if (settings.coach && !(await this.#passesCoach(move, game.unit))) return;
    await this.play(move);
  }

  /** Plays a move without asking the coach. */
  async play(move: string): Promise<void> {
    const { session } = this;
    this.teaching.warning = null;
    if (session !== null) await this.command("moves", session.turn, { move });
  }

  /** Sends a command for a player of this browser. */
  async command(command: Command, player: number | undefined, body: object = {}): Promise<void> {
    const secret = player === undefined ? undefined : this.saved.secrets[player];
    if (secret === undefined || this.isSending) return;
    this.isSending = true;
    this.error = "";
    await this.#try(async () =>
      this.#accept(await api.changeSession(this.id, command, secret, body)),
    );
    this.isSending = false;
  }

  /** Shows why the cells that were tried on the board are not a legal move. */
  async explainIllegalMove(path: readonly number[]): Promise<void> {
    const { session, game } = this;
    const geometry = game?.geometry ?? null;
    if (session === null || geometry === null) return;
    await this.#try(async () => {
      const reason = await explainIllegalMove(session, geometry, path);
      if (reason !== null) this.showError(reason);
    });
  }

  /** Shows the next rung of the hint ladder. */
  hint(): Promise<void> {
    return this.#try(() => this.teaching.hint(this.id, this.advised));
  }

  /** Explains why a move is good; the best move by default. */
  explain(move: string | null): Promise<void> {
    return this.#try(() => this.teaching.explain(this.id, this.advised, move));
  }

  /** Shows the position after the first `ply` moves. */
  async showPly(ply: number): Promise<void> {
    if (ply < 0 || ply > this.moves.length) return;
    await this.showPosition(this.moves.slice(0, ply));
  }

  /** Shows the position after some moves from the session's start. */
  async showPosition(moves: readonly string[]): Promise<void> {
    const { session } = this;
    if (session === null) return;
    if (moves.join(" ") === this.played.join(" ")) this.view.leave();
    else await this.#try(() => this.view.show(session, moves));
  }

  /** Clears an error message that no longer applies. */
  clearError(): void {
    this.error = "";
  }

  /** Shows and announces an error message, and discards the move that was entered. */
  showError(message: string): void {
    this.error = message;
    this.discards += 1;
    announceError(message);
  }

  async #readFirst(signal: AbortSignal): Promise<SessionDocument> {
    try {
      return await api.readSession(this.id, signal);
    } catch (error) {
      this.isMissing = error instanceof ApiError && error.status === 404;
      if (this.isMissing && this.saved.at > 0) await saveGame(this.id, { gone: true });
      throw error;
    }
  }

  /** Takes the seat of an invitation; whether the seat exists. */
  async #takeSeat(secret: string): Promise<boolean> {
    if (!/^[!-~]+$/.test(secret)) return false; // it could not even be sent
    const seat = await api.readSeat(this.id, secret).catch((error: unknown) => {
      if (error instanceof ApiError) return null; // the link is incomplete or from another game
      throw error;
    });
    if (seat === null) return false;
    const { player } = seat;
    await saveSeat(this.id, player, secret);
    this.saved = { ...this.saved, secrets: { ...this.saved.secrets, [player]: secret } };
    if (settings.name !== "") {
      await api.changeSession(this.id, "seat", secret, { name: settings.name });
    }
    return true;
  }

  /** Whether the coach lets a move pass; otherwise a warning is shown. */
  async #passesCoach(move: string, unit: number): Promise<boolean> {
    const { teaching } = this;
    await this.#try(async () => {
      const comparison = await teaching.compare(this.id, this.advised, move);
      teaching.comparison = null; // shown only as part of a warning
      if (comparison !== null && isBlunder(comparison.mine.line, comparison.yours.line, unit)) {
        teaching.warning = { move, comparison };
      }
    });
    if (teaching.warning === null) return true;
    this.discards += 1;
    return false;
  }

  /** Applies an update, or reads the session again if an earlier update is missing. */
  async #update(update: SessionUpdate): Promise<void> {
    if (this.#latest === null) return;
    const next = applyUpdate(this.#latest, update);
    if (next !== null) this.#accept(next);
    else {
      await this.#try(async () =>
        this.#accept(await api.readSession(this.id, this.#cancellation.signal)),
      );
    }
  }

  /** Accepts a state of the session, unless a later one is known. */
  #accept(next: SessionDocument): void {
    if (this.#latest !== null && next.version <= this.#latest.version) return;
    const isReply = this.session !== null && !this.isWatched && isByOthers(next, this.mine);
    this.#latest = next;
    this.#pacer.add(next, isReply);
  }

  /** Shows a state of the session. */
  #show(next: SessionDocument): void {
    const before = this.session;
    if (this.isWatched && this.isHeld && before !== null) this.view.hold(before);
    this.session = next;
    this.view.remember(next);
    this.analysis.thinking = null;
    this.error = "";
    this.notice = before === null ? "" : describeRefusal(before, next);
    if (before?.position !== next.position || before.ply !== next.ply) {
      if (!this.isWatched) {
        this.teaching.clear();
        this.view.leave();
      }
    }
    if (this.mine.length > 0) saveSkill(next);
    saveSeen(next).catch(() => undefined); // without space the game goes on, but is not listed
    // A game that is watched is shown later than it is played.
    if (before === null || (this.isWatched && this.isHeld)) return;
    announceChange(before, next, this.isMyTurn);
    if (this.notice !== "") announcer.announce(this.notice);
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.#handleError(error);
    }
  }

  #handleError(error: unknown): void {
    if (isAborted(error)) return;
    if (!(error instanceof ApiError)) throw error;
    this.showError(errorText(error, this.session?.game.name));
  }
}
