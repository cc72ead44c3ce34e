import { describe, expect, it } from "vitest";

import { rings } from "./fixtures";
import { CAPTURING, board, focused, having, onMove, page, press, show } from "./harness";

describe("the keyboard", () => {
  it("enters a move step by step", () => {
    show(CAPTURING);
    board?.focus();
    press("Enter");
    press("ArrowRight");
    press("ArrowRight");
    press(" ");
    press("ArrowDown");
    press("ArrowDown");
    press("Enter");
    expect(onMove).toHaveBeenCalledExactlyOnceWith("0-2-8");
  });

  it("undoes one step, then all steps", () => {
    show(CAPTURING);
    board?.focus(0);
    press("Enter");
    board?.focus(2);
    press("Enter");
    press("Backspace");
    expect(having("is-entered")).toEqual([0]);
    press("Escape");
    expect(having("is-entered")).toEqual([]);
  });

  it("ignores keys without an effect", () => {
    show(CAPTURING);
    board?.focus(0);
    for (const key of ["Escape", "Backspace", "h", "Tab"])
      expect(press(key).defaultPrevented).toBe(false);
    expect(press("ArrowRight", { altKey: true }).defaultPrevented).toBe(false);
    expect(press("Enter", { ctrlKey: true }).defaultPrevented).toBe(false);
    press("Enter");
    expect(press("h").defaultPrevented).toBe(false);
  });

  it("jumps to the ends of rows and of the board, and through all cells", () => {
    show();
    board?.focus(4);
    const jumps: [string, boolean, number][] = [
      ["End", false, 5],
      ["Home", false, 3],
      ["End", true, 8],
      ["PageDown", false, 0],
      ["PageUp", false, 8],
      ["Home", true, 0],
    ];
    for (const [key, ctrlKey, cell] of jumps) {
      press(key, { ctrlKey });
      expect(focused()).toBe(cell);
    }
  });

  it("moves the focus along the lines of a board", () => {
    show({ geometry: rings() });
    board?.focus(0);
    press("ArrowRight");
    press("ArrowDown");
    expect(focused()).toBe(4);
  });

  it("has one tab stop, the cell that was focused last", () => {
    show();
    board?.focus(4);
    press("ArrowDown");
    const reached = [...page.querySelectorAll('[tabindex="0"]')];
    expect(reached.map((cell) => cell.getAttribute("data-cell"))).toEqual(["7"]);
  });
});
