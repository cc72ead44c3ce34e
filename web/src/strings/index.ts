/** What the page says, by code. */

import { EN } from "./en";

export type Code = keyof typeof EN;

/** The sentence of a code, with its parameters put in. */
export const say = (code: Code, params: Readonly<Record<string, string | number>> = {}): string =>
  EN[code].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));

/** A word of the server's as people write it at the beginning of a line. */
export function title(word: string): string {
  const spaced = word.replace(/_/g, " ");
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** A large number as people read it. */
export const short = (count: number): string =>
  new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(count);
