import { expect, test } from "vitest";

import type { ExplanationDocument } from "../../api/types";
import { coachReasons } from "../coach_reasons";

type Claim = ExplanationDocument["claims"][number];

const claim = (code: string, text: string, params: Claim["params"] = {}): Claim => ({
  code,
  text,
  params,
  line: [],
  warrant: "depth 4",
});

test("the coach says what is wrong without naming the better move", () => {
  const claims = [
    claim("allows_win", "lets O win with the next move, while 2 does not", {
      side: "O",
      how: "with the next move",
      other: "2",
    }),
    claim("worse_by", "is 3 worse than 2 at depth 4", { other: "2" }),
    claim("misses_win", "misses 2, which wins by force in 5 plies", { other: "2" }),
  ];
  expect(coachReasons({ move: "8", claims }, "tictactoe")).toEqual([
    "8 lets O win with the next move",
    "Another move wins",
  ]);
});

test("the coach says nothing twice, and not too much", () => {
  const claims = [
    claim("misses_win", "", { other: "a" }),
    claim("gives_win_away", "", { other: "b" }),
    claim("loses_at_once", "loses immediately"),
    claim("leaves", "leaves the back row"),
  ];
  expect(coachReasons({ move: "c", claims }, undefined)).toEqual([
    "Another move wins",
    "c loses immediately",
  ]);
});
