/** Boards, moves and positions for the tests. */

import type { MovePath } from "../move_entry";
import type { Cell, Geometry, Piece } from "../geometry";
import type { BoardInput } from "../state";

/** A piece with the default look of its player. */
export const piece = (
  code: string,
  name: string,
  player: number,
  look: Partial<Piece> = {},
): Piece => ({
  code,
  name,
  player,
  shape: player === 0 ? "circle" : "octagon",
  colour: player === 0 ? "white" : "black",
  symbol: "rings",
  svg: "",
  ...look,
});

export const PIECES: readonly Piece[] = [
  piece("w", "white man", 0),
  piece("W", "white king", 0, { symbol: "crown" }),
  piece("b", "black man", 1),
];

type Link = readonly [number, number];

function geometry(
  cells: Omit<Cell, "neighbours">[],
  links: Link[],
  rest: Partial<Geometry>,
): Geometry {
  const near = (number: number): number[] =>
    links.flatMap(([one, other]) => (one === number ? [other] : other === number ? [one] : []));
  return {
    kind: "grid",
    columns: Math.max(...cells.map(({ x }) => x)) + 1,
    rows: Math.max(...cells.map(({ y }) => y)) + 1,
    cells: cells.map((cell, number) => ({ ...cell, neighbours: near(number) })),
    links,
    pieces: PIECES,
    files: [],
    ranks: [],
    numbered: false,
    entry: "cells",
    falls: false,
    blocked: [],
    ...rest,
  };
}

/** A rectangular board without links; the cells are named by their numbers. */
export function grid(columns: number, rows: number, rest: Partial<Geometry> = {}): Geometry {
  const cells = Array.from({ length: columns * rows }, (_, number) => ({
    name: String(number),
    x: number % columns,
    y: Math.floor(number / columns),
  }));
  return geometry(cells, [], rest);
}

/** The dark squares of a board with diagonal neighbours; named by column and row. */
export function checkered(side: number): Geometry {
  const cells: Omit<Cell, "neighbours">[] = [];
  for (let y = 0; y < side; y += 1) {
    for (let x = 1 - (y % 2); x < side; x += 2) cells.push({ name: `${x}${y}`, x, y });
  }
  const links = cells.flatMap((one, number) =>
    cells.flatMap((other, to): Link[] =>
      other.y === one.y + 1 && Math.abs(other.x - one.x) === 1 ? [[number, to]] : [],
    ),
  );
  return geometry(cells, links, { kind: "checkered" });
}

/** Two nested squares of points, linked at the midpoints of their sides. */
export function rings(): Geometry {
  const places = [
    [0, 0],
    [2, 0],
    [4, 0],
    [1, 1],
    [2, 1],
    [3, 1],
    [0, 2],
    [1, 2],
    [3, 2],
    [4, 2],
    [1, 3],
    [2, 3],
    [3, 3],
    [0, 4],
    [2, 4],
    [4, 4],
  ] as const;
  const links: Link[] = [
    [0, 1],
    [1, 2],
    [2, 9],
    [9, 15],
    [15, 14],
    [14, 13],
    [13, 6],
    [6, 0],
    [3, 4],
    [4, 5],
    [5, 8],
    [8, 12],
    [12, 11],
    [11, 10],
    [10, 7],
    [7, 3],
    [1, 4],
    [9, 8],
    [14, 11],
    [6, 7],
  ];
  const cells = places.map(([x, y]) => ({ name: `${"abcde"[x]}${5 - y}`, x, y }));
  return geometry(cells, links, { kind: "points" });
}

/** A move along these cells; its text consists of their numbers. */
export const move = (path: number[], rest: Partial<MovePath> = {}): MovePath => ({
  move: path.join("-"),
  path,
  captures: [],
  drop: false,
  ...rest,
});

/** The input of a board, by default an empty grid of three by three. */
export function input(rest: Partial<BoardInput> = {}): BoardInput {
  const board = rest.geometry ?? grid(3, 3);
  return {
    geometry: board,
    occupants: board.cells.map(() => null),
    moves: [],
    mustCapture: false,
    turn: 0,
    last: [],
    marks: [],
    arrows: [],
    flipped: false,
    interactive: true,
    animate: false,
    ...rest,
  };
}

/** The occupants of a board, from codes by cell number. */
export const occupied = (board: Geometry, codes: Record<number, string>): string[] =>
  board.cells.map((_, cell) => codes[cell] ?? "");
