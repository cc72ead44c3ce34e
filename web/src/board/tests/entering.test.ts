import { describe, expect, it } from "vitest";

import { candidatesOf, commonCaptures, nextCells, touch, wholeMoves } from "../entering";
import { move } from "./boards";

/** A piece on 0 takes by way of 2 and then by 4 or 6; one on 1 steps to 3. */
const BRANCHING = [
  move([0, 2, 4], { captures: [10, 11] }),
  move([0, 2, 6, 8], { captures: [10, 12, 13] }),
  move([1, 3]),
];

describe("entering a move", () => {
  it("begins with a cell that a legal move begins with", () => {
    expect(touch(BRANCHING, [], 0)).toEqual({ kind: "step", path: [0] });
  });

  it("refuses a cell that no legal move begins with", () => {
    expect(touch(BRANCHING, [], 2)).toEqual({ kind: "refused" });
  });

  it("offers both branches where a path divides", () => {
    expect(nextCells(BRANCHING, [0, 2])).toEqual(new Set([4, 6]));
  });

  it("is whole where no candidate is longer", () => {
    expect(touch(BRANCHING, [0, 2], 4)).toMatchObject({ kind: "move", moves: [BRANCHING[0]] });
    expect(touch(BRANCHING, [0, 2, 6], 8)).toMatchObject({ kind: "move", moves: [BRANCHING[1]] });
  });

  it("enters a move of one cell at once", () => {
    expect(touch([move([5], { drop: true })], [], 5)).toMatchObject({ kind: "move", path: [5] });
  });

  it("exchanges the first cell for another one", () => {
    expect(touch(BRANCHING, [0], 1)).toEqual({ kind: "step", path: [1] });
  });

  it("refuses another first cell half-way", () => {
    expect(touch(BRANCHING, [0, 2], 1)).toEqual({ kind: "refused" });
  });

  it("enters all of a move by its far end where only one ends there", () => {
    expect(touch(BRANCHING, [0], 8)).toMatchObject({ kind: "move", path: [0, 2, 6, 8] });
  });

  it("refuses a far end that two ways lead to", () => {
    const two = [move([0, 1, 5, 8]), move([0, 2, 5, 8])];
    expect(touch(two, [0], 8)).toEqual({ kind: "refused" });
  });

  it("does not take a removal for a far end", () => {
    expect(touch([move([0, 1, 5], { captures: [5] })], [0], 5)).toEqual({ kind: "refused" });
  });

  it("never enters a move that has no cells", () => {
    expect(touch([move([])], [], 0)).toEqual({ kind: "refused" });
    expect(candidatesOf([move([])], [])).toEqual([]);
  });
});

describe("taking steps back", () => {
  it("takes the last cell back when it is touched again", () => {
    expect(touch(BRANCHING, [0], 0)).toEqual({ kind: "back", path: [] });
    expect(touch(BRANCHING, [0, 2], 2)).toEqual({ kind: "back", path: [0] });
  });

  it("takes the last step back when the cell before it is touched", () => {
    expect(touch(BRANCHING, [0, 2, 6], 2)).toEqual({ kind: "back", path: [0, 2] });
  });

  it("goes on instead where a legal path returns to the cell before", () => {
    expect(touch([move([0, 2, 0, 5])], [0, 2], 0)).toEqual({ kind: "step", path: [0, 2, 0] });
  });

  it("completes a round trip that ends where it began", () => {
    const round = [move([0, 2, 4, 6, 0], { captures: [1, 3, 5, 7] })];
    expect(touch(round, [0, 2, 4, 6], 0)).toMatchObject({ kind: "move", moves: round });
  });
});

describe("moves that could also go on", () => {
  const SHORT = move([0, 1]);
  const LONG = move([0, 1, 2]);

  it("wait for the next step", () => {
    expect(touch([SHORT, LONG], [0], 1)).toEqual({ kind: "step", path: [0, 1] });
    expect(wholeMoves([SHORT, LONG], [0, 1])).toEqual([SHORT]);
  });

  it("end when their last cell is touched again", () => {
    expect(touch([SHORT, LONG], [0, 1], 1)).toMatchObject({ kind: "move", moves: [SHORT] });
  });

  it("are none before the first step", () => {
    expect(wholeMoves([move([])], [])).toEqual([]);
  });
});

describe("moves that share their cells", () => {
  it("are all handed over", () => {
    const two = [move([0, 1], { move: "a" }), move([0, 1], { move: "b" })];
    expect(touch(two, [0], 1)).toMatchObject({ kind: "move", moves: two });
  });

  it("have in common what all of them take", () => {
    expect(commonCaptures(candidatesOf(BRANCHING, [0, 2]))).toEqual([10]);
    expect(commonCaptures([])).toEqual([]);
  });
});
