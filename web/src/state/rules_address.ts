/** The addresses of rules pages: every game and variant has its own. */

/** The options of a game in an address. */
export type RulesOptions = Readonly<Record<string, string>>;

/** The game and the options of a rules page; null for any other address. */
export function rulesOf(
  path: string,
  query: string,
): { readonly game: string; readonly options: RulesOptions } | null {
  const name = /^\/rules\/([^/]+)\/?$/.exec(path)?.[1];
  if (name === undefined) return null;
  return { game: decode(name), options: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of the rules of a game with these options. */
export function rulesAddress(game: string, options: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(options).map(([name, value]) => [name, String(value)]);
  const query = new URLSearchParams(entries).toString();
  return `/rules/${encodeURIComponent(game)}${query === "" ? "" : `?${query}`}`;
}

/** A part of an address as text; a malformed part stands for itself. */
function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
