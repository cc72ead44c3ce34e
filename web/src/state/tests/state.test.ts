import { beforeEach, describe, expect, test } from "vitest";

import type { LineFields, SessionDocument } from "../../api/types";
import { canAdapt, learn, skillAt } from "../adaptive";
import { chance, isBlunder } from "../chances";
import { secondsLeft, timeText } from "../clocks";
import { isUpsideDown } from "../geometry";
import type { GeometryFields } from "../geometry";
import { roundsOf } from "../rounds";
import { addressOf, pageOf } from "../router.svelte";
import { holding, remember, rememberCreated, remembered } from "../seats";
import { keep, kept } from "../storage";

const line = (score: number | null, more: Partial<LineFields> = {}): LineFields => ({
  move: "a",
  score,
  win_in: null,
  loss_in: null,
  warrant: "depth 3",
  depth: 3,
  nodes: 1,
  seconds: 0.1,
  line: ["a"],
  value: "",
  ...more,
});

beforeEach(() => localStorage.clear());

describe("chances", () => {
  test("one unit ahead is 73 in 100", () => {
    expect(chance(line(30), 30)).toBeCloseTo(0.73, 2);
    expect(chance(line(-30), 30)).toBeCloseTo(0.27, 2);
  });

  test("a forced end is certain", () => {
    expect(chance(line(null, { win_in: 3 }), 1)).toBe(1);
    expect(chance(line(null, { loss_in: 2 }), 1)).toBe(0);
    expect(chance(line(0, { warrant: "proven" }), 1)).toBe(0.5);
  });

  test("a fifth of the point thrown away is a blunder", () => {
    expect(isBlunder(line(null, { loss_in: 2 }), line(0), 1)).toBe(true);
    expect(isBlunder(line(-0.1), line(0.1), 1)).toBe(false);
  });
});

describe("clocks", () => {
  const session = {
    turn: 1,
    outcome: null,
    clock: { control: "300", left: [300, 200], running: true, as_of: 1000 },
  } as unknown as SessionDocument;

  test("only the time of the player to move runs", () => {
    expect(secondsLeft(session, 0, 1010)).toBe(300);
    expect(secondsLeft(session, 1, 1010)).toBe(190);
    expect(secondsLeft(session, 1, 5000)).toBe(0);
    expect(secondsLeft({ ...session, clock: null }, 1, 1010)).toBeNull();
  });

  test("a clock that is ahead of the server's does not give time", () => {
    expect(secondsLeft(session, 1, 990)).toBe(200);
  });

  test("times are read as people read them", () => {
    expect([300, 61.9, 3725, 9.96, 0].map(timeText)).toEqual([
      "5:00",
      "1:01",
      "1:02:05",
      "0:09.9",
      "0:00.0",
    ]);
  });
});

describe("the adaptive level", () => {
  const over = (games: number, skill: string, { learnt = true, size = 3 } = {}): SessionDocument =>
    ({
      game: { name: "game", options: { size, variant: "a" } },
      seats: [{ adaptive: null }, { adaptive: { games, skill, learnt } }],
    }) as unknown as SessionDocument;

  test("hands what a session has taught to the next one of the same game", () => {
    expect(skillAt("game", { size: 3, variant: "a" })).toBe("");
    learn(over(1, "one"));
    expect(skillAt("game", { variant: "a", size: 3 })).toBe("one");
    expect(skillAt("game", { size: 4, variant: "a" })).toBe("");
    expect(skillAt("other", { size: 3, variant: "a" })).toBe("");
  });

  test("learns nothing from a game that goes on, or from one that came before", () => {
    learn(over(3, "three"));
    learn(over(3, "again"));
    learn(over(2, "two"));
    learn(over(4, "four", { learnt: false }));
    expect(skillAt("game", { size: 3, variant: "a" })).toBe("three");
  });

  test("forgets the games that were played longest ago", () => {
    for (let size = 0; size < 101; size += 1) learn(over(1, `skill ${size}`, { size }));
    expect(skillAt("game", { size: 0, variant: "a" })).toBe("");
    expect(skillAt("game", { size: 1, variant: "a" })).toBe("skill 1");
    expect(skillAt("game", { size: 100, variant: "a" })).toBe("skill 100");
  });

  test("is there where the server has it", () => {
    const levels = ["easy", "1", "adaptive"].map((name) => ({ name, title: "" }));
    expect(canAdapt(levels)).toBe(true);
    expect(canAdapt(levels.slice(0, 2))).toBe(false);
  });
});

describe("addresses", () => {
  test("lead to pages and back", () => {
    expect(pageOf("/", "")).toEqual({ name: "games" });
    expect(pageOf("/", "#/new/a%20b")).toEqual({ name: "new", game: "a b" });
    expect(addressOf({ name: "new", game: "a b" })).toBe("/#/new/a%20b");
    expect(addressOf({ name: "games" })).toBe("/");
  });

  test("of an invitation hold its secret, which its page's own address does not", () => {
    const page = pageOf("/sessions/abc", "#secret=xyz");
    expect(page).toEqual({ name: "session", id: "abc", secret: "xyz" });
    expect(addressOf(page)).toBe("/sessions/abc");
  });
});

describe("seats", () => {
  test("of others are links, one's own are secrets", () => {
    const seat = (player: number) => ({ player, side: "", secret: `s${player}`, invitation: `l${player}` });
    const session = { id: "abc", game: { title: "Game" } } as SessionDocument;
    rememberCreated({ session, secrets: [seat(0), seat(1)] }, new Set([1]));
    expect(holding("abc")).toMatchObject({ secrets: { 0: "s0" }, invitations: { 1: "l1" } });
    expect(remembered()).toEqual([{ id: "abc", title: "Game" }]);
  });

  test("are forgotten when there are too many", () => {
    for (let number = 0; number < 60; number += 1) remember(`id${number}`, { title: "Game" });
    expect(remembered()).toHaveLength(40);
  });

  test("that cannot be read are none", () => {
    localStorage.setItem("kibitz.seats", "{nonsense");
    expect(holding("abc").secrets).toEqual({});
  });
});

test("what is kept is found again", () => {
  keep("name", { value: 1 });
  expect(kept("name", null)).toEqual({ value: 1 });
  expect(kept("other", "nothing")).toBe("nothing");
});

test("a player whose pieces begin at the top sees the board from the other side", () => {
  const cells = [0, 1, 2, 3].flatMap((y) => [0, 1, 2].map((x) => ({ name: "", x, y, neighbours: [] })));
  const pieces = ["a", "b"].map((code, player) => ({ code, name: code, player }));
  const geometry = { cells, pieces } as unknown as GeometryFields;
  const board = ["a", "a", "a", "", "", "", "", "", "", "b", "b", "b"];
  const session = { board } as SessionDocument;
  expect(isUpsideDown(geometry, session, 0)).toBe(true);
  expect(isUpsideDown(geometry, session, 1)).toBe(false);
  expect(isUpsideDown(geometry, { ...session, board: board.map(() => "") }, 0)).toBe(false);
});

test("rounds that did not change stay the same objects", () => {
  const first = roundsOf(["a", "b", "c"], 2, []);
  expect(first).toEqual([["a", "b"], ["c"]]);
  const later = roundsOf(["a", "b", "c", "d", "e"], 2, first);
  expect(later).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  expect(later[0]).toBe(first[0]);
  const other = roundsOf(["a", "x"], 2, later);
  expect(other).toEqual([["a", "x"]]);
  expect(roundsOf([], 3, other)).toEqual([]);
});
