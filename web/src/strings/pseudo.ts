/**
 * A language for tests: English with accents, longer and in brackets.
 *
 * Text without brackets is not in the catalogue; text without accents inside them is a parameter.
 */

import type { Code, Language } from "./catalogue";
import serverTexts from "./server.json";

const LONGER = 1.4; // as long as texts become in other languages
// Each letter with the one that stands for it.
const ACCENTS =
  "AÅBβCÇDÐEÉFƑGĜHĤIÎJĴKĶLĹMṀNÑOÖPÞQɊRŔSŠTŢUÛVṼWŴXẊYÝZŽ" +
  "aåbƀcçdðeéfƒgĝhĥiîjĵkķlĺmɱnñoöpþqʠrŕsštţuûvṽwŵxẋyýzž";

/** A text in the pseudo-language; its parameters stay as they are. */
export function pseudo(text: string): string {
  const parts = text.split(/(\{[^}]*\})/);
  const letters = parts.filter((part) => !part.startsWith("{")).join("").length;
  const accented = parts.map((part) => (part.startsWith("{") ? part : accent(part))).join("");
  return `⟦${accented}${padding(Math.ceil(letters * (LONGER - 1)) - 2)}⟧`;
}

const accent = (text: string): string =>
  text.replace(/[A-Za-z]/g, (letter) => ACCENTS[ACCENTS.indexOf(letter) + 1] ?? letter);

/** Words of filler, which can be broken between lines as a sentence can. */
const padding = (length: number): string =>
  Array.from({ length: Math.max(0, length) }, (_, index) => (index % 6 === 0 ? " " : "ø")).join("");

const all = (texts: readonly (readonly [string, string])[]): Record<string, string> =>
  Object.fromEntries(texts.map(([code, text]) => [code, pseudo(text)]));

/** The language; `page` has the texts of the page. */
export const makePseudo = (page: Readonly<Record<Code, string>>): Language => ({
  locale: "en-XA",
  page: all(Object.entries(page)) as Record<Code, string>,
  messages: all(Object.entries(serverTexts.messages)),
  words: all(serverTexts.words.map((word) => [word, word])),
});
