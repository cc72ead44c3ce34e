import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { layOut } from "../geometry";
import { createBoard } from "../index";
import type { Board, BoardConfig } from "../index";
import { checkered, grid, move, occupied, rings } from "./boards";

const BOARD = grid(3, 3);
const CAPTURING: Partial<BoardConfig> = {
  occupants: occupied(BOARD, { 0: "w", 1: "b", 5: "b", 7: "b", 3: "w" }),
  moves: [
    move([0, 2, 8], { captures: [1, 5] }),
    move([0, 2, 6], { captures: [1, 7] }),
    move([3, 4]),
  ],
};

let page: HTMLElement;
let board: Board | undefined;
const onMove = vi.fn();
const onChoice = vi.fn();
const onSteps = vi.fn();
const onRefused = vi.fn();

function show(rest: Partial<BoardConfig> = {}): SVGSVGElement {
  const geometry = rest.geometry ?? BOARD;
  const occupants = geometry.cells.map(() => "");
  const first = { geometry, occupants, label: "board", turn: 0, interactive: true, animate: false };
  board = createBoard(page, { ...first, onMove, onSteps, onRefused, ...rest });
  const svg = page.querySelector("svg") as SVGSVGElement;
  const { width, height } = layOut(geometry, rest.flipped ?? false);
  // A browser would lay it out at one pixel a unit.
  svg.getBoundingClientRect = () => new DOMRect(0, 0, width, height);
  return svg;
}

const cellOf = (cell: number): SVGGElement =>
  page.querySelector(`[data-cell="${cell}"]`) as SVGGElement;
const having = (name: string): number[] =>
  [...page.querySelectorAll(`.board-cell.${name}`)].map((cell) =>
    Number(cell.getAttribute("data-cell")),
  );
const piecesAt = (): string[] =>
  [...page.querySelectorAll(".board-occupant")]
    .map((piece) => piece.getAttribute("transform") ?? "")
    .sort();

function point(kind: string, cell: number, rest: PointerEventInit = {}, offset = 0): void {
  const { x, y } = layOut(BOARD, false).centre(cell);
  const place = {
    clientX: x + offset,
    clientY: y,
    bubbles: true,
    isPrimary: true,
    pointerType: "mouse",
  };
  const target = kind === "pointerdown" ? cellOf(cell) : window;
  target.dispatchEvent(
    new PointerEvent(kind, { ...place, button: 0, pointerId: 1, detail: 1, ...rest }),
  );
}

function click(cell: number): void {
  point("pointerdown", cell);
  point("pointerup", cell);
}

function drag(from: number, to: number): void {
  point("pointerdown", from);
  point("pointermove", from, {}, 20);
  point("pointermove", to);
  point("pointerup", to);
}

function press(key: string, rest: KeyboardEventInit = {}): KeyboardEvent {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...rest });
  (document.activeElement as Element).dispatchEvent(event);
  return event;
}

const focused = (): number => Number(document.activeElement?.getAttribute("data-cell") ?? -1);

beforeEach(() => {
  vi.clearAllMocks();
  page = document.createElement("div");
  document.body.append(page);
});

afterEach(() => {
  board?.destroy();
  page.remove();
});

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

