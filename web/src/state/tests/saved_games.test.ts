import { beforeEach, describe, expect, test, vi } from "vitest";

import type { SessionDocument } from "../../api/types";
import { kindOf, opponentText, resultOf } from "../game_result";
import { scoreOf, statisticsOf } from "../game_statistics";
import { qrCode } from "../../qr";
import { decode, gamesInCode, linkOf, MOST_MOVED } from "../moved_games";
import type { SavedGame, SavedSeat } from "../saved_games";

// There is no IndexedDB here, so games are in the local storage.
const loadModule = () => import("../saved_games");

beforeEach(() => {
  vi.resetModules(); // the storage is opened once
  localStorage.clear();
});

const person = (name = ""): SavedSeat => ({
  side: "white",
  kind: "person",
  name,
  level: "",
  strength: null,
});
const engine = (level: string, strength: number | null = null): SavedSeat => ({
  side: "black",
  kind: "engine",
  name: "",
  level,
  strength,
});

let number = 0;

/** A saved game of the first player against another one; `payoff` is the first player's. */
function game(other: SavedSeat, payoff: number | null, more: Partial<SavedGame> = {}): SavedGame {
  number += 1;
  const payoffs = [payoff ?? 0, -(payoff ?? 0)];
  return {
    id: `id${number}`,
    secrets: { 0: "s0" },
    invitations: {},
    title: "Game",
    at: number,
    gone: false,
    seen: {
      version: 1,
      game: "game",
      options: {},
      ply: 3,
      turn: 0,
      seats: [person(), other],
      outcome: payoff === null ? null : { sentence: "over", payoffs },
      board: [],
      drawing: "",
    },
    ...more,
  };
}

const session = (id: string, version: number): SessionDocument =>
  ({
    id,
    version,
    ply: version,
    turn: 0,
    game: { name: "game", title: "Game", options: {} },
    seats: [{ side: "white", kind: "person", name: "", level: "", adaptive: null }],
    outcome: null,
    board: ["x"],
    drawing: "x",
  }) as unknown as SessionDocument;

describe("saved games", () => {
  test("hold secrets for our own seats and links for the others", async () => {
    const { listGames, loadGame, saveCreatedGame } = await loadModule();
    const seat = (player: number) => ({
      player,
      side: "",
      secret: `s${player}`,
      invitation: `l${player}`,
    });
    await saveCreatedGame(
      { session: session("abc", 0), secrets: [seat(0), seat(1)] },
      new Set([1]),
    );
    expect(await loadGame("abc")).toMatchObject({ secrets: { 0: "s0" }, invitations: { 1: "l1" } });
    expect((await listGames()).map(({ id, title }) => [id, title])).toEqual([["abc", "Game"]]);
  });

  test("keep their date when they are only looked at", async () => {
    const { loadGame, saveGame, saveSeen } = await loadModule();
    await saveSeen(session("abc", 2));
    await saveGame("abc", { at: 5 });
    await saveSeen(session("abc", 2));
    expect((await loadGame("abc")).at).toBe(5);
    await saveSeen(session("abc", 3));
    expect((await loadGame("abc")).at).toBeGreaterThan(5);
    expect((await loadGame("abc")).seen).toMatchObject({ version: 3, board: ["x"] });
  });

  test("are removed and put back", async () => {
    const { forgetGame, listGames, loadGame, restoreGame, saveSeat } = await loadModule();
    await saveSeat("abc", 1, "secret");
    const saved = await loadGame("abc");
    await forgetGame("abc");
    expect(await listGames()).toEqual([]);
    expect((await loadGame("abc")).secrets).toEqual({});
    await restoreGame(saved);
    expect(await loadGame("abc")).toEqual(saved);
  });

  test("are empty if the storage cannot be read", async () => {
    localStorage.setItem("kibitz.games", "{nonsense");
    localStorage.setItem("kibitz.seats", "{nonsense");
    const { loadGame } = await loadModule();
    expect((await loadGame("abc")).secrets).toEqual({});
  });

  test("are limited in number only without IndexedDB", async () => {
    const { listGames, saveGame } = await loadModule();
    for (let at = 0; at < 60; at += 1) await saveGame(`id${at}`, { at });
    const games = await listGames();
    expect(games).toHaveLength(40);
    expect(games[0]?.id).toBe("id59");
  });
});

