import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { grid, move, occupied } from "./fixtures";
import { BOARD, board, page, show } from "./harness";

describe("animation", () => {
  const animated = vi.fn(
    () => ({ onfinish: null, oncancel: null, cancel: () => undefined }) as unknown as Animation,
  );

  beforeEach(() => {
    animated.mockClear();
    SVGElement.prototype.animate = animated;
  });

  afterEach(() => {
    Reflect.deleteProperty(SVGElement.prototype, "animate");
    vi.unstubAllGlobals();
  });

  it("moves, fades in and fades out what changed", () => {
    show({ occupants: occupied(BOARD, { 0: "w", 4: "b" }), animate: true });
    expect(animated).not.toHaveBeenCalled();
    board?.set({ occupants: occupied(BOARD, { 1: "w", 5: "b", 8: "w" }) });
    expect(animated).toHaveBeenCalledTimes(3);
    board?.set({ occupants: occupied(BOARD, { 1: "w" }) });
    expect(animated).toHaveBeenCalledTimes(5);
  });

  it("removes a piece once it has faded out", () => {
    show({ occupants: occupied(BOARD, { 0: "w" }), animate: true });
    board?.set({ occupants: occupied(BOARD, {}) });
    expect(page.querySelectorAll(".board-occupant")).toHaveLength(1);
    const fading = animated.mock.results.at(-1)?.value as { onfinish: () => void };
    fading.onfinish();
    expect(page.querySelectorAll(".board-occupant")).toHaveLength(0);
  });

  it("keeps a fading piece visible until the next change", () => {
    show({ occupants: occupied(BOARD, { 0: "w" }), animate: true });
    board?.set({ occupants: occupied(BOARD, {}) });
    board?.set({ last: [0] });
    expect(page.querySelectorAll(".board-occupant")).toHaveLength(1);
    board?.set({ occupants: occupied(BOARD, { 4: "b" }) });
    expect(page.querySelectorAll(".board-occupant")).toHaveLength(1);
  });

  it("is skipped if it is off or the system asks for reduced motion", () => {
    show({ occupants: occupied(BOARD, { 0: "w" }), animate: false });
    board?.set({ occupants: occupied(BOARD, { 1: "w" }) });
    vi.stubGlobal("matchMedia", () => ({ matches: true }));
    board?.set({ animate: true, occupants: occupied(BOARD, { 2: "w" }) });
    expect(animated).not.toHaveBeenCalled();
  });

  it("lets a piece fall down its column if the geometry has falling pieces", () => {
    const geometry = grid(3, 3, { falls: true });
    show({ geometry, animate: true, moves: [move([7], { drop: true })] });
    board?.set({ occupants: occupied(geometry, { 7: "w" }), moves: [] });
    const [frames] = animated.mock.calls.at(-1) as unknown as [Keyframe[]];
    expect(String(frames[0]?.transform)).toContain("-42px");
  });
});