describe("the keyboard", () => {
  it("plays a move with its steps", () => {
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

  it("takes a step back and forgets them all", () => {
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

  it("leaves keys alone that mean nothing here", () => {
    show(CAPTURING);
    board?.focus(0);
    for (const key of ["Escape", "Backspace", "h", "Tab"])
      expect(press(key).defaultPrevented).toBe(false);
    expect(press("ArrowRight", { altKey: true }).defaultPrevented).toBe(false);
    expect(press("Enter", { ctrlKey: true }).defaultPrevented).toBe(false);
    press("Enter");
    expect(press("h").defaultPrevented).toBe(false);
  });

  it("jumps to the ends of rows and of the board, and from cell to cell", () => {
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

  it("walks along the lines of a board", () => {
    show({ geometry: rings() });
    board?.focus(0);
    press("ArrowRight");
    press("ArrowDown");
    expect(focused()).toBe(4);
  });

  it("reaches one cell with the tabulator, the last that had the focus", () => {
    show();
    board?.focus(4);
    press("ArrowDown");
    const reached = [...page.querySelectorAll('[tabindex="0"]')];
    expect(reached.map((cell) => cell.getAttribute("data-cell"))).toEqual(["7"]);
  });
});

describe("a screen reader", () => {
  it("finds a grid of rows and cells with words", () => {
    const describeCell = vi.fn((cell: number) => `cell ${cell}`);
    const svg = show({ geometry: checkered(4), describe: describeCell });
    expect(svg.getAttribute("role")).toBe("grid");
    expect([...page.querySelectorAll('[role="row"]')].map((row) => row.children.length)).toEqual([
      2, 2, 2, 2,
    ]);
    expect(cellOf(3).getAttribute("aria-label")).toBe("cell 3");
    expect(cellOf(3).getAttribute("aria-colindex")).toBe("3");
  });

  it("hears what is true of a cell while a move is entered", () => {
    show({ ...CAPTURING, describe: (_, state) => (state.isTarget ? "target" : "other") });
    expect(cellOf(2).getAttribute("aria-label")).toBe("other");
    click(0);
    expect(cellOf(2).getAttribute("aria-label")).toBe("target");
    expect(cellOf(0).getAttribute("aria-selected")).toBe("true");
  });

  it("asks only for the words of cells that changed", () => {
    const describeCell = vi.fn((cell: number) => `cell ${cell}`);
    show({ describe: describeCell });
    describeCell.mockClear();
    board?.set({ occupants: occupied(BOARD, { 4: "w" }) });
    expect(describeCell.mock.calls.map(([cell]) => cell)).toEqual([4]);
  });

  it("finds a picture where there is nothing to touch", () => {
    const svg = show({ picture: true, label: "the start", moves: [move([4])] });
    expect(svg.getAttribute("role")).toBe("img");
    expect(svg.getAttribute("aria-label")).toBe("the start");
    expect(page.querySelectorAll("[tabindex]")).toHaveLength(0);
    click(4);
    expect(onMove).not.toHaveBeenCalled();
  });
});

describe("telling the board something else", () => {
  it("touches nothing that did not change", async () => {
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

  it("shows values and cells that are out of play", () => {
    show({ occupants: occupied(BOARD, { 0: "+5", 1: "-3", 2: "4", 3: "#" }) });
    const texts = [...page.querySelectorAll(".board-value")].map((value) => value.textContent);
    expect(texts).toEqual(["+5", "−3", "4"]);
    expect(page.querySelectorAll(".board-plus, .board-minus")).toHaveLength(2);
    expect(page.querySelectorAll(".board-block")).toHaveLength(1);
  });

  it("draws marks and arrows, and takes them away", () => {
    show({ marks: [{ kind: "taken", cells: [1, 2] }], arrows: [{ kind: "move", from: 0, to: 4 }] });
    expect(page.querySelectorAll(".board-mark-taken")).toHaveLength(2);
    expect(page.querySelectorAll(".board-arrow")).toHaveLength(1);
    board?.set({ marks: [{ kind: "fork", cells: [3] }], arrows: [] });
    expect(page.querySelectorAll(".board-mark")).toHaveLength(1);
    expect(page.querySelectorAll(".board-arrow")).toHaveLength(0);
  });

  it("turns the board, keeping the focus and what was entered", () => {
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

  it("draws another board", () => {
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

  it("waits after a move until it is told to forget it", () => {
    show(CAPTURING);
    click(3);
    click(4);
    click(0);
    expect(onMove).toHaveBeenCalledExactlyOnceWith("3-4");
    expect(onRefused).not.toHaveBeenCalled();
    board?.cancel();
    click(0);
    expect(having("is-entered")).toEqual([0]);
  });

  it("leaves the page when it is destroyed", () => {
    show({ moves: [move([4], { drop: true })] });
    point("pointerdown", 4);
    const { x, y } = layOut(BOARD, false).centre(4);
    board?.destroy();
    window.dispatchEvent(new PointerEvent("pointerup", { clientX: x, clientY: y, pointerId: 1 }));
    expect(page.children).toHaveLength(0);
    expect(onMove).not.toHaveBeenCalled();
  });
});

describe("motion", () => {
  const animated = vi.fn(
    () => ({ onfinish: null, oncancel: null, cancel: () => {} }) as unknown as Animation,
  );

  beforeEach(() => {
    animated.mockClear();
    SVGElement.prototype.animate = animated;
  });

  afterEach(() => {
    Reflect.deleteProperty(SVGElement.prototype, "animate");
    vi.unstubAllGlobals();
  });

  it("glides, appears and fades what changed", () => {
    show({ occupants: occupied(BOARD, { 0: "w", 4: "b" }), animate: true });
    expect(animated).not.toHaveBeenCalled();
    board?.set({ occupants: occupied(BOARD, { 1: "w", 5: "b", 8: "w" }) });
    expect(animated).toHaveBeenCalledTimes(3);
    board?.set({ occupants: occupied(BOARD, { 1: "w" }) });
    expect(animated).toHaveBeenCalledTimes(5);
  });

  it("removes what has faded when that is over", () => {
    show({ occupants: occupied(BOARD, { 0: "w" }), animate: true });
    board?.set({ occupants: occupied(BOARD, {}) });
    expect(page.querySelectorAll(".board-occupant")).toHaveLength(1);
    const fading = animated.mock.results.at(-1)?.value as { onfinish: () => void };
    fading.onfinish();
    expect(page.querySelectorAll(".board-occupant")).toHaveLength(0);
  });

  it("lets a fading piece be seen until the next change", () => {
    show({ occupants: occupied(BOARD, { 0: "w" }), animate: true });
    board?.set({ occupants: occupied(BOARD, {}) });
    board?.set({ last: [0] });
    expect(page.querySelectorAll(".board-occupant")).toHaveLength(1);
    board?.set({ occupants: occupied(BOARD, { 4: "b" }) });
    expect(page.querySelectorAll(".board-occupant")).toHaveLength(1);
  });

  it("is left out where it is turned off, and where the system asks for less", () => {
    show({ occupants: occupied(BOARD, { 0: "w" }), animate: false });
    board?.set({ occupants: occupied(BOARD, { 1: "w" }) });
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    board?.set({ animate: true, occupants: occupied(BOARD, { 2: "w" }) });
    expect(animated).not.toHaveBeenCalled();
  });

  it("lets a piece fall along its column where moves are named by columns", () => {
    const geometry = grid(3, 3, { files: ["a", "b", "c"] });
    show({ geometry, animate: true, moves: [move([7], { move: "b", drop: true })] });
    board?.set({ occupants: occupied(geometry, { 7: "w" }), moves: [] });
    const [frames] = animated.mock.calls.at(-1) as unknown as [Keyframe[]];
    expect(String(frames[0]?.transform)).toContain("-42px");
  });
});
