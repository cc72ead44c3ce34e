/** Games and positions. */

import { insist } from "./client";
import type {
  GameDocument,
  GameList,
  Options,
  PositionDocument,
  PositionRequest,
  WhyNot,
  WhyNotRequest,
} from "./types";

const games = new Map<string, Promise<GameDocument>>();

/** Every game. */
export const listGames = (signal?: AbortSignal): Promise<GameList> =>
  insist<GameList>({ method: "GET", path: "/games", expect: ["games"], signal });

/** A game with these options; asked for once. */
export function readGame(name: string, options: Options = {}): Promise<GameDocument> {
  const query = new URLSearchParams(
    Object.entries(options).map(([option, value]): [string, string] => [option, String(value)]),
  ).toString();
  const path = `/games/${encodeURIComponent(name)}${query === "" ? "" : `?${query}`}`;
  const known = games.get(path);
  if (known !== undefined) return known;
  const found = insist<GameDocument>({ method: "GET", path, expect: ["levels", "notation"] });
  games.set(path, found);
  found.catch(() => games.delete(path));
  return found;
}

/** A position and its legal moves. */
export const readPosition = (
  body: PositionRequest,
  signal?: AbortSignal,
): Promise<PositionDocument> =>
  insist<PositionDocument>({
    method: "POST",
    path: "/positions",
    expect: ["board", "legal_moves"],
    body,
    signal,
  });

/** Why a move cannot be played. */
export const whyNot = (body: WhyNotRequest): Promise<WhyNot> =>
  insist<WhyNot>({ method: "POST", path: "/positions/why-not", expect: ["legal"], body });
