/** Asks the server, judges what comes back, and asks again where that may help. */

import { connection } from "../state/connection.svelte";
import { Refusal, Unreachable, isAborted } from "./errors";
import type { Problem } from "./types";

/** One request. */
export interface Ask {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  /** Fields without which an answer is nonsense. */
  readonly expect: readonly string[];
  readonly body?: object;
  /** The secret of a seat. */
  readonly secret?: string;
  /** The same for every retry, so that nothing is done twice. */
  readonly key?: string;
  /** Answer at once, and go on by itself. */
  readonly isAsync?: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Seconds after which the server counts as slow. */
  readonly patience?: number;
}

const ROOT = "/api/v1";
const LONGEST = 30_000; // milliseconds until an answer is given up
const PATIENCE = 3;
const FIRST_WAIT = 400;
const LONGEST_WAIT = 4_000;

/** Asks once. Refusal where the server says no, Unreachable where there is no usable answer. */
export async function ask<Answer extends object>(request: Ask): Promise<Answer> {
  const isHeard = connection.waiting((request.patience ?? PATIENCE) * 1000);
  try {
    const response = await send(request);
    const answer = await read(response);
    if (response.ok) return accepted<Answer>(answer, request.expect);
    throw refused(response, answer);
  } finally {
    isHeard();
  }
}

/** Asks until there is a usable answer or a refusal, and says meanwhile what is wrong. */
export async function insist<Answer extends object>(request: Ask): Promise<Answer> {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      const answer = await ask<Answer>(request);
      connection.restored();
      return answer;
    } catch (failure) {
      if (!(failure instanceof Unreachable)) throw failure;
      connection.lost(failure.trouble);
      await pause(failure.wait === null ? wait : failure.wait * 1000, request.signal);
    }
  }
}

async function send(request: Ask): Promise<Response> {
  const headers = new Headers({ Accept: "application/json" });
  if (request.body !== undefined) headers.set("Content-Type", "application/json");
  if (request.secret !== undefined) headers.set("Authorization", `Bearer ${request.secret}`);
  if (request.key !== undefined) headers.set("Idempotency-Key", request.key);
  if (request.isAsync === true) headers.set("Prefer", "respond-async");
  const limit = AbortSignal.timeout(LONGEST);
  try {
    return await fetch(ROOT + request.path, {
      method: request.method,
      headers,
      body: request.body === undefined ? null : JSON.stringify(request.body),
      signal: request.signal === undefined ? limit : AbortSignal.any([limit, request.signal]),
    });
  } catch (failure) {
    if (isAborted(failure)) throw failure;
    throw new Unreachable("gone");
  }
}

async function read(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch (failure) {
    if (isAborted(failure)) throw failure;
    throw new Unreachable("nonsense");
  }
}

function accepted<Answer extends object>(answer: unknown, expect: readonly string[]): Answer {
  if (!hasFields(answer, expect)) throw new Unreachable("nonsense");
  return answer as Answer;
}

function refused(response: Response, answer: unknown): Error {
  if (!hasFields(answer, ["code", "detail", "status"])) return new Unreachable("nonsense");
  const wait = Number(response.headers.get("Retry-After") ?? Number.NaN);
  if (response.status === 503 || response.status === 429) {
    return new Unreachable("busy", Number.isFinite(wait) ? wait : null);
  }
  return new Refusal(answer as Problem);
}

/** Whether something that came from outside is an object with these fields. */
export const hasFields = (answer: unknown, fields: readonly string[]): answer is object =>
  typeof answer === "object" && answer !== null && fields.every((field) => field in answer);

/** Waits, unless somebody loses interest. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      reject(new DOMException("given up", "AbortError"));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, milliseconds);
    if (signal?.aborted === true) end();
    signal?.addEventListener("abort", end, { once: true });
  });
}
