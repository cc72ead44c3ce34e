/** The server's texts in the chosen language: sentences by code, and words by their English text. */

import { language } from "./language";
import { fill, readParams } from "./template";

/** A sentence of the server. */
export interface ServerMessage {
  readonly code?: string | null | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
  readonly text: string;
}

/** A sentence of the server; `game` is the name of the game that it is about. */
export function sayMessage({ code, params = {}, text }: ServerMessage, game = ""): string {
  const chosen = language();
  if (chosen === null) return text;
  const messages: Readonly<Record<string, string | undefined>> = chosen.messages;
  const template = messages[`${game}.${code}`] ?? messages[code ?? ""];
  return template === undefined ? text : fill(template, params, word);
}

/** A word of the server, such as the name of a piece, or a part of a sentence. */
export function word(text: string): string {
  const chosen = language();
  if (chosen === null) return text;
  const known = chosen.words[text] ?? chosen.words[text.charAt(0).toLowerCase() + text.slice(1)];
  if (known !== undefined) return known;
  for (const template of templatesOf(chosen.words)) {
    const params = readParams(template, text);
    if (params !== null) return fill(chosen.words[template] ?? text, params, word);
  }
  return text;
}

/** The words with parameters, the most specific first. */
const templatesOf = (words: Readonly<Record<string, string>>): string[] =>
  Object.keys(words)
    .filter((template) => template.includes("{"))
    .sort((one, other) => literalOf(other).length - literalOf(one).length);

const literalOf = (template: string): string => template.replace(/\{\w+\}/g, "");
