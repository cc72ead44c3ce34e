import { describe, expect, it } from "vitest";

import { readGradeReport } from "../grade_report";

describe("the report of a grading", () => {
  it("is read", () => {
    const report = readGradeReport(
      JSON.stringify({
        format: "kibitz-grade",
        version: 1,
        file: "mine.py",
        passed: false,
        shape: { values: ["minimax"], moves: null },
        positions: [{ board: "X", best: ["4"], nodes: 3, is_right: false }],
        findings: [{ name: "wrong_sign", path: [{ move: null, board: "X" }], line: 3 }],
      }),
    );
    expect(report?.functions).toEqual(["minimax"]);
    expect(report?.positions[0]?.best).toEqual(["4"]);
    expect(report?.findings[0]?.path).toEqual([{ move: null, board: "X" }]);
  });

  it.each(["", "[]", "{}", '{"format":"other","version":1}', "not JSON"])("is not %j", (text) => {
    expect(readGradeReport(text)).toBeNull();
  });
});
