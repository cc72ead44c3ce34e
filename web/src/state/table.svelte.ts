/** A session as this browser plays or watches it. */

import { Refusal, isAborted } from "../api/errors";
import { readGame, whyNot } from "../api/games";
import { SESSION_FIELDS, change, readSeat, readSession } from "../api/sessions";
import type { Command } from "../api/sessions";
import { follow } from "../api/stream";
import type { GameDocument, SessionDocument, ThinkingFields } from "../api/types";
import { say } from "../strings";
import { learn } from "./adaptive";
import { announcer } from "./announcer.svelte";
import { isBlunder } from "./chances";
import { holding, remember } from "./seats";
import type { Holding } from "./seats";
import { settings } from "./settings.svelte";
import { sound } from "./sounds";
import { Teaching } from "./teaching.svelte";
import { Thinking } from "./thinking.svelte";
import { View, placeOf } from "./view.svelte";

const CHECK = 20_000; // milliseconds after which a silent stream is doubted

export class Table {
  readonly id: string;
  session = $state.raw<SessionDocument | null>(null);
  game = $state.raw<GameDocument | null>(null);
  held = $state.raw<Holding>(holding(""));
  /** The sentence of the last refusal. */
  refusal = $state("");
  /** Whether something that was done is on its way to the server. */
  isSending = $state(false);
  /** Raised whenever what was entered on the board is to be forgotten. */
  refusals = $state(0);
  readonly view = new View();
  readonly teaching = new Teaching();
  readonly thinking = new Thinking();
  /** The players of this browser. */
  readonly mine = $derived(Object.keys(this.held.secrets).map(Number));
  /** Every move that was played, up to the present. */
  readonly played = $derived(this.session?.history.map(({ move }) => move) ?? []);
  /** Every move of the line, those that were taken back too. */
  readonly line = $derived([...this.played, ...(this.session?.undone ?? [])]);
  #leave: () => void = () => undefined;
  #interest = new AbortController();

  constructor(id: string) {
    this.id = id;
    this.held = holding(id);
  }

  /** Whether whoever is to move plays here. */
  get isMyTurn(): boolean {
    const { session } = this;
    return session !== null && session.outcome === null && this.mine.includes(session.turn);
  }

  /** Whether a move can be entered. */
  get canMove(): boolean {
    const isReady = !this.isSending && !this.teaching.isBusy && this.teaching.warning === null;
    return this.isMyTurn && this.view.moves === null && isReady;
  }

  /** Comes to the table, with the secret of an invitation where there is one. */
  async open(secret: string | null): Promise<void> {
    try {
      if (secret !== null) await this.#sit(secret);
      const session = await readSession(this.id, this.#interest.signal);
      this.game = await readGame(session.game.name, session.game.options);
      this.#accept(session);
      this.held = remember(this.id, { title: session.game.title });
      this.#listen();
    } catch (failure) {
      this.#refuse(failure);
    }
  }

  /** Leaves the table. */
  close(): void {
    this.#interest.abort();
    this.#leave();
    this.thinking.end();
    this.teaching.clear();
  }

  /** Enters a move: it is played, unless it is asked about or the coach warns. */
  async enter(move: string): Promise<void> {
    const { session, game, teaching } = this;
    if (session === null || game === null) return;
    if (teaching.isAsking) {
      await this.#try(() => teaching.compare(this.id, move));
      this.refusals += 1; // the board waits for an answer; there is none
      return;
    }
    if (settings.coach && !(await this.#isFine(move, game.unit))) return;
    await this.play(move);
  }

  /** Plays a move, whatever the coach says. */
  async play(move: string): Promise<void> {
    const { session } = this;
    this.teaching.warning = null;
    if (session !== null) await this.command("moves", session.turn, { move });
  }

  /** Does something for a player of this browser. */
  async command(command: Command, player: number | undefined, body: object = {}): Promise<void> {
    const secret = player === undefined ? undefined : this.held.secrets[player];
    if (secret === undefined || this.isSending) return;
    this.isSending = true;
    this.refusal = "";
    await this.#try(async () => this.#accept(await change(this.id, command, secret, body)));
    this.isSending = false;
  }

  /** Says why what was touched on the board is no move. */
  async explainRefusal(from: number | null, to: number): Promise<void> {
    const { session, game } = this;
    const cells = game?.geometry?.cells;
    const target = cells?.[to]?.name;
    if (session === null || cells === undefined || target === undefined) return;
    const source = from === null ? undefined : cells[from]?.name;
    const move = source === undefined ? target : `${source}-${target}`;
    const moves = this.played;
    await this.#try(async () => {
      const answer = await whyNot({ ...placeOf(session, moves), move });
      const reason = answer.params?.["expected"];
      if (!answer.legal) this.#say(typeof reason === "string" ? `${move}: ${reason}` : (answer.detail ?? ""));
    });
  }

  /** The next rung of the hint ladder. */
  hint(): Promise<void> {
    return this.#try(() => this.teaching.hint(this.id));
  }

  /** Why a move is good; the best one unless told. */
  explain(move: string | null): Promise<void> {
    return this.#try(() => this.teaching.explain(this.id, move));
  }

  /** Shows the position after the first `ply` moves; the present where that is it. */
  async look(ply: number): Promise<void> {
    const { session } = this;
    if (session === null || ply < 0 || ply > this.line.length) return;
    await this.lookAt(this.line.slice(0, ply));
  }

  /** Shows the position after some moves; the present where that is it. */
  async lookAt(moves: readonly string[]): Promise<void> {
    const { session } = this;
    if (session === null) return;
    if (moves.join(" ") === this.played.join(" ")) this.view.leave();
    else await this.#try(() => this.view.show(session, moves));
  }

  async #sit(secret: string): Promise<void> {
    const { player } = await readSeat(this.id, secret);
    this.held = remember(this.id, { secrets: { ...this.held.secrets, [player]: secret } });
    if (settings.name !== "") await change(this.id, "seat", secret, { name: settings.name });
  }

