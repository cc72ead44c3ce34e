/** Boards as the API describes them, and where their cells lie on the drawing. */

/** One place of a board: x to the right, y downwards; its number is its place in the list. */
export interface Cell {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly neighbours: readonly number[];
}

/** One kind of piece; `code` is what stands in the list of occupants. */
export interface Piece {
  readonly code: string;
  readonly name: string;
  readonly player: number;
}

/** A board, field by field as the API gives it. */
export interface Geometry {
  readonly kind: "grid" | "checkered" | "points";
  readonly columns: number;
  readonly rows: number;
  readonly cells: readonly Cell[];
  /** On a board of points, its lines. */
  readonly links: readonly (readonly [number, number])[];
  readonly pieces: readonly Piece[];
  /** Labels under the columns and beside the rows. */
  readonly files: readonly string[];
  readonly ranks: readonly string[];
  /** Whether cells show their names. */
  readonly numbered: boolean;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The drawing's units from one cell to the next. */
export const SIDE = 100;

const EDGE = 8; // around the board, so that strokes at its edge are not cut
const LABEL_ROOM = 1.8; // for the labels of a side, in their size

/** Where everything lies, in the drawing's units. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The corner of the first cell's square. */
  readonly left: number;
  readonly top: number;
  /** The size of labels: much the same on the screen whatever the number of cells. */
  readonly labelSize: number;
  /** The middle of a cell. */
  centre(cell: number): Point;
  /** The place just outside the board from which a piece falls along its column to a cell. */
  entrance(cell: number): Point;
  /** The cell whose square holds a point, if any. */
  cellAt(point: Point): number | null;
}

/** Lays a board out; `flipped` turns it by half a turn. */
export function layOut(geometry: Geometry, flipped: boolean): Layout {
  const { cells, columns, rows } = geometry;
  const labelSize = Math.min(Math.max(3 * columns, 12), 26);
  const room = LABEL_ROOM * labelSize;
  const left = hasLabels(geometry, geometry.ranks) ? room : EDGE;
  const bottom = hasLabels(geometry, geometry.files) ? room : EDGE;
  const turned = (place: number, count: number): number => (flipped ? count - 1 - place : place);
  const numbers = new Map(cells.map((cell, number) => [placeKey(cell.x, cell.y), number]));
  const centre = (number: number): Point => {
    const cell = cells[number];
    if (cell === undefined) throw new RangeError(`the board has no cell ${number}`);
    return {
      x: left + (turned(cell.x, columns) + 0.5) * SIDE,
      y: EDGE + (turned(cell.y, rows) + 0.5) * SIDE,
    };
  };
  return {
    width: left + columns * SIDE + EDGE,
    height: EDGE + rows * SIDE + bottom,
    left,
    top: EDGE,
    labelSize,
    centre,
    entrance: (number) => ({
      x: centre(number).x,
      y: EDGE + (turned(-1, rows) + 0.5) * SIDE,
    }),
    cellAt: ({ x, y }) => {
      const column = turned(Math.floor((x - left) / SIDE), columns);
      const row = turned(Math.floor((y - EDGE) / SIDE), rows);
      return numbers.get(placeKey(column, row)) ?? null;
    },
  };
}

/** Whether a side's labels are drawn: not where every cell shows its own name. */
export const hasLabels = (geometry: Geometry, labels: readonly string[]): boolean =>
  !geometry.numbered && labels.length > 0;

/** The numbers of cells that are given by name; names that the board lacks are left out. */
export function cellNumbers(geometry: Geometry, names: readonly string[]): number[] {
  return names
    .map((name) => geometry.cells.findIndex((cell) => cell.name === name))
    .filter((number) => number >= 0);
}

/** The cells of every row, both from the top left as the board is seen. */
export function readingOrder(geometry: Geometry, flipped: boolean): number[][] {
  const sign = flipped ? -1 : 1;
  const rows = new Map<number, number[]>();
  geometry.cells.forEach((cell, number) => {
    const row = rows.get(cell.y);
    if (row === undefined) rows.set(cell.y, [number]);
    else row.push(number);
  });
  const across = (number: number): number => geometry.cells[number]?.x ?? 0;
  return [...rows.entries()]
    .sort(([one], [other]) => sign * (one - other))
    .map(([, row]) => row.sort((one, other) => sign * (across(one) - across(other))));
}

const placeKey = (x: number, y: number): string => `${x},${y}`;
