import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { LineFields, PositionDocument, SessionDocument } from "../../api/types";
import { evaluationOf } from "../evaluation";
import { MovePacer } from "../move_pacer";
import { describeRefusal } from "../refused_offers";
import { resultOf, summarize } from "../result";
import { settings } from "../settings.svelte";
import { advisedPosition } from "../teaching.svelte";

type Outcome = NonNullable<PositionDocument["outcome"]>;

const outcome = (payoffs: number[], more: Partial<Outcome> = {}): Outcome => ({
  reason: "rules",
  winner: null,
  payoffs,
  sentence: "",
  ending: "",
  ...more,
});
const game = (...sides: string[]) => ({ game: { name: "g", title: "G", options: {}, sides } });
const result = (
  ended: Outcome,
  counts: Record<string, number>[] = [],
  mine: number[] = [],
  sides = ["white", "black"],
): string => {
  const found = resultOf({ outcome: ended, counts }, game(...sides).game, mine);
  return found === null ? "" : summarize(found);
};

describe("the result of a game", () => {
  test("names the winner, the score with the winner's first, and the reason", () => {
    const ended = outcome([-1, 1], { ending: "every tile is claimed" });
    const points = [{ points: 2 }, { points: 16 }];
    expect(result(ended, points)).toBe("Black wins 16 : 2 – Every tile is claimed");
    expect(result(ended, points, [1])).toBe("You win! 16 : 2 – Every tile is claimed");
    expect(result(ended, points, [0])).toMatch(/^Black wins/);
  });

  test("writes scores below zero with a minus sign", () => {
    expect(result(outcome([1, -1]), [{ points: 9 }, { points: -5 }])).toBe("White wins 9 : −5");
  });

  test("does not take other counts for a score", () => {
    expect(result(outcome([1, -1]), [{ men: 3 }, { men: 0 }])).toBe("White wins");
  });

  test("ranks several players", () => {
    const points = [{ points: 2 }, { points: 9 }, { points: 4 }];
    const sides = ["white", "black", "red"];
    expect(result(outcome([-1, 1, -1]), points, [], sides)).toBe(
      "Black wins (Black 9, White 2, Red 4)",
    );
    expect(result(outcome([0, 0, -1]), [], [], sides)).toBe("White and Black tie");
  });

  test.each([
    ["resignation", "White wins – Black resigned"],
    ["time", "White wins – Black ran out of time"],
  ])("says who lost by %s", (reason, expected) => {
    expect(result(outcome([1, -1], { reason }))).toBe(expected);
  });

  test("says why a game is drawn", () => {
    expect(result(outcome([0, 0], { reason: "agreement" }))).toBe("Draw – By agreement");
    expect(result(outcome([0, 0], { reason: "repetition" }))).toContain("same position");
  });
});

describe("the evaluation", () => {
  const line = (value: string): LineFields => ({
    move: "a",
    score: 0,
    win_in: null,
    loss_in: null,
    warrant: "depth 3",
    depth: 3,
    nodes: 1,
    seconds: 0.1,
    line: ["a"],
    value,
  });
  const session = {
    ...game("white", "black"),
    history: [
      { move: "a", side: "white", evaluation: line("one") },
      { move: "b", side: "black", evaluation: null },
      { move: "c", side: "white", evaluation: line("three") },
    ],
  } as unknown as SessionDocument;
  const base = { session, ply: 3, turn: 1, analysis: null, advice: null, thinking: null };

  test("comes from the engine's last move in the position on the board", () => {
    expect(evaluationOf(base)?.line.value).toBe("three");
    expect(evaluationOf({ ...base, ply: 2 })?.line.value).toBe("one");
    expect(evaluationOf({ ...base, ply: 0 })).toBeNull();
    expect(evaluationOf(base)?.source).toContain("its move c");
  });

  test("agrees with the hint or explanation that is shown", () => {
    const found = evaluationOf({ ...base, advice: line("hint") });
    expect(found).toMatchObject({ player: 1, line: { value: "hint" } });
    expect(found?.source).toContain("hint");
  });
});

test("a declined offer is reported, an accepted or superseded one is not", () => {
  const offer = { kind: "draw", side: "X", count: 0, waiting: ["O"] };
  const before = { ply: 4, offers: [offer], outcome: null } as unknown as SessionDocument;
  const after = (more: object) => ({ ...before, offers: [], ...more }) as SessionDocument;
  expect(describeRefusal(before, after({}), "draw decline")).toBe("O declined the draw.");
  expect(describeRefusal(before, after({}), "draw withdraw")).toBe("X withdrew the draw offer.");
  expect(describeRefusal(before, after({ outcome: {} }), "resign")).toBe("");
  expect(describeRefusal(before, after({ ply: 5 }), "move")).toBe("");
});

test("advice names the position by the session's moves and further ones", () => {
  expect(advisedPosition(["a", "b", "c"], ["a", "b"])).toEqual({ ply: 2, moves: [] });
  expect(advisedPosition(["a", "b", "c"], ["a", "x", "y"])).toEqual({ ply: 1, moves: ["x", "y"] });
});

describe("the pace of replies", () => {
  const state = (version: number) => ({ version }) as SessionDocument;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    settings.pace = 600;
  });
  afterEach(() => vi.useRealTimers());

  test("shows own moves at once and replies one after the other", () => {
    const shown: number[] = [];
    const pacer = new MovePacer(({ version }) => shown.push(version));
    pacer.add(state(1), false);
    for (const version of [2, 3]) pacer.add(state(version), true);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(599);
    expect(shown).toEqual([1]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual([1, 2]);
    vi.advanceTimersByTime(600);
    expect(shown).toEqual([1, 2, 3]);
  });

  test("never falls far behind, and stops when the page is left", () => {
    const shown: number[] = [];
    const pacer = new MovePacer(({ version }) => shown.push(version));
    for (let version = 1; version <= 30; version += 1) pacer.add(state(version), true);
    vi.advanceTimersByTime(600);
    expect(shown.length).toBeGreaterThanOrEqual(18);
    pacer.stop();
    const count = shown.length;
    vi.advanceTimersByTime(60_000);
    expect(shown).toHaveLength(count);
  });
});
