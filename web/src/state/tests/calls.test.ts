import { afterEach, describe, expect, test, vi } from "vitest";

import type { SessionDocument } from "../../api/types";
import { announceChange } from "../announcements";
import { playSound } from "../sounds";

vi.mock("../sounds", () => ({ playSound: vi.fn() }));

const session = (moves: number, board: string[] = ["X", ""]): SessionDocument =>
  ({
    ply: moves,
    side: "X",
    board,
    outcome: null,
    game: { sides: ["X", "O"] },
    history: Array.from({ length: moves }, () => ({ side: "O", move: "4" })),
  }) as unknown as SessionDocument;

const sounds = (isMyTurn: boolean, hasOthers: boolean): unknown[] => {
  announceChange(session(0), session(1), isMyTurn, hasOthers);
  return vi.mocked(playSound).mock.lastCall ?? [];
};

describe("the sound of a move", () => {
  afterEach(() => vi.restoreAllMocks());

  test("calls the user when a friend has moved", () => {
    expect(sounds(true, true)).toEqual(["turn"]);
    expect(sounds(false, true)).toEqual(["move"]);
  });

  test("calls the user to a tab in the background, whoever has moved", () => {
    expect(sounds(true, false)).toEqual(["move"]);
    vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    expect(sounds(true, false)).toEqual(["turn"]);
  });
});