  #listen(): void {
    const leave = follow(`/sessions/${encodeURIComponent(this.id)}/events`, {
      session: {
        expect: SESSION_FIELDS,
        hear: (data) => this.#accept(data as SessionDocument),
      },
      thinking: {
        expect: ["line", "version"],
        hear: (data) => {
          const thought = data as ThinkingFields;
          if (thought.version === this.session?.version) this.thinking.seat = thought;
        },
      },
    });
    // A connection can be lost without anybody noticing; looking now and then finds out.
    const timer = setInterval(() => void this.#check(), CHECK);
    const check = (): void => void this.#check();
    addEventListener("online", check);
    this.#leave = () => {
      leave();
      clearInterval(timer);
      removeEventListener("online", check);
    };
  }

  async #check(): Promise<void> {
    await this.#try(async () => this.#accept(await readSession(this.id, this.#interest.signal)));
  }

  async #isFine(move: string, unit: number): Promise<boolean> {
    let comparison = null;
    await this.#try(async () => {
      comparison = await this.teaching.compare(this.id, move);
      this.teaching.comparison = null; // shown only where it is a warning
      if (comparison !== null && isBlunder(comparison.mine.line, comparison.yours.line, unit)) {
        this.teaching.warning = { move, comparison };
      }
    });
    if (this.teaching.warning === null) return true;
    this.refusals += 1;
    return false;
  }

  /** Takes over what the server says, unless something later is known. */
  #accept(next: SessionDocument): void {
    const before = this.session;
    if (before !== null && next.version <= before.version) return;
    this.session = next;
    this.thinking.seat = null;
    this.refusal = "";
    if (before?.position !== next.position || before.ply !== next.ply) {
      this.teaching.clear();
      this.view.leave();
    }
    if (this.mine.length > 0) learn(next);
    if (before !== null) this.#tell(before, next);
  }

  /** Has everybody hear what has happened. */
  #tell(before: SessionDocument, next: SessionDocument): void {
    const played = next.history.slice(before.ply);
    const parts = played.map(({ side, move }) => say("spoken.move", { side, move }));
    if (next.ply < before.ply) parts.push(say("spoken.undone"));
    if (next.outcome !== null && before.outcome === null) {
      parts.push(next.outcome.sentence);
      sound("end");
    } else if (played.length > 0) {
      sound(count(next) < count(before) ? "capture" : "move");
      if (this.isMyTurn) parts.push(say("spoken.turn", { side: next.side }));
    }
    if (parts.length > 0) announcer.say(parts.join(". "));
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      this.#refuse(failure);
    }
  }

  #refuse(failure: unknown): void {
    if (isAborted(failure)) return;
    if (!(failure instanceof Refusal)) throw failure;
    this.#say(failure.message);
  }

  #say(sentence: string): void {
    this.refusal = sentence;
    this.refusals += 1;
    sound("refused");
    announcer.say(sentence);
  }
}

/** How many pieces and marks are on a board. */
const count = ({ board }: SessionDocument): number => board.filter((code) => code !== "").length;
