/** Explains why the cells that the user tried on the board are not a legal move. */

import type { GeometryFields, LegalMove, PositionDocument, PositionRequest } from "../api/types";
import { say, sayMessage } from "../strings";
import { api } from "./api";
import { explainUnmovable } from "./unmovable_piece";

/** Why no legal move follows these cells; null if there is nothing to explain. */
export async function explainIllegalMove(
  position: PositionDocument,
  request: PositionRequest,
  game: string,
  geometry: GeometryFields,
  path: readonly number[],
): Promise<string | null> {
  const move = spellMove(geometry, position.legal_moves, path);
  if (move === null) return describeIllegalPath(position, geometry, path);
  const answer = await api.whyNot({ ...request, move });
  if (answer.legal) return null;
  if (answer.code === "unreadable_move") return describeIllegalPath(position, geometry, path);
  if (answer.reason) return `${move}: ${sayMessage(answer.reason, game)}`;
  const reason = answer.params?.expected;
  return typeof reason === "string"
    ? `${move}: ${reason}`
    : sayMessage({ code: answer.code, params: answer.params, text: answer.detail ?? "" }, game);
}

/**
 * The text of a move along these cells, by analogy with a legal move; null if there is no similar one.
 *
 * Only the server knows the game's notation. The legal moves show how a path is written: as the
 * name of a cell or a column, or as the names of some of its cells with separators between them.
 */
export function spellMove(
  geometry: GeometryFields,
  moves: readonly LegalMove[],
  path: readonly number[],
): string | null {
  const { cells, files } = geometry;
  const cellName = (cell: number): string => cells[cell]?.name ?? "";
  const fileName = (cell: number): string => files[cells[cell]?.x ?? -1] ?? "";
  const ends = (whole: readonly number[]): number[] => [...whole.slice(0, 1), ...whole.slice(-1)];
  const examples = moves.filter((move) => move.path.length === path.length);
  for (const example of examples) {
    if (example.entry === "column" && example.move === fileName(example.path[0] ?? -1)) {
      return path.map(fileName).join("");
    }
    const separators = separatorsIn(example.move, example.path.map(cellName));
    if (separators !== null) return interleave(path.map(cellName), separators);
  }
  if (path.length < 2) return null;
  // Some notations name only the first and the last cell, whatever lies between them.
  for (const { move, path: whole } of moves) {
    if (whole.length < 2) continue;
    const separators = separatorsIn(move, ends(whole).map(cellName));
    const between = whole.slice(1, -1).map(cellName);
    if (separators === null || between.some((name) => separators.join("").includes(name))) continue;
    return interleave(ends(path).map(cellName), separators);
  }
  return null;
}

/** What stands between the names in a text that consists of them; null for any other text. */
function separatorsIn(text: string, names: readonly string[]): string[] | null {
  const separators: string[] = [];
  let rest = text;
  for (const [index, name] of names.entries()) {
    const at = index === names.length - 1 ? rest.length - name.length : rest.indexOf(name);
    if (name === "" || at < 0 || !rest.endsWith(name, at + name.length)) return null;
    if (index > 0) separators.push(rest.slice(0, at));
    else if (at > 0) return null;
    rest = rest.slice(at + name.length);
  }
  return rest === "" ? separators : null;
}

const interleave = (names: readonly string[], separators: readonly string[]): string =>
  names.map((name, index) => name + (separators[index] ?? "")).join("");

/** A message that follows from the legal moves alone. */
function describeIllegalPath(
  position: PositionDocument,
  geometry: GeometryFields,
  path: readonly number[],
): string {
  const name = (cell: number | undefined): string => geometry.cells[cell ?? -1]?.name ?? "";
  const [first] = path;
  if (path.length > 1 || first === undefined) {
    return say("illegal.path", { from: name(first), to: name(path.at(-1)) });
  }
  return explainUnmovable(position, geometry, first);
}
