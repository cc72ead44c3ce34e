/** The texts of the page and of the server, in the chosen language. */

import type { Code } from "./catalogue";
import { EN } from "./en";
import { language, locale } from "./language";
import { word } from "./server_texts";
import { fill } from "./template";

export { chooseLanguage, locale } from "./language";
export type { Code } from "./catalogue";
export { sayMessage, word } from "./server_texts";

/** The text of a code, with its parameters inserted. */
export const say = (code: Code, params: Readonly<Record<string, string | number>> = {}): string =>
  fill((language()?.page ?? EN)[code], params);

/** A sentence with a capital. */
export const capital = (sentence: string): string =>
  sentence.charAt(0).toUpperCase() + sentence.slice(1);

/** A word of the server, such as the name of a side, with a capital and without underscores. */
export const title = (text: string): string => capital(word(text).replace(/_/g, " "));

/** The date of a time in milliseconds since 1970. */
export const dateText = (time: number): string =>
  new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(time);

/** A number with at most two decimals. */
export const decimal = (value: number): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: 2 }).format(value);

/** A whole number, with a minus sign rather than a hyphen. */
export const whole = (value: number): string => String(value).replace("-", "−");

/** A large number in compact notation, such as 1.2M. */
export const compact = (count: number): string =>
  new Intl.NumberFormat(locale(), { notation: "compact", maximumFractionDigits: 1 }).format(count);
