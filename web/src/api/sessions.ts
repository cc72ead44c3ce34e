/** Sessions: created, read, changed by those who hold a seat's secret, and asked for advice. */

import type { Client } from "./client";
import { newIdempotencyKey } from "./idempotency_key";
import { subscribe } from "./stream";
import type {
  ComparisonDocument,
  CreatedSession,
  ExplanationDocument,
  ExportText,
  HintDocument,
  ImportRequest,
  NewSession,
  PlayerRequest,
  PresenceFields,
  RematchSeat,
  SeatDocument,
  SessionDocument,
  SessionUpdate,
  ThinkingFields,
} from "./types";

/** What the holder of a seat can do: the last part of the request's path. */
export type Command =
  "moves" | "undo" | "redo" | "resign" | "takeback" | "draw" | "seat" | "rematch";

/** Handles the events of a session's stream. */
export interface SessionListener {
  onSession(session: SessionDocument): void;
  onUpdate(update: SessionUpdate): void;
  onThinking(thinking: ThinkingFields): void;
  onPresence(presence: PresenceFields): void;
}

/** Who follows a session: players, each with the ticket of a seat, or a spectator. */
export interface Followers {
  readonly tickets: readonly string[];
  readonly isSpectator: boolean;
}

/** The fields that are needed to show a session. */
const SESSION_FIELDS = ["id", "version", "board", "history", "seats", "legal_moves"];
const UPDATE_FIELDS = ["version", "board", "history", "undone", "legal_moves"];
const TEACHING_PATIENCE = 10; // seconds

/** The requests about sessions. */
export function sessionsApi(client: Client) {
  return {
    /** Creates a session. */
    createSession: (body: NewSession): Promise<CreatedSession> =>
      client.requestWithRetry<CreatedSession>({
        method: "POST",
        path: "/sessions",
        expect: ["session", "secrets"],
        body,
      }),

    /** Creates a session from one of the games in a text. */
    importSession: (body: ImportRequest): Promise<CreatedSession> =>
      client.requestWithRetry<CreatedSession>({
        method: "POST",
        path: "/sessions/import",
        expect: ["session", "secrets"],
        body,
      }),

    /** The current state of a session. */
    readSession: (id: string, signal?: AbortSignal): Promise<SessionDocument> =>
      client.requestWithRetry<SessionDocument>({
        method: "GET",
        path: pathOf(id),
        expect: SESSION_FIELDS,
        signal,
      }),

    /** The seat that a secret belongs to. */
    readSeat: (id: string, secret: string): Promise<SeatDocument> =>
      client.requestWithRetry<SeatDocument>({
        method: "GET",
        path: `${pathOf(id)}/seat`,
        expect: ["player"],
        secret,
      }),

    /** Changes a session, exactly once however many retries it takes. */
    changeSession: (
      id: string,
      command: Command,
      secret: string,
      body: object = {},
    ): Promise<SessionDocument> =>
      client.requestWithRetry<SessionDocument>({
        method: "POST",
        path: `${pathOf(id)}/${command}`,
        expect: SESSION_FIELDS,
        body,
        secret,
        idempotencyKey: newIdempotencyKey(),
      }),

    /** The seat of a player in the rematch of a session. */
    readRematch: (id: string, secret: string): Promise<RematchSeat> =>
      client.requestWithRetry<RematchSeat>({
        method: "GET",
        path: `${pathOf(id)}/rematch`,
        expect: ["session", "player", "secret"],
        secret,
      }),

    /** Changes who plays a side, exactly once however many retries it takes. */
    changePlayer: (id: string, secret: string, body: PlayerRequest): Promise<CreatedSession> =>
      client.requestWithRetry<CreatedSession>({
        method: "POST",
        path: `${pathOf(id)}/players`,
        expect: ["session", "secrets"],
        body,
        secret,
        idempotencyKey: newIdempotencyKey(),
      }),

    /** A session as the text of a file, by default of a JSON file. */
    exportSession: (id: string, signal?: AbortSignal, format = "json"): Promise<ExportText> =>
      client.requestWithRetry<ExportText>({
        method: "GET",
        path: `${pathOf(id)}/export?format=${encodeURIComponent(format)}`,
        expect: ["text"],
        signal,
      }),

    /** Subscribes to the changes of a session; returns a function that unsubscribes. */
    subscribeToSession: (
      id: string,
      followers: Followers,
      listener: SessionListener,
    ): (() => void) =>
      subscribe(client.connection, `${pathOf(id)}/events?${queryOf(followers)}`, {
        session: {
          expect: SESSION_FIELDS,
          onEvent: (data) => listener.onSession(data as SessionDocument),
        },
        update: {
          expect: UPDATE_FIELDS,
          onEvent: (data) => listener.onUpdate(data as SessionUpdate),
        },
        thinking: {
          expect: ["line", "version"],
          onEvent: (data) => listener.onThinking(data as ThinkingFields),
        },
        presence: {
          expect: ["players", "spectators"],
          onEvent: (data) => listener.onPresence(data as PresenceFields),
        },
      }),

    /** The hint ladder for a position of the session. */
    readHint: (id: string, position: object, signal?: AbortSignal): Promise<HintDocument> =>
      client.requestWithRetry<HintDocument>({
        ...teachingRequest(id, "hint", position, signal),
        expect: ["rungs"],
      }),

    /** Why a move is good or bad; the best move by default. */
    readExplanation: (
      id: string,
      body: object,
      signal?: AbortSignal,
    ): Promise<ExplanationDocument> =>
      client.requestWithRetry<ExplanationDocument>({
        ...teachingRequest(id, "explain", body, signal),
        expect: ["claims", "terms"],
      }),

    /** A comparison of a move with the engine's best move. */
    readComparison: (id: string, body: object, signal?: AbortSignal): Promise<ComparisonDocument> =>
      client.requestWithRetry<ComparisonDocument>({
        ...teachingRequest(id, "compare", body, signal),
        expect: ["mine", "yours"],
      }),
  };
}

const pathOf = (id: string): string => `/sessions/${encodeURIComponent(id)}`;

const queryOf = ({ tickets, isSpectator }: Followers): string =>
  new URLSearchParams([
    ["events", "changes"],
    ...tickets.map((ticket) => ["seat", ticket]),
    ...(isSpectator ? [["spectator", "true"]] : []),
  ]).toString();

const teachingRequest = (
  id: string,
  action: "hint" | "explain" | "compare",
  body: object,
  signal: AbortSignal | undefined,
) => ({
  method: "POST" as const,
  path: `${pathOf(id)}/${action}`,
  body,
  patience: TEACHING_PATIENCE,
  signal,
});
