import { describe, expect, test } from "vitest";

import type { GeometryFields, SetupFields } from "../../api/types";
import { clear, move, place, placementOf } from "../placement";
import type { Placement } from "../placement";

const SETUP: SetupFields = {
  contents: [
    { code: "X", name: "" },
    { code: "O", name: "" },
  ],
  counters: [],
  empty: "",
  has_turn: false,
};

/** A board of 2 x 2 cells, on which pieces fall or stay. */
const board = (falls: boolean): GeometryFields => ({
  kind: "grid",
  columns: 2,
  rows: 2,
  cells: [0, 1, 2, 3].map((number) => ({
    name: String(number),
    x: number % 2,
    y: Math.floor(number / 2),
    neighbours: [],
  })),
  links: [],
  pieces: [],
  files: [],
  ranks: [],
  numbered: false,
  entry: "cells",
  falls,
  blocked: [],
});

const placed = (...codes: string[]): Placement => ({
  cells: codes.map((code) => ({ code, shown: code })),
  turn: 0,
  counters: {},
});

const codes = ({ cells }: Placement): string[] => cells.map(({ code }) => code);

describe("a placement", () => {
  test("takes a content on any cell, and the same content again removes it", () => {
    const once = place(placed("", "", "", ""), board(false), SETUP, 1, "X");
    expect(codes(once)).toEqual(["", "X", "", ""]);
    expect(codes(place(once, board(false), SETUP, 1, "O"))).toEqual(["", "O", "", ""]);
    expect(codes(place(once, board(false), SETUP, 1, "X"))).toEqual(["", "", "", ""]);
  });

  test("lets pieces fall where they do in the game", () => {
    const first = place(placed("", "", "", ""), board(true), SETUP, 1, "X");
    expect(codes(first)).toEqual(["", "", "", "X"]);
    const second = place(first, board(true), SETUP, 1, "O");
    expect(codes(second)).toEqual(["", "O", "", "X"]);
    expect(codes(move(second, board(true), SETUP, 3, null))).toEqual(["", "", "", "O"]);
    expect(codes(move(second, board(true), SETUP, 1, 0))).toEqual(["", "", "O", "X"]);
  });

  test("moves a content to another cell or off the board", () => {
    const first = placed("X", "O", "", "");
    expect(codes(move(first, board(false), SETUP, 0, 3))).toEqual(["", "O", "", "X"]);
    expect(codes(move(first, board(false), SETUP, 0, 1))).toEqual(["", "X", "", ""]);
    expect(codes(move(first, board(false), SETUP, 1, null))).toEqual(["X", "", "", ""]);
    expect(move(first, board(false), SETUP, 1, 1)).toBe(first);
  });

  test("is cleared to the content of a free cell", () => {
    expect(codes(clear(placed("W3", "2"), { ...SETUP, empty: "2" }))).toEqual(["2", "2"]);
  });

  test("shows what the board shows for a content", () => {
    const found = placementOf({
      cells: ["W+5", ""],
      board: ["W", ""],
      turn: 1,
      counters: { white_points: 4 },
      position: null,
      problems: [],
      outcome: null,
    });
    expect(found.cells[0]).toEqual({ code: "W+5", shown: "W" });
    const moved = move(found, { ...board(false), columns: 2 }, SETUP, 0, 1);
    expect(moved.cells[1]).toEqual({ code: "W+5", shown: "W" });
    expect(moved.turn).toBe(1);
  });
});
