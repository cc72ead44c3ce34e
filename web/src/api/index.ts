/** The HTTP API. It imports nothing from the page, which passes in a `Connection` instead. */

import { analysesApi } from "./analyses";
import { Client } from "./client";
import type { Connection } from "./connection";
import { gamesApi } from "./games";
import { learningApi } from "./learning";
import { sessionsApi } from "./sessions";
import { tournamentsApi } from "./tournaments";

export type { Connection, ConnectionProblem } from "./connection";
export { ApiError, isAborted } from "./errors";
export type { Command, Followers } from "./sessions";

/** Every request that the page sends, to the server that it comes from. */
export function createApi(connection: Connection) {
  const client = new Client(connection);
  return {
    ...gamesApi(client),
    ...sessionsApi(client),
    ...analysesApi(client),
    ...learningApi(client),
    ...tournamentsApi(client),
  };
}
