import { describe, expect, it } from "vitest";

import { pointsText, scoresAgainst } from "../tournaments";

const game = (first: number, second: number, points: number | null) => ({
  round: 0,
  pairing: 0,
  number: 0,
  first,
  second,
  state: "over" as const,
  session: null,
  points,
  reason: "",
});

describe("a tournament", () => {
  it("writes points with halves", () => {
    expect([0, 0.5, 1, 2.5, 1.25].map(pointsText)).toEqual(["0", "½", "1", "2½", "1.25"]);
  });

  it("has the scores of two contestants from both sides", () => {
    const games = [game(0, 1, 1), game(1, 0, 0.5), game(0, 2, 0), game(1, 0, null)];
    expect(scoresAgainst({ games }, 0, 1)).toBe("1 ½");
    expect(scoresAgainst({ games }, 1, 0)).toBe("0 ½");
    expect(scoresAgainst({ games }, 1, 2)).toBe("");
  });
});
