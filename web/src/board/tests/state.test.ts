import { describe, expect, it } from "vitest";

import { cellStates, shownOccupants } from "../highlights";
import {
  cancel,
  candidates,
  configure,
  finishMove,
  initialState,
  isSent,
  stepBack,
  takenCells,
  touchCell,
} from "../state";
import type { HeadlessState, Told } from "../state";
import { grid, move, occupied, rings, told } from "./boards";

const BOARD = grid(3, 3);

function touched(state: HeadlessState, ...cells: number[]): HeadlessState {
  return cells.reduce((before, cell) => touchCell(before, cell).state, state);
}

const start = (rest: Partial<Told>): HeadlessState => initialState(told(rest));

const capturing = (): HeadlessState =>
  start({
    occupants: occupied(BOARD, { 0: "w", 1: "b", 5: "b", 7: "b" }),
    moves: [move([0, 2, 8], { captures: [1, 5] }), move([0, 2, 6], { captures: [1, 7] })],
  });

describe("the state", () => {
  it("has nothing on cells that are null", () => {
    expect(start({ occupants: [null, "w"] }).occupants).toEqual(["", "w"]);
  });

  it("takes no input where it is not interactive", () => {
    const state = start({ moves: [move([4])], interactive: false });
    expect(touchCell(state, 4)).toEqual({ state, touched: null });
  });

  it("takes no input while a move is on its way, and shows it", () => {
    const sent = touched(start({ moves: [move([4], { drop: true })] }), 4);
    expect(isSent(sent)).toBe(true);
    expect(touchCell(sent, 4).touched).toBeNull();
    expect(stepBack(sent)).toBe(sent);
    expect(finishMove(sent).touched).toBeNull();
    expect(cancel(sent)).toMatchObject({ path: [], sent: [] });
  });

  it("keeps the steps when it is told the same position again", () => {
    const state = touched(capturing(), 0, 2);
    expect(configure(state, { occupants: [...state.occupants], last: [3] }).path).toEqual([0, 2]);
  });

  it("forgets the steps when the position changes", () => {
    const state = touched(capturing(), 0, 2);
    expect(configure(state, { occupants: occupied(BOARD, { 0: "w" }) }).path).toEqual([]);
  });

  it("forgets the steps when no move goes on with them, or nobody may move", () => {
    const state = touched(capturing(), 0, 2);
    expect(configure(state, { moves: [move([0, 4])] }).path).toEqual([]);
    expect(configure(state, { interactive: false }).path).toEqual([]);
  });

  it("opens again when the answer to a move arrives", () => {
    const sent = touched(capturing(), 0, 2, 8);
    const occupants = occupied(BOARD, { 7: "b", 8: "w" });
    expect(configure(sent, { occupants, moves: [] })).toMatchObject({ path: [], sent: [] });
  });

  it("shows a whole move while its answer is awaited, and opens for the next player", () => {
    const sent = touched(capturing(), 0, 2, 8);
    const waiting = configure(sent, { moves: [], interactive: false });
    expect(shownOccupants(waiting)).toEqual(occupied(BOARD, { 7: "b", 8: "w" }));
    expect(configure(waiting, { turn: 1, moves: [move([7, 4])], interactive: true }).sent).toEqual(
      [],
    );
  });

  it("knows the same board when it is told it again", () => {
    const state = touched(capturing(), 0);
    const again = configure(state, { geometry: structuredClone(BOARD) });
    expect(again.geometry).toBe(state.geometry);
    expect(again.path).toEqual([0]);
  });

  it("steps back one at a time, and not beyond the first", () => {
    const state = touched(capturing(), 0, 2);
    expect(stepBack(state).path).toEqual([0]);
    expect(stepBack(stepBack(stepBack(state))).path).toEqual([]);
  });

  it("ends a move that could also go on, and only such a one", () => {
    const state = touched(start({ moves: [move([0, 1]), move([0, 1, 2])] }), 0);
    expect(finishMove(state).touched).toBeNull();
    expect(finishMove(touched(state, 1)).touched).toMatchObject({ moves: [move([0, 1])] });
  });
});

describe("a move that is named by its column", () => {
  const columns = grid(3, 3, { files: ["a", "b", "c"] });
  const state = start({
    geometry: columns,
    moves: [move([7], { move: "b", drop: true }), move([2], { move: "c", drop: true })],
  });

  it("is entered anywhere in it", () => {
    expect(touchCell(state, 1).touched).toMatchObject({ kind: "move", path: [7] });
    expect(touchCell(state, 8).touched).toMatchObject({ kind: "move", path: [2] });
  });

  it("is refused in another column", () => {
    expect(touchCell(state, 0).touched).toEqual({ kind: "refused" });
  });
});

