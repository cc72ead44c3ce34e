import { describe, expect, it } from "vitest";

import { changesBetween } from "../changes";
import { walk } from "../directions";
import type { Direction } from "../directions";
import { cellNumbers, layOut, readingOrder } from "../geometry";
import type { Geometry, Piece } from "../geometry";
import { drawOccupant } from "../render/occupants";
import { arrowsAlong, resolveMarks } from "../marks";
import { checkered, grid, occupied, rings, piece } from "./fixtures";

const DIRECTIONS: readonly Direction[] = ["left", "right", "up", "down"];

function walked(board: Geometry, from: number, directions: Direction[], flipped = false): string[] {
  let here = from;
  return directions.map((direction) => {
    here = walk(board, here, direction, flipped);
    return board.cells[here]?.name ?? "";
  });
}

function reachable(board: Geometry): number {
  const seen = new Set([0]);
  for (const cell of seen) {
    for (const direction of DIRECTIONS) seen.add(walk(board, cell, direction, false));
  }
  return seen.size;
}

const mirrored = (board: Geometry): Geometry => ({
  ...board,
  cells: board.cells.map((cell) => ({ ...cell, x: board.columns - 1 - cell.x })),
});

describe("arrow-key navigation", () => {
  it("goes from cell to cell on a board without links, and stops at the edge", () => {
    expect(walked(grid(3, 3), 4, ["right", "right", "down", "left"])).toEqual(["5", "5", "8", "7"]);
  });

  it("follows the lines on a board of points", () => {
    expect(walked(rings(), 0, ["right", "down", "down", "left", "down"])).toEqual([
      "c5",
      "c4",
      "c4",
      "b4",
      "b3",
    ]);
  });

  it("goes straight up and down over diagonal neighbours", () => {
    const board = checkered(8);
    const bottom = cellNumbers(board, ["27"])[0] ?? -1;
    expect(walked(board, bottom, ["up", "up", "up", "up"])).toEqual(["36", "25", "34", "23"]);
  });

  it("stays in the row over diagonal neighbours", () => {
    const board = checkered(8);
    const left = cellNumbers(board, ["07"])[0] ?? -1;
    expect(walked(board, left, ["right", "right", "right"])).toEqual(["27", "47", "67"]);
    expect(walked(board, left, ["right", "left", "left"])).toEqual(["27", "07", "07"]);
    expect(walked(board, left, ["left"], true)).toEqual(["27"]);
  });

  it("rotates with the board", () => {
    expect(walked(grid(3, 3), 4, ["right", "down"], true)).toEqual(["3", "0"]);
  });

  it.each([grid(4, 3), checkered(8), checkered(10), mirrored(checkered(8)), rings()])(
    "reaches every cell",
    (board) => {
      expect(reachable(board)).toBe(board.cells.length);
    },
  );

  it("stays on a cell that does not exist", () => {
    expect(walk(grid(2, 2), 9, "up", false)).toBe(9);
  });
});

describe("the layout", () => {
  it.each([false, true])("finds every cell at its centre (flipped: %s)", (flipped) => {
    const board = checkered(8);
    const layout = layOut(board, flipped);
    const found = board.cells.map((_, cell) => layout.cellAt(layout.centre(cell)));
    expect(found).toEqual(board.cells.map((_, cell) => cell));
  });

  it("finds nothing outside the board or between its cells", () => {
    const layout = layOut(checkered(8), false);
    expect(layout.cellAt({ x: -5, y: 50 })).toBeNull();
    expect(layout.cellAt({ x: layout.left + 50, y: layout.top + 50 })).toBeNull();
  });

  it("rejects a cell that does not exist", () => {
    expect(() => layOut(grid(2, 2), false).centre(4)).toThrow("The board has no cell 4.");
  });

  it("leaves space for labels only if they are drawn", () => {
    const labelled = { files: ["a", "b"], ranks: ["2", "1"] };
    expect(layOut(grid(2, 2, labelled), false).left).toBeGreaterThan(
      layOut(grid(2, 2), false).left,
    );
    expect(layOut(grid(2, 2, { ...labelled, numbered: true }), false)).toMatchObject({ left: 8 });
  });

  it("lets pieces fall from the side of the first row", () => {
    expect(layOut(grid(2, 2), false).entrance(3).y).toBeLessThan(0);
    expect(layOut(grid(2, 2), true).entrance(3).y).toBeGreaterThan(200);
  });

  it("orders rows from the top left as they are seen", () => {
    expect(readingOrder(grid(2, 2), false)).toEqual([
      [0, 1],
      [2, 3],
    ]);
    expect(readingOrder(grid(2, 2), true)).toEqual([
      [3, 2],
      [1, 0],
    ]);
  });
});

