import { describe, expect, it, vi } from "vitest";

import { checkered, move, occupied } from "./fixtures";
import { BOARD, CAPTURING, board, cellOf, click, onMove, page, show } from "./harness";

describe("a screen reader", () => {
  it("finds a grid of rows and cells with descriptions", () => {
    const describeCell = vi.fn((cell: number) => `cell ${cell}`);
    const svg = show({ geometry: checkered(4), describe: describeCell });
    expect(svg.getAttribute("role")).toBe("grid");
    expect([...page.querySelectorAll('[role="row"]')].map((row) => row.children.length)).toEqual([
      2, 2, 2, 2,
    ]);
    expect(cellOf(3).getAttribute("aria-label")).toBe("cell 3");
    expect(cellOf(3).getAttribute("aria-colindex")).toBe("3");
  });

  it("hears the highlights of a cell while a move is entered", () => {
    show({ ...CAPTURING, describe: (_, state) => (state.isTarget ? "target" : "other") });
    expect(cellOf(2).getAttribute("aria-label")).toBe("other");
    click(0);
    expect(cellOf(2).getAttribute("aria-label")).toBe("target");
    expect(cellOf(0).getAttribute("aria-selected")).toBe("true");
  });

  it("gets new descriptions only for cells that changed", () => {
    const describeCell = vi.fn((cell: number) => `cell ${cell}`);
    show({ describe: describeCell });
    describeCell.mockClear();
    board?.set({ occupants: occupied(BOARD, { 4: "w" }) });
    expect(describeCell.mock.calls.map(([cell]) => cell)).toEqual([4]);
  });

  it("finds an image if the board is not interactive", () => {
    const svg = show({ picture: true, label: "the start", moves: [move([4])] });
    expect(svg.getAttribute("role")).toBe("img");
    expect(svg.getAttribute("aria-label")).toBe("the start");
    expect(page.querySelectorAll("[tabindex]")).toHaveLength(0);
    click(4);
    expect(onMove).not.toHaveBeenCalled();
  });
});
