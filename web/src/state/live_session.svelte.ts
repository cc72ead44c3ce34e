/** A session that is being played or watched in this browser. */

import { ApiError, isAborted } from "../api";
import type { Command, Followers } from "../api";
import type { GameDocument, SessionDocument, SessionUpdate } from "../api/types";
import { saveSkill } from "./adaptive";
import { MovePacer } from "./move_pacer";
import { say } from "../strings";
import { announceChange, announceError } from "./announcements";
import { announcer } from "./announcer.svelte";
import { api } from "./api";
import type { SeatChoice } from "./new_session";
import { changePlayer } from "./player_changes";
import { Presence } from "./presence.svelte";
import { describeRematch, hasOtherPeople, joinRematch, rematchOfferIn } from "./rematches";
import { router } from "./router.svelte";
import { playSound } from "./sounds";
import { EngineAnalysis } from "./engine_analysis.svelte";
import { errorText } from "./error_text";
import { explainIllegalMove } from "./illegal_move";
import { PositionView, positionRequest } from "./position_view.svelte";
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
  /** The players of this browser; a seat that was given to the computer is not one of them. */
  readonly mine = $derived(
    Object.keys(this.saved.secrets)
      .map(Number)
      .filter((player) => this.session?.seats[player]?.kind !== "engine"),
  );
  /** Whether another person plays at another browser. */
  readonly hasOthers = $derived(this.session !== null && hasOtherPeople(this.session, this.mine));
  /** Whether this page is counted as a spectator. */
  readonly isSpectator = $derived(Object.keys(this.saved.secrets).length === 0);
  /** Whether the server gives hints and analyses now. */
  readonly hasHelp = $derived(
    this.session?.outcome !== null || (this.session as Partial<SessionDocument>).help !== false,
  );
  /** Who else has the page open. */
  readonly presence = new Presence((sentence) => {
    this.notice = sentence;
    announcer.announce(sentence);
    playSound("join");
  });
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
  /** The kind of the change that made a version. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- the page shows nothing of it
  readonly #changes = new Map<number, string>();
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
    if (position?.outcome !== null || this.teaching.isBusy || !this.hasHelp) return false;
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
      const followers = await this.#readFollowers(session);
      if (this.#cancellation.signal.aborted) return;
      this.#stopUpdates = watchSession(this.id, followers, {
        onSession: (next) => this.#accept(next),
        onUpdate: (update) => void this.#update(update),
        onThinking: (thinking) => {
          if (thinking.version === this.session?.version) this.analysis.thinking = thinking;
        },
        onPresence: (presence) => {
          if (this.session === null) return;
          this.presence.update(presence, this.session, this.mine);
          void this.#saveJoined();
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
    this.presence.stop();
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
    if (settings.coach && this.hasHelp && !(await this.#passesCoach(move, game.unit))) return;
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
    await this.#try(async () => {
      const next = await api.changeSession(this.id, command, secret, body);
      const action = "action" in body ? ` ${String(body.action)}` : "";
      this.#changes.set(next.version, command + action);
      this.#accept(next);
    });
    this.isSending = false;
  }

  /** Lets someone else play a side. */
  async changePlayer(player: number, choice: SeatChoice): Promise<void> {
    const { session } = this;
    if (session === null) return;
    await this.#try(async () => {
      const changed = await changePlayer(session, this.saved, this.mine, player, choice);
      if (changed === null) return;
      this.saved = changed.saved;
      this.#accept(changed.session);
    });
  }

  /** Offers a rematch, or accepts the one that is offered, for every player of this browser. */
  async wantRematch(): Promise<void> {
    for (const player of this.mine) {
      const offer = this.session === null ? null : rematchOfferIn(this.session);
      const side = this.session?.game.sides[player] ?? "";
      if (offer?.session == null && offer?.wanted.includes(side) !== true) {
        await this.command("rematch", player, { action: "offer" });
      }
    }
  }

  /** Opens the rematch, in the seats of this browser's players. */
  async enterRematch(): Promise<void> {
    const { session, saved, mine } = this;
    if (session === null) return;
    const secrets = mine.flatMap((player) => saved.secrets[player] ?? []);
    await this.#try(async () => {
      const id = await joinRematch(session, secrets);
      if (id !== null) router.go({ name: "session", id, secret: null });
    });
  }

  /** Shows why the cells that were tried on the board are not a legal move. */
  async explainIllegalMove(path: readonly number[]): Promise<void> {
    const { session, game } = this;
    const geometry = game?.geometry ?? null;
    if (session === null || geometry === null) return;
    await this.#try(async () => {
      const reason = await explainIllegalMove(
        session,
        positionRequest(session, this.played),
        session.game.name,
        geometry,
        path,
      );
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

  /** Who follows the session here: only other people want to know. */
  async #readFollowers(session: SessionDocument): Promise<Followers> {
    const { mine, saved } = this;
    const { isSpectator } = this;
    if (isSpectator || !hasOtherPeople(session, mine)) return { tickets: [], isSpectator };
    const secrets = mine.flatMap((player) => saved.secrets[player] ?? []);
    const seats = await Promise.all(secrets.map((secret) => api.readSeat(this.id, secret)));
    return { tickets: seats.map(({ ticket }) => ticket), isSpectator };
  }

  /** Saves which invited players have joined. */
  async #saveJoined(): Promise<void> {
    const { joined = [], invitations } = this.saved;
    const came = this.presence.seen.filter(
      (player) => invitations[player] !== undefined && !joined.includes(player),
    );
    if (came.length === 0) return;
    this.saved = { ...this.saved, joined: [...joined, ...came] };
    await saveGame(this.id, { joined: [...joined, ...came] });
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
    this.#changes.set(update.version, update.what);
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
    this.notice = before === null ? "" : this.#describe(before, next);
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
    announceChange(before, next, this.isMyTurn, this.hasOthers);
    if (this.notice !== "") announcer.announce(this.notice);
    const begun = rematchOfferIn(next)?.session ?? null;
    const isNew = begun !== null && (rematchOfferIn(before)?.session ?? null) === null;
    if (isNew && this.mine.length > 0) void this.enterRematch();
  }

  /** What has just happened to an offer; empty if nothing has. */
  #describe(before: SessionDocument, next: SessionDocument): string {
    const what = this.#changes.get(next.version) ?? "";
    return describeRefusal(before, next, what) || describeRematch(before, next, this.mine);
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
