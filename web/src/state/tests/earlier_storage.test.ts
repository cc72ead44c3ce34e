// What earlier versions of the page stored in browsers. These texts must not change.

import { beforeEach, describe, expect, test, vi } from "vitest";

const STORED = {
  "kibitz.seats":
    '{"old":{"secrets":{"0":"s0"},"invitations":{"1":"http://host/sessions/old#secret=s1"},"title":"Dame","at":1},' +
    '"new":{"secrets":{"1":"s2"},"invitations":{},"title":"Tic-Tac-Toe","at":2}}',
  "kibitz.settings":
    '{"theme":"dark","sounds":false,"animation":true,"coach":true,"evaluation":false,"name":"Anna"}',
  "kibitz.skills":
    '{"[\\"tictactoe\\",[\\"columns\\",3],[\\"length\\",3],[\\"rows\\",3]]":{"skill":"known","games":2}}',
};

beforeEach(() => {
  vi.resetModules(); // the settings are loaded with their module
  localStorage.clear();
  for (const [name, text] of Object.entries(STORED)) localStorage.setItem(name, text);
});

describe("the storage of an earlier version", () => {
  test("has the seats of its sessions", async () => {
    const { listGames, loadGame, saveSeat } = await import("../saved_games");
    expect((await listGames()).map(({ id, title }) => [id, title])).toEqual([
      ["new", "Tic-Tac-Toe"],
      ["old", "Dame"],
    ]);
    expect(await loadGame("old")).toMatchObject({
      secrets: { 0: "s0" },
      invitations: { 1: "http://host/sessions/old#secret=s1" },
      title: "Dame",
      at: 1,
    });
    expect(localStorage.getItem("kibitz.seats")).toBeNull(); // no copy of the secrets stays
    await saveSeat("old", 1, "s3");
    expect((await loadGame("old")).secrets).toEqual({ 0: "s0", 1: "s3" });
    expect((await listGames())[0]?.id).toBe("old");
  });

  test("has the settings", async () => {
    const { changeSetting, settings } = await import("../settings.svelte");
    const { theme, sounds, animation, coach, evaluation, name } = settings;
    expect({ theme, sounds, animation, coach, evaluation, name }).toEqual(
      JSON.parse(STORED["kibitz.settings"]),
    );
    changeSetting("sounds", true);
    expect(JSON.parse(localStorage.getItem("kibitz.settings") ?? "")).toMatchObject({
      theme: "dark",
      sounds: true,
      name: "Anna",
    });
  });

  test("has the skills, whatever the order of the options", async () => {
    const { loadSkill } = await import("../adaptive");
    expect(loadSkill("tictactoe", { rows: 3, columns: 3, length: 3 })).toBe("known");
    expect(loadSkill("tictactoe", { rows: 4, columns: 3, length: 3 })).toBe("");
  });
});
