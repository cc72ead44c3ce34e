/** Boards as the API describes them, and their layout on the drawing. */

/** One cell: x to the right, y down; its number is its index in the list. */
export interface Cell {
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly neighbours: readonly number[];
}

/** One kind of piece; `code` is its entry in the list of occupants. */
export interface Piece {
  readonly code: string;
  readonly name: string;
  readonly player: number;
  readonly shape: "circle" | "octagon" | "triangle" | "diamond" | "tile" | "cross" | "ring";
  readonly colour: "red" | "blue" | "green" | "yellow" | "white" | "black";
  /** A symbol with a drawing (rings, crown, knight), or the text to write on the piece. */
  readonly symbol: string;
  /** An SVG document to show instead; empty for most pieces. */
  readonly svg: string;
}

/** A board, with the fields of the API. */
export interface Geometry {
  readonly kind: "grid" | "checkered" | "points";
  readonly columns: number;
  readonly rows: number;
  readonly cells: readonly Cell[];
  /** The lines between the cells, on boards of points. */
  readonly links: readonly (readonly [number, number])[];
  readonly pieces: readonly Piece[];
  /** The labels below the columns and beside the rows. */
  readonly files: readonly string[];
  readonly ranks: readonly string[];
  /** Whether the cells show their names. */
  readonly numbered: boolean;
  /** Whether any cell of a column enters the move to that column. */
  readonly entry: "cells" | "columns";
  /** Whether placed pieces fall down their column. */
  readonly falls: boolean;
  /** The marks of cells that are out of play. */
  readonly blocked: readonly string[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The distance between two cells, in the drawing's units. */
export const SIDE = 100;

const EDGE = 8; // a margin, so that strokes at the edge are not cut off
const LABEL_ROOM = 1.8; // the space for labels, relative to their size

/** The layout of a board, in the drawing's units. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** The top left corner of the cells. */
  readonly left: number;
  readonly top: number;
  /** The size of labels: about the same on the screen for every board size. */
  readonly labelSize: number;
  /** The centre of a cell. */
  centre(cell: number): Point;
  /** The point just outside the board from which a piece falls down its column to a cell. */
  entrance(cell: number): Point;
  /** The cell at a point, if any. */
  cellAt(point: Point): number | null;
}

/** Computes the layout of a board; `flipped` rotates it by 180 degrees. */
export function layOut(geometry: Geometry, flipped: boolean): Layout {
  const { cells, columns, rows } = geometry;
  const labelSize = Math.min(Math.max(3 * columns, 12), 26);
  const room = LABEL_ROOM * labelSize;
  const left = hasLabels(geometry, geometry.ranks) ? room : EDGE;
  const bottom = hasLabels(geometry, geometry.files) ? room : EDGE;
  const turned = (index: number, count: number): number => (flipped ? count - 1 - index : index);
  const numbers = new Map(cells.map((cell, number) => [placeKey(cell.x, cell.y), number]));
  const centre = (number: number): Point => {
    const cell = cells[number];
    if (cell === undefined) throw new RangeError(`The board has no cell ${number}.`);
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

/** Whether labels are drawn; they are not if every cell shows its own name. */
export const hasLabels = (geometry: Geometry, labels: readonly string[]): boolean =>
  !geometry.numbered && labels.length > 0;

/** The numbers of the cells with these names; unknown names are ignored. */
export function cellNumbers(geometry: Geometry, names: readonly string[]): number[] {
  return names
    .map((name) => geometry.cells.findIndex((cell) => cell.name === name))
    .filter((number) => number >= 0);
}

/** The cells by row, from the top left as the board is seen. */
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
