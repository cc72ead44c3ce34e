/** The errors of API requests. */

import type { ConnectionProblem } from "./connection";
import type { Problem } from "./types";

/** The server understood the request and rejected it; the message is the server's own. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly params: Readonly<Record<string, unknown>>;

  constructor(problem: Problem) {
    super(problem.detail);
    this.code = problem.code;
    this.status = problem.status;
    this.params = problem.params ?? {};
  }
}

/** There is no usable response; a retry may help. */
export class ConnectionError extends Error {
  readonly problem: ConnectionProblem;
  /** Seconds to wait before a retry, if the server asks for it. */
  readonly retryAfter: number | null;

  constructor(problem: ConnectionProblem, retryAfter: number | null = null) {
    super(problem);
    this.problem = problem;
    this.retryAfter = retryAfter;
  }
}

/** Whether an error only means that the request was cancelled. */
export const isAborted = (error: unknown): boolean =>
  error instanceof DOMException && error.name === "AbortError";
