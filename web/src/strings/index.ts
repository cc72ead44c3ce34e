/** The texts of the page, by code. */

import { EN } from "./en";

export type Code = keyof typeof EN;

/** The text of a code, with its parameters inserted. */
export const say = (code: Code, params: Readonly<Record<string, string | number>> = {}): string =>
  EN[code].replace(/\{(\w+)\}/g, (match, name: string) => String(params[name] ?? match));

/** A sentence of the server, with a capital. */
export const capital = (sentence: string): string =>
  sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** A word of the server, such as the name of a side, with a capital and without underscores. */
export function title(word: string): string {
  return capital(word.replace(/_/g, " "));
}

/** The date of a time in milliseconds since 1970. */
export const dateText = (time: number): string =>
  new Intl.DateTimeFormat("en", { dateStyle: "medium" }).format(time);

/** A large number in compact notation, such as 1.2M. */
export const compact = (count: number): string =>
  new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 }).format(count);
