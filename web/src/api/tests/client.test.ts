import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { ConnectionStatus } from "../../state/connection.svelte";
import { Client } from "../client";
import type { ApiRequest } from "../client";
import { ApiError, ConnectionError } from "../errors";

let connection: ConnectionStatus;
let client: Client;

const GAMES: ApiRequest = { method: "GET", path: "/games", expect: ["games"] };
const PROBLEM = { code: "no_game", detail: "no such game", status: 404 };

const respondWith = (...answers: (Response | Error)[]) => {
  const fetch = vi.fn(() => {
    const answer = answers.shift();
    if (answer instanceof Response) return Promise.resolve(answer);
    return Promise.reject(answer ?? new Error("no answer is left"));
  });
  vi.stubGlobal("fetch", fetch);
  return fetch;
};

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });

beforeEach(() => {
  vi.useFakeTimers();
  connection = new ConnectionStatus();
  client = new Client(connection);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("request", () => {
  test("returns the response", async () => {
    respondWith(json({ games: [] }));
    expect(await client.request(GAMES)).toEqual({ games: [] });
  });

  test("throws the error of the server", async () => {
    respondWith(json(PROBLEM, 404));
    await expect(client.request(GAMES)).rejects.toThrow(
      new ApiError({ ...PROBLEM, type: "", title: "" }),
    );
  });

  test.each([
    ["no response", new TypeError("failed"), "offline"],
    ["invalid JSON", new Response("<html>"), "invalid"],
    ["missing fields", json({ other: "field" }), "invalid"],
    ["a response that is not an object", json("games"), "invalid"],
    ["an error of a proxy", json({ error: "bad gateway" }, 502), "invalid"],
    ["an overloaded server", json(PROBLEM, 503), "busy"],
    ["a rate limit", json(PROBLEM, 429, { "Retry-After": "7" }), "busy"],
  ])("treats %s as a connection problem", async (_, answer, problem) => {
    respondWith(answer);
    const failure = await client.request(GAMES).catch((caught: unknown) => caught);
    expect(failure).toBeInstanceOf(ConnectionError);
    expect(failure).toMatchObject({ problem });
  });

  test("sends the secret, the key and the preference", async () => {
    const fetch = respondWith(json({ id: 1 }));
    await client.request({
      method: "POST",
      path: "/x",
      expect: ["id"],
      secret: "s",
      idempotencyKey: "k",
      body: {},
      isAsync: true,
    });
    const [address, sent] = fetch.mock.calls[0] as unknown as [string, { headers: Headers }];
    expect(address).toBe("/api/v1/x");
    const names = ["Authorization", "Idempotency-Key", "Prefer"];
    expect(names.map((name) => sent.headers.get(name))).toEqual(["Bearer s", "k", "respond-async"]);
  });
});

describe("requestWithRetry", () => {
  test("retries until there is a response, and reports the problem meanwhile", async () => {
    const fetch = respondWith(new TypeError("failed"), new Response("<html>"), json({ games: [] }));
    const answer = client.requestWithRetry(GAMES);
    await vi.advanceTimersByTimeAsync(10);
    expect(connection.problem).toBe("offline");
    await vi.advanceTimersByTimeAsync(500);
    expect(connection.problem).toBe("invalid");
    await vi.advanceTimersByTimeAsync(2000);
    expect(await answer).toEqual({ games: [] });
    expect(connection.problem).toBeNull();
    expect(fetch).toHaveBeenCalledTimes(3);
  });

  test("waits as long as the server asks for", async () => {
    const fetch = respondWith(json(PROBLEM, 503, { "Retry-After": "7" }), json({ games: [] }));
    const answer = client.requestWithRetry(GAMES);
    await vi.advanceTimersByTimeAsync(6900);
    expect(fetch).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(200);
    await answer;
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test("does not retry a rejected request", async () => {
    const fetch = respondWith(json(PROBLEM, 404));
    await expect(client.requestWithRetry(GAMES)).rejects.toBeInstanceOf(ApiError);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("stops when the request is cancelled", async () => {
    respondWith(new TypeError("failed"), json({ games: [] }));
    const cancellation = new AbortController();
    const answer = client.requestWithRetry({ ...GAMES, signal: cancellation.signal });
    const ended = expect(answer).rejects.toMatchObject({ name: "AbortError" });
    await vi.advanceTimersByTimeAsync(10);
    cancellation.abort();
    await ended;
  });
});

test("a slow response is reported until it arrives", async () => {
  let give: (response: Response) => void = () => undefined;
  vi.stubGlobal("fetch", () => new Promise<Response>((resolve) => (give = resolve)));
  const answer = client.request({ ...GAMES, patience: 2 });
  await vi.advanceTimersByTimeAsync(1900);
  expect(connection.problem).toBeNull();
  await vi.advanceTimersByTimeAsync(200);
  expect(connection.problem).toBe("slow");
  give(json({ games: [] }));
  await answer;
  expect(connection.problem).toBeNull();
});
