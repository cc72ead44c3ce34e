import { describe, expect, test } from "vitest";

import { analysisAddress, analysisOf, parseAnalysis } from "../analysis_address";
import { addressOf, pageOf } from "../router.svelte";

describe("the address of an analysis", () => {
  test.each([
    ["/analysis/a%20b", analysisOf("a b")],
    ["/analysis/g?moves=e4,e5", analysisOf("g", { moves: ["e4", "e5"] })],
    [
      "/analysis/g?size=6&position=X./..%20O&moves=a1-b2,a1:c3&engine=off",
      analysisOf("g", {
        options: { size: "6" },
        position: "X./.. O",
        moves: ["a1-b2", "a1:c3"],
        engine: false,
      }),
    ],
    [
      "/analysis/g?session=abc&ply=3&moves=4",
      analysisOf("g", { session: "abc", ply: 3, moves: ["4"] }),
    ],
    ["/analysis/g?moves=(1%5C,2),(3%5C,4)", analysisOf("g", { moves: ["(1,2)", "(3,4)"] })],
  ])("%s is read and written", (address, place) => {
    const [path = "", query = ""] = address.split("?");
    const page = pageOf(path, "", query === "" ? "" : `?${query}`);
    expect(page).toEqual({ name: "analysis", ...place });
    expect(decodeURIComponent(addressOf(page).replaceAll("+", "%20"))).toBe(
      decodeURIComponent(address),
    );
    const again = analysisAddress(place).split("?");
    expect(parseAnalysis(place.game, again[1] ?? "")).toEqual(place);
  });

  test("has a position or a session, not both", () => {
    expect(parseAnalysis("g", "?position=X&session=abc&ply=x").position).toBeNull();
    expect(parseAnalysis("g", "?position=X&session=abc&ply=x").ply).toBeNull();
    expect(parseAnalysis("g", "?position=X&ply=3").ply).toBeNull();
    expect(parseAnalysis("g", "?moves=").moves).toEqual([]);
  });
});

test("the address of a review names a session and a move", () => {
  expect(pageOf("/review/abc", "")).toEqual({ name: "review", id: "abc", ply: null });
  const page = pageOf("/review/a%20b", "", "?ply=12");
  expect(page).toEqual({ name: "review", id: "a b", ply: 12 });
  expect(addressOf(page)).toBe("/review/a%20b?ply=12");
  expect(pageOf("/review/abc/1", "").name).toBe("unknown");
});
