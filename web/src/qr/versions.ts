/** The sizes of QR codes, from ISO/IEC 18004: what fits, and how it is divided, at error level L. */

/** Codewords for correction per block, and blocks, of each version from 1. */
const CORRECTION = [
  7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26,
];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];

/** One size of QR code. */
export interface Version {
  readonly number: number;
  /** Modules on each side. */
  readonly size: number;
  readonly blocks: number;
  readonly correction: number;
  /** Codewords of data. */
  readonly capacity: number;
  /** Rows and columns of the centres of alignment patterns. */
  readonly alignment: readonly number[];
}

const versionOf = (number: number): Version => {
  const size = 17 + 4 * number;
  const blocks = BLOCKS[number - 1] ?? 0;
  const correction = CORRECTION[number - 1] ?? 0;
  const alignment = alignmentOf(number, size);
  const codewords = Math.floor(freeModules(number, size, alignment.length) / 8);
  return { number, size, blocks, correction, capacity: codewords - blocks * correction, alignment };
};

/** The modules that are not part of a pattern or of the information about format and version. */
function freeModules(number: number, size: number, alignments: number): number {
  const finders = 3 * 64;
  const timing = 2 * (size - 16);
  const format = 31;
  const version = number < 7 ? 0 : 36;
  // Three of the places are taken by finders; those in the timing lines share five modules with them.
  const patterns = alignments === 0 ? 0 : 25 * (alignments ** 2 - 3);
  const shared = alignments < 2 ? 0 : 10 * (alignments - 2);
  return size ** 2 - finders - timing - format - version - patterns + shared;
}

function alignmentOf(number: number, size: number): number[] {
  if (number === 1) return [];
  const count = Math.floor(number / 7) + 2;
  const step = Math.ceil((size - 13) / (2 * (count - 1))) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - index * step).reverse()];
}

/** All versions that are used, smallest first; larger ones are hard to scan. */
export const VERSIONS: readonly Version[] = BLOCKS.map((_, index) => versionOf(index + 1));
