import { beforeEach, describe, expect, test } from "vitest";

import type {
  GeometryFields,
  LegalMove,
  LineFields,
  SessionDocument,
  SessionUpdate,
} from "../../api/types";
import { hasAdaptiveLevel, loadSkill, saveSkill } from "../adaptive";
import { formatTime, secondsLeft } from "../clocks";
import { spellMove } from "../illegal_move";
import { rowsOf } from "../move_rows";
import { isUpsideDown } from "../orientation";
import { addressOf, pageOf } from "../router.svelte";
import { applyUpdate } from "../session_updates";
import { loadStored, store } from "../storage";
import { basis, isBlunder, plainValue, winningChance } from "../winning_chances";

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

describe("winning chances", () => {
  test("are 73 % one unit ahead", () => {
    expect(winningChance(line(30), 30)).toBeCloseTo(0.73, 2);
    expect(winningChance(line(-30), 30)).toBeCloseTo(0.27, 2);
  });

  test("are certain for a forced result", () => {
    expect(winningChance(line(null, { win_in: 3 }), 1)).toBe(1);
    expect(winningChance(line(null, { loss_in: 2 }), 1)).toBe(0);
    expect(winningChance(line(999_981_000, { warrant: "table" }), 1)).toBe(1);
    expect(winningChance(line(0, { warrant: "proven" }), 1)).toBe(0.5);
  });

  test("name an endgame table once", () => {
    const won = line(999_981_000, { warrant: "table", value: "wins (table)" });
    expect(`${plainValue(won)} (${basis(won)})`).toBe("wins (table)");
    expect(plainValue(line(null, { win_in: 3, value: "wins in 3" }))).toBe("wins in 3");
  });

  test("decide what is a blunder", () => {
    expect(isBlunder(line(null, { loss_in: 2 }), line(0), 1)).toBe(true);
    expect(isBlunder(line(-0.1), line(0.1), 1)).toBe(false);
  });
});

describe("updates of a session", () => {
  const session = {
    id: "s",
    version: 4,
    ply: 2,
    history: [{ move: "a" }, { move: "b" }],
    undone: ["c", "d"],
    seats: [{ name: "Anna" }],
  } as unknown as SessionDocument;
  const update = (version: number, more: object): SessionUpdate =>
    ({
      version,
      what: "move",
      ply: 3,
      history: { keep: 2, add: [] },
      undone: { skip: 0, add: [] },
      seats: null,
      ...more,
    }) as unknown as SessionUpdate;

  test("make the next document", () => {
    const move = update(5, {
      history: { keep: 2, add: [{ move: "e" }] },
      undone: { skip: 2, add: [] },
    });
    const undo = update(6, {
      ply: 1,
      history: { keep: 1, add: [] },
      undone: { skip: 0, add: ["b", "e"] },
      seats: [{ name: "Bert" }],
    });
    const next = applyUpdate(session, move);
    expect(next).toEqual({
      ...session,
      version: 5,
      ply: 3,
      history: [{ move: "a" }, { move: "b" }, { move: "e" }],
      undone: [],
    });
    expect(applyUpdate(next ?? session, undo)).toEqual({
      id: "s",
      version: 6,
      ply: 1,
      history: [{ move: "a" }],
      undone: ["b", "e"],
      seats: [{ name: "Bert" }],
    });
  });

  test("that are known are ignored, and a gap is noticed", () => {
    expect(applyUpdate(session, update(4, {}))).toBe(session);
    expect(applyUpdate(session, update(6, {}))).toBeNull();
  });
});

