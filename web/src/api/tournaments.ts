/** Tournaments: created, read, followed and stopped. */

import type { Client } from "./client";
import { subscribe } from "./stream";
import type {
  CreatedTournament,
  NewTournament,
  TournamentDocument,
  TournamentSeats,
} from "./types";

const FIELDS = ["id", "version", "contestants", "games", "standings"];

/** The requests about tournaments. */
export function tournamentsApi(client: Client) {
  return {
    /** Starts a tournament; a retry with the same key starts no second one. */
    createTournament: (body: NewTournament, idempotencyKey: string): Promise<CreatedTournament> =>
      client.requestWithRetry<CreatedTournament>({
        method: "POST",
        path: "/tournaments",
        expect: ["tournament", "secret", "invitations"],
        body,
        idempotencyKey,
      }),

    /** The current state of a tournament. */
    readTournament: (id: string, signal?: AbortSignal): Promise<TournamentDocument> =>
      client.requestWithRetry<TournamentDocument>({
        method: "GET",
        path: pathOf(id),
        expect: FIELDS,
        signal,
      }),

    /** The seats that a secret opens. */
    readTournamentSeats: (id: string, secret: string): Promise<TournamentSeats> =>
      client.requestWithRetry<TournamentSeats>({
        method: "GET",
        path: `${pathOf(id)}/seats`,
        expect: ["seats"],
        secret,
      }),

    /** Stops a tournament. */
    stopTournament: (id: string, secret: string): Promise<TournamentDocument> =>
      client.requestWithRetry<TournamentDocument>({
        method: "POST",
        path: `${pathOf(id)}/stop`,
        expect: FIELDS,
        secret,
      }),

    /** Follows a tournament; returns a function that stops following. */
    followTournament: (id: string, onChange: (found: TournamentDocument) => void): (() => void) =>
      subscribe(client.connection, `${pathOf(id)}/events`, {
        tournament: {
          expect: FIELDS,
          onEvent: (data) => onChange(data as TournamentDocument),
        },
      }),
  };
}

const pathOf = (id: string): string => `/tournaments/${encodeURIComponent(id)}`;
