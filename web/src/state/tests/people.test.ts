import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { PresenceFields, SessionDocument } from "../../api/types";
import { canForbidHelp, rematchOf } from "../new_session";
import { currentSeat, isUnclaimed } from "../player_changes";
import { Presence } from "../presence.svelte";
import { describeRematch } from "../rematches";
import { unknownGame } from "../saved_games";

const seat = (player: number, more: object = {}) => ({
  player,
  side: "XO"[player],
  kind: "person",
  name: "",
  level: "",
  ...more,
});

const SESSION = {
  game: { name: "game", sides: ["X", "O"], options: {} },
  seats: [seat(0, { name: "Anna" }), seat(1)],
  outcome: null,
  history: [],
  ply: 0,
  clock: null,
  takebacks: "ask",
  rematch: null,
} as unknown as SessionDocument;

describe("presence", () => {
  const heard: string[] = [];
  const page = () => {
    const presence = new Presence((sentence) => heard.push(sentence));
    const sees = (players: number[], spectators = 0): void => {
      presence.update({ players, spectators } satisfies PresenceFields, SESSION, [0]);
    };
    return { presence, sees };
  };
  beforeEach(() => {
    vi.useFakeTimers();
    heard.length = 0;
  });
  afterEach(() => vi.useRealTimers());

  test("says at once who joined, and later who left", () => {
    const { presence, sees } = page();
    sees([0]);
    sees([0, 1], 2);
    expect(heard).toEqual(["O joined."]);
    expect(presence.spectators).toBe(2);
    sees([0]);
    expect(heard).toHaveLength(1);
    vi.runAllTimers();
    expect(heard).toEqual(["O joined.", "O left."]);
    expect(presence.seen).toContain(1);
  });

  test("does not mention who only reloads the page", () => {
    const { sees } = page();
    sees([0, 1]);
    sees([0]);
    sees([0, 1]);
    vi.runAllTimers();
    expect(heard).toEqual(["O joined."]);
  });
});

describe("the offer of a rematch", () => {
  const after = (rematch: object | null) =>
    ({ ...SESSION, outcome: {}, rematch }) as unknown as SessionDocument;
  const open = { wanted: ["O"], waiting: ["X"], declined: null, session: null };

  test("is announced to the one who answers", () => {
    expect(describeRematch(after(null), after(open), [0])).toBe("O offers a rematch.");
    expect(describeRematch(after(null), after(open), [1])).toBe("");
    expect(describeRematch(after(open), after(open), [0])).toBe("");
  });

  test("says that it was declined or withdrawn", () => {
    const declined = after({ ...open, wanted: [], declined: "X" });
    expect(describeRematch(after(open), declined, [1])).toBe("X declined the rematch.");
    expect(describeRematch(after(open), declined, [0])).toBe("");
    expect(describeRematch(after(open), after(null), [0])).toBe("O withdrew the rematch offer.");
  });
});

test("names stay with their players in a rematch on one device", () => {
  const session = {
    ...SESSION,
    seats: [seat(0, { name: "Anna" }), seat(1, { name: "Bob" })],
  } as unknown as SessionDocument;
  expect(rematchOf(session, [0, 1]).seats).toEqual([
    { kind: "here", name: "Bob" },
    { kind: "here", name: "Anna" },
  ]);
});

test("only people can forbid help, and one of them is elsewhere", () => {
  expect(canForbidHelp([{ kind: "here" }, { kind: "link" }])).toBe(true);
  expect(canForbidHelp([{ kind: "here" }, { kind: "here" }])).toBe(false);
  expect(canForbidHelp([{ kind: "link" }, { kind: "engine", level: "1" }])).toBe(false);
});

test("a seat can be changed until the invited friend has it", () => {
  const saved = { ...unknownGame("id"), secrets: { 0: "s" }, invitations: { 1: "x#secret=t" } };
  expect(currentSeat(SESSION, saved, [0], 0)).toEqual({ kind: "here", name: "Anna" });
  expect(currentSeat(SESSION, saved, [0], 1)).toEqual({ kind: "link" });
  const joined = { ...SESSION, seats: [seat(0), seat(1, { name: "Bob" })] };
  expect(isUnclaimed(joined as unknown as SessionDocument, saved, 1)).toBe(false);
  expect(currentSeat(joined as unknown as SessionDocument, saved, [0], 1)).toBeNull();
});
