import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { connection } from "../../state/connection.svelte";
import { ask, insist } from "../client";
import type { Ask } from "../client";
import { Refusal, Unreachable } from "../errors";

const GAMES: Ask = { method: "GET", path: "/games", expect: ["games"] };
const PROBLEM = { code: "no_game", detail: "no such game", status: 404 };

const answering = (...answers: (Response | Error)[]) => {
  const fetch = vi.fn(() => {
    const answer = answers.shift();
    return answer instanceof Response ? Promise.resolve(answer) : Promise.reject(answer);
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
};

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

beforeEach(() => {
  vi.useFakeTimers();
  connection.restored();
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("ask", () => {
  test("gives what was asked for", async () => {
    answering(json({ games: [] }));
    expect(await ask(GAMES)).toEqual({ games: [] });
  });

  test("gives a refusal the server's sentence", async () => {
    answering(json(PROBLEM, 404));
    await expect(ask(GAMES)).rejects.toThrow(new Refusal({ ...PROBLEM, type: "", title: "" }));
  });

  test.each([
    ["no answer", new TypeError("failed"), "gone"],
    ["no JSON", new Response("<html>"), "nonsense"],
    ["other fields", json({ sense: "none" }), "nonsense"],
    ["no object", json("games"), "nonsense"],
    ["a proxy's failure", json({ error: "bad gateway" }, 502), "nonsense"],
    ["too much to do", json(PROBLEM, 503), "busy"],
    ["too many questions", json(PROBLEM, 429, { "Retry-After": "7" }), "busy"],
  ])("takes %s for trouble", async (_, answer, trouble) => {
    answering(answer);
    const failure = await ask(GAMES).catch((caught: unknown) => caught);
    expect(failure).toBeInstanceOf(Unreachable);
    expect(failure).toMatchObject({ trouble });
  });

  test("says who asks, and how often", async () => {
    const fetch = answering(json({ id: 1 }));
    await ask({ method: "POST", path: "/x", expect: ["id"], secret: "s", key: "k", body: {}, isAsync: true });
    const [address, sent] = fetch.mock.calls[0] as unknown as [string, { headers: Headers }];
    expect(address).toBe("/api/v1/x");
    const names = ["Authorization", "Idempotency-Key", "Prefer"];
    expect(names.map((name) => sent.headers.get(name))).toEqual(["Bearer s", "k", "respond-async"]);
  });
});

describe("insist", () => {
  test("asks again until there is an answer, and says meanwhile what is wrong", async () => {
    const fetch = answering(new TypeError("failed"), new Response("<html>"), json({ games: [] }));
    const answer = insist(GAMES);
    await vi.advanceTimersByTimeAsync(10);
    expect(connection.trouble).toBe("gone");
    await vi.advanceTimersByTimeAsync(500);
    expect(connection.trouble).toBe("nonsense");
    await vi.advanceTimersByTimeAsync(2000);
    expect(await answer).toEqual({ games: [] });
    expect(connection.trouble).toBeNull();
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  test("waits as long as the server says", async () => {
    const fetch = answering(json(PROBLEM, 503, { "Retry-After": "7" }), json({ games: [] }));
    const answer = insist(GAMES);
    await vi.advanceTimersByTimeAsync(6900);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    await answer;
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("does not insist on what is refused", async () => {
    const fetch = answering(json(PROBLEM, 404));
    await expect(insist(GAMES)).rejects.toBeInstanceOf(Refusal);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("ends when nobody is interested any more", async () => {
    answering(new TypeError("failed"), json({ games: [] }));
    const interest = new AbortController();
    const answer = insist({ ...GAMES, signal: interest.signal });
    const ended = expect(answer).rejects.toMatchObject({ name: "AbortError" });
    await vi.advanceTimersByTimeAsync(10);
    interest.abort();
    await ended;
  });
});

test("a slow answer is said to be slow until it comes", async () => {
  let give: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (give = resolve)));
  const answer = ask({ ...GAMES, patience: 2 });
  await vi.advanceTimersByTimeAsync(1900);
  expect(connection.trouble).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(connection.trouble).toBe("slow");
  give(json({ games: [] }));
  await answer;
  expect(connection.trouble).toBeNull();
});
