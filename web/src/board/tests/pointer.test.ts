import { describe, expect, it } from "vitest";

import { layOut } from "../geometry";
import { move, occupied, piece } from "./fixtures";
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
  onIllegal,
  onSteps,
  page,
  piecesAt,
  point,
  show,
} from "./harness";

describe("clicking", () => {
  it("enters a one-cell move on release", () => {
    show({ moves: [move([4], { drop: true })] });
    point("pointerdown", 4);
    expect(onMove).not.toHaveBeenCalled();
    point("pointerup", 4);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("4");
  });

  it("selects a piece on press and shows its destinations", () => {
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
    expect(having("is-captured")).toEqual([1]);
    click(6);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("0-2-6");
    expect(onSteps.mock.calls.map(([path]) => path)).toEqual([[0], [0, 2], []]);
  });

  it("undoes a step, then enters the other branch", () => {
    show(CAPTURING);
    click(0);
    click(2);
    board?.stepBack();
    expect(onSteps).toHaveBeenLastCalledWith([0], expect.anything());
    click(2);
    click(8);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("0-2-8");
  });

  it("deselects a piece on a second click, and selects another instead", () => {
    show(CAPTURING);
    click(0);
    click(0);
    expect(having("is-entered")).toEqual([]);
    click(0);
    click(3);
    expect(having("is-entered")).toEqual([3]);
  });

  it("reports an illegal path and changes nothing", () => {
    show(CAPTURING);
    click(8);
    expect(onIllegal).toHaveBeenLastCalledWith([8]);
    click(0);
    click(4);
    expect(onIllegal).toHaveBeenLastCalledWith([0, 4]);
    expect(having("is-entered")).toEqual([0]);
    expect(onMove).not.toHaveBeenCalled();
  });

  it("ignores points outside the cells, other buttons and a second finger", () => {
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

  it("does nothing if the pointer slides off a free cell", () => {
    show({ moves: [move([4], { drop: true })] });
    point("pointerdown", 4);
    point("pointerup", 5);
    expect(onMove).not.toHaveBeenCalled();
    expect(onIllegal).not.toHaveBeenCalled();
  });

  it("accepts the click of a screen reader", () => {
    show({ moves: [move([4], { drop: true })] });
    cellOf(4).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
    cellOf(5).dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
    expect(onMove).toHaveBeenCalledExactlyOnceWith("4");
    expect(onIllegal).not.toHaveBeenCalled();
  });

  it("asks which of several moves with the same cells to play", () => {
    const moves = [move([4], { move: "a" }), move([4], { move: "b" })];
    show({ moves, onChoice });
    click(4);
    expect(onChoice).toHaveBeenCalledExactlyOnceWith(moves);
    expect(onMove).not.toHaveBeenCalled();
  });

  it("plays the first of them without a callback", () => {
    show({ moves: [move([4], { move: "a" }), move([4], { move: "b" })] });
    click(4);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("a");
  });

  it("ends a move that could also continue", () => {
    show({ occupants: occupied(BOARD, { 0: "w" }), moves: [move([0, 1]), move([0, 1, 2])] });
    click(0);
    click(1);
    board?.finish();
    expect(onMove).toHaveBeenCalledExactlyOnceWith("0-1");
  });
});

describe("dragging", () => {
  it("enters a step and continues from its destination", () => {
    show(CAPTURING);
    drag(0, 2);
    expect(having("is-entered").sort()).toEqual([0, 2]);
    drag(2, 8);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("0-2-8");
  });

  it("keeps the piece under the pointer", () => {
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

  it("returns the piece if the drop is illegal, outside or cancelled", () => {
    show(CAPTURING);
    const before = piecesAt();
    drag(0, 4);
    expect(onIllegal).toHaveBeenCalledExactlyOnceWith([0, 4]);
    expect(piecesAt()).toEqual(before);
    point("pointerdown", 0);
    point("pointermove", 0, {}, 40);
    point("pointercancel", 0);
    expect(piecesAt()).toEqual(before);
    expect(page.querySelector(".board-held")).toBeNull();
  });

  it("moves a piece whose moves name only the destination", () => {
    show({ occupants: occupied(BOARD, { 0: "w" }), moves: [move([5])] });
    drag(0, 5);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("5");
  });

  it("reports that a piece cannot move", () => {
    show(CAPTURING);
    drag(7, 4);
    expect(onIllegal).toHaveBeenCalledExactlyOnceWith([7, 4]);
  });

  it("undoes a step if the piece is dragged back", () => {
    show(CAPTURING);
    drag(0, 2);
    drag(2, 0);
    expect(having("is-entered")).toEqual([0]);
  });

  it("needs a longer distance by finger", () => {
    show(CAPTURING);
    point("pointerdown", 0, { pointerType: "touch" });
    point("pointermove", 0, { pointerType: "touch" }, 8);
    expect(page.querySelector(".board-held")).toBeNull();
    point("pointermove", 0, { pointerType: "touch" }, 14);
    expect(page.querySelector(".board-held")).not.toBeNull();
  });
});

describe("hovering", () => {
  it("previews a piece only where it can be placed", () => {
    const pieces = [piece("w", "white stone", 0)];
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
