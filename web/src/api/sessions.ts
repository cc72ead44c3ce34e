/** Sessions: begun, read, changed by those who hold a seat's secret, and asked about. */

import { insist } from "./client";
import { newKey } from "./keys";
import type {
  ComparisonDocument,
  CreatedSession,
  ExplanationDocument,
  HintDocument,
  NewSession,
  SeatDocument,
  SessionDocument,
} from "./types";

/** The fields without which a session cannot be shown. */
export const SESSION_FIELDS = ["id", "version", "board", "history", "seats", "legal_moves"];

const TEACHING_PATIENCE = 10;

/** What can be done to a session, and what is said with it. */
export type Command = "moves" | "undo" | "redo" | "resign" | "takeback" | "draw" | "seat";

/** Begins a session. */
export const beginSession = (body: NewSession): Promise<CreatedSession> =>
  insist<CreatedSession>({
    method: "POST",
    path: "/sessions",
    expect: ["session", "secrets"],
    body,
  });

/** A session as it stands. */
export const readSession = (id: string, signal?: AbortSignal): Promise<SessionDocument> =>
  insist<SessionDocument>({ method: "GET", path: one(id), expect: SESSION_FIELDS, signal });

/** The seat that a secret opens. */
export const readSeat = (id: string, secret: string): Promise<SeatDocument> =>
  insist<SeatDocument>({ method: "GET", path: `${one(id)}/seat`, expect: ["player"], secret });

/** Does something to a session, once, however often it has to be asked for. */
export const change = (
  id: string,
  command: Command,
  secret: string,
  body: object = {},
): Promise<SessionDocument> =>
  insist<SessionDocument>({
    method: "POST",
    path: `${one(id)}/${command}`,
    expect: SESSION_FIELDS,
    body,
    secret,
    key: newKey(),
  });

/** The ladder of help. */
export const readHint = (id: string, signal?: AbortSignal): Promise<HintDocument> =>
  insist<HintDocument>({ ...teaching(id, "hint", {}, signal), expect: ["rungs"] });

/** Why a move is good or bad; the best one unless told. */
export const readExplanation = (
  id: string,
  move: string | null,
  signal?: AbortSignal,
): Promise<ExplanationDocument> =>
  insist<ExplanationDocument>({
    ...teaching(id, "explain", { move }, signal),
    expect: ["claims", "terms"],
  });

/** A move beside the engine's own. */
export const readComparison = (
  id: string,
  mine: string,
  signal?: AbortSignal,
): Promise<ComparisonDocument> =>
  insist<ComparisonDocument>({
    ...teaching(id, "compare", { mine }, signal),
    expect: ["mine", "yours"],
  });

const one = (id: string): string => `/sessions/${encodeURIComponent(id)}`;

const teaching = (
  id: string,
  what: "hint" | "explain" | "compare",
  body: object,
  signal: AbortSignal | undefined,
) => ({
  method: "POST" as const,
  path: `${one(id)}/${what}`,
  body,
  patience: TEACHING_PATIENCE,
  signal,
});
