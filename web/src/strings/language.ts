/** Languages, and the one that is chosen. English needs no catalogue besides its own texts. */

import type { Language } from "./catalogue";
import { EN } from "./en";

/** The languages besides English, by the name in the settings. */
const LANGUAGES: Readonly<Record<string, () => Promise<Language>>> = {
  // Not offered to users: it shows texts that have no code or do not fit the page.
  pseudo: async () => (await import("./pseudo")).makePseudo(EN),
};

let chosen: Language | null = null;

/** The chosen language; null for English. */
export const language = (): Language | null => chosen;

/** The BCP 47 tag of the chosen language. */
export const locale = (): string => chosen?.locale ?? "en";

/** Chooses a language; null, or an unknown name, means English. */
export async function chooseLanguage(name: string | null): Promise<void> {
  const load = Object.entries(LANGUAGES).find(([known]) => known === name)?.[1];
  chosen = load === undefined ? null : await load();
}