describe("clocks", () => {
  const session = {
    turn: 1,
    outcome: null,
    clock: { control: "300", left: [300, 200], running: true, as_of: 1000 },
  } as unknown as SessionDocument;

  test("run only for the player to move", () => {
    expect(secondsLeft(session, 0, 1010)).toBe(300);
    expect(secondsLeft(session, 1, 1010)).toBe(190);
    expect(secondsLeft(session, 1, 5000)).toBe(0);
    expect(secondsLeft({ ...session, clock: null }, 1, 1010)).toBeNull();
  });

  test("do not add time if the server's clock is ahead", () => {
    expect(secondsLeft(session, 1, 990)).toBe(200);
  });

  test("are formatted as minutes and seconds", () => {
    expect([300, 61.9, 3725, 9.96, 0].map(formatTime)).toEqual([
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

  test("passes the skill on to the next session of the same game", () => {
    expect(loadSkill("game", { size: 3, variant: "a" })).toBe("");
    saveSkill(over(1, "one"));
    expect(loadSkill("game", { variant: "a", size: 3 })).toBe("one");
    expect(loadSkill("game", { size: 4, variant: "a" })).toBe("");
    expect(loadSkill("other", { size: 3, variant: "a" })).toBe("");
  });

  test("ignores unfinished and older sessions", () => {
    saveSkill(over(3, "three"));
    saveSkill(over(3, "again"));
    saveSkill(over(2, "two"));
    saveSkill(over(4, "four", { learnt: false }));
    expect(loadSkill("game", { size: 3, variant: "a" })).toBe("three");
  });

  test("discards the skills of the games played longest ago", () => {
    for (let size = 0; size < 101; size += 1) saveSkill(over(1, `skill ${size}`, { size }));
    expect(loadSkill("game", { size: 0, variant: "a" })).toBe("");
    expect(loadSkill("game", { size: 1, variant: "a" })).toBe("skill 1");
    expect(loadSkill("game", { size: 100, variant: "a" })).toBe("skill 100");
  });

  test("exists if the server offers it", () => {
    const levels = ["easy", "1", "adaptive"].map((name) => ({ name, title: "" }));
    expect(hasAdaptiveLevel(levels)).toBe(true);
    expect(hasAdaptiveLevel(levels.slice(0, 2))).toBe(false);
  });
});

describe("addresses", () => {
  test("convert to pages and back", () => {
    expect(pageOf("/", "")).toEqual({ name: "games" });
    expect(pageOf("/", "#/new/a%20b")).toEqual({ name: "new", game: "a b" });
    expect(pageOf("/new/a%20b", "#main")).toEqual({ name: "new", game: "a b" });
    expect(addressOf({ name: "new", game: "a b" })).toBe("/new/a%20b");
    expect(addressOf({ name: "games" })).toBe("/");
  });

  test.each([
    ["/sessions/%E0%A4%A", ""],
    ["/", "#/new/%E0%A4%A"],
    ["/", "#/sessions/a"],
    ["/", "#/elsewhere"],
    ["/new", ""],
    ["/new/a/b", ""],
    ["/sessions/", "#secret=x"],
    ["/learning", ""],
  ])("without a page are unknown: %s%s", (path, hash) => {
    const page = pageOf(path, hash);
    expect(page.name).toBe("unknown");
    expect(path + hash).toContain(addressOf(page));
  });

  test("contain the secret only in an invitation", () => {
    const page = pageOf("/sessions/abc", "#secret=xyz");
    expect(page).toEqual({ name: "session", id: "abc", secret: "xyz" });
    expect(addressOf(page)).toBe("/sessions/abc");
  });
});

test("stored values can be loaded", () => {
  store("name", { value: 1 });
  expect(loadStored("name", null)).toEqual({ value: 1 });
  expect(loadStored("other", "nothing")).toBe("nothing");
});

test("a player whose pieces start at the top sees the board flipped", () => {
  const cells = [0, 1, 2, 3].flatMap((y) =>
    [0, 1, 2].map((x) => ({ name: "", x, y, neighbours: [] })),
  );
  const pieces = ["a", "b"].map((code, player) => ({ code, name: code, player }));
  const geometry = { cells, pieces } as unknown as GeometryFields;
  const board = ["a", "a", "a", "", "", "", "", "", "", "b", "b", "b"];
  const session = { board } as SessionDocument;
  expect(isUpsideDown(geometry, session, 0)).toBe(true);
  expect(isUpsideDown(geometry, session, 1)).toBe(false);
  expect(isUpsideDown(geometry, { ...session, board: board.map(() => "") }, 0)).toBe(false);
});

test("rows of the move list that did not change stay the same objects", () => {
  const first = rowsOf(["a", "b", "c"], 2, []);
  expect(first).toEqual([["a", "b"], ["c"]]);
  const later = rowsOf(["a", "b", "c", "d", "e"], 2, first);
  expect(later).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  expect(later[0]).toBe(first[0]);
  const other = rowsOf(["a", "x"], 2, later);
  expect(other).toEqual([["a", "x"]]);
  expect(rowsOf([], 3, other)).toEqual([]);
});

describe("the text of an illegal move", () => {
  const names = ["a2", "b2", "a1", "b1", "c1"];
  const cells = names.map((name, x) => ({ name, x, y: 0, neighbours: [] }));
  const geometry = { cells, files: ["k", "l", "m", "n", "o"] } as unknown as GeometryFields;
  type Example = [text: string, path: number[], entry?: LegalMove["entry"]];
  const spell = (path: number[], ...moves: Example[]): string | null =>
    spellMove(
      geometry,
      moves.map(([move, cells, entry]) => ({ move, path: cells, entry }) as LegalMove),
      path,
    );

  test("is like that of a legal move along as many cells", () => {
    expect(spell([4], ["b1", [3]])).toBe("c1");
    expect(spell([4], ["n", [3], "column"])).toBe("o");
    expect(spell([0, 4], ["b1", [3]], ["a2-b2", [0, 1]])).toBe("a2-c1");
    expect(spell([0, 1, 4], ["a2-b2xa1", [0, 1, 2]])).toBe("a2-b2xc1");
  });

  test("names only the ends if legal moves do", () => {
    expect(spell([0, 4], ["a2xb1", [0, 1, 3]])).toBe("a2xc1");
    expect(spell([0, 1, 4], ["a2xb1", [0, 1, 3]])).toBe("a2xc1");
  });

  test("is unknown without a similar legal move", () => {
    expect(spell([0])).toBeNull();
    expect(spell([0], ["a2-b2", [0, 1]])).toBeNull();
    expect(spell([0, 1], ["b1", [3]])).toBeNull();
    expect(spell([0, 4], ["a2-b2xa1", [0, 1, 2]])).toBeNull();
    expect(spell([0, 1], ["castles", [0, 1]])).toBeNull();
  });
});
