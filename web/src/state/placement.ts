/** A position that is being set up: what stands on every cell, and how clicks change it. */

import type { GeometryFields, SetupDocument, SetupFields } from "../api/types";

/** What stands on a cell: the content, and what the board shows for it. */
export interface Placed {
  readonly code: string;
  readonly shown: string;
}

/** A position that is being set up. */
export interface Placement {
  readonly cells: readonly Placed[];
  readonly turn: number;
  readonly counters: Readonly<Record<string, number>>;
}

/** A content that is shown as it is. */
const plain = (code: string): Placed => ({ code, shown: code });

/** The placement of a position that the server has read or built. */
export const placementOf = ({ cells, board, turn, counters }: SetupDocument): Placement => ({
  cells: cells.map((code, cell) => ({ code, shown: board[cell] ?? code })),
  turn,
  counters,
});

/** The placement with the content on a cell; the same content again empties the cell. */
export function place(
  placement: Placement,
  board: GeometryFields,
  setup: SetupFields,
  cell: number,
  code: string,
): Placement {
  const isSame = placement.cells[cell]?.code === code;
  const content = plain(isSame ? setup.empty : code);
  return withCells(placement, board, setup, replaced(placement.cells, cell, content));
}

/** The placement after the content of a cell was moved to another one, or off the board. */
export function move(
  placement: Placement,
  board: GeometryFields,
  setup: SetupFields,
  from: number,
  to: number | null,
): Placement {
  const content = placement.cells[from];
  if (content === undefined || from === to) return placement;
  const without = replaced(placement.cells, from, plain(setup.empty));
  const cells = to === null ? without : replaced(without, to, content);
  return withCells(placement, board, setup, cells);
}

/** The placement without pieces. */
export const clear = (placement: Placement, setup: SetupFields): Placement => ({
  ...placement,
  cells: placement.cells.map(() => plain(setup.empty)),
});

const replaced = (cells: readonly Placed[], cell: number, content: Placed): Placed[] =>
  cells.map((old, number) => (number === cell ? content : old));

/** The placement with these cells; where pieces fall, they fall. */
function withCells(
  placement: Placement,
  board: GeometryFields,
  setup: SetupFields,
  cells: readonly Placed[],
): Placement {
  return { ...placement, cells: board.falls ? fallen(board, setup, cells) : cells };
}

/** The cells after everything has fallen down its column. */
function fallen(board: GeometryFields, setup: SetupFields, cells: readonly Placed[]): Placed[] {
  const found = cells.map(() => plain(setup.empty));
  for (let x = 0; x < board.columns; x += 1) {
    const column = board.cells
      .flatMap((cell, number) => (cell.x === x ? [number] : []))
      .sort((one, other) => (board.cells[other]?.y ?? 0) - (board.cells[one]?.y ?? 0));
    const standing = column.flatMap((number) => {
      const content = cells[number];
      return content === undefined || content.code === setup.empty ? [] : [content];
    });
    standing.forEach((content, height) => {
      const cell = column[height];
      if (cell !== undefined) found[cell] = content;
    });
  }
  return found;
}
