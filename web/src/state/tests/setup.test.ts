import { beforeEach, describe, expect, test } from "vitest";

import type { GameDocument, GeometryFields, OptionFields } from "../../api/types";
import { hasChoice, optionsOf } from "../game_options";
import { forgetSetup, loadSetup, playableSeats, quickSetup, saveSetup } from "../remembered_setup";
import type { RememberedSetup } from "../remembered_setup";
import { sideName } from "../side_names";

beforeEach(() => localStorage.clear());

const LEVELS = ["4", "adaptive"].map((name) => ({ name, title: "" }));
const GAME = { name: "game", sides: ["a", "b"], levels: LEVELS, settings: { size: 3 } };
const SETUP: RememberedSetup = {
  options: { size: 4 },
  seats: [{ kind: "engine", level: "adaptive" }, { kind: "here" }],
  clock: "300",
  takebacks: null,
};

describe("one click on Play", () => {
  test("starts a game against the adaptive level", () => {
    expect(quickSetup(GAME, loadSetup("game"))).toEqual({
      game: "game",
      options: { size: 3 },
      seats: [{ kind: "here" }, { kind: "engine", level: "adaptive" }],
      clock: null,
      takebacks: "free",
      seed: null,
      help: true,
    });
  });

  test("starts the game as it was started last", () => {
    saveSetup("game", SETUP);
    expect(quickSetup(GAME, loadSetup("game"))).toMatchObject({ seats: SETUP.seats, clock: "300" });
    forgetSetup("game");
    expect(loadSetup("game")).toBeNull();
  });

  test("asks a friend before moves are taken back", () => {
    const seats = [{ kind: "here" }, { kind: "link" }] as const;
    expect(quickSetup(GAME, { ...SETUP, seats }).takebacks).toBe("ask");
  });

  test("never starts an adaptive level without a person to adapt to", () => {
    const seats = [
      { kind: "engine", level: "adaptive" },
      SETUP.seats[0] ?? { kind: "here" },
    ] as const;
    expect(playableSeats(seats, LEVELS)).toEqual([
      { kind: "engine", level: "4" },
      { kind: "engine", level: "4" },
    ]);
  });
});

describe("options", () => {
  const option = (name: string, available: OptionFields["available"], advanced = false) =>
    ({ name, available, advanced }) as OptionFields;

  test("are offered if they have more than one value", () => {
    expect(hasChoice(option("a", { choices: ["one"] }))).toBe(false);
    expect(hasChoice(option("a", { choices: ["one", "two"] }))).toBe(true);
    expect(hasChoice(option("a", { least: 2, most: 2 }))).toBe(false);
    expect(hasChoice(option("a", { least: 2, most: 3 }))).toBe(true);
  });

  test("are folded if few players change them, or if there are many", () => {
    const names = ["a", "b", "c", "d"].map((name) => option(name, { choices: [1, 2] }));
    const rare = option("rare", { choices: [1, 2] }, true);
    const game = { options: [rare, ...names] } as Pick<GameDocument, "options">;
    expect(optionsOf(game).shown.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    expect(optionsOf(game).folded.map(({ name }) => name)).toEqual(["rare", "d"]);
  });
});

describe("the name of a side", () => {
  const board = (shape: string, colour: string): GeometryFields =>
    ({ pieces: [{ player: 0, shape, colour, svg: "" }] }) as unknown as GeometryFields;

  test("has the colour of its pieces unless that is clear", () => {
    expect(sideName("X", 0, board("circle", "red"))).toBe("X (red)");
    expect(sideName("X", 0, board("cross", "red"))).toBe("X");
    expect(sideName("white", 0, board("octagon", "white"))).toBe("White");
    expect(sideName("X", 0, null)).toBe("X");
  });
});