describe("a saved game", () => {
  test("has the result of its player", () => {
    expect([1, 0, -1, null].map((payoff) => resultOf(game(engine("4"), payoff)))).toEqual([
      "won",
      "drawn",
      "lost",
      null,
    ]);
    const together = { secrets: { 0: "a", 1: "b" } };
    expect(resultOf(game(person(), 1, together))).toBeNull();
    expect(resultOf(game(engine("4"), 1, { secrets: {} }))).toBeNull();
    expect(resultOf(game(person(), -1, { secrets: { 1: "s1" } }))).toBe("won");
  });

  test("is open, over or watched", () => {
    expect(kindOf(game(engine("4"), null))).toBe("open");
    expect(kindOf(game(engine("4"), 0))).toBe("over");
    expect(kindOf(game(engine("4"), null, { gone: true }))).toBe("over");
    expect(kindOf(game(engine("4"), null, { secrets: {} }))).toBe("watched");
    expect(kindOf(game(engine("4"), null, { seen: null }))).toBe("open");
  });

  test("names the opponent", () => {
    expect(opponentText(game(engine("4"), null))).toBe("Opponent: Computer, level 4");
    expect(opponentText(game(engine("adaptive"), null))).toBe("Opponent: Computer, adaptive");
    expect(opponentText(game(person("Anna"), null))).toBe("Opponent: Anna");
    expect(opponentText(game(person(), null, { secrets: { 0: "a", 1: "b" } }))).toBe(
      "Players on this device",
    );
    expect(opponentText(game(person(), null, { seen: null }))).toBe("");
  });
});

describe("statistics", () => {
  test("count games by game and opponent", () => {
    const games = [
      game(engine("4"), 1),
      game(engine("4"), 1),
      game(engine("4"), 0),
      game(engine("4"), -1),
      game(engine("easy"), 1),
      game(person("Anna"), -1),
      game(person("Ben"), 1),
      game(engine("4"), null), // unfinished
      game(person(), 1, { secrets: { 0: "a", 1: "b" } }), // both on this device
      game(engine("4"), 1, { title: "Other" }),
    ];
    const rows = statisticsOf(games);
    expect(
      rows.map(({ title, opponent, won, drawn, lost }) => [title, opponent, won, drawn, lost]),
    ).toEqual([
      ["Game", "Computer, level 4", 2, 1, 1],
      ["Game", "People", 1, 0, 1],
      ["Game", "Computer, easy", 1, 0, 0],
      ["Other", "Computer, level 4", 1, 0, 0],
    ]);
    expect(rows.map(scoreOf)).toEqual([0.625, 0.5, 1, 1]);
  });

  test("follow the adaptive level from the first game to the last", () => {
    const games = [
      game(engine("adaptive", 4.8), 1, { at: 2 }),
      game(engine("adaptive", 4.4), 1, { at: 1 }),
      game(engine("adaptive"), 1, { at: 3 }), // it did not learn from this one
    ];
    expect(statisticsOf(games)[0]?.curve).toEqual([4.4, 4.8]);
  });
});

describe("a link for another device", () => {
  const hash = (link: string): string => link.split("#games=")[1] ?? "";

  test("has the games and the secrets of their seats", () => {
    const one = game(engine("4"), null, { title: "Zhì Qí" });
    const link = linkOf([one], "https://host");
    expect(link).toMatch(/^https:\/\/host\/games#games=[\w-]+$/);
    expect(decode(hash(link))).toEqual([[one.id, "Zhì Qí", one.at, { 0: "s0" }]]);
  });

  test("has a limited length", () => {
    const many = Array.from({ length: MOST_MOVED + 5 }, () => game(engine("4"), null));
    expect(decode(hash(linkOf(many, "")))).toHaveLength(MOST_MOVED);
    const scanned = gamesInCode(many, "https://host");
    expect(scanned.length).toBeGreaterThan(2);
    expect(scanned).toEqual(many.slice(0, scanned.length));
    expect(qrCode(linkOf(scanned, "https://host"))).not.toBeNull();
  });

  test.each(["", "%%%", "e30", btoa("[1]"), btoa('[["a","b",1,{"x":"y"}]]'), btoa("[[1,2,3,4]]")])(
    "is refused if it is damaged: %s",
    (text) => {
      expect(decode(text)).toBeNull();
    },
  );
});
