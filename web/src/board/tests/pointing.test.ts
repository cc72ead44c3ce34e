import { describe, expect, it } from "vitest";

import { layOut } from "../geometry";
import { move, occupied } from "./boards";
import {
  BOARD,
  CAPTURING,
  board,
  cellOf,
  click,
  drag,
  having,
  onChoice,
  onMove,
  onRefused,
  onSteps,
  page,
  piecesAt,
  point,
  show,
} from "./using";

describe("clicking", () => {
  it("enters a move of one cell on release", () => {
    show({ moves: [move([4], { drop: true })] });
    point("pointerdown", 4);
    expect(onMove).not.toHaveBeenCalled();
    point("pointerup", 4);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("4");
  });

  it("picks a piece up at the press, and shows where it can go", () => {
    show(CAPTURING);
    point("pointerdown", 0);
    expect(having("is-target")).toEqual([2]);
    point("pointerup", 0);
    expect(having("is-entered")).toEqual([0]);
  });

  it("enters a branching move step by step", () => {
    show(CAPTURING);
    click(0);
    click(2);
    expect(having("is-target").sort()).toEqual([6, 8]);
    expect(having("is-taken")).toEqual([1]);
    click(6);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("0-2-6");
    expect(onSteps.mock.calls.map(([path]) => path)).toEqual([[0], [0, 2], []]);
  });

  it("takes a step back half-way, and the other branch then", () => {
    show(CAPTURING);
    click(0);
    click(2);
    board?.stepBack();
    expect(onSteps).toHaveBeenLastCalledWith([0], expect.anything());
    click(2);
    click(8);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("0-2-8");
  });

  it("drops the piece when it is clicked again, and exchanges it for another", () => {
    show(CAPTURING);
    click(0);
    click(0);
    expect(having("is-entered")).toEqual([]);
    click(0);
    click(3);
    expect(having("is-entered")).toEqual([3]);
  });

  it("says what was refused, and changes nothing", () => {
    show(CAPTURING);
    click(8);
    expect(onRefused).toHaveBeenLastCalledWith(null, 8, [8]);
    click(0);
    click(4);
    expect(onRefused).toHaveBeenLastCalledWith(0, 4, [0, 4]);
    expect(having("is-entered")).toEqual([0]);
    expect(onMove).not.toHaveBeenCalled();
  });

  it("does nothing outside the cells, with another button or a second finger", () => {
    const svg = show({ moves: [move([4], { drop: true })] });
    for (const rest of [{ button: 2 }, { isPrimary: false }]) {
      point("pointerdown", 4, rest);
      point("pointerup", 4, rest);
    }
    svg.dispatchEvent(
      new PointerEvent("pointerdown", { clientX: -9, clientY: 0, isPrimary: true }),
    );
    point("pointerup", 4);
    expect(onMove).not.toHaveBeenCalled();
  });

  it("does nothing where the pointer slides off a free cell", () => {
    show({ moves: [move([4], { drop: true })] });
    point("pointerdown", 4);
    point("pointerup", 5);
    expect(onMove).not.toHaveBeenCalled();
    expect(onRefused).not.toHaveBeenCalled();
  });

  it("takes the click of a screen reader", () => {
    show({ moves: [move([4], { drop: true })] });
    cellOf(4).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
    cellOf(5).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    expect(onMove).toHaveBeenCalledExactlyOnceWith("4");
    expect(onRefused).not.toHaveBeenCalled();
  });

  it("asks which of several moves with the same cells is meant", () => {
    const moves = [move([4], { move: "a" }), move([4], { move: "b" })];
    show({ moves, onChoice });
    click(4);
    expect(onChoice).toHaveBeenCalledExactlyOnceWith(moves);
    expect(onMove).not.toHaveBeenCalled();
  });

  it("means the first of them where nobody can be asked", () => {
    show({ moves: [move([4], { move: "a" }), move([4], { move: "b" })] });
    click(4);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("a");
  });

  it("ends a move that could also go on", () => {
    show({ occupants: occupied(BOARD, { 0: "w" }), moves: [move([0, 1]), move([0, 1, 2])] });
    click(0);
    click(1);
    board?.finish();
    expect(onMove).toHaveBeenCalledExactlyOnceWith("0-1");
  });
});

describe("dragging", () => {
  it("enters a step, and goes on from where it led", () => {
    show(CAPTURING);
    drag(0, 2);
    expect(having("is-entered").sort()).toEqual([0, 2]);
    drag(2, 8);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("0-2-8");
  });

  it("holds the piece under the pointer", () => {
    show(CAPTURING);
    point("pointerdown", 0);
    point("pointermove", 0, {}, 3);
    expect(page.querySelector(".board-held")).toBeNull();
    point("pointermove", 0, {}, 30);
    const { x, y } = layOut(BOARD, false).centre(0);
    expect(page.querySelector(".board-held")?.getAttribute("transform")).toBe(
      `translate(${x + 30} ${y})`,
    );
  });

  it("puts the piece back where the drop is refused, outside or cancelled", () => {
    show(CAPTURING);
    const before = piecesAt();
    drag(0, 4);
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(0, 4, [0, 4]);
    expect(piecesAt()).toEqual(before);
    point("pointerdown", 0);
    point("pointermove", 0, {}, 40);
    point("pointercancel", 0);
    expect(piecesAt()).toEqual(before);
    expect(page.querySelector(".board-held")).toBeNull();
  });

  it("lets a piece go to where its move leads, whose name is only that", () => {
    show({ occupants: occupied(BOARD, { 0: "w" }), moves: [move([5])] });
    drag(0, 5);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("5");
  });

  it("says that a piece cannot move", () => {
    show(CAPTURING);
    drag(7, 4);
    expect(onRefused).toHaveBeenCalledExactlyOnceWith(7, 4, [7, 4]);
  });

  it("goes back when the piece is dragged back", () => {
    show(CAPTURING);
    drag(0, 2);
    drag(2, 0);
    expect(having("is-entered")).toEqual([0]);
  });

  it("needs a longer way by finger", () => {
    show(CAPTURING);
    point("pointerdown", 0, { pointerType: "touch" });
    point("pointermove", 0, { pointerType: "touch" }, 8);
    expect(page.querySelector(".board-held")).toBeNull();
    point("pointermove", 0, { pointerType: "touch" }, 14);
    expect(page.querySelector(".board-held")).not.toBeNull();
  });
});

describe("hovering", () => {
  it("shows what would be put there, and only where it can be", () => {
    const pieces = [{ code: "w", name: "white stone", player: 0 }];
    const svg = show({ geometry: { ...BOARD, pieces }, moves: [move([4], { drop: true })] });
    const hover = (cell: number): void => {
      const { x, y } = layOut(BOARD, false).centre(cell);
      svg.dispatchEvent(
        new PointerEvent("pointermove", { clientX: x, clientY: y, pointerType: "mouse" }),
      );
    };
    hover(4);
    expect(page.querySelectorAll(".board-ghost")).toHaveLength(1);
    hover(5);
    expect(page.querySelectorAll(".board-ghost")).toHaveLength(0);
    hover(4);
    svg.dispatchEvent(new PointerEvent("pointerleave"));
    expect(page.querySelectorAll(".board-ghost")).toHaveLength(0);
  });
});
