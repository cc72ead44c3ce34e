/** Exports of a session, or of a position with its moves. */

import type { ExportText, GameDocument, PositionRequest } from "../api/types";
import { api } from "./api";

/** What is exported: a session, or a position. */
export type ExportSource = { readonly session: string } | PositionRequest;

/** The formats of a game: files, the moves, the position, and a picture. */
export const formatsOf = (game: Pick<GameDocument, "notation">): readonly string[] => [
  ...game.notation.formats,
  "moves",
  "position",
  "svg",
];

/** The text of an export. */
export const exportText = (source: ExportSource, format: string): Promise<ExportText> =>
  isSession(source)
    ? api.exportSession(source.session, undefined, format)
    : api.exportPosition(source, format);

/** The extension of a file in a format. */
export const extensionOf = (format: string): string =>
  format === "moves" || format === "position" ? "txt" : format;

/** The media type of a file in a format. */
export function mediaTypeOf(format: string): string {
  if (format === "svg") return "image/svg+xml";
  return format === "json" ? "application/json" : "text/plain";
}

const isSession = (source: ExportSource): source is { readonly session: string } =>
  "session" in source &&
  source.session != null &&
  (!("moves" in source) || (source.moves.length === 0 && source.ply == null));
