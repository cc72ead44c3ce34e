import { describe, expect, it } from "vitest";

import { candidatesOf, commonCaptures, nextCells, touch, completeMoves } from "../move_entry";
import { move } from "./fixtures";

/** A piece on 0 captures via 2 and then 4, or 6 and 8; another one moves from 1 to 3. */
const BRANCHING = [
  move([0, 2, 4], { captures: [10, 11] }),
  move([0, 2, 6, 8], { captures: [10, 12, 13] }),
  move([1, 3]),
];

describe("entering a move", () => {
  it("starts with the first cell of a legal move", () => {
    expect(touch(BRANCHING, [], 0)).toEqual({ kind: "step", path: [0] });
  });

  it("rejects other cells at the start", () => {
    expect(touch(BRANCHING, [], 2)).toEqual({ kind: "illegal" });
  });

  it("offers both branches of a path", () => {
    expect(nextCells(BRANCHING, [0, 2])).toEqual(new Set([4, 6]));
  });

  it("is complete if no candidate is longer", () => {
    expect(touch(BRANCHING, [0, 2], 4)).toMatchObject({ kind: "move", moves: [BRANCHING[0]] });
    expect(touch(BRANCHING, [0, 2, 6], 8)).toMatchObject({ kind: "move", moves: [BRANCHING[1]] });
  });

  it("enters a one-cell move immediately", () => {
    expect(touch([move([5], { drop: true })], [], 5)).toMatchObject({ kind: "move", path: [5] });
  });

  it("replaces the first cell with another one", () => {
    expect(touch(BRANCHING, [0], 1)).toEqual({ kind: "step", path: [1] });
  });

  it("rejects another first cell after the second step", () => {
    expect(touch(BRANCHING, [0, 2], 1)).toEqual({ kind: "illegal" });
  });

  it("enters all of a move by its last cell if no other move ends there", () => {
    expect(touch(BRANCHING, [0], 8)).toMatchObject({ kind: "move", path: [0, 2, 6, 8] });
  });

  it("rejects a last cell that two paths lead to", () => {
    const two = [move([0, 1, 5, 8]), move([0, 2, 5, 8])];
    expect(touch(two, [0], 8)).toEqual({ kind: "illegal" });
  });

  it("does not treat a removal as a destination", () => {
    expect(touch([move([0, 1, 5], { captures: [5] })], [0], 5)).toEqual({ kind: "illegal" });
  });

  it("never enters a move without cells", () => {
    expect(touch([move([])], [], 0)).toEqual({ kind: "illegal" });
    expect(candidatesOf([move([])], [])).toEqual([]);
  });
});

describe("undoing steps", () => {
  it("removes the last cell when it is touched again", () => {
    expect(touch(BRANCHING, [0], 0)).toEqual({ kind: "back", path: [] });
    expect(touch(BRANCHING, [0, 2], 2)).toEqual({ kind: "back", path: [0] });
  });

  it("removes the last step when the cell before it is touched", () => {
    expect(touch(BRANCHING, [0, 2, 6], 2)).toEqual({ kind: "back", path: [0, 2] });
  });

  it("continues instead if a legal path returns to the cell before", () => {
    expect(touch([move([0, 2, 0, 5])], [0, 2], 0)).toEqual({ kind: "step", path: [0, 2, 0] });
  });

  it("completes a circular path", () => {
    const round = [move([0, 2, 4, 6, 0], { captures: [1, 3, 5, 7] })];
    expect(touch(round, [0, 2, 4, 6], 0)).toMatchObject({ kind: "move", moves: round });
  });
});

describe("moves that could also continue", () => {
  const SHORT = move([0, 1]);
  const LONG = move([0, 1, 2]);

  it("wait for the next step", () => {
    expect(touch([SHORT, LONG], [0], 1)).toEqual({ kind: "step", path: [0, 1] });
    expect(completeMoves([SHORT, LONG], [0, 1])).toEqual([SHORT]);
  });

  it("end when their last cell is touched again", () => {
    expect(touch([SHORT, LONG], [0, 1], 1)).toMatchObject({ kind: "move", moves: [SHORT] });
  });

  it("do not exist before the first step", () => {
    expect(completeMoves([move([])], [])).toEqual([]);
  });
});

describe("moves with the same cells", () => {
  it("are all returned", () => {
    const two = [move([0, 1], { move: "a" }), move([0, 1], { move: "b" })];
    expect(touch(two, [0], 1)).toMatchObject({ kind: "move", moves: two });
  });

  it("share the captures they have in common", () => {
    expect(commonCaptures(candidatesOf(BRANCHING, [0, 2]))).toEqual([10]);
    expect(commonCaptures([])).toEqual([]);
  });
});