describe("a piece whose moves name only where they lead", () => {
  const state = start({
    occupants: occupied(BOARD, { 0: "w", 8: "b" }),
    moves: [move([5]), move([7])],
  });

  it("may be touched first", () => {
    expect(touchCell(state, 0)).toEqual({ state, touched: null });
  });

  it("is not the other player's", () => {
    expect(touchCell(state, 8).touched).toEqual({ kind: "refused" });
  });

  it("is shown where it goes", () => {
    expect(shownOccupants(touched(state, 5))).toEqual(occupied(BOARD, { 5: "w", 8: "b" }));
  });

  it("is left where it is when it could be one of several", () => {
    const two = configure(state, { occupants: occupied(BOARD, { 0: "w", 1: "w" }) });
    expect(shownOccupants(touched(two, 5))).toEqual(two.occupants);
  });
});

describe("the position that is shown", () => {
  it("has the piece where its last step led, and the taken ones until the end", () => {
    const halfway = touched(capturing(), 0, 2);
    expect(takenCells(halfway)).toEqual([1]);
    expect(shownOccupants(halfway)).toEqual(occupied(BOARD, { 1: "b", 2: "w", 5: "b", 7: "b" }));
    expect(shownOccupants(touched(halfway, 8))).toEqual(occupied(BOARD, { 7: "b", 8: "w" }));
  });

  it("is the real one again after a step back", () => {
    expect(shownOccupants(stepBack(touched(capturing(), 0, 2)))).toEqual(capturing().occupants);
  });

  it("has a piece put down while its removal is still to be entered", () => {
    const board = { ...rings(), pieces: [{ code: "w", name: "white stone", player: 0 }] };
    const moves = [3, 4].map((cell) => move([0, cell], { captures: [cell], drop: true }));
    const state = touched(start({ geometry: board, moves, occupants: occupied(board, {}) }), 0);
    expect(shownOccupants(state)).toEqual(occupied(board, { 0: "w" }));
  });

  it("leaves a piece where it arrived when another one is removed", () => {
    const occupants = occupied(BOARD, { 0: "w", 8: "b", 7: "b" });
    const moves = [7, 8].map((cell) => move([0, 1, cell], { captures: [cell] }));
    const state = touched(start({ occupants, moves }), 0, 1, 8);
    expect(shownOccupants(state)).toEqual(occupied(BOARD, { 1: "w", 7: "b" }));
  });

  it("puts a piece in the place of the one it takes", () => {
    const occupants = occupied(BOARD, { 0: "w", 4: "b" });
    const state = touched(start({ occupants, moves: [move([0, 4], { captures: [4] })] }), 0, 4);
    expect(shownOccupants(state)).toEqual(occupied(BOARD, { 4: "w" }));
  });

  it("does not guess which of several kinds is put down", () => {
    const state = touched(start({ moves: [move([4], { drop: true })] }), 4);
    expect(shownOccupants(state)).toEqual(state.occupants);
  });
});

describe("what cells show", () => {
  const having = (
    state: HeadlessState,
    key: keyof ReturnType<typeof cellStates>[number],
  ): number[] => cellStates(state).flatMap((cell, number) => (cell[key] ? [number] : []));

  it("points out the next steps", () => {
    const state = touched(capturing(), 0, 2);
    expect(having(state, "isTarget")).toEqual([6, 8]);
    expect(having(state, "isEntered")).toEqual([0, 2]);
    expect(having(state, "isTaken")).toEqual([1]);
    expect(candidates(state)).toHaveLength(2);
  });

  it("marks the pieces that must take, until one is picked", () => {
    expect(having(capturing(), "isForced")).toEqual([0]);
    expect(having(touched(capturing(), 0), "isForced")).toEqual([]);
    const free = configure(capturing(), { moves: [move([0, 3]), move([0, 2], { captures: [1] })] });
    expect(having(free, "isForced")).toEqual([]);
  });

  it("points out no piece before the first step, but where it can go", () => {
    expect(having(capturing(), "isTarget")).toEqual([]);
    const moves = [move([5]), move([7])];
    expect(having(start({ occupants: occupied(BOARD, { 0: "w" }), moves }), "isTarget")).toEqual([
      5, 7,
    ]);
  });

  it("does not point out every free cell", () => {
    const moves = BOARD.cells.map((_, cell) => move([cell], { drop: true }));
    expect(having(start({ moves }), "isTarget")).toEqual([]);
    expect(having(start({ moves }), "isStart")).toHaveLength(9);
  });

  it("offers nothing where nobody can touch it, and still marks the last move", () => {
    const state = configure(capturing(), { interactive: false, last: [4] });
    expect(having(state, "isStart")).toEqual([]);
    expect(having(state, "isForced")).toEqual([]);
    expect(having(state, "isLast")).toEqual([4]);
  });
});
