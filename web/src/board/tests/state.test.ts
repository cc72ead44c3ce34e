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
  capturedCells,
  touchCell,
} from "../state";
import type { HeadlessState, BoardInput } from "../state";
import { grid, input, move, occupied, piece, rings } from "./fixtures";

const BOARD = grid(3, 3);

function touched(state: HeadlessState, ...cells: number[]): HeadlessState {
  return cells.reduce((before, cell) => touchCell(before, cell).state, state);
}

const start = (rest: Partial<BoardInput>): HeadlessState => initialState(input(rest));

const capturing = (): HeadlessState =>
  start({
    occupants: occupied(BOARD, { 0: "w", 1: "b", 5: "b", 7: "b" }),
    moves: [move([0, 2, 8], { captures: [1, 5] }), move([0, 2, 6], { captures: [1, 7] })],
  });

describe("the state", () => {
  it("treats null as an empty cell", () => {
    expect(start({ occupants: [null, "w"] }).occupants).toEqual(["", "w"]);
  });

  it("accepts no input if it is not interactive", () => {
    const state = start({ moves: [move([4])], interactive: false });
    expect(touchCell(state, 4)).toEqual({ state, touched: null });
  });

  it("accepts no input while a move awaits its answer", () => {
    const sent = touched(start({ moves: [move([4], { drop: true })] }), 4);
    expect(isSent(sent)).toBe(true);
    expect(touchCell(sent, 4).touched).toBeNull();
    expect(stepBack(sent)).toBe(sent);
    expect(finishMove(sent).touched).toBeNull();
    expect(cancel(sent)).toMatchObject({ path: [], sent: [] });
  });

  it("keeps the steps if the position stays the same", () => {
    const state = touched(capturing(), 0, 2);
    expect(configure(state, { occupants: [...state.occupants], last: [3] }).path).toEqual([0, 2]);
  });

  it("discards the steps when the position changes", () => {
    const state = touched(capturing(), 0, 2);
    expect(configure(state, { occupants: occupied(BOARD, { 0: "w" }) }).path).toEqual([]);
  });

  it("discards the steps if no legal move starts with them or the board is disabled", () => {
    const state = touched(capturing(), 0, 2);
    expect(configure(state, { moves: [move([0, 4])] }).path).toEqual([]);
    expect(configure(state, { interactive: false }).path).toEqual([]);
  });

  it("accepts input again when the answer arrives", () => {
    const sent = touched(capturing(), 0, 2, 8);
    const occupants = occupied(BOARD, { 7: "b", 8: "w" });
    expect(configure(sent, { occupants, moves: [] })).toMatchObject({ path: [], sent: [] });
  });

  it("shows a complete move until the answer arrives, then accepts the next player's", () => {
    const sent = touched(capturing(), 0, 2, 8);
    const waiting = configure(sent, { moves: [], interactive: false });
    expect(shownOccupants(waiting)).toEqual(occupied(BOARD, { 7: "b", 8: "w" }));
    expect(configure(waiting, { turn: 1, moves: [move([7, 4])], interactive: true }).sent).toEqual(
      [],
    );
  });

  it("recognises an equal geometry", () => {
    const state = touched(capturing(), 0);
    const again = configure(state, { geometry: structuredClone(BOARD) });
    expect(again.geometry).toBe(state.geometry);
    expect(again.path).toEqual([0]);
  });

  it("undoes one step at a time, up to the first", () => {
    const state = touched(capturing(), 0, 2);
    expect(stepBack(state).path).toEqual([0]);
    expect(stepBack(stepBack(stepBack(state))).path).toEqual([]);
  });

  it("ends a move only if it is complete", () => {
    const state = touched(start({ moves: [move([0, 1]), move([0, 1, 2])] }), 0);
    expect(finishMove(state).touched).toBeNull();
    expect(finishMove(touched(state, 1)).touched).toMatchObject({ moves: [move([0, 1])] });
  });
});

describe("a move that is entered by its column", () => {
  const columns = grid(3, 3, { entry: "columns" });
  const state = start({
    geometry: columns,
    moves: [move([7], { drop: true }), move([2], { drop: true })],
  });

  it("is entered on any cell of the column", () => {
    expect(touchCell(state, 1).touched).toMatchObject({ kind: "move", path: [7] });
    expect(touchCell(state, 8).touched).toMatchObject({ kind: "move", path: [2] });
  });

  it("is not guessed from the labels of the columns", () => {
    const named = grid(3, 3, { files: ["a", "b", "c"] });
    const other = start({ geometry: named, moves: [move([7], { move: "b", drop: true })] });
    expect(touchCell(other, 1).touched).toEqual({ kind: "illegal" });
  });

  it("is illegal in another column", () => {
    expect(touchCell(state, 0).touched).toEqual({ kind: "illegal" });
  });
});

