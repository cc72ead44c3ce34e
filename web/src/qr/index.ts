/** QR codes: a text as a square of dark and light modules (ISO/IEC 18004, bytes, error level L). */

import { correctionOf } from "./error_correction";
import { VERSIONS } from "./versions";
import type { Version } from "./versions";

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];
const LEVEL = 0b01; // L
const BYTES = 0b0100; // the mode

/** The bytes of the longest text that fits. */
export const MOST_BYTES = (VERSIONS.at(-1)?.capacity ?? 0) - 3;

/** Rows of modules, true if dark; null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = new TextEncoder().encode(text);
  const version = VERSIONS.find(
    ({ number, capacity }) => bytes.length + lengthOf(number) <= capacity,
  );
  if (version === undefined) return null;
  const bits = interleave(codewordsOf(bytes, version), version).flatMap((byte) => bitsOf(byte, 8));
  const candidates = MASKS.map((_, mask) => draw(version, bits, mask));
  return candidates.reduce((best, other) => (penalty(other) < penalty(best) ? other : best));
}

/** Bytes of the mode, the length and the end. */
const lengthOf = (version: number): number => (version < 10 ? 2 : 3);

const bitsOf = (value: number, count: number): boolean[] =>
  Array.from({ length: count }, (_, index) => ((value >> (count - 1 - index)) & 1) === 1);

function codewordsOf(bytes: Uint8Array, { number, capacity }: Version): number[] {
  const bits = [
    ...bitsOf(BYTES, 4),
    ...bitsOf(bytes.length, number < 10 ? 8 : 16),
    ...Array.from(bytes).flatMap((byte) => bitsOf(byte, 8)),
    ...bitsOf(0, 4),
  ];
  return Array.from({ length: capacity }, (_, index) => {
    const byte = bits.slice(8 * index, 8 * index + 8);
    if (byte.length === 0) return (index - bits.length / 8) % 2 === 0 ? 0xec : 0x11;
    return byte.reduce((value, bit) => 2 * value + Number(bit), 0);
  });
}

/** The codewords of all blocks with their corrections, in the order in which they are drawn. */
export function interleave(data: readonly number[], version: Version): number[] {
  const { blocks, correction, capacity } = version;
  const short = Math.floor(capacity / blocks);
  const firstLong = blocks - (capacity % blocks);
  let start = 0;
  const parts = Array.from({ length: blocks }, (_, block) => {
    const length = short + Number(block >= firstLong);
    start += length;
    return data.slice(start - length, start);
  });
  const corrections = parts.map((part) => correctionOf(part, correction));
  const columns = (rows: readonly (readonly number[])[], length: number): number[] =>
    Array.from({ length }, (_, index) => rows.flatMap((row) => row.slice(index, index + 1))).flat();
  return [...columns(parts, short + 1), ...columns(corrections, correction)];
}

/** The code with one mask. */
function draw(version: Version, bits: readonly boolean[], mask: number): boolean[][] {
  const { size } = version;
  const modules: (boolean | null)[][] = Array.from({ length: size }, () =>
    Array.from({ length: size }, () => null),
  );
  const set = (x: number, y: number, isDark: boolean): void => {
    const row = modules[y];
    if (row !== undefined && x >= 0 && x < size) row[x] = isDark;
  };
  drawPatterns(version, set);
  drawFormat(version, mask, set);
  let next = 0;
  for (const [x, y] of path(size)) {
    if (modules[y]?.[x] !== null) continue;
    set(x, y, (bits[next] ?? false) !== (MASKS[mask]?.(x, y) ?? false));
    next += 1;
  }
  return modules.map((row) => row.map((module) => module ?? false));
}

type SetModule = (x: number, y: number, isDark: boolean) => void;

/** The patterns by which a scanner finds the code and its modules. */
function drawPatterns({ size, alignment }: Version, set: SetModule): void {
  for (let index = 0; index < size; index += 1) {
    set(index, 6, index % 2 === 0);
    set(6, index, index % 2 === 0);
  }
  const square = (x: number, y: number, radius: number, light: readonly number[]): void => {
    for (let down = -radius; down <= radius; down += 1) {
      for (let right = -radius; right <= radius; right += 1) {
        const ring = Math.max(Math.abs(right), Math.abs(down));
        set(x + right, y + down, !light.includes(ring));
      }
    }
  };
  const last = alignment.at(-1);
  for (const x of alignment) {
    for (const y of alignment) {
      const isFinder = (x === 6 && (y === 6 || y === last)) || (x === last && y === 6);
      if (!isFinder) square(x, y, 2, [1]);
    }
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    square(x, y, 4, [2, 4]);
  }
}

/** The mask, the error level and the version, each with a code that corrects errors. */
function drawFormat({ number, size }: Version, mask: number, set: SetModule): void {
  const data = (LEVEL << 3) | mask;
  const format = ((data << 10) | remainder(data, 10, 0x537)) ^ 0x5412;
  for (let index = 0; index < 15; index += 1) {
    const isDark = ((format >> index) & 1) === 1;
    // Around the finder in the corner, past the timing lines, and again beside the others.
    if (index < 8) set(8, index + Number(index > 5), isDark);
    else set(14 - index + Number(index === 8), 8, isDark);
    if (index < 8) set(size - 1 - index, 8, isDark);
    else set(8, size - 15 + index, isDark);
  }
  set(8, size - 8, true);
  if (number < 7) return;
  const version = (number << 12) | remainder(number, 12, 0x1f25);
  for (let index = 0; index < 18; index += 1) {
    const isDark = ((version >> index) & 1) === 1;
    const [along, across] = [Math.floor(index / 3), size - 11 + (index % 3)];
    set(along, across, isDark);
    set(across, along, isDark);
  }
}

/** The rest of a division of polynomials over bits. */
function remainder(value: number, degree: number, divisor: number): number {
  let rest = value;
  for (let step = 0; step < degree; step += 1)
    rest = (rest << 1) ^ ((rest >> (degree - 1)) * divisor);
  return rest;
}

/** The modules in the order of the bits: two columns at a time from the right, up and down. */
function* path(size: number): Generator<readonly [number, number]> {
  let isUp = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right -= 1; // the timing line
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      yield [right, y];
      yield [right - 1, y];
    }
    isUp = !isUp;
  }
}

/** How hard a code is to scan: long runs, squares and an uneven share of dark modules. */
function penalty(modules: readonly (readonly boolean[])[]): number {
  const size = modules.length;
  const at = (x: number, y: number): boolean => modules[y]?.[x] ?? false;
  let found = 0;
  let dark = 0;
  for (let y = 0; y < size; y += 1) {
    for (const isRow of [true, false]) {
      let run = 0;
      for (let x = 0; x < size; x += 1) {
        const isSame = isRow ? at(x, y) === at(x - 1, y) : at(y, x) === at(y, x - 1);
        run = x > 0 && isSame ? run + 1 : 1;
        if (run === 5) found += 3;
        else if (run > 5) found += 1;
      }
    }
    for (let x = 0; x < size; x += 1) {
      dark += Number(at(x, y));
      if (x === 0 || y === 0) continue;
      const sum = [at(x, y), at(x - 1, y), at(x, y - 1), at(x - 1, y - 1)].filter(Boolean).length;
      if (sum % 4 === 0) found += 3;
    }
  }
  return found + 10 * Math.floor(Math.abs((dark / size ** 2) * 20 - 10));
}
