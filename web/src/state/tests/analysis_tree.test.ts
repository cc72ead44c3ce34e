import { describe, expect, test } from "vitest";

import type { LineFields } from "../../api/types";
import {
  EMPTY_TREE,
  addLine,
  commentOn,
  isMain,
  mainLine,
  placeAt,
  promote,
  removeLine,
} from "../analysis_tree";
import { marksOfLines, marksOfValues, resultOfLine } from "../move_values";

const tree = [
  ["a", "b", "c"],
  ["a", "x"],
  ["d", "e"],
].reduce(addLine, EMPTY_TREE);

describe("a tree of moves", () => {
  test("keeps the main line first, and the order in which variations were added", () => {
    expect(mainLine(tree, [])).toEqual(["a", "b", "c"]);
    expect(mainLine(tree, ["d"])).toEqual(["e"]);
    expect(placeAt(tree, ["a"])?.children.map(({ move }) => move)).toEqual(["b", "x"]);
    expect(addLine(tree, ["a", "b"])).toEqual(tree);
    expect(placeAt(tree, ["a", "z"])).toBeUndefined();
  });

  test("promotes a variation, with the moves that lead to it", () => {
    const promoted = promote(tree, ["d", "e"]);
    expect(mainLine(promoted, [])).toEqual(["d", "e"]);
    expect([isMain(tree, ["d"]), isMain(promoted, ["d"]), isMain(promoted, ["a"])]).toEqual([
      false,
      true,
      false,
    ]);
    expect(mainLine(promote(tree, ["a", "x"]), [])).toEqual(["a", "x"]);
    expect(promote(tree, ["y"])).toEqual(tree);
  });

  test("removes a move with what follows it, and keeps the rest", () => {
    const removed = removeLine(tree, ["a", "b"]);
    expect(mainLine(removed, [])).toEqual(["a", "x"]);
    expect(placeAt(removed, ["d", "e"])).toBeDefined();
  });

  test("has comments", () => {
    const found = commentOn(commentOn(tree, ["a", "x"], "why?"), [], "start");
    expect(placeAt(found, ["a", "x"])?.comment).toBe("why?");
    expect(found.comment).toBe("start");
    expect(placeAt(found, ["a", "b"])?.comment).toBe("");
    expect(placeAt(addLine(found, ["a", "x", "y"]), ["a", "x"])?.comment).toBe("why?");
  });
});

const line = (move: string, changes: Partial<LineFields>): LineFields => ({
  move,
  score: null,
  win_in: null,
  loss_in: null,
  warrant: "depth 3",
  depth: 3,
  nodes: 1,
  seconds: 0,
  line: [move],
  compiled: true,
  value: "",
  interval: null,
  share: null,
  ...changes,
});

describe("the value of a move", () => {
  test.each([
    [{ win_in: 3 }, "win"],
    [{ loss_in: 2 }, "loss"],
    [{ score: 0, warrant: "proven" }, "draw"],
    [{ score: 0 }, "better"],
    [{ score: -0.5 }, "worse"],
    [{ score: 999_999_990, warrant: "table" }, "win"],
    [{ score: -999_999_990, warrant: "table" }, "loss"],
  ] as const)("%o is a %s", (changes, result) => {
    expect(resultOfLine(line("a", changes))).toBe(result);
  });

  test("colours the cell of a move, or the arrows along its cells", () => {
    const legal = [
      { move: "a", path: [4], captures: [], drop: true, entry: "cell" as const },
      { move: "b", path: [1, 2, 3], captures: [], drop: false, entry: "path" as const },
      { move: "pass", path: [], captures: [], drop: false, entry: "button" as const },
    ];
    const lines = [line("b", { win_in: 1 }), line("a", { loss_in: 2 }), line("pass", {})];
    expect(marksOfValues(legal, lines)).toEqual({
      marks: [{ kind: "value-loss", cells: [4] }],
      arrows: [
        { kind: "value-win", from: 2, to: 3 },
        { kind: "value-win", from: 1, to: 2 },
      ],
    });
    expect(marksOfLines(legal, lines).marks).toEqual([{ kind: "rank-2", cells: [4] }]);
    expect(marksOfLines(legal, lines).arrows.map(({ kind }) => kind)).toEqual(["rank-1", "rank-1"]);
  });
});