describe("changes between two positions", () => {
  const board = grid(3, 3);
  const changes = (before: Record<number, string>, after: Record<number, string>) =>
    changesBetween(board, occupied(board, before), occupied(board, after));

  it("detect the move of the nearest piece of a kind", () => {
    expect(changes({ 0: "w", 7: "w" }, { 4: "w", 0: "w" })).toEqual({
      moved: [[7, 4]],
      removed: [],
      added: [],
    });
  });

  it("detect a promotion and the captured piece", () => {
    expect(changes({ 0: "w", 4: "b" }, { 8: "W" })).toEqual({
      moved: [[0, 8]],
      removed: [4],
      added: [],
    });
  });

  it("never report that a value moved", () => {
    expect(changes({ 0: "+5" }, { 1: "+5" })).toEqual({ moved: [], removed: [0], added: [1] });
  });

  it("are empty for the same position", () => {
    expect(changes({ 0: "w" }, { 0: "w" })).toEqual({ moved: [], removed: [], added: [] });
  });
});

describe("pieces", () => {
  const drawn = (look: Partial<Piece>): SVGGElement =>
    drawOccupant(grid(1, 1, { pieces: [piece("x", "black king", 1, look)], blocked: ["#"] }), "x");
  const has = (element: SVGGElement, selector: string): boolean =>
    element.querySelector(selector) !== null;

  it("have the look that the geometry describes, whatever their name", () => {
    const group = drawn({ shape: "circle", colour: "red", symbol: "K" });
    expect(group.getAttribute("class")).toContain("board-colour-red");
    expect(has(group, "circle.board-body")).toBe(true);
    expect(group.textContent).toBe("K");
    expect(has(group, ".board-emblem")).toBe(false);
    expect(has(drawn({ symbol: "crown" }), ".board-emblem")).toBe(true);
    expect(has(drawn({ symbol: "knight" }), ".board-eye")).toBe(true);
    expect(has(drawn({ shape: "diamond" }), "polygon.board-body")).toBe(true);
  });

  it("can be strokes or tiles", () => {
    expect(has(drawn({ shape: "cross" }), "path.board-stroke")).toBe(true);
    expect(has(drawn({ shape: "ring" }), "circle.board-stroke")).toBe(true);
    const tile = drawn({ shape: "tile", symbol: "5" });
    expect(has(tile, "rect.board-body")).toBe(true);
    expect(tile.textContent).toBe("5");
  });

  it("show their own picture as an image, which runs no scripts", () => {
    const group = drawn({ svg: '<svg viewBox="0 0 9 9"><script>alert(1)</script></svg>' });
    expect(has(group, "script")).toBe(false);
    expect(group.querySelector("image")?.getAttribute("href")).toMatch(/^data:image\/svg\+xml,%3C/);
  });

  it("differ from cells that are out of play", () => {
    const board = grid(1, 1, { pieces: [], blocked: ["#"] });
    expect(drawOccupant(board, "#").getAttribute("class")).toBe("board-block");
    expect(drawOccupant(board, "*").textContent).toBe("*");
  });
});

describe("marks of an explanation", () => {
  const board = grid(3, 3);

  it("become arrows along a move, and marks otherwise", () => {
    const named = [
      { kind: "move", cells: ["0", "2", "8"] },
      { kind: "reply", cells: ["4"] },
      { kind: "taken", cells: ["1", "nowhere"] },
    ];
    expect(resolveMarks(board, named)).toEqual({
      arrows: [
        { kind: "move", from: 0, to: 2 },
        { kind: "move", from: 2, to: 8 },
      ],
      marks: [
        { kind: "reply", cells: [4] },
        { kind: "taken", cells: [1] },
      ],
    });
  });

  it("have no arrow from a cell to itself", () => {
    expect(arrowsAlong("move", [3, 3])).toEqual([]);
  });
});
