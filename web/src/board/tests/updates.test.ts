import { describe, expect, it } from "vitest";

import { layOut } from "../geometry";
import { arrowsAlong } from "../marks";
import { grid, move, occupied } from "./fixtures";
import {
  BOARD,
  CAPTURING,
  board,
  click,
  focused,
  having,
  onMove,
  onIllegal,
  onSteps,
  page,
  point,
  press,
  show,
} from "./harness";

describe("updating a board", () => {
  it("changes nothing else in the document", async () => {
    const svg = show(CAPTURING);
    const changed: string[] = [];
    const observer = new MutationObserver((records) => {
      changed.push(...records.map(({ target }) => (target as Element).getAttribute("class") ?? ""));
    });
    observer.observe(svg, { attributes: true, childList: true, subtree: true });
    board?.set({ ...CAPTURING, last: [], label: "board" });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(changed).toEqual([]);
    board?.set({ last: [8] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(changed.sort()).toEqual(["board-cell is-last", "is-last"]);
    observer.disconnect();
  });

  it("keeps the element of a piece that moves", () => {
    show({ occupants: occupied(BOARD, { 0: "w" }) });
    const piece = page.querySelector(".board-occupant");
    board?.set({ occupants: occupied(BOARD, { 8: "w" }) });
    expect(page.querySelector(".board-occupant")).toBe(piece);
    board?.set({ occupants: occupied(BOARD, { 7: "W" }) });
    expect(page.querySelectorAll(".board-occupant")).toHaveLength(1);
    expect(page.querySelector(".board-emblem")).not.toBeNull();
    board?.set({ occupants: occupied(BOARD, {}) });
    expect(page.querySelectorAll(".board-occupant")).toHaveLength(0);
  });

  it("shows values, and cells that are out of play", () => {
    const geometry = { ...BOARD, blocked: ["#"] };
    show({ geometry, occupants: occupied(geometry, { 0: "+5", 1: "-3", 2: "4", 3: "#" }) });
    const texts = [...page.querySelectorAll(".board-value")].map((value) => value.textContent);
    expect(texts).toEqual(["+5", "−3", "4"]);
    expect(page.querySelectorAll(".board-plus, .board-minus")).toHaveLength(2);
    expect(page.querySelectorAll(".board-block")).toHaveLength(1);
  });

  it("shows the names of cells in one size, whether they are occupied or not", () => {
    const geometry = grid(9, 9, { numbered: true });
    show({ geometry, occupants: occupied(geometry, { 3: "w" }) });
    const names = [...page.querySelectorAll(".board-name")];
    expect(names).toHaveLength(81);
    expect(new Set(names.map((name) => name.getAttribute("font-size")))).toEqual(new Set(["16"]));
  });

  it("draws the line that won", () => {
    const cells = [0, 1, 2];
    show({ marks: [{ kind: "won", cells }], arrows: arrowsAlong("won", cells) });
    expect(page.querySelectorAll(".board-mark-won")).toHaveLength(3);
    expect(page.querySelectorAll("line.board-won")).toHaveLength(2);
  });

  it("draws and removes marks and arrows", () => {
    show({ marks: [{ kind: "taken", cells: [1, 2] }], arrows: [{ kind: "move", from: 0, to: 4 }] });
    expect(page.querySelectorAll(".board-mark-taken")).toHaveLength(2);
    expect(page.querySelectorAll(".board-arrow")).toHaveLength(1);
    board?.set({ marks: [{ kind: "fork", cells: [3] }], arrows: [] });
    expect(page.querySelectorAll(".board-mark")).toHaveLength(1);
    expect(page.querySelectorAll(".board-arrow")).toHaveLength(0);
  });

  it("flips the board and keeps the focus and the entered steps", () => {
    show(CAPTURING);
    click(0);
    board?.focus(2);
    board?.set({ flipped: true });
    expect(focused()).toBe(2);
    expect(having("is-entered")).toEqual([0]);
    expect(page.querySelector(".board-cell")?.getAttribute("data-cell")).toBe("8");
    press("ArrowRight");
    expect(focused()).toBe(1);
  });

  it("replaces the board", () => {
    show(CAPTURING);
    click(0);
    board?.focus(8);
    const other = grid(2, 2, { files: ["a", "b"], ranks: ["2", "1"] });
    board?.set({ geometry: other, occupants: occupied(other, {}), moves: [] });
    expect(page.querySelectorAll(".board-cell")).toHaveLength(4);
    expect(focused()).toBe(0);
    expect(onSteps).toHaveBeenLastCalledWith([], []);
    expect([...page.querySelectorAll(".board-label")].map((label) => label.textContent)).toEqual([
      "a",
      "b",
      "2",
      "1",
    ]);
  });

  it("accepts no input after a move until it is cancelled", () => {
    show(CAPTURING);
    click(3);
    click(4);
    click(0);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("3-4");
    expect(onIllegal).not.toHaveBeenCalled();
    board?.cancel();
    click(0);
    expect(having("is-entered")).toEqual([0]);
  });

  it("removes the board from the page", () => {
    show({ moves: [move([4], { drop: true })] });
    point("pointerdown", 4);
    const { x, y } = layOut(BOARD, false).centre(4);
    board?.destroy();
    window.dispatchEvent(new PointerEvent("pointerup", { clientX: x, clientY: y, pointerId: 1 }));
    expect(page.children).toHaveLength(0);
    expect(onMove).not.toHaveBeenCalled();
  });
});
