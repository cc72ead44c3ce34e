/** What can go wrong with a request. */

import type { Problem } from "./types";

/** The server has understood, and says no; the message is its sentence. */
export class Refusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(problem: Problem) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status;
  }
}

/** Why there is no answer that can be used. */
export type Trouble = "gone" | "nonsense" | "busy";

/** There is no answer that can be used; asking again may help. */
export class Unreachable extends Error {
  readonly trouble: Trouble;
  /** Seconds after which to ask again, where the server says so. */
  readonly wait: number | null;

  constructor(trouble: Trouble, wait: number | null = null) {
    super(trouble);
    this.trouble = trouble;
    this.wait = wait;
  }
}

/** Whether what was caught is only that somebody lost interest. */
export const isAborted = (failure: unknown): boolean =>
  failure instanceof DOMException && failure.name === "AbortError";
