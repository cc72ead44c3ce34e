/** The shape of a catalogue: every text of the page and of the server, by code. */

import type { EN } from "./en";
import type serverTexts from "./server.json";

/** The code of a text of the page. */
export type Code = keyof typeof EN;

/** The code of a sentence of the server; those of a game follow its name and a dot. */
export type ServerCode = keyof (typeof serverTexts)["messages"];

/** A translation. A text of the page may not be missing; for the server's, its English is shown. */
export interface Language {
  /** The BCP 47 tag of the language, for dates, numbers and screen readers. */
  readonly locale: string;
  readonly page: Readonly<Record<Code, string>>;
  readonly messages: Readonly<Partial<Record<ServerCode, string>>>;
  /** Names and parts of sentences that have no code, by their English text. */
  readonly words: Readonly<Record<string, string>>;
}
