import { describe, expect, test } from "vitest";

import { analysisOf } from "../analysis_address";
import { isRightAnswer } from "../lesson_answers";
import { playoutRecord } from "../playout_record";
import { addressOf, pageOf } from "../router.svelte";
import { treeLayout } from "../tree_layout";

const RECORD = playoutRecord({
  game: "tictactoe",
  position: "a",
  seed: 1,
  best: "4",
  nodes: [
    { number: 0, parent: null, move: null, side: "X", position: "a", visits: 2, mean: 0 },
    { number: 1, parent: 0, move: "4", side: "O", position: "b", visits: 1, mean: 1 },
    { number: 2, parent: 0, move: "5", side: "O", position: "c", visits: 1, mean: -1 },
  ],
  playouts: [
    { path: [0, 1], added: true, moves: ["8"], result: 1 },
    { path: [0, 2], added: true, moves: [], result: -1 },
  ],
});

describe("the answer to a question", () => {
  test("may have a sign and separators", () => {
    expect(isRightAnswer("+1,000", 1000)).toBe(true);
    expect(isRightAnswer("−40", -40)).toBe(true);
    expect(isRightAnswer("b2,  B3", "B2, B3")).toBe(true);
  });

  test("is wrong if it is another number, or empty", () => {
    expect(isRightAnswer("41", 40)).toBe(false);
    expect(isRightAnswer("", 0)).toBe(false);
  });
});

test("lessons and trees have addresses", () => {
  expect(pageOf("/learn", "")).toEqual({ name: "learn", id: null });
  expect(pageOf("/learn/the-cut", "")).toEqual({ name: "learn", id: "the-cut" });
  const tree = { name: "tree", ...analysisOf("connect4", { moves: ["d", "d"] }) } as const;
  expect(addressOf(tree)).toBe("/tree/connect4?moves=d,d");
  expect(pageOf("/tree/connect4", "", "?moves=d,d")).toEqual(tree);
});

test("playouts count at the step that passes their result up", () => {
  const last = RECORD.count - 1;
  expect(RECORD.view(0, 0).value).toBe("");
  expect(RECORD.view(0, 3).value).toBe("+1");
  expect(RECORD.view(0, last).value).toBe("0");
  expect(RECORD.view(2, 3).status).toBe("ahead");
  expect(RECORD.view(2, last).value).toBe("−1");
});

test("a folded node of a drawing shows how many nodes are below it", () => {
  const open = treeLayout(
    RECORD,
    () => true,
    (count) => String(count),
  );
  expect(open.boxes.filter(({ kind }) => kind === "node")).toHaveLength(3);
  const folded = treeLayout(
    RECORD,
    () => false,
    (count) => String(count),
  );
  expect(folded.boxes.map(({ kind, text }) => [kind, text])).toEqual([
    ["folded", "2"],
    ["node", ""],
  ]);
});
