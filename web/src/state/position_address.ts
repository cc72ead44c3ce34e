/** The addresses of pages about a position of a game: the editor, and a new game from a position. */

import type { RulesOptions } from "./rules_address";

/** A position of a game. */
export interface PositionPlace {
  readonly game: string;
  readonly options: RulesOptions;
  /** The position as text; null for the start of the game. */
  readonly position: string | null;
}

const POSITION = "position";

/** The position in the query of an address. */
export function parsePosition(game: string, query: string): PositionPlace {
  const params = new URLSearchParams(query);
  const position = params.get(POSITION);
  params.delete(POSITION);
  return { game, options: Object.fromEntries(params), position: position === "" ? null : position };
}

/** The address of a page about a position. */
export function positionAddress(
  page: "editor" | "new",
  { game, options, position }: PositionPlace,
): string {
  const entries = Object.entries(options);
  if (position !== null) entries.push([POSITION, position]);
  const query = new URLSearchParams(entries)
    .toString()
    .replace(/%2C/g, ",")
    .replace(/%2F/g, "/")
    .replace(/%3A/g, ":");
  return `/${page}/${encodeURIComponent(game)}${query === "" ? "" : `?${query}`}`;
}