describe("a piece whose moves name only the destination", () => {
  const state = start({
    occupants: occupied(BOARD, { 0: "w", 8: "b" }),
    moves: [move([5]), move([7])],
  });

  it("can be touched first", () => {
    expect(touchCell(state, 0)).toEqual({ state, touched: null });
  });

  it("does not belong to the other player", () => {
    expect(touchCell(state, 8).touched).toEqual({ kind: "illegal" });
  });

  it("is shown at its destination", () => {
    expect(shownOccupants(touched(state, 5))).toEqual(occupied(BOARD, { 5: "w", 8: "b" }));
  });

  it("stays in place if it could be one of several", () => {
    const two = configure(state, { occupants: occupied(BOARD, { 0: "w", 1: "w" }) });
    expect(shownOccupants(touched(two, 5))).toEqual(two.occupants);
  });
});

describe("the displayed position", () => {
  it("has the piece at its last step, and captured pieces until the end", () => {
    const halfway = touched(capturing(), 0, 2);
    expect(capturedCells(halfway)).toEqual([1]);
    expect(shownOccupants(halfway)).toEqual(occupied(BOARD, { 1: "b", 2: "w", 5: "b", 7: "b" }));
    expect(shownOccupants(touched(halfway, 8))).toEqual(occupied(BOARD, { 7: "b", 8: "w" }));
  });

  it("is the original one after the step is undone", () => {
    expect(shownOccupants(stepBack(touched(capturing(), 0, 2)))).toEqual(capturing().occupants);
  });

  it("has a placed piece while the removal is still to be entered", () => {
    const board = { ...rings(), pieces: [piece("w", "white stone", 0)] };
    const moves = [3, 4].map((cell) => move([0, cell], { captures: [cell], drop: true }));
    const state = touched(start({ geometry: board, moves, occupants: occupied(board, {}) }), 0);
    expect(shownOccupants(state)).toEqual(occupied(board, { 0: "w" }));
  });

  it("keeps a piece at its destination when another one is removed", () => {
    const occupants = occupied(BOARD, { 0: "w", 8: "b", 7: "b" });
    const moves = [7, 8].map((cell) => move([0, 1, cell], { captures: [cell] }));
    const state = touched(start({ occupants, moves }), 0, 1, 8);
    expect(shownOccupants(state)).toEqual(occupied(BOARD, { 1: "w", 7: "b" }));
  });

  it("replaces a captured piece with the capturing one", () => {
    const occupants = occupied(BOARD, { 0: "w", 4: "b" });
    const state = touched(start({ occupants, moves: [move([0, 4], { captures: [4] })] }), 0, 4);
    expect(shownOccupants(state)).toEqual(occupied(BOARD, { 4: "w" }));
  });

  it("does not guess which of several kinds is placed", () => {
    const state = touched(start({ moves: [move([4], { drop: true })] }), 4);
    expect(shownOccupants(state)).toEqual(state.occupants);
  });
});

describe("highlights", () => {
  const having = (
    state: HeadlessState,
    key: keyof ReturnType<typeof cellStates>[number],
  ): number[] => cellStates(state).flatMap((cell, number) => (cell[key] ? [number] : []));

  it("show the next steps", () => {
    const state = touched(capturing(), 0, 2);
    expect(having(state, "isTarget")).toEqual([6, 8]);
    expect(having(state, "isEntered")).toEqual([0, 2]);
    expect(having(state, "isCaptured")).toEqual([1]);
    expect(candidates(state)).toHaveLength(2);
  });

  it("mark the pieces that must capture, until one is selected", () => {
    const forced = configure(capturing(), { mustCapture: true });
    expect(having(forced, "isForced")).toEqual([0]);
    expect(having(touched(forced, 0), "isForced")).toEqual([]);
  });

  it("mark no piece as forced if all moves capture anyway", () => {
    expect(having(capturing(), "isForced")).toEqual([]);
  });

  it("show destinations before the first step, but no pieces", () => {
    expect(having(capturing(), "isTarget")).toEqual([]);
    const moves = [move([5]), move([7])];
    expect(having(start({ occupants: occupied(BOARD, { 0: "w" }), moves }), "isTarget")).toEqual([
      5, 7,
    ]);
  });

  it("leave out targets if every free cell is one", () => {
    const moves = BOARD.cells.map((_, cell) => move([cell], { drop: true }));
    expect(having(start({ moves }), "isTarget")).toEqual([]);
    expect(having(start({ moves }), "isStart")).toHaveLength(9);
  });

  it("show only the last move on a disabled board", () => {
    const state = configure(capturing(), { interactive: false, last: [4] });
    expect(having(state, "isStart")).toEqual([]);
    expect(having(state, "isForced")).toEqual([]);
    expect(having(state, "isLast")).toEqual([4]);
  });
});
