import { expect, test } from "vitest";

import { MOST_BYTES, interleave, qrCode } from "..";
import { correctionOf, syndromes } from "../error_correction";
import { VERSIONS } from "../versions";

test("a block with its correction has no error", () => {
  const data = Array.from({ length: 40 }, (_, index) => (index * 37 + 5) % 256);
  const block = [...data, ...correctionOf(data, 18)];
  expect(syndromes(block, 18).every((value) => value === 0)).toBe(true);
  expect(syndromes([1 ^ (block[0] ?? 0), ...block.slice(1)], 18)).not.toContain(0);
});

test("the correction of a known block is that of the standard", () => {
  // Version 1-M of the standard's appendix: 01234567 as digits.
  const data = [16, 32, 12, 86, 97, 128, 236, 17, 236, 17, 236, 17, 236, 17, 236, 17];
  expect(correctionOf(data, 10)).toEqual([165, 36, 212, 193, 237, 54, 199, 135, 44, 85]);
});

test("capacities are those of the standard", () => {
  const capacity = (number: number): number | undefined => VERSIONS[number - 1]?.capacity;
  expect([1, 2, 5, 6, 7, 10, 14, 20, 25].map(capacity)).toEqual([
    19, 34, 108, 136, 156, 274, 461, 861, 1276,
  ]);
  expect(VERSIONS[6]?.alignment).toEqual([6, 22, 38]);
  expect(VERSIONS[24]?.alignment).toEqual([6, 32, 58, 84, 110]);
});

test("blocks are interleaved, the longer ones last", () => {
  const version = VERSIONS[14]; // six blocks of two lengths
  if (version === undefined) throw new Error("There is no version 15.");
  const data = Array.from({ length: version.capacity }, (_, index) => index % 256);
  const drawn = interleave(data, version);
  expect(drawn.length).toBe(version.capacity + version.blocks * version.correction);
  expect(drawn.slice(0, 3)).toEqual([0, 87, 174]);
});

test("a code grows with its text until nothing larger fits", () => {
  expect(qrCode("a")?.length).toBe(21);
  expect(qrCode("a".repeat(17))?.length).toBe(21);
  expect(qrCode("a".repeat(18))?.length).toBe(25);
  expect(qrCode("a".repeat(MOST_BYTES))?.length).toBe(117);
  expect(qrCode("a".repeat(MOST_BYTES + 1))).toBeNull();
});

test("a code has its finders and its timing lines", () => {
  const code = qrCode("https://example.org/games#games=x") ?? [];
  const line = (row: readonly boolean[]): string =>
    row.map((isDark) => (isDark ? "#" : ".")).join("");
  expect(line(code[0]?.slice(0, 8) ?? [])).toBe("#######.");
  expect(line(code[2]?.slice(-8) ?? [])).toBe(".#.###.#");
  expect(line(code[6]?.slice(6, -6) ?? [])).toMatch(/^(#\.)+#$/);
});
