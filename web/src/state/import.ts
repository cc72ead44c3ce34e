/** Reading games from files and texts, and starting sessions from them. */

import type { GameInText, GamesInText, Options } from "../api/types";
import { api } from "./api";
import { analysisOf, textOf } from "./analysis_address";
import type { AnalysisPlace } from "./analysis_address";
import { saveCreatedGame } from "./saved_games";

export const LONGEST = 200_000; // characters that the server reads

/** A text with the game that it is about, if the text does not name it. */
export interface ImportedText {
  readonly text: string;
  readonly game: string | null;
  readonly options: Options;
}

/** The games in a text. */
export const readGames = ({ text, game, options }: ImportedText): Promise<GamesInText> =>
  api.readText(text, game, options);

/** Starts a session from one of the games in a text; returns its id. */
export async function continueGame(source: ImportedText, number: number): Promise<string> {
  const { text, game, options } = source;
  const created = await api.importSession({ text, format: "any", game, options, number });
  await saveCreatedGame(created, new Set());
  return created.session.id;
}

/** The analysis of a game that was read. */
export const analysisOfGame = ({ game, options, start, moves }: GameInText): AnalysisPlace =>
  analysisOf(game, { options: textOf(options), position: start, moves });

/** The players of a game, or its sides where they have no names. */
export const playersOf = ({ names, sides }: GameInText): readonly string[] =>
  names.some((name) => name !== "") ? names.map((name, side) => name || (sides[side] ?? "")) : [];
