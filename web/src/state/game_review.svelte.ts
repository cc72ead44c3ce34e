/** The review of a game: its moves with their marks, and mistakes to try again. */

import { ApiError } from "../api";
import type {
  GameDocument,
  LineFields,
  PositionDocument,
  ReviewDocument,
  SessionDocument,
} from "../api/types";
import { say, word } from "../strings";
import { announcer } from "./announcer.svelte";
import { api } from "./api";
import { errorText } from "./error_text";
import { PositionView } from "./position_view.svelte";
import { Teaching } from "./teaching.svelte";
import { winningChance } from "./winning_chances";

/** A move of the game with its judgement. */
export interface JudgedMove {
  readonly ply: number;
  readonly side: string;
  readonly move: string;
  readonly mark: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  readonly loss: number;
  readonly before: number;
  readonly after: number;
  readonly turning_point: boolean;
  readonly best: LineFields | null;
}

/** How a side played. */
export interface JudgedSide {
  readonly side: string;
  readonly name: string;
  readonly accuracy: number | null;
  readonly inaccuracy: number;
  readonly mistake: number;
  readonly blunder: number;
}

/** The winning chances of a side after some moves. */
export interface ChancesPoint {
  readonly ply: number;
  readonly side: string;
  readonly chances: number;
}

/** A mistake that is tried again. */
export interface Retry {
  readonly judged: JudgedMove;
  /** What the tried move was worth; empty before the first try. */
  readonly verdict: string;
  readonly isSolved: boolean;
}

const SAME = 0.02; // a smaller loss of winning chances counts as none

export class GameReview {
  readonly id: string;
  session = $state.raw<SessionDocument | null>(null);
  game = $state.raw<GameDocument | null>(null);
  review = $state.raw<ReviewDocument | null>(null);
  judged = $state(0);
  length = $state(0);
  /** The number of moves before the position on the board. */
  ply = $state(0);
  retry = $state.raw<Retry | null>(null);
  error = $state("");
  isMissing = $state(false);
  discards = $state(0);
  readonly view = new PositionView();
  readonly teaching = new Teaching();
  readonly moves = $derived((this.review?.moves ?? []) as unknown as readonly JudgedMove[]);
  readonly sides = $derived((this.review?.sides ?? []) as unknown as readonly JudgedSide[]);
  readonly chances = $derived((this.review?.chances ?? []) as unknown as readonly ChancesPoint[]);
  /** The moves after which a better line is shown. */
  readonly mistakes = $derived(
    this.moves.filter(({ mark, best }) => best !== null && mark !== "best" && mark !== "good"),
  );
  /** The moves of the game, also those that were undone. */
  readonly line = $derived([
    ...(this.session?.history.map(({ move }) => move) ?? []),
    ...(this.session?.undone ?? []),
  ]);
  #stop: () => void = () => undefined;

  constructor(id: string) {
    this.id = id;
  }

  /** The position on the board. */
  get position(): PositionDocument | null {
    return this.view.position;
  }

  /** Loads the game, and its review as soon as it is computed. */
  async open(ply: number | null): Promise<void> {
    await this.#try(async () => {
      const session = await api.readSession(this.id);
      this.game = await api.readGame(session.game.name, session.game.options);
      this.session = session;
      await this.go(ply ?? this.line.length);
      this.#stop = api.reviewGame(
        { session: this.id, format: "json", options: {}, words: false },
        (progress) => {
          this.judged = progress.judged;
          this.length = progress.length;
          this.review = progress.review;
        },
        (error) => this.#refuse(error),
      );
    });
  }

  close(): void {
    this.#stop();
    this.teaching.clear();
  }

  /** Shows the position after some moves of the game. */
  async go(ply: number): Promise<void> {
    const { session } = this;
    if (session === null) return;
    this.ply = Math.max(0, Math.min(this.line.length, ply));
    if (this.retry !== null && this.ply !== this.retry.judged.ply - 1) this.#leaveRetry();
    await this.#try(() => this.view.show(session, this.line.slice(0, this.ply)));
  }

  /** Stands before a mistake, so that another move can be tried. */
  async tryAgain(judged: JudgedMove): Promise<void> {
    this.teaching.clear();
    this.retry = { judged, verdict: "", isSolved: false };
    await this.go(judged.ply - 1);
  }

  /** Says whether a move is as good as the best one. */
  async enter(move: string): Promise<void> {
    const { retry, game } = this;
    if (retry === null || game === null) return;
    const { judged } = retry;
    this.discards += 1;
    if (move === judged.best?.move) {
      this.#judge(retry, say("review.best", { move }), true);
    } else if (move === judged.move) {
      this.#judge(retry, say("review.same", { move }), false);
    } else {
      await this.#try(async () => {
        const found = await this.teaching.compare(this.id, this.#place(judged), move);
        if (found === null || this.retry?.judged !== judged) return;
        const { mine, yours } = found;
        const lost = winningChance(yours.line, game.unit) - winningChance(mine.line, game.unit);
        const value = word(mine.line.value);
        const isSolved = lost < SAME;
        this.#judge(
          retry,
          say(isSolved ? "review.asGood" : "review.worse", { move, value }),
          isSolved,
        );
      });
    }
  }

  /** Shows the next rung of the hint ladder. */
  async hint(): Promise<void> {
    const { retry } = this;
    if (retry !== null)
      await this.#try(() => this.teaching.hint(this.id, this.#place(retry.judged)));
  }

  #judge(retry: Retry, verdict: string, isSolved: boolean): void {
    this.retry = { ...retry, verdict, isSolved };
    announcer.announce(verdict);
  }

  #place({ ply }: JudgedMove): { ply: number; moves: readonly string[] } {
    return { ply: ply - 1, moves: [] };
  }

  #leaveRetry(): void {
    this.retry = null;
    this.teaching.clear();
  }

  #refuse(failure: ApiError): void {
    this.error = errorText(failure, this.session?.game.name);
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      this.isMissing = this.session === null && failure.status === 404;
      this.#refuse(failure);
    }
  }
}
