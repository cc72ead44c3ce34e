/** Sends requests, validates the responses and retries while the connection is down. */

import type { Connection } from "./connection";
import { ApiError, ConnectionError, isAborted } from "./errors";
import type { Problem } from "./types";

/** One request. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** The fields that a valid response must have. */
  readonly expect: readonly string[];
  readonly body?: object;
  /** The secret of a seat. */
  readonly secret?: string;
  /** Stays the same for every retry, so that nothing is done twice. */
  readonly idempotencyKey?: string;
  /** Asks the server to respond immediately and to continue in the background. */
  readonly isAsync?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Seconds after which the server counts as slow. */
  readonly patience?: number;
}

const ROOT = "/api/v1";
const TIMEOUT = 30_000; // milliseconds
const PATIENCE = 3; // seconds
const FIRST_DELAY = 400; // milliseconds
const LONGEST_DELAY = 4_000; // milliseconds

/** Requests JSON from the server and reports the state of the connection. */
export class Client {
  readonly connection: Connection;

  constructor(connection: Connection) {
    this.connection = connection;
  }

  /**
   * Sends a request once.
   *
   * Throws ApiError if the server rejects it, ConnectionError if there is no usable response.
   */
  async request<Answer extends object>(request: ApiRequest): Promise<Answer> {
    const answered = this.connection.waiting((request.patience ?? PATIENCE) * 1000);
    try {
      const response = await send(request);
      const body = await parseBody(response);
      if (!response.ok) throw errorOf(response, body);
      if (!hasFields(body, request.expect)) throw new ConnectionError("invalid");
      return body as Answer;
    } finally {
      answered();
    }
  }

  /** Sends a request until there is a usable response or an ApiError; reports problems meanwhile. */
  async requestWithRetry<Answer extends object>(request: ApiRequest): Promise<Answer> {
    for (let delay = FIRST_DELAY; ; delay = Math.min(delay * 2, LONGEST_DELAY)) {
      try {
        const answer = await this.request<Answer>(request);
        this.connection.restored();
        return answer;
      } catch (error) {
        if (!(error instanceof ConnectionError)) throw error;
        this.connection.lost(error.problem);
        const { retryAfter } = error;
        await pause(retryAfter === null ? delay : retryAfter * 1000, request.signal);
      }
    }
  }
}

/** Whether an unknown value is an object with these fields. */
export const hasFields = (value: unknown, fields: readonly string[]): value is object =>
  typeof value === "object" && value !== null && fields.every((field) => field in value);

async function send(request: ApiRequest): Promise<Response> {
  const headers = new Headers({ Accept: "application/json" });
  if (request.body !== undefined) headers.set("Content-Type", "application/json");
  if (request.secret !== undefined) headers.set("Authorization", `Bearer ${request.secret}`);
  if (request.idempotencyKey !== undefined) headers.set("Idempotency-Key", request.idempotencyKey);
  if (request.isAsync === true) headers.set("Prefer", "respond-async");
  const timeout = AbortSignal.timeout(TIMEOUT);
  try {
    return await fetch(ROOT + request.path, {
      method: request.method,
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal: request.signal === undefined ? timeout : AbortSignal.any([timeout, request.signal]),
    });
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new ConnectionError("offline");
  }
}

async function parseBody(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new ConnectionError("invalid");
  }
}

function errorOf(response: Response, body: unknown): Error {
  if (!hasFields(body, ["code", "detail", "status"])) return new ConnectionError("invalid");
  if (response.status === 503 || response.status === 429) {
    const retryAfter = Number(response.headers.get("Retry-After") ?? Number.NaN);
    return new ConnectionError("busy", Number.isFinite(retryAfter) ? retryAfter : null);
  }
  return new ApiError(body as Problem);
}

/** Waits; rejects immediately when the signal aborts. */
function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      clearTimeout(timer);
      reject(new DOMException("The request was cancelled.", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) abort();
    signal?.addEventListener("abort", abort, { once: true });
  });
}
