import { describe, expect, test } from "vitest";

import { parsePosition, positionAddress } from "../position_address";
import { addressOf, pageOf } from "../router.svelte";

describe("the address of a position", () => {
  test.each(["W:W21,K22:B1", "X../.O./...", "8/3,+10,4/8 w 4:0", "a&b=c?d#e %"])(
    "brings back %s",
    (position) => {
      const place = { game: "a b", options: { variant: "x" }, position };
      const { pathname, search, hash } = new URL(positionAddress("editor", place), "http://x");
      expect(pathname).toBe("/editor/a%20b");
      expect(hash).toBe("");
      expect(parsePosition("a b", search)).toEqual(place);
      expect(pageOf(pathname, hash, search)).toEqual({ name: "editor", ...place });
      const page = { name: "new", game: "a b", from: place } as const;
      const form = new URL(addressOf(page), "http://x");
      expect(pageOf(form.pathname, "", form.search)).toEqual(page);
    },
  );

  test("is short without a position", () => {
    const place = { game: "g", options: {}, position: null };
    expect(positionAddress("new", place)).toBe("/new/g");
    expect(pageOf("/import", "", "")).toEqual({ name: "import" });
    expect(addressOf({ name: "import" })).toBe("/import");
  });
});
