/** The addresses of analyses: a position of any game, by its start and moves or by a session. */

import type { Options, PositionRequest } from "../api/types";
import type { RulesOptions } from "./rules_address";

/** A position to analyse. */
export interface AnalysisPlace {
  readonly game: string;
  readonly options: RulesOptions;
  /** The position before the moves, as text; null for the start of the game. */
  readonly position: string | null;
  /** A session of the server; its moves come before `moves`. */
  readonly session: string | null;
  /** The number of the session's moves that are played; null for all of them. */
  readonly ply: number | null;
  readonly moves: readonly string[];
  /** Whether the engine is on. */
  readonly engine: boolean;
}

/** The names of the parameters that are not options of the game. */
const POSITION = "position";
const SESSION = "session";
const PLY = "ply";
const MOVES = "moves";
const ENGINE = "engine";
const OFF = "off";

/** The position before the first move of a game. */
export const analysisOf = (game: string, place: Partial<AnalysisPlace> = {}): AnalysisPlace => ({
  options: {},
  position: null,
  session: null,
  ply: null,
  moves: [],
  engine: true,
  ...place,
  game,
});

/** The options of a game as an address has them. */
export const textOf = (options: Options): RulesOptions =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));

/** The analysis in the query of an address. */
export function parseAnalysis(game: string, query: string): AnalysisPlace {
  const params = new URLSearchParams(query);
  const take = (name: string): string | null => {
    const value = params.get(name);
    params.delete(name);
    return value === "" ? null : value;
  };
  const position = take(POSITION);
  const session = take(SESSION);
  const ply = take(PLY);
  const moves = take(MOVES);
  const engine = take(ENGINE) !== OFF;
  return {
    game,
    options: Object.fromEntries(params),
    position: session === null ? position : null,
    session,
    ply: session !== null && ply !== null && /^\d+$/.test(ply) ? Number(ply) : null,
    moves: moves === null ? [] : splitMoves(moves),
    engine,
  };
}

/** The address of an analysis. */
export function analysisAddress(place: AnalysisPlace): string {
  const entries = Object.entries(place.options);
  if (place.position !== null) entries.push([POSITION, place.position]);
  if (place.session !== null) entries.push([SESSION, place.session]);
  if (place.ply !== null) entries.push([PLY, String(place.ply)]);
  if (place.moves.length > 0) entries.push([MOVES, joinMoves(place.moves)]);
  if (!place.engine) entries.push([ENGINE, OFF]);
  // These characters need no escape in a query, and the address is easier to read with them.
  const query = new URLSearchParams(entries)
    .toString()
    .replace(/%2C/g, ",")
    .replace(/%2F/g, "/")
    .replace(/%3A/g, ":");
  return `/analysis/${encodeURIComponent(place.game)}${query === "" ? "" : `?${query}`}`;
}

/** The request for the position of an analysis. */
export const placeRequest = (place: AnalysisPlace): PositionRequest => {
  const { game, options, position, session, ply } = place;
  const moves = [...place.moves];
  return session === null ? { game, options, position, moves } : { session, ply, moves };
};

/** The moves of a list that is separated by commas; a backslash escapes a comma in a move. */
const splitMoves = (text: string): string[] =>
  [...text.matchAll(/((?:\\.|[^\\,])+)(?:,|$)/g)].map(([, move = ""]) =>
    move.replace(/\\(.)/g, "$1"),
  );

const joinMoves = (moves: readonly string[]): string =>
  moves.map((move) => move.replace(/[\\,]/g, "\\$&")).join(",");
