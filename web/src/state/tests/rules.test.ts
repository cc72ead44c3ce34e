import { describe, expect, test } from "vitest";

import type { FigureFields, GeometryFields, LegalMove } from "../../api/types";
import { addressOf, pageOf } from "../router.svelte";
import { rulesAddress, rulesOf } from "../rules_address";
import { marksOfFigure } from "../rules_figure";

describe("the address of rules", () => {
  test("has the game and its options", () => {
    expect(rulesAddress("draughts", {})).toBe("/rules/draughts");
    const address = rulesAddress("morris", { variant: "six", clock: 7 });
    expect(address).toBe("/rules/morris?variant=six&clock=7");
    expect(rulesOf("/rules/morris", "?variant=six&clock=7")).toEqual({
      game: "morris",
      options: { variant: "six", clock: "7" },
    });
  });

  test("is a page of the app", () => {
    const page = { name: "rules", game: "a b", options: { size: "6" } } as const;
    expect(addressOf(page)).toBe("/rules/a%20b?size=6");
    expect(pageOf("/rules/a%20b", "", "?size=6")).toEqual(page);
    expect(pageOf("/", "", "?size=6")).toEqual({ name: "games" });
  });

  test("may be malformed", () => {
    expect(rulesOf("/rules/%E0%A4%A", "")).toEqual({ game: "%E0%A4%A", options: {} });
    expect(rulesOf("/rules/", "")).toBeNull();
    expect(rulesOf("/rules/a/b", "")).toBeNull();
  });
});

describe("the marks of a drawn move", () => {
  const geometry = { pieces: [{ code: "w", player: 0 }] } as unknown as GeometryFields;
  const marks = (move: Partial<LegalMove> | null, rest: Partial<FigureFields> = {}) =>
    marksOfFigure(
      {
        before: { board: ["w", "", "", "b"] },
        turn: 0,
        last: [],
        marked: [],
        move: move === null ? null : { captures: [], drop: false, ...move },
        ...rest,
      } as unknown as FigureFields,
      geometry,
    );

  test("are arrows along its cells", () => {
    const arrows = [
      { kind: "move", from: 0, to: 1 },
      { kind: "move", from: 1, to: 2 },
    ];
    expect(marks({ path: [0, 1, 2] })).toEqual({ marks: [], arrows });
  });

  test("begin at the piece that moves, also if the move names only its destination", () => {
    const arrows = [{ kind: "move", from: 0, to: 2 }];
    expect(marks({ path: [2] }, { last: [0, 2] })).toEqual({ marks: [], arrows });
  });

  test("are a ring around a piece that is placed, and a cross on one that is taken", () => {
    const expected = [
      { kind: "move", cells: [1] },
      { kind: "taken", cells: [3] },
    ];
    expect(marks({ path: [1, 3], captures: [3], drop: true }).marks).toEqual(expected);
  });

  test("show a capture by moving to the cell of the captured piece", () => {
    expect(marks({ path: [0, 3], captures: [3] })).toEqual({
      marks: [{ kind: "taken", cells: [3] }],
      arrows: [{ kind: "move", from: 0, to: 3 }],
    });
  });

  test("are only the marked cells without a move", () => {
    expect(marks(null, { marked: [2] })).toEqual({
      marks: [{ kind: "hint", cells: [2] }],
      arrows: [],
    });
  });
});
